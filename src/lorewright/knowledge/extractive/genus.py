"""What a text says that its subject is: "a horror film" and "a film" are concepts too, that bring together what is of one kind.

An article about one film does not say "film" often enough for that to be a term of it, and one about a lake is about that lake. But a reader
who looks for films, lakes or actresses finds them by what the first sentence tells of each ("is an American horror film directed by").
"""

import re
from collections.abc import Sequence
from itertools import chain

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.disputes.kinds import MANY, Kind, kind_of, lead, of_name
from lorewright.knowledge.disputes.statements import titled
from lorewright.knowledge.engine import Concept
from lorewright.knowledge.words import listed

LANGUAGE = "en"
"""In which it is known how a text says what a thing is."""
_NO_KIND = MANY | frozenset(
    listed(
        "one name term word part piece member example form sort version result way thing place person people man woman kind amount"
        " total majority number lot pair half beginning end start fact case reason cause attempt means matter gateway format"
        " premiere season home site subject object successor predecessor rest first last second third best largest oldest winner"
        " son daughter brother sister wife husband father mother child friend founder owner leader head author creator host"
    )
)
"""Says what it is to something else, or next to nothing."""
_ADJECTIVE = re.compile(r"(?:ly|ed|ing|ous|ive|ful|able|ible|al|ic|ary|ern|less|ish|ular|est|ese|ian|an|-\w+)$")
_NO_HEAD = re.compile(r"(?:ly|ed|ous|ive|ful|able|ible|ical|less|ish)$")
_NO_NOUN = frozenset(
    listed(
        "small large big great old new young early late long short high low major minor main former current famous popular"
        " important common rare wide deep rich poor free open first second third only other modern ancient senior junior"
        " independent prominent present recent different private endemic native head and or the a an now also very most more"
    )
)
_PLAIN = re.compile(r"[a-z]{3,}")
_CALLED = re.compile(r"[a-z][a-z-]{2,}")


def with_kinds(concepts: Sequence[Concept], title: str, lines: Sequence[str]) -> tuple[Concept, ...]:
    """These, and of what kind the one is that the title names, where a sentence or its own name says it: of "an American horror film" both
    "horror film" and "film".

    `lines`: the sentences of the text.
    """
    name = titled(title)
    told = (kind_of(line, name) for line in (lead(lines, name), *lines[:1]))
    by_name = (Kind(noun, ()) for noun in of_name(name))
    found = next(filter(None, chain(told, by_name)), None)
    if found is None or not _names_kind(found.noun):
        return tuple(concepts)
    narrow = f"{found.before[-1]} {found.noun}" if _says_which(found.before) else None
    kinds = {key_of(one, LANGUAGE): one for one in (narrow, found.noun) if one}
    there = {key_of(one.name, LANGUAGE): one for one in concepts}
    subject = key_of(name, LANGUAGE)
    if subject in kinds or subject not in there:  # "Lake" is a lake
        return tuple(concepts)
    it = there[subject]
    new = (Concept(one, is_kind=True) for key, one in kinds.items() if key not in there)
    return (
        *(Concept(one.name, one.short, narrow or found.noun) if one is it else one for one in concepts),
        *new,
    )


def _names_kind(noun: str) -> bool:
    is_vague = not _NO_KIND.isdisjoint((noun, key_of(noun, LANGUAGE)))
    return bool(_CALLED.fullmatch(noun)) and not (is_vague or noun in _NO_NOUN or _NO_HEAD.search(noun))


def _says_which(before: Sequence[str]) -> bool:
    """Whether the last of these words is a noun that tells which kind it is, by itself: "horror" is, "small" and "fiction" are not, since the one
    is no noun and the other goes with "science"."""
    if not before or not _is_noun(before[-1]) or before[-1].endswith("s") or "and" in before:
        return False
    return len(before) == 1 or not _is_noun(before[-2])


def _is_noun(word: str) -> bool:
    """As far as its form tells."""
    return bool(_PLAIN.fullmatch(word)) and word not in _NO_NOUN and not _ADJECTIVE.search(word)
