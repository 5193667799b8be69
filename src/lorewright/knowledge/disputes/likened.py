"""Sentences of one thing that have most of their words in common, but not a day or a number: what no other reader understands.

Neither is read as a whole. Of each value only this counts: what it counts or measures, and the words that stand around it. Two are
held against each other (`comparable.of_one_facet`) where one is of what an article is about and the other of something with that
name, or a part of it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes.alike import AGAIN, is_deed
from lorewright.knowledge.disputes.attributes import GENERIC, SAME, stemmed
from lorewright.knowledge.disputes.comparable import LIKE, NAMED, ONCE
from lorewright.knowledge.disputes.cutting import Piece, Row, has_past_form
from lorewright.knowledge.disputes.grammar import BE
from lorewright.knowledge.disputes.once import THINGS, UNSAID
from lorewright.knowledge.disputes.places import KINDS
from lorewright.knowledge.disputes.quantities import Bound, Quantity, quantities
from lorewright.knowledge.disputes.spoken import Spoken
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import Topic, is_named
from lorewright.knowledge.facts import Kind, Token
from lorewright.knowledge.units import TIMES

_IT = frozenset(words.listed("it its he his she her they their them"))
_MOST = 3
"""Things that a sentence of no article about one thing is taken to be about."""
_LEAST = 2
"""Words beside the value."""
_ENOUGH = 16
"""Values of a sentence that tells too much."""
_NEAR = 4
"""Words behind a number in which stands what it counts."""
_ALIKE = words.keyed(
    stop="stop stopped stops cease ceased ceases halt halted",
    publish="print printed prints",
    name="named called",
    current="current present today",
    win="win won wins winning",
    finish="completed finished completion",
    travel="fly flew flying flown serve served serves",
    meet="meeting meetings met meet",
)
"""Words that say the same of most things."""
_LAST_PLACE = 100
_MORE = frozenset(words.listed("more fewer less further additional other"))
_LAST = frozenset(words.listed("last final"))


class Likened(Spoken):
    """Of a sentence, and its pieces."""

    def _likened(self, row: Row) -> Iterator[Statement]:
        """Of counts, and of how long something took: with all words of the sentence."""
        values = [one for one in quantities(row) if one.bound is Bound.EXACT]
        if not 0 < len(values) <= _ENOUGH or any(one.kind is Kind.NEGATION for one in row):
            return
        moments = [one for one in values if one.is_moment]
        times = tuple((one.low, one.high) for one in moments)
        counts = [(one, self._noun_of(row, one)) for one in values if not one.is_moment]
        nouns = Counter(noun for _, noun in counts)
        for value, noun in counts:
            if noun and nouns[noun] == 1:
                for topic in self._topics_of(row):
                    yield from self._of_value(row, value, noun, topic, times)

    def _likened_moment(self, piece: Piece) -> Iterator[Statement]:
        """With the words of one piece, to which the date belongs."""
        row = [*piece.subject, *piece.said]
        if place := _place(piece):
            for topic in self._topics_of(row):
                yield from self._of_value(row, place, "place", topic, ())
        moments = quantities(row)  # of another number the day is only when that was counted
        if (
            len(moments) != 1
            or not moments[0].is_moment
            or moments[0].bound is not Bound.EXACT
            or any(one.kind is Kind.NEGATION for one in row)
        ):
            return
        for topic in self._topics_of(row):
            yield from self._of_value(row, moments[0], "", topic, ())

    def _noun_of(self, row: Row, value: Quantity) -> str:
        """The key of the noun that a number counts, or the unit of what lasts; nothing for other measures and "35 teams more"."""
        if value.unit:
            return value.unit if value.unit in TIMES else ""
        behind = row[value.end : value.end + _NEAR]
        if not behind or any(one.written in _MORE for one in behind):
            return ""
        ends = behind[1:2] and (behind[1].kind is not Kind.WORD or behind[1].written.endswith("ing"))
        if is_named(behind[0]) and ends:
            return " ".join(self._topic(behind[0]).in_order)  # "seven Screen Awards"
        last = ""
        for one in behind:
            if one.kind is Kind.NAME:
                continue
            if one.kind is not Kind.WORD or has_past_form(one.written):
                break
            last = SAME.get(one.written.lower(), one.key)
            if one.written.endswith("s"):
                break
        return last

    def _topics_of(self, row: Row) -> Sequence[Topic]:
        named = [self._topic(one) for one in row if is_named(one)]
        if self._topics.has_own:
            means_it = (
                row[0].written == "The" or any(one.written.lower() in _IT for one in row) or self._names_kind(row)
            )
            return [one for one in (*named, self._before if means_it else None) if one and one.is_own][:1]
        if row[0].written in ("It", "He", "She", "They", "Its", "The") and self._before:
            named.insert(0, self._before)
        return list(dict.fromkeys(named))[:_MOST]

    def _names_kind(self, row: Row) -> bool:
        """Whether "the company" stands there."""
        called = self._own_kinds or THINGS
        return any(one.written == "the" and two.written in called for one, two in pairwise(row))

    def _of_value(
        self, row: Row, value: Quantity, noun: str, topic: Topic, times: tuple[tuple[float, float], ...]
    ) -> Iterator[Statement]:
        rest = [*row[: value.start], *row[value.end :]]
        named = frozenset(
            f"{NAMED}{key}"
            for one in rest
            if is_named(one)
            for key in self._topic(one).words - topic.words
            if len(key) > 1
        )
        told = (
            frozenset(key for one in rest if not is_named(one) for key in _stem_of(one))
            - topic.words
            - set(noun.split())
        )
        is_day = value.is_moment and value.high - value.low < 1
        if len(named) + len(told) < _LEAST - is_day:
            return
        once = {f"{ONCE}{word}" for word in _once(row)} if value.is_moment else set()
        says = Says.MOMENT if value.is_moment else Says.AMOUNT
        one = self._statement(says, (topic, frozenset()), "", named | told | once, value=value)
        what = f"{LIKE}{noun or value.unit}"
        keys = sorted(topic.words - stemmed(GENERIC) - KINDS) or sorted(topic.words)
        for key in keys if topic.is_own else keys[:1]:
            yield msgspec.structs.replace(
                one, keys=frozenset({what, key}), names=topic.words, times=times, near=frozenset()
            )


def _once(row: Row) -> Iterator[str]:
    """Of "the last match" what is the last, else what is done, where that is done but once."""
    if at := next((i for i in range(len(row) - 1) if row[i].key == "1." or row[i].written in _LAST), None):
        if row[at - 1].written not in ("his", "her"):  # whose last work that was is another reader's matter
            yield row[at + 1].key
        return
    deeds = [one for i, one in enumerate(row) if is_deed(row, i)]
    if deeds and AGAIN.isdisjoint(one.written for one in deeds):
        yield from _stem_of(deeds[0])


def _place(piece: Piece) -> Quantity | None:
    """Of "was the eighth film of the series", and of nothing that is the eighth longest."""
    said, at = piece.said, len(piece.subject) + 2
    if len(said) < _NEAR or said[0].key not in BE or said[1].written != "the" or not said[2].key.endswith("."):
        return None
    if said[3].written.endswith("est") or said[3].written == "most" or not said[2].key[:-1].isdigit():
        return None
    place = float(said[2].key[:-1])
    if place >= _LAST_PLACE:
        return None
    return Quantity(place, place, "place", Bound.EXACT, said[2].written, "place", 0.0, at, at + 1)


def _stem_of(one: Token) -> tuple[str, ...]:
    word = one.written.lower()
    if one.kind is Kind.NUMBER:
        return (one.key,) if one.key.endswith(".") else ()
    if one.kind not in (Kind.WORD, Kind.DIRECTION, Kind.NAME) or word in UNSAID:
        return ()
    return (_ALIKE.get(word) or SAME.get(word, one.key),)
