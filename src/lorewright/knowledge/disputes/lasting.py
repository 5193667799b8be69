"""Whether it is there still, whether that ever happened to it, and what may be done in it."""

import re
from collections.abc import Iterator
from math import inf

import msgspec

from lorewright.knowledge.disputes.cutting import LASTING, Piece, Row
from lorewright.knowledge.disputes.events import HAPPENS
from lorewright.knowledge.disputes.quantities import DAY, Bound, Quantity
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.words import listed

_LASTS = LASTING | {"stands", "stand"}
_GONE = "negation:no-longer"
_STILL = frozenset(listed("still"))
_NEVER = Quantity(inf, inf, DAY, Bound.EXACT, "never", DAY, 0.0, 0, 0)
"""After any day."""
_WHO = "(?:[Yy]ou|[Oo]ne|[Pp]layers|[Vv]isitors|[Gg]uests|[Pp]eople)"
_END = r"(?=[.;,]| (?:as|here|there|like|at all|and|but)\b)"
_ALLOWED = re.compile(rf"\b{_WHO} (?:may|can|are (?:allowed|free) to) ([a-z]+){_END}")
_FORBIDDEN = re.compile(
    rf"\b{_WHO} (?:may not|can not|cannot|must not|are not allowed to) ([a-z]+){_END}"
    rf"|\b[Tt]here is no ([a-z]+ing){_END}"
    rf"|(?:^|, )([A-Z]?[a-z]+ing) is (?:not allowed|not permitted|forbidden|prohibited|banned){_END}"
)
_OPENING = re.compile(r"(?:In|At) (?:the )?")
MODAL = frozenset(listed("may can cannot must allowed permitted forbidden prohibited banned"))


class Lasting(Spoken):
    """A piece, and whom it is about."""

    def _lasting(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        if about is not None and piece.said:
            yield from self._is_there(piece.said, about)
            yield from self._never(piece.said, about)

    def _is_there(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "no longer exists" and "still stands"."""
        at = next((i for i, one in enumerate(said) if one.written in _LASTS), None)
        leads = [] if at is None else [one for one in said[:at] if one.key != "light:do"]
        if at is None or len(leads) != 1 or (said[at + 1 : at + 2] and said[at + 1].kind is Kind.WORD):
            return
        if leads[0].key == _GONE or leads[0].written in _STILL:
            one = self._statement(Says.FACT, about, "state:there")
            yield msgspec.structs.replace(one, denied=leads[0].key == _GONE, past=False)

    def _never(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "has never closed", and nothing besides, that it closed on no day."""
        if len(said) < 2 or not said[-1].written.islower() or said[-1].written not in HAPPENS:
            return
        if any(one.key == "negation:never" for one in said[:-1]) and all(one.kind in _EMPTY for one in said[:-1]):
            yield self._statement(Says.MOMENT, about, HAPPENS[said[-1].written], value=_NEVER)

    def _allowed(self, sentence: str) -> Iterator[Statement]:
        """Of "you may castle" and "there is no castling"."""
        opened = (one.topic for one in self._mentions if _OPENING.fullmatch(sentence, 0, one.start))
        topic = next(opened, self._before)
        if topic is None:
            return
        for pattern, denied in ((_ALLOWED, False), (_FORBIDDEN, True)):
            for found in pattern.finditer(sentence):
                what = self._stem(next(word for word in found.groups() if word).lower())
                one = self._statement(Says.FACT, (topic, frozenset()), f"may:{what}")
                yield msgspec.structs.replace(one, denied=denied, past=False)


_EMPTY = (Kind.NEGATION, Kind.LIGHT)
