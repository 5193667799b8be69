"""How often it comes out or takes place: "is a quarterly journal", "is held every two years", "six issues are printed each year"."""

from collections.abc import Iterator

from lorewright.knowledge.disputes.cutting import Piece, Row
from lorewright.knowledge.disputes.grammar import BE
from lorewright.knowledge.disputes.quantities import Bound, Quantity, quantities
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.facts import HYPHEN, Kind
from lorewright.knowledge.words import listed

_A_YEAR = {"year": 1.0, "month": 12.0, "week": 52.0, "day": 365.0}
_TOLD = (
    {"daily": 365.0, "weekly": 52.0, "fortnightly": 26.0, "monthly": 12.0, "quarterly": 4.0}
    | dict.fromkeys(listed("annual annually yearly"), 1.0)
    | dict.fromkeys(listed("biannual biannually semiannual semiannually"), 2.0)
    | dict.fromkeys(listed("biennial biennially"), 0.5)
)
"""Word -> times a year."""
_COMING = frozenset(
    listed(
        """journal magazine newspaper newsletter periodical review publication bulletin festival event competition conference fair
        tournament race convention exhibition"""
    )
)
_DONE = frozenset(listed("published issued printed held celebrated organised organized"))
_TIMES = frozenset(listed("times issues editions numbers"))
_EACH = frozenset(listed("a an per every each"))
_NUMBERS = {"once": 1.0, "twice": 2.0}
_DIGITS = 3
_MONTHS = 12
_YEAR_S = _MONTHS * 2_629_746
"""Seconds of twelve months, as `quantities` counts them."""
_UNIT = "a year"


class Often(Spoken):
    """A piece, and whom it is about."""

    def _often(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        row = [*piece.subject, *piece.said]
        if self._is_past or not piece.said or any(one.kind is Kind.NEGATION for one in row):
            return
        if about is not None and (found := _adjective(piece.said) or _adverb(piece.said)):
            yield self._statement(Says.AMOUNT, about, "frequency", value=found)
        elif counted := _counted(row):
            named = [one for one in row if one.kind is Kind.NAME]
            whom = (self._topic(named[0]), frozenset[str]()) if named and named[0].key.isdigit() else about
            if whom is not None:
                yield self._statement(Says.AMOUNT, (whom[0], frozenset()), "frequency", value=counted)


def _adjective(said: Row) -> Quantity | None:
    """Of "is a quarterly peer-reviewed journal"."""
    if said[0].key not in BE or len(said) < 4 or said[1].written not in ("a", "an", "the"):
        return None
    for i in range(2, len(said)):
        if said[i].kind not in (Kind.WORD, Kind.NAME):
            return None
        if said[i].written in _COMING:
            told = [k for k in range(2, i) if said[k].written in _TOLD and said[k].tie != HYPHEN != said[k - 1].tie]
            return _quantity(_TOLD[said[told[0]].written], said, told[0], told[0] + 1) if len(told) == 1 else None
    return None


def _adverb(said: Row) -> Quantity | None:
    """Of "is published monthly" and "is held every two years"."""
    at = next((i for i, one in enumerate(said) if one.written in _DONE), None)
    if at is None or said[0].key not in BE or not said[at + 1 : at + 2]:
        return None
    following = said[at + 1]
    if following.written in _TOLD:
        return _quantity(_TOLD[following.written], said, at + 1, at + 2)
    if following.written in ("every", "each") and said[at + 2 : at + 3]:
        spans = [one.low for one in quantities(said[at + 2 : at + 3]) if one.unit == "s" and one.low > 0]
        times = _A_YEAR.get(said[at + 2].written) or next((_times(_YEAR_S / span) for span in spans), 0.0)
        return _quantity(times, said, at + 1, at + 3) if times else None
    return None


def _times(a_year: float) -> float:
    """A year has 52 weeks and a day."""
    return float(round(a_year)) if a_year >= _MONTHS else round(a_year, 2)


def _counted(row: Row) -> Quantity | None:
    """Of "four times a year" and "six issues ... are printed every year"."""
    many = next((i for i in range(len(row) - 1) if row[i + 1].written in _TIMES and _number(row, i)), None)
    once = next((i for i, one in enumerate(row) if one.written in _NUMBERS), None)
    at = many if many is not None else once
    each = next(
        (i for i in range(1, len(row)) if row[i].written in _A_YEAR and row[i - 1].written in _EACH),
        None,
    )
    done = any(one.written in _DONE or one.written in ("appears", "takes") for one in row)
    if at is None or each is None or each < at or not done:
        return None
    number = _NUMBERS.get(row[at].written) or _number(row, at)
    return _quantity(number * _A_YEAR[row[each].written], row, at, at + 1) if number else None


def _number(row: Row, i: int) -> float:
    """Nothing where it is none that a year has so many of."""
    plain = row[i].kind is Kind.NUMBER and row[i].key.isdigit() and len(row[i].key) <= _DIGITS
    return float(row[i].key) if plain else 0.0


def _quantity(times: float, row: Row, start: int, end: int) -> Quantity:
    written = " ".join(one.written for one in row[start:end])
    return Quantity(times, times, _UNIT, Bound.EXACT, written, _UNIT, 0.0, start, end)
