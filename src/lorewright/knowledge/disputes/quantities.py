"""Amounts and moments that a sentence states, as intervals: two of them contradict each other where these do not meet.

"1.2 million" reaches from 1.15 to 1.25 million, "over 300" from 300 on, "March 1921" over its days. Lengths, areas, volumes,
masses, times, temperatures, powers and energies have one unit each, whatever they are written in.
"""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from itertools import takewhile
from math import inf, isfinite, isinf

import msgspec

from lorewright.knowledge.facts import Kind, Token
from lorewright.knowledge.units import SPELLED, UNITS
from lorewright.knowledge.words import listed


class Bound(StrEnum):
    """How a sentence limits a value."""

    EXACT = "exact"
    ABOUT = "about"
    LEAST = "at least"
    MOST = "at most"


class Quantity(msgspec.Struct, frozen=True, array_like=True, gc=False):
    low: float
    high: float
    unit: str
    """Of the base that it was converted to; `DAY` for a moment, which is counted as `date.toordinal`; else empty."""
    bound: Bound
    written: str
    native: str
    """The unit as `facts` has it: who tells it in another one has rounded it."""
    place: float
    """What the last digit that is written counts."""
    start: int
    """Its place among the tokens."""
    end: int
    """Behind its last token."""

    @property
    def is_moment(self) -> bool:
        return self.unit == DAY

    @property
    def tells_when(self) -> bool:
        return self.unit in _WHEN


DAY = "day"
DATE, WEEKDAY, CLOCK = "date", "weekday", "clock"
"""Units of a day of any year, of one of any week, and of minutes since midnight."""
_WHEN = frozenset({DAY, DATE, WEEKDAY, CLOCK})
CURRENCIES = frozenset({"USD", "EUR", "GBP", "JPY", "CNY", "INR", "cent"})

CLOCK_TIME = re.compile(
    r"\b(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap])\.?m\b\.?|\b(?P<hour2>\d\d?):(?P<minute2>\d\d)\b|\b(?P<named>noon|midnight)\b"
)
SI: dict[str, tuple[str, float]] = {
    "ft": ("m", 0.3048), "in": ("m", 0.0254), "mi": ("m", 1609.344), "nmi": ("m", 1852), "ly": ("m", 9.4607e15), "um": ("m", 1e-6),
    "t": ("g", 1e6), "ug": ("g", 1e-6), "lb": ("g", 453.59237), "mph": ("km/h", 1.609344), "knot": ("km/h", 1.852),
    "hp": ("W", 745.7), "Wh": ("J", 3600), "psi": ("Pa", 6894.757), "mmHg": ("Pa", 133.322), "gal": ("m3", 3.785412e-3),
    "month": ("s", 2_629_746), "cent": ("cent", 1),
}  # fmt: skip
"""Bases of `units.UNITS` that measure what another one does."""
_POWERS = {"squar": 2, "sq": 2, "cubic": 3, "cu": 3}
_AREA = {"ha": ("m2", 1e4), "l": ("m3", 1e-3)}
_FAHRENHEIT, _GALLON = "°F", "gal"
_IMPERIAL = 1.201
"""How many gallons of the United States one of Britain is: a sentence hardly ever says which."""
POUNDS = ("pound", "pounds")
_WEIGHED_BEFORE = 14
_PAYING = frozenset(listed("cost price pay comparison:sell comparison:buy"))
_WEIGHING = frozenset(listed("weigh weight weighed mass"))
_HEAVY = frozenset({"weight", "heavier", "heavi"})
"""Stems within so many words before pounds, and right behind them, beside which they are no money."""
_NAMED_ALONE = {"m": ("m", 1.0), "hectar": ("m2", 1e4), "acr": ("m2", 4046.8564224)}
"""Units that stand by themselves as words."""

