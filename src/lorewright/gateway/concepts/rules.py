"""What the concepts of an owner are called: a function of what her articles say now, in whatever order they came."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Form(NamedTuple):
    """A way in which an article writes a concept."""

    key: str
    """Equal for all ways of writing it."""
    written: str
    """Its slug."""
    short: str | None = None
    """The key of the abbreviation that the article spells out with it."""
    label: str = ""
    """As a person would write it."""
    kind: str | None = None
    """The key of that of which the article says that it is one."""
    is_kind: bool = False
    """The article is not about this, but about one of the kind."""
    sense: str = ""
    """Which of several things of that name it means, where that was decided."""

    @property
    def meaning(self) -> str:
        """Equal for all ways of writing one thing; the key alone, where one thing has it."""
        return f"{self.key} {self.sense}" if self.sense else self.key


def called(written: str, sense: str) -> str:
    """The slug of one of several things that are written alike."""
    return f"{written}-{sense}" if sense else written


def names(forms: Iterable[Form], merged: Mapping[str, str] | None = None) -> dict[str, str]:
    """The slug of each meaning: the shortest that is written, mostly the singular.

    An abbreviation takes that of the one concept it is spelt out as; of two it may mean either, and stands for itself.
    `merged`: key -> the key that it was decided to be called as.
    """
    written: defaultdict[str, set[str]] = defaultdict(set)
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for form in forms:
        written[form.meaning].add(called(form.written, form.sense))
        if form.short is not None:
            meant[form.short].add(form.meaning)
    own = {key: min(slugs, key=lambda slug: (len(slug), slug)) for key, slugs in written.items()}
    named = {}
    for key in own:
        spelt = next(iter(meant[key])) if len(meant[key]) == 1 else key
        named[key] = own[_called_as(spelt, own, merged or {})]
    return named


def _called_as(key: str, known: Mapping[str, str], merged: Mapping[str, str]) -> str:
    """Where decisions lead from a key; one into what no article says any more leads nowhere."""
    passed = {key}
    while (into := merged.get(key)) in known and into is not None and into not in passed:
        passed.add(into)
        key = into
    return key
