"""In which square or town it is, whom it is named for, and when somebody's last work came out."""

import re
from collections.abc import Iterator

import msgspec

from lorewright.knowledge.disputes.cutting import Piece, Row, is_finite
from lorewright.knowledge.disputes.grammar import BE
from lorewright.knowledge.disputes.once import LAST, LIES, TOWNS, WORK
from lorewright.knowledge.disputes.quantities import quantities
from lorewright.knowledge.disputes.relations import WHO
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Name, Says, Statement
from lorewright.knowledge.disputes.topics import Topic, is_named
from lorewright.knowledge.facts import POSSESSIVE, Kind
from lorewright.knowledge.words import listed

_SQUARES = frozenset(listed("piazza piazzal squar plaza platz plein"))
"""Stems: a building is hardly in two of them."""
_TYING = frozenset(listed("del della dei degli de di da la le san santa st"))
_DOWNTOWN = "downtown"
_LEADS = frozenset(listed("in on at"))
_HIS = frozenset(listed("his her its their"))
_WHICH = re.compile(r"\bwhich [a-z]+ (?:his|her) (?:last|final) ")
_NAMED = frozenset(listed("named renamed"))
_HONOUR = ("honor", "honour")


class Placed(Spoken):
    """A piece, and whom it is about."""

    def _placed(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        if not piece.said or any(one.kind is Kind.NEGATION for one in piece.said):
            return
        yield from self._last_work(piece, about)
        yield from self._named_for(piece, about)
        if about is not None:
            yield from self._square(piece.said, about)
            yield from self._town(piece.said, about)

    def _square(self, said: Row, about: Whom) -> Iterator[Statement]:
        named = [one for one in said if is_named(one) and self._kind_of_square(self._topic(one))]
        if about[1] or not _lies(said) or len(named) != 1 or not _is_led(said, said.index(named[0])):
            return
        where = self._topic(named[0])
        words = tuple(word for word in where.in_order if word not in _SQUARES | _TYING)
        if words and where != about[0]:
            yield self._at(about, "square", words, where.written)

    def _kind_of_square(self, where: Topic) -> bool:
        return where.in_order[0] in _SQUARES or where.in_order[-1] in _SQUARES

    def _town(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "in the town of Varn" and "in Downtown Varn", of it or of its studios."""
        part = about[1]
        if said[0].written in ("has", "have") and len(said) > 3 and said[1].written in _HIS:
            end = next((i for i in range(2, len(said)) if said[i].kind is not Kind.WORD), len(said))
            part = part | {one.key for one in said[2:end]}
            leads = said[end : end + 1] and said[end].written in _LEADS
        else:
            leads = _lies(said)
        named = [i for i in range(1, len(said)) if is_named(said[i])]
        if not leads or not named:
            return
        at = named[0]
        words, written = self._topic(said[at]).in_order, self._topic(said[at]).written
        if words[0] == _DOWNTOWN and len(words) > 1 and _is_led(said, at):
            kinds, words = TOWNS - {"village"}, words[1:]
        elif at > 3 and said[at - 1].written == "of" and said[at - 2].written in TOWNS and _is_led(said, at - 2):
            kinds = frozenset({said[at - 2].written})
        else:
            return
        for kind in sorted(kinds):
            yield self._at((about[0], part), kind, words, written)

    def _at(self, about: Whom, kind: str, words: tuple[str, ...], written: str) -> Statement:
        near = frozenset(word for one in self._mentions for word in one.topic.words) - set(words) - about[0].words
        name = Name(words, written, True, False, near)
        return self._statement(Says.NAME, about, f"{WHO}in the {kind}", name=name)

    def _last_work(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        """Of "her last column was printed in 1996" when that came out; a year more or less is that of another deed."""
        row = [*piece.subject, *piece.said]
        dates = [one for one in quantities(row) if one.is_moment]
        at = next((i for i in range(1, len(row) - 1) if row[i].written in LAST), 0)
        if not at or len(dates) != 1 or row[at + 1].kind is not Kind.WORD:
            return
        if row[at - 1].tie == POSSESSIVE and is_named(row[at - 1]):
            whose: Topic | None = self._topic(row[at - 1])
        elif row[at - 1].written.lower() in _HIS:
            whose = self._before if about is None or _WHICH.search(self._sentence) else about[0]
        else:
            return
        end = next((i for i in range(at + 1, len(row)) if row[i].kind is not Kind.WORD or is_finite(row, i)), len(row))
        if whose is None or end == at + 1:
            return
        names = {word for one in row if is_named(one) for word in self._topic(one).words}
        date = msgspec.structs.replace(dates[0], low=dates[0].low - WORK, high=dates[0].high + WORK)
        what = frozenset(one.key for one in row[at + 1 : end])
        yield self._statement(Says.MOMENT, (whose, what), "last", frozenset(names) - whose.words, value=date)

    def _named_for(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        """Of "was renamed in 1984 in honour of Ada Voss" and "they renamed the hall in honour of her" for whom."""
        said = piece.said
        at = next((i for i, one in enumerate(said) if one.written in _NAMED), None)
        led = next((i for i in range(len(said) - 3) if said[i].written == "in" and said[i + 1].written in _HONOUR), 0)
        if at is None or led <= at or said[led + 2].written != "of":
            return
        named = [one for one in said[led + 3 :] if is_named(one)]
        is_done = any(one.key in BE for one in said[:at])
        done_to = said[at + 1 : led]
        whom = (
            about
            if is_done
            else self._whom([one for one in done_to if one.kind is not Kind.DATE], self._before)
            if done_to
            else None
        )
        if len(named) != 1 or whom is None or self._topic(named[0]) == whom[0]:
            return
        years = frozenset(one.key for one in said if one.kind is Kind.DATE)
        name = self._name(self._topic(named[0]), whom[0], is_place=False)
        yield self._statement(Says.NAME, whom, f"{WHO}{said[at].written}", years, name=name)


def _lies(said: Row) -> bool:
    """Whether the piece says where it is, before anything else."""
    start = 1 if said[0].key in BE else 0
    if said[start : start + 1] and said[start].written in LIES:
        return True
    return start == 1 and len(said) > 1 and said[1].written in _LEADS


def _is_led(said: Row, i: int) -> bool:
    """Whether a preposition stands before what is there, or before its article."""
    k = i - 1 - (said[i - 1].written == "the")
    return k >= 0 and said[k].written in _LEADS
