"""A sentence as it is weighed against another: its words, the values that it tells, and what each word means where it stands."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lorewright.embeddings.base import Contexts, Vector, Vectors
from lorewright.knowledge.disputes.attributes import LABELS
from lorewright.knowledge.disputes.quantities import CLOCK_TIME, Quantity, quantities, time_of_day
from lorewright.knowledge.facts import Kind, Token, normalised, tokens

CONTENT = frozenset({Kind.WORD, Kind.NAME, Kind.DIRECTION, Kind.QUANTIFIER, Kind.HEDGE})
"""Kinds of words that tell what is spoken of."""


class Value(NamedTuple):
    quantity: Quantity
    words: tuple[int, ...]
    """Those that write it."""
    noun: int | None
    """The next word behind it that tells something."""


class Heard(NamedTuple):
    plain: str
    words: Sequence[Token]
    values: Sequence[Value]
    content: Sequence[int]
    """Of the words those that tell what is spoken of, without those that write a value."""
    keys: frozenset[str]


class Meant(NamedTuple):
    """What the words of a sentence mean where they stand."""

    vectors: Vectors
    """(words, d), unit length"""
    whole: Vector


def heard(sentence: str, stem: Callable[[str], str]) -> Heard:
    plain = normalised(sentence)
    words = tokens(plain, stem)
    times = list(_times(plain, words))
    told = {place for one in times for place in one.words}
    measured = (_value(words, one) for one in quantities(words) if not _is_label(words, one))
    values = [*times, *(one for one in measured if told.isdisjoint(one.words))]
    told |= {place for one in values for place in one.words}
    content = [i for i, word in enumerate(words) if word.kind in CONTENT and i not in told]
    return Heard(plain, words, values, content, frozenset(word.key for word in words))


def meant(one: Heard, in_context: Callable[[str], Contexts]) -> Meant:
    """Raises `Unavailable` as `in_context` does."""
    pieces = in_context(one.plain)
    return Meant(np.array([_mean(pieces, *place) for place in _places(one.plain, one.words)], np.float32), pieces.whole)


def _times(plain: str, words: Sequence[Token]) -> Iterator[Value]:
    """Times of day, which stand in several words."""
    places = list(_places(plain, words))
    for found in CLOCK_TIME.finditer(plain):
        inside = [i for i, (start, end) in enumerate(places) if found.start() <= start < end <= found.end()]
        if inside and (value := time_of_day(found)):
            yield Value(value, tuple(inside), _noun(words, inside[-1] + 1))


def _value(words: Sequence[Token], one: Quantity) -> Value:
    return Value(one, tuple(range(one.start, one.end)), _noun(words, one.end))


def _noun(words: Sequence[Token], start: int) -> int | None:
    return next((i for i in range(start, len(words)) if words[i].kind in (Kind.WORD, Kind.NAME)), None)


def _is_label(words: Sequence[Token], one: Quantity) -> bool:
    """Of "Quill 2" and "line 7": the number is a name."""
    if one.unit or not one.start:
        return False
    before = words[one.start - 1]
    return before.kind is Kind.NAME or before.written.lower().removesuffix("s") in LABELS


def _places(plain: str, words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """First character and that behind the last of each word; of what is written otherwise than it stands there, none."""
    end = 0
    for word in words:
        start = plain.find(word.written, end)
        end = start + len(word.written) if start >= 0 else end
        yield (start, end) if start >= 0 else (end, end)


def _mean(pieces: Contexts, start: int, end: int) -> NDArray[np.float32]:
    """What the pieces mean of which the word consists; of a word that the model did not see what the whole does."""
    inside = [i for i, (first, behind) in enumerate(pieces.spans) if first < behind and first < end and start < behind]
    if not inside:
        return pieces.whole
    mean: NDArray[np.float32] = pieces.vectors[inside].mean(0)
    return mean / np.linalg.norm(mean)