_ABOUT = frozenset({"quantifier:about", "quantifier:some"})
_NEARLY = frozenset({"quantifier:nearly"})
_LEAST = frozenset({"comparison:above", "comparison:≥"})
_MOST = frozenset({"comparison:below", "comparison:≤"})
_MORE, _FEWER = ("comparison:up", "role:than"), ("comparison:down", "role:than")
_NEVER = frozenset({"negation:no", "negation:never", "negation:none"})
_DENIED_BEFORE = 2
"""Words before "more than" of which one may deny it: "no more than", "never has more than"."""
_EXTREMES = {"maximum": Bound.MOST, "minimum": Bound.LEAST}
"""Before "of" and a number."""
_LIMITED_BEFORE = 12
"""Words before a number among which it is said to be a limit."""
_DUE = frozenset(listed("submit deadlin appli applic regist registr enrol"))
"""Stems of what is to be done by a day."""
_BARELY = frozenset(listed("just slightly little barely fractionally"))
""" "Just over" is about."""
_AROUND = 0.1
"""How far "about" reaches, as a share of the value; "nearly" reaches as far twice, and down alone."""
_ROUNDED = 0.01
"""How far a round number may lie from what it rounds, as a share of it."""
_CONVERTED = 0.02
"""How far a value may lie from the same value in another unit, as a share of it: both may have been rounded."""
_EVEN_ZEROS = 3
_MAGNITUDE = re.compile(r"thousand|million|billion|trillion|\b(?:mn|mln|bn|tn)\b|(?<=\d)(?:bn|[kmb])$", re.IGNORECASE)
"""With one of these a whole number is rounded: "5 million"."""
_YEARS_AROUND = 5
_NUMBER = re.compile(r"\d[\d,]*\.?\d*|\.\d+")
_VALUED = (Kind.NUMBER, Kind.DATE)


def quantities(row: Sequence[Token]) -> list[Quantity]:
    """Of the tokens of a sentence, in their order; a range is one. Ordinal numbers are none, but for those of centuries."""
    found: list[Quantity] = []
    i = 0
    while i < len(row):
        one = (_range(row, i) or _sum(row, i) or _single(row, i)) if row[i].kind in _VALUED else None
        if one:
            found.append(one)
        i = one.end if one else i + 1
    return found


def differ(one: Quantity, other: Quantity) -> bool:
    """Whether nothing could be what both say. Their units must be the same."""
    if one.bound == other.bound != Bound.EXACT and Bound.ABOUT not in (one.bound, other.bound):
        apart = abs(_limit(one) - _limit(other))
        return apart > max(_ROUNDED * max(abs(_limit(one)), abs(_limit(other))), max(one.place, other.place) / 2)
    slack = 0.0
    if one.native != other.native:
        slack = _CONVERTED * min(max(abs(one.low), abs(one.high)), max(abs(other.low), abs(other.high)))
    elif one.place != other.place and not one.is_moment:
        slack = max(one.place, other.place) / 2
    if slack:  # what lies half way is rounded to neither
        return one.low >= other.high + slack or other.low >= one.high + slack
    return one.low > other.high or other.low > one.high


def _limit(one: Quantity) -> float:
    return one.low if one.high == inf else one.high


# -- Single values ----------------------------------------------------------------------------------------------------


def _single(row: Sequence[Token], i: int) -> Quantity | None:
    token = row[i]
    if token.kind is Kind.DATE:
        return _moment(row, i)
    if token.kind is not Kind.NUMBER:
        return None
    if token.key.endswith("."):
        return _century(row, i)
    value, native = _value(token)
    if not isfinite(value):
        return None
    if native == "GBP" and _is_weighed(row, i):
        native = "lb"
    unit, factor, end = _measured(row, i, native)
    if native == _FAHRENHEIT:
        unit, value = "°C", (value - 32) / 1.8
        return _bounded(row, i, end, value, 0.5 / 1.8, unit, native)
    place, half = _place(token.written, value)
    one = _bounded(row, i, end, value * factor, half * factor, unit, native or (row[i + 1].key if end == i + 2 else ""))
    high = one.high * _IMPERIAL if native == _GALLON and one.high > 0 else one.high
    return msgspec.structs.replace(one, high=high, place=place * factor if unit else 0.0)


def _is_weighed(row: Sequence[Token], i: int) -> bool:
    """Whether pounds are a mass: "weighs 300 pounds", and not "the coat that weighs nothing costs 90 pounds"."""
    if not row[i].written.lower().endswith(POUNDS):
        return False
    before, behind = row[max(0, i - _WEIGHED_BEFORE) : i], row[i + 1 : i + 3]
    weighing = max((at for at, one in enumerate(before) if one.key in _WEIGHING), default=None)
    if weighing is not None and not any(one.key in _PAYING or one.kind is Kind.BREAK for one in before[weighing:]):
        return True
    return any(one.key in _HEAVY for one in behind)


def _value(token: Token) -> tuple[float, str]:
    value, _, unit = token.key.partition(" ")
    return float(value), unit


def _measured(row: Sequence[Token], i: int, native: str) -> tuple[str, float, int]:
    """The unit, the factor to it, and where the quantity ends."""
    if native:
        if native in _AREA:
            return *_AREA[native], i + 1
        return *SI.get(native, (native, 1.0)), i + 1
    following = row[i + 1].key if i + 1 < len(row) and row[i + 1].kind in (Kind.WORD, Kind.NAME) else ""
    if following in _NAMED_ALONE:
        return *_NAMED_ALONE[following], i + 2
    if following in _POWERS and i + 2 < len(row):
        known = UNITS.get(row[i + 2].written) or UNITS.get(row[i + 2].written.lower())
        base, factor = SI.get(known[0], (known[0], 1.0)) if known else ("", 1.0)
        if known and base == "m":
            power = _POWERS[following]
            return f"m{power}", (float(known[1]) * factor) ** power, i + 3
    return "", 1.0, i + 1


