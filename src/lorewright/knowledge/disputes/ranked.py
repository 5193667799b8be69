"""Which in a row a thing is, and of how many it is one: "the second busiest airport in Norway", "the only mill in Varn"."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes.cutting import Piece, Row
from lorewright.knowledge.disputes.once import NOUNS
from lorewright.knowledge.disputes.quantities import Bound, Quantity
from lorewright.knowledge.disputes.ranks import is_ordinal
from lorewright.knowledge.disputes.relations import WHO
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import Topic, is_named, key_of
from lorewright.knowledge.facts import POSSESSIVE, Kind, Token
from lorewright.knowledge.words import keyed, listed

_ALIKE = keyed(
    largest="largest biggest", highest="highest tallest", oldest="oldest earliest", richest="richest wealthiest"
)
_ELSE = frozenset(
    listed(
        "west northwest southwest forest harvest guest modest honest interest contest latest nearest closest best finest earnest"
    )
)
"""Words that end like a superlative, or say of what one likes and what is near."""
_SCOPE = frozenset(listed("in of on at within among across"))
_EXCEPTING = frozenset(
    listed("after behind except excluding besides outside beyond apart tied joint jointly other next but only one")
)
"""With one of these the first may be the first of the rest."""
_TIMED = frozenset(listed("until till since when once then before formerly ever still becoming"))
_SEVERAL = frozenset(listed("several many few numerous various"))
_MEASURED = frozenset(
    listed("populous populated visited expensive common abundant widespread frequent venomous decorated")
)
"""Of what most is told, and can be counted."""
_LAST_PLACE = 50
_PLACE, _AMONG = "place", "among"


class _Rank(NamedTuple):
    value: Quantity
    by: str
    start: int
    """Of what it is the first, or one."""


class Ranked(Spoken):
    """A piece, and whom it is about."""

    def _ranks(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        said = piece.said
        yield from self._first_named(piece)
        if about is None or about[1] or len(said) < 4 or said[0].written not in ("is", "are"):
            return
        written = {one.written.lower() for one in said}
        if any(one.kind in (Kind.DATE, Kind.NEGATION) for one in said) or not written.isdisjoint(_TIMED):
            return
        at = next((i for i in range(1, len(said)) if not _is_adverb(said, i)), len(said) - 1)
        rank = _rank(said, at)
        if rank is None:
            return
        end = next((i for i in range(rank.start, len(said)) if _ends(said, i)), len(said))
        is_last = rank.value.unit == _PLACE and rank.value.low > 1
        if end == rank.start or not (is_last or _EXCEPTING.isdisjoint(one.written for one in said[rank.start :])):
            return
        scope = self._within(said, at, end)
        if scope:
            one = self._statement(Says.AMOUNT, about, rank.by, scope, value=rank.value)
            yield msgspec.structs.replace(one, keys=one.keys | self._of_what(said[rank.start : end]))
        if scope and _has_one_first(rank):
            yield self._first(about[0], rank, said[rank.start : end], scope)

    def _first_named(self, piece: Piece) -> Iterator[Statement]:
        """Of "the longest river in Norway is the Lisk" which river that is."""
        row, said = piece.subject, piece.said
        at = 1 + (len(said) > 1 and said[1].key == "light:the")
        if len(row) < 4 or said[0].written != "is" or at >= len(said) or not is_named(said[at]):
            return  # "is in Lisk", "is not the Lisk"
        if said[at].tie == POSSESSIVE or not _TIMED.isdisjoint(one.written for one in (*row, *said)):
            return
        rank = _rank(row, 0)
        if rank is None or not _has_one_first(rank) or not _EXCEPTING.isdisjoint(one.written for one in row):
            return
        end = next((i for i in range(rank.start, len(row)) if _ends(row, i)), len(row))
        if end > rank.start and (scope := self._within(row, 0, end)):
            yield self._first(self._topic(said[at]), rank, row[rank.start : end], scope)

    def _first(self, topic: Topic, rank: _Rank, of: Row, scope: frozenset[str]) -> Statement:
        """Of "is the longest river in Norway" which river that is."""
        words = frozenset({rank.by, *(key for one in of for key in self._stems(one))}) | scope
        whose = Topic(key_of(words), words, tuple(sorted(words)), rank.by, is_own=False)
        one = self._statement(
            Says.NAME, (whose, frozenset()), f"{WHO}first", name=self._name(topic, whose, is_place=True)
        )
        return msgspec.structs.replace(one, past=self._is_past)

    def _of_what(self, row: Row) -> frozenset[str]:
        """Of "country music station" all words but the last, where many things are called so."""
        found = [key for one in row for key in self._stems(one)]
        return frozenset(f"of:{one}" for one in (found[:-1] if row[-1].written.rstrip("s") in _CALLED else found))

    def _stems(self, one: Token) -> tuple[str, ...]:
        return self._topic(one).in_order if is_named(one) else (self._stem(one.written.lower()),)

    def _within(self, said: Row, at: int, end: int) -> frozenset[str]:
        """Where, and by what; nothing where it is not told where, since the sentence before may tell that."""
        found: set[str] = set()
        if said[at].tie == POSSESSIVE:
            found |= self._topic(said[at]).words if is_named(said[at]) else frozenset()
        elif end == len(said) or said[end].written not in _SCOPE:
            return frozenset()
        for i in range(end, len(said)):
            one = said[i]
            if one.kind is Kind.NUMBER or one.kind is Kind.BREAK or one.written in _BEHIND:
                break
            if one.written == "by":
                several = any(each.written == "and" for each in said[i:])
                return frozenset(found | ({f"by:{each.key}" for each in said[i + 1 :]} if not several else set()))
            if is_named(one):
                found |= self._topic(one).words
            elif one.kind is not Kind.LIGHT and one.written not in _SCOPE:
                found.add(one.key)
        return frozenset(found)


_CALLED = NOUNS | {"outlet", "location"}
_BEHIND = frozenset(listed("and but with behind after"))


def _is_adverb(said: Row, i: int) -> bool:
    word = said[i].written
    return word in ("also", "only", "currently", "now", "easily") and said[i + 1 : i + 2] != [] and i < len(said) - 1


def _rank(said: Row, at: int) -> _Rank | None:
    """Of "the third highest", "Norway's most popular", "the only", "one of three"."""
    if said[at].key == "quantifier:one-of":
        return _one_of(said, at + 1)
    if said[at].key != "light:the" and said[at].tie != POSSESSIVE:
        return None
    at += 1
    if said[at].key == "quantifier:only":
        return _Rank(Quantity(1, 1, _AMONG, Bound.EXACT, "the only", _AMONG, 0.0, at, at + 1), "only", at + 1)
    place = float(said[at].key[:-1]) if is_ordinal(said[at]) else 1.0
    best = at + is_ordinal(said[at])
    if best + 1 >= len(said) or place >= _LAST_PLACE:
        return None
    word, most = said[best].written.lower(), said[best].written == "most"
    if most and said[best + 1].kind is Kind.WORD:
        word, best = f"most {said[best + 1].written}", best + 1
    elif not word.endswith("est") or word in _ELSE or said[best].kind is Kind.NAME:
        return None
    written = " ".join(one.written for one in said[at : best + 1])
    return _Rank(
        Quantity(place, place, _PLACE, Bound.EXACT, written, _PLACE, 0.0, at, best + 1),
        _ALIKE.get(word, word),
        best + 1,
    )


def _one_of(said: Row, at: int) -> _Rank | None:
    at += said[at].written in ("the", "only", "just")
    if at + 1 >= len(said):
        return None
    if said[at].written in _SEVERAL:
        low, high, bound = 2.0, inf, Bound.LEAST
    elif said[at].kind is Kind.NUMBER and said[at].key.isdigit() and int(said[at].key) > 1:
        low, high, bound = float(said[at].key), float(said[at].key), Bound.EXACT
    else:
        return None
    return _Rank(
        Quantity(low, high, _AMONG, bound, f"one of {said[at].written}", _AMONG, 0.0, at, at + 1), "only", at + 1
    )


def _has_one_first(rank: _Rank) -> bool:
    """Whether it is measured which is the first, and not a matter of taste."""
    is_measured = not rank.by.startswith("most ") or rank.by.split()[1] in _MEASURED
    return rank.value.unit == _PLACE and rank.value.low == 1 and is_measured


def _ends(said: Row, i: int) -> bool:
    return said[i].written in words.OPENERS or said[i].kind in (
        Kind.LIGHT,
        Kind.ROLE,
        Kind.NUMBER,
        Kind.BREAK,
        Kind.QUANTIFIER,
    )
