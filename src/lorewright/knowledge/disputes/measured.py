"""What is measured or counted beside a noun: "a five-storey building", "with a power of 59 kW", "37 km north of Varn",
"at an elevation of 12 m"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from lorewright.knowledge.disputes.cutting import Piece, Row, is_copular, is_finite
from lorewright.knowledge.disputes.grammar import BE, DETERMINERS, RELATIVES
from lorewright.knowledge.disputes.once import LIES
from lorewright.knowledge.disputes.quantities import Bound, Quantity, quantities
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import Topic, is_named
from lorewright.knowledge.facts import Kind, Token
from lorewright.knowledge.words import keyed, listed

_PARTS = keyed(
    floor="storey story floor",
    room="room",
    seat="seat seater",
    **{
        one: one
        for one in listed("bedroom bed hole track lane span arch platform screen bay court runway volume door stage")
    },
)
"""What is counted before what has so many of it -> its key."""
_REPLACED = frozenset(
    listed("replaced demolished destroyed burned burnt razed extended enlarged expanded raised collapsed")
)
"""What became of a building that may have been another one, or had fewer storeys."""
_WAYS = frozenset(listed("north south east west northeast northwest southeast southwest northern southern away off"))
_FROM = ("of", "from")
_NO_DISTANCE = frozenset(listed("not road rail sea drive driving car train bus boat trail respectively"))
"""With one of these it is another way to measure it, or denied."""
_NEAR = 0.15
"""How far two distances of one place may lie apart, as a share of each: it is told from the middle of a town or its edge."""

_ELEVATION = frozenset(listed("elevation altitude"))
_OF_ALL = frozenset({"height", "elev", "altitud", "surfac"})
"""Parts whose elevation is that of the thing: "the surface of Lake Varn lies at", "the elevation of Varn is"."""
_LEVEL = 0.05
"""The same of two elevations of one place."""

_MEANT = keyed(
    height="mountain peak summit hill waterfall tower mast statue obelisk skyscraper",
    length="river canal bridge tunnel trail road viaduct pier railway",
)
"""Of what stands behind a length the measure that is meant: "a 12 m waterfall"."""


class Measured(Spoken):
    """A piece, and whom it is about."""

    def _measured(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        if about is None or not piece.said or any(one.kind is Kind.NEGATION for one in (*piece.subject, *piece.said)):
            return
        yield from self._before_noun(piece, about)
        if not any(one.kind is Kind.DATE for one in piece.said):
            yield from self._behind_noun(piece.said, about)

    def _before_noun(self, piece: Piece, about: Whom) -> Iterator[Statement]:
        """Of "is a five-storey building" and "the five-storey building" the storeys."""
        said = piece.said
        row: Row = ()
        if said[0].key in BE and said[1:2] and said[1].key in DETERMINERS:
            row = () if any(one.kind is Kind.DATE for one in said) else said[2:]
        elif piece.subject and piece.subject[0].written in ("The", "the"):
            row = piece.subject[1:] if _REPLACED.isdisjoint(one.written for one in said) else ()
        end = next((i for i, one in enumerate(row) if one.kind not in (Kind.WORD, Kind.NUMBER, Kind.NAME)), len(row))
        for one in quantities(row[:end]):
            if one.unit or one.bound is not Bound.EXACT or one.end + 1 >= end:
                continue
            part = _PARTS.get(row[one.end].written.lower())
            if part and all(each.kind in (Kind.WORD, Kind.NAME) for each in row[one.end + 1 : end]):
                counted = self._statement(Says.AMOUNT, about, "count", value=one)
                yield msgspec.structs.replace(counted, keys=counted.keys | {self._stem(part)})

    def _behind_noun(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "broadcasts with a power of 59 kW" the power, where nothing stands before it that it may be of."""
        for value in quantities(said):
            of = value.start - 1
            if not value.unit or value.is_moment or of < 2 or said[of].written != "of":
                continue
            start = next((i for i in range(of - 1, 0, -1) if said[i].kind not in (Kind.WORD, Kind.NAME)), 0)
            is_led = said[start].written in ("a", "an") and start + 1 < of
            if not is_led or not _is_own(said, start):
                continue
            noun = {f"of:{key}" for one in said[start + 1 : of] for key in self._keys(one)}
            end = next((i for i in range(value.end, len(said)) if said[i].written in ("and", "with")), len(said))
            beside = {
                key for one in said[value.end : end] if one.kind in (Kind.WORD, Kind.NAME) for key in self._keys(one)
            }
            one = self._statement(Says.AMOUNT, about, "measure", frozenset(beside), value=value)
            yield msgspec.structs.replace(one, keys=one.keys | noun)

    def _large(self, piece: Piece, about: Whom | None, value: Quantity) -> Statement | None:
        """Of "the 256-acre campus" and "is a 12 m waterfall" how large that is, whatever else is told of it."""
        row, verb = [*piece.subject, *piece.said], len(piece.subject)
        stop = verb if value.end <= verb else len(row)
        end = next((i for i in range(value.end, stop) if not _is_of_noun(row, i)), stop)
        if about is None or end <= value.end:
            return None
        noun, lead = row[end - 1], row[value.start - 1].written.lower()
        attribute = {"m2": "area", "m": _MEANT.get(noun.written, "")}.get(value.unit, "")
        if value.start == 1 and lead == "the":
            part = self._which(noun, about[0])
        elif value.start == verb + 2 and lead in ("a", "an") and row[verb].key in BE:
            part = about[1]
        elif value.start == verb + 2 and lead in ("a", "an") and row[verb].written == "has":
            part = self._which(noun, about[0])
        else:
            return None
        return (
            self._statement(Says.AMOUNT, (about[0], part), f"measure:{attribute}", value=value) if attribute else None
        )

    def _which(self, noun: Token, topic: Topic) -> frozenset[str]:
        """Nothing where it is the thing itself, by what it is called: a garden is a part of a park."""
        word = noun.written.lower()
        is_own = topic.is_own and word in self._own_kinds
        return frozenset() if is_own or self._stem(word) in topic.words else frozenset({noun.key})

    def _keys(self, one: Token) -> Sequence[str]:
        return self._topic(one).in_order if is_named(one) else (one.key,)

    def _distances(self, sentence: Row, about: Whom | None) -> Iterator[Statement]:
        """Of "lies 37 km north of Varn", wherever that stands behind what the thing is."""
        if about is None or about[1] or not _NO_DISTANCE.isdisjoint(one.written for one in sentence):
            return
        row = _without_brackets(sentence)
        verb = next((i for i in range(len(row)) if is_finite(row, i)), len(row))
        if verb == len(row) or not (row[verb].key in BE or row[verb].written in LIES):
            return
        for value in quantities(row):
            end = next((i for i in range(value.end, len(row)) if not _is_way(row[i])), len(row))
            told = value.unit == "m" and value.start > verb and row[end : end + 1] and row[end].written in _FROM
            named = next((one for one in row[end + 1 : end + 3] if is_named(one)), None) if told else None
            if named is None or value.bound not in (Bound.EXACT, Bound.ABOUT) or _is_elsewhere(row, verb, value.start):
                continue
            around = msgspec.structs.replace(value, low=value.low * (1 - _NEAR), high=value.high * (1 + _NEAR))
            one = self._statement(Says.AMOUNT, about, "distance", value=around)
            yield msgspec.structs.replace(one, keys=one.keys | {f"of:{key}" for key in self._as_written(named)})

    def _elevations(self, sentence: Row, about: Whom | None) -> Iterator[Statement]:
        """Of "is a lake at an elevation of 2,267 m", "lies 12 m above sea level" and "the elevation of Varn is 12 m"."""
        if about is None or not about[1] <= _OF_ALL or any(one.kind is Kind.NEGATION for one in sentence):
            return
        verb = next((i for i in range(len(sentence)) if is_finite(sentence, i)), len(sentence))
        if verb == len(sentence) or not (sentence[verb].key in BE or sentence[verb].written in LIES | {"has"}):
            return
        is_subject = any(one.written in _ELEVATION for one in sentence[:verb])
        for value in quantities(sentence):
            if value.unit != "m" or value.start <= verb or value.bound not in (Bound.EXACT, Bound.ABOUT):
                continue
            between = [one.written for one in sentence[verb + 1 : value.start]]
            is_high = sentence[value.end : value.end + 1] and sentence[value.end].written == "high"
            if is_subject:
                is_told = not between
            elif is_high:  # as "above sea level" is read
                is_told = between[-1:] == ["at"]
            else:
                is_told = not _ELEVATION.isdisjoint(between[-3:])
            if is_told and not _is_elsewhere(sentence, verb, value.start):
                around = msgspec.structs.replace(value, low=value.low * (1 - _LEVEL), high=value.high * (1 + _LEVEL))
                yield self._statement(Says.AMOUNT, (about[0], frozenset()), "elevation", value=around)
                return