def _place(written: str, value: float) -> tuple[float, float]:
    """What the last digit counts, and how far the value may lie from what is meant.

    That is half of the last place; nothing for whole numbers, unless they end in many zeros.
    """
    match = _NUMBER.search(written)
    if match is None or not value:
        spelled = sum(SPELLED.get(part, 0) for part in written.split()[0].lower().split("-")) if written else 0
        return (abs(value) / spelled if spelled else 1.0), 0.0
    digits = match[0].replace(",", "").rstrip(".")
    plain = float(digits)
    scale = abs(value) / plain if plain else 1.0
    places = len(digits.partition(".")[2])
    place = 10.0**-places * scale
    if places or _MAGNITUDE.search(written):
        return place, place / 2
    zeros = len(digits) - len(digits.rstrip("0"))
    return place, min(0.5 * 10.0**zeros, _ROUNDED * plain) * scale if zeros >= _EVEN_ZEROS else 0.0


def _bounded(row: Sequence[Token], i: int, end: int, value: float, half: float, unit: str, native: str) -> Quantity:
    bound, start = _bound(row, i)
    low, high = value - half, value + half
    if bound is Bound.ABOUT:
        nearly = row[i - 1].key in _NEARLY
        low, high = value - (1 + nearly) * _AROUND * abs(value), value if nearly else value + _AROUND * abs(value)
    elif bound is Bound.LEAST:
        high = inf
    elif bound is Bound.MOST:
        low = -inf
    written = " ".join(token.written for token in row[i:end])
    return Quantity(low, high, unit, bound, written, native, 0.0, start, end)


def _bound(row: Sequence[Token], i: int) -> tuple[Bound, int]:
    """What stands before a number and limits it, and where that begins."""
    last = row[i - 1].key if i else ""
    before = (row[i - 2].key, last) if i > 1 else ("", last)
    if last in _ABOUT | _NEARLY:
        return Bound.ABOUT, i - 1
    if last in _LEAST | _MOST and i > 1 and row[i - 2].written.lower().split()[-1] in _BARELY:
        return Bound.ABOUT, i - 2
    if before in (_MORE, _FEWER):
        clause = takewhile(
            lambda one: one.kind is not Kind.BREAK, reversed(row[max(0, i - 2 - _DENIED_BEFORE) : i - 2])
        )
        is_denied = any(one.key in _NEVER for one in clause)
        start = i - 3 if i > 2 and row[i - 3].key == "negation:no" else i - 2
        return Bound.LEAST if (before == _MORE) != is_denied else Bound.MOST, start
    if before == ("light:at", "comparison:worst"):
        return Bound.LEAST, i - 2
    if before == ("light:at", "quantifier:most"):
        return Bound.MOST, i - 2
    if before == ("comparison:up", "role:to") and row[i - 2].written.lower() == "up":
        return Bound.MOST, i - 2
    if before == ("limit", "role:to") or _is_limit(row, i):
        return Bound.MOST, i - 2
    if i > 1 and row[i - 1].key == "light:of" and row[i - 2].written.lower() in _EXTREMES:
        return _EXTREMES[row[i - 2].written.lower()], i - 2
    if last in _LEAST:
        return Bound.LEAST, i - 1
    if last in _MOST:
        return Bound.MOST, i - 1
    return Bound.EXACT, i


def _is_limit(row: Sequence[Token], i: int) -> bool:
    """Of "the speed limit on it is 30 km/h"."""
    last = row[i - 1].written.lower() if i else ""
    return last in ("is", "was", "of") and any(
        one.key == "limit" and one.kind is Kind.WORD for one in row[max(0, i - _LIMITED_BEFORE) : i]
    )


def _sum(row: Sequence[Token], i: int) -> Quantity | None:
    """ "76 minutes and 34 seconds", "6 ft 2 in"."""
    following = i + 1 + (i + 2 < len(row) and row[i + 1].key == "light:and")
    if following >= len(row) or not (row[i].kind is row[following].kind is Kind.NUMBER):
        return None
    whole, part = _single(row, i), _single(row, following)
    if (
        whole is None
        or part is None
        or whole.unit != part.unit
        or whole.unit not in ("s", "m", "g")
        or part.bound is not Bound.EXACT
    ):
        return None
    if not 0 < part.high < whole.place:
        return None
    written = " ".join(token.written for token in row[i : part.end])
    low, high = whole.low + part.low, whole.high + part.high
    return msgspec.structs.replace(part, low=low, high=high, written=written, start=whole.start, bound=whole.bound)


