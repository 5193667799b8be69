"""Which articles may be about one thing, as far as their titles tell."""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from itertools import combinations

from lorewright.knowledge.disputes.statements import qualifier, titled
from lorewright.knowledge.disputes.wording import BESIDES

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
_WAYS = frozenset({"by", "down", "up", "along", "around", "through", "across"})
_MOST = 20
"""Titles that share a name; where more do, these are a series, or it is the name of what many have to do with."""
_MOST_APART = 6
"""Words that one title has beside those of the other."""
MOST_PAIRS = 250
"""Of all, those that are most alike: holding two articles against each other takes a third of a second."""


def alike(all_: Sequence[str], new: Set[int]) -> list[tuple[int, int]]:
    """Of these titles the places of two that may name the same thing, one of them among `new`; each pair once, in their order."""
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for place, title in enumerate(all_):
        for name in (_names(title) | {_whole(title)}) - {""}:
            by_name[name].append(place)
    few = (some for some in by_name.values() if len(some) <= _MOST and not new.isdisjoint(some))
    near = {pair for some in few for pair in combinations(some, 2) if not new.isdisjoint(pair)}
    found = [(_apart(all_[i], all_[j]), (i, j)) for i, j in near if of_one_thing(all_[i], all_[j])]
    return sorted(pair for _, pair in sorted(found)[:MOST_PAIRS])


def _apart(one: str, other: str) -> int:
    """How many words only one of the two has."""
    return len(set(_plain(one)) ^ set(_plain(other)))


def of_one_thing(one: str, other: str) -> bool:
    """Whether two articles with these titles may be: whether one names all that the other does, and neither says much besides."""
    if any(len({of(one), of(other)} - {""}) > 1 for of in (_number, qualifier)):
        return False  # "Election, 1964" and "Election, 1996"
    if _whole(one) == _whole(other):
        return bool(_whole(one))  # "Notes" and "A report" name nothing
    mine, theirs = set(_plain(one)), set(_plain(other))
    named = any(names and names <= words for names, words in ((_names(one), theirs), (_names(other), mine)))
    return named and max(len(mine - theirs), len(theirs - mine)) <= _MOST_APART


def _names(title: str) -> set[str]:
    """Its words with a capital, without the first where that may have it as the first."""
    words = [word for word in _WORD.findall(title) if word.casefold() not in BESIDES]
    names = [word.casefold() for word in words if word[0].isupper()]
    starts = len(names) > 1 and any(word[0].islower() for word in words)
    return set(names[1:] if starts and title.startswith(words[0]) else names)


def _number(title: str) -> str:
    """All numbers in it."""
    return " ".join(sorted(_NUMBER.findall(title)))


def _whole(title: str) -> str:
    return " ".join(sorted(_plain(titled(title))))


def _plain(title: str) -> list[str]:
    words = [word.casefold() for word in _WORD.findall(title)]
    return [word for word in words if word not in BESIDES and word not in _WAYS]