def _is_own(said: Row, start: int) -> bool:
    """Whether what has the measure that begins there is the subject, and nothing that is named behind the verb."""
    if start == 1:
        return said[0].written in ("has", "reaches")
    if said[start - 1].written != "with":
        return False
    skipped = 2 if is_copular(said) else 1
    between = said[skipped : start - 1]
    return not any(one.key in DETERMINERS and not is_named(two) for one, two in pairwise(between))


def _is_elsewhere(row: Row, verb: int, end: int) -> bool:
    """Whether it is told of what was named since: "is on the road that ends 37 km north of Varn"."""
    between = range(verb + 1, end)
    return any(row[i].key in RELATIVES or (is_finite(row, i) and row[i].written not in LIES) for i in between)


def _is_way(one: Token) -> bool:
    return one.written in _WAYS or one.kind is Kind.BREAK


def _without_brackets(row: Row) -> Row:
    found: list[Token] = []
    depth = 0
    for one in row:
        depth += one.key == "("
        if not depth:
            found.append(one)
        depth -= one.key == ")" and depth > 0
    return found


def _is_of_noun(row: Row, i: int) -> bool:
    """Whether a word behind a measure is the noun that has it, or stands before that: not the "located" of "the 256-acre campus located"."""
    return row[i].kind is Kind.WORD and not is_finite(row, i) and not row[i].written.endswith("ed")
