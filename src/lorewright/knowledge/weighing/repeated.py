"""Sentences that repeat each other word for word but for one thing: whoever wrote the one had the other before him, or both a third."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.words import listed

_WORD = re.compile(r"[£$€]?\w+(?:[-.,:/'’]\w+)*%?")
_NUMBER = re.compile(r"\d+")
_ARTICLES = frozenset(listed("the a an"))
_PRONOUNS = frozenset(listed("he she it they his her its their this these that those we i"))
"""A sentence that begins with one repeats a sentence about something else as easily."""
_TELLING = frozenset(
    listed(
        "of in on at by for from to with without after before during until since under over among between only not no never nor"
    )
)
"""What leads to another matter, or denies: not to be left over."""
_SHORTEST, _SHORT = 4, 5
"""Words besides articles that both have to have; up to how many they may repeat each other by chance."""
_BY_CHANCE = 0.5
"""What that counts then."""
_OF_MANY = frozenset(listed("through via near borders crosses includes include including contains"))
"""Behind which a short sentence names one of several: "flows through Varn"."""
_REPLACED = 3
"""Words at most in the place in which they differ."""
_LEFT_OVER = frozenset(listed("delete insert"))
_EPITHETS = 2
"""And what one has besides, neither of whose titles tells it: "four *state-of-the-art* turboprops"."""


def repeated(one: Told, other: Told) -> float:
    """1 where they differ in one place alone, by a value or by up to three other words, and are not of two years or numbers by their titles;
    0.5 where they are short besides, else 0. The same whichever is the first.
    """
    mine, theirs = sorted((_said(one), _said(other)))
    is_short = min(len(mine), len(theirs)) <= _SHORT
    if is_short and not _OF_MANY.isdisjoint(mine):
        return 0.0
    if not _is_repeated(mine, theirs, (one.title, other.title), most=1 if is_short else _REPLACED):
        return 0.0
    return _BY_CHANCE if is_short else 1.0


def _is_repeated(mine: Sequence[str], theirs: Sequence[str], titles: tuple[str, str], most: int) -> bool:
    if min(len(mine), len(theirs)) < _SHORTEST or mine[0] in _PRONOUNS or theirs[0] in _PRONOUNS:
        return False
    if _are_numbered_apart(*titles):
        return False
    if len(set(mine) & set(theirs)) < min(len(mine), len(theirs)) / 2:
        return False
    places = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    replaced = [(mine[i:j], theirs[k:end]) for kind, i, j, k, end in places if kind == "replace"]
    if len(replaced) != 1:
        return False
    titled = {word for title in titles for word in _words(title)}
    besides = [word for kind, i, j, k, end in places if kind in _LEFT_OVER for word in (*mine[i:j], *theirs[k:end])]
    unknown = [word for word in besides if word not in titled]
    return (
        all(len(words) <= most and _TELLING.isdisjoint(words) for words in replaced[0])
        and len(unknown) <= _EPITHETS
        and _TELLING.isdisjoint(unknown)
    )


def _are_numbered_apart(one: str, other: str) -> bool:
    """As the reports of two years are."""
    mine, theirs = set(_NUMBER.findall(one)), set(_NUMBER.findall(other))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _said(told: Told) -> list[str]:
    return [word for word in _words(told.text) if word not in _ARTICLES]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