# -- Ranges -----------------------------------------------------------------------------------------------------------


def _range(row: Sequence[Token], i: int) -> Quantity | None:
    """ "5 to 7 kg", "between 300 and 310 m", "from 1914 until 1918"."""
    joined = row[i + 1].key if i + 2 < len(row) else ""
    opened = row[i - 1].key if i else ""
    if joined not in ("role:to", "role:until") and not (joined == "light:and" and opened == "role:between"):
        return None
    first, last = _single(row, i), _single(row, i + 2)
    if first is None or last is None or first.is_moment != last.is_moment:
        return None
    low = first.low
    if not first.native and last.native:
        number = _plain(row[i + 2].written)
        if not number or isinf(last.low) or isinf(last.high):
            return None
        low = first.low * (last.low + last.high) / 2 / number
    if low > last.high:
        return None
    written = " ".join(token.written for token in row[i : last.end])
    start = i - 1 if opened in ("role:between", "role:from") else i
    return msgspec.structs.replace(last, low=low, written=written, start=start, bound=Bound.EXACT)


def _plain(written: str) -> float:
    """The number itself of "9 weeks", "1.5 km" and "nine weeks"; 0 of none."""
    if found := _NUMBER.search(written):
        return float(found[0].replace(",", ""))
    return float(sum(SPELLED.get(part, 0) for part in written.split()[0].lower().split("-")))


# -- Moments ----------------------------------------------------------------------------------------------------------


def _moment(row: Sequence[Token], i: int) -> Quantity | None:
    span = days(row[i].key)
    if span is None:
        return None
    low, high = span
    bound, start = _bound(row, i)
    if bound is Bound.ABOUT:
        low, high = low - 365 * _YEARS_AROUND, high + 365 * _YEARS_AROUND
    last = row[i - 1].key if i else ""
    if last in ("role:by", "role:until") and any(one.key in _DUE for one in row):
        start = i - 1  # the last day is what is told: "applications must be submitted by 31 March"
    elif last in ("comparison:before", "role:by", "role:until", "role:till"):
        low, bound, start = -inf, Bound.MOST, i - 1
    elif last in ("comparison:after", "role:since", "role:from"):
        high, bound, start = (high, Bound.EXACT, i - 1) if last != "comparison:after" else (inf, Bound.LEAST, i - 1)
    return Quantity(low, high, DAY, bound, row[i].written, DAY, 0.0, start, i + 1)


def days(key: str) -> tuple[float, float] | None:
    """First and last day of a date as `facts` keys it; None where its year is not told, or there is no such day."""
    if key.endswith("s"):
        return _years(int(key[:-1]), 10 if key[3] != "0" or key[2] != "0" else 100)
    year, *rest = key.split("-")
    if year == "?" or not 0 < int(year) < 9999:
        return None
    if not rest:
        return _years(int(year), 1)
    month = int(rest[0])
    if not 0 < month < 13:
        return None
    longest = monthrange(int(year), month)[1]
    first, last = (int(rest[1]),) * 2 if len(rest) > 1 else (1, longest)
    if not 0 < first <= longest:
        return None
    return date(int(year), month, first).toordinal(), date(int(year), month, last).toordinal()


def time_of_day(found: re.Match[str]) -> Quantity | None:
    """Of what `CLOCK_TIME` finds; None where there is no such time."""
    hour, minute = int(found["hour"] or found["hour2"] or 0), int(found["minute"] or found["minute2"] or 0)
    if found["named"]:
        hour = 12 * (found["named"] == "noon")
    elif found["half"]:
        hour = hour % 12 + 12 * (found["half"] == "p")
    if hour >= 24 or minute >= 60:
        return None
    at = 60.0 * hour + minute
    return Quantity(at, at, CLOCK, Bound.EXACT, found[0], CLOCK, 0.0, 0, 0)


def _years(first: int, count: int) -> tuple[float, float]:
    return date(first, 1, 1).toordinal(), date(min(first + count - 1, 9998), 12, 31).toordinal()


def _century(row: Sequence[Token], i: int) -> Quantity | None:
    if i + 1 >= len(row) or row[i + 1].key != "centuri":
        return None
    number = int(row[i].key[:-1])
    if not 0 < number < 99:
        return None
    low, high = _years(100 * (number - 1) + 1, 100)
    return Quantity(low, high, DAY, Bound.EXACT, f"{row[i].written} {row[i + 1].written}", DAY, 0.0, i, i + 2)
