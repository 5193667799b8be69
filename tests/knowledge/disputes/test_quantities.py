"""Which amounts and moments a sentence states, and which of two cannot both be meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.disputes.quantities import DAY, Bound, Quantity, days, differ, quantities
from lorewright.knowledge.facts import normalised, tokens
from lorewright.knowledge.stems import stemmer


def read(text: str) -> list[Quantity]:
    return quantities(tokens(normalised(text), stemmer("en")))


@pytest.mark.parametrize(
    ("text", "unit", "low", "high", "bound"),
    [
        ("5 km", "m", 5000, 5000, Bound.EXACT),
        ("381 m", "m", 381, 381, Bound.EXACT),
        ("10 feet", "m", 3.048, 3.048, Bound.EXACT),
        ("2 tonnes", "g", 2e6, 2e6, Bound.EXACT),
        ("3 hectares", "m2", 30_000, 30_000, Bound.EXACT),
        ("2 square kilometres", "m2", 2e6, 2e6, Bound.EXACT),
        ("4.5 million cubic metres", "m3", 4.45e6, 4.55e6, Bound.EXACT),
        ("1.2 million", "", 1.15e6, 1.25e6, Bound.EXACT),
        ("$5m", "USD", 4.5e6, 5.5e6, Bound.EXACT),
        ("12,000", "", 11_880, 12_120, Bound.EXACT),
        ("about 50", "", 45, 55, Bound.ABOUT),
        ("nearly 50", "", 40, 50, Bound.ABOUT),
        ("more than 50", "", 50, float("inf"), Bound.LEAST),
        ("at least 50", "", 50, float("inf"), Bound.LEAST),
        ("up to 50", "", float("-inf"), 50, Bound.MOST),
        ("fewer than 50", "", float("-inf"), 50, Bound.MOST),
        ("5 to 7 kg", "g", 5000, 7000, Bound.EXACT),
        ("5-7 kg", "g", 5000, 7000, Bound.EXACT),
        ("between 300 and 310", "", 300, 310, Bound.EXACT),
        ("two minutes and forty seconds", "s", 160, 160, Bound.EXACT),
    ],
)
def test_amounts(text: str, unit: str, low: float, high: float, bound: Bound) -> None:
    [one] = read(f"It was {text}.")
    assert (one.unit, one.bound) == (unit, bound)
    assert (one.low, one.high) == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 1902", "1902-1-1", "1902-12-31"),
        ("in May 1902", "1902-5-1", "1902-5-31"),
        ("on 3 May 1902", "1902-5-3", "1902-5-3"),
        ("in the 1920s", "1920-1-1", "1929-12-31"),
        ("in the 12th century", "1101-1-1", "1200-12-31"),
        ("from 1914 to 1918", "1914-1-1", "1918-12-31"),
        ("between 1914 and 1918", "1914-1-1", "1918-12-31"),
        ("in the 1981-82 season", "1981-1-1", "1982-12-31"),
        ("in the 1998–99 season", "1998-1-1", "1999-12-31"),
        ("in the season of 2010/11", "2010-1-1", "2011-12-31"),
        ("between 1993-2000", "1993-1-1", "2000-12-31"),
    ],
)
def test_moments(text: str, first: str, last: str) -> None:
    [one] = read(f"It was {text}.")
    begins, ends = days(first), days(last)
    assert begins
    assert ends
    assert (one.unit, one.low, one.high) == (DAY, begins[0], ends[1])


@pytest.mark.parametrize("key", ["?-5-3", "2019-2-30", "2019-13", "0000"])
def test_what_is_no_day_has_none(key: str) -> None:
    assert days(key) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("5 km", "5,000 m", False),
        ("5 km", "5.2 km", False),
        ("5 km", "6 km", True),
        ("4 %", "4.3 %", False),
        ("4.1 %", "4.3 %", True),
        ("214 m", "702 feet", False),
        ("214 m", "802 feet", True),
        ("20 °C", "68 °F", False),
        ("20 °C", "78 °F", True),
        ("12,000", "12,034", False),
        ("12,100", "12,900", True),
        ("below 25 °C", "below 8 °C", True),
        ("more than 300", "310", False),
        ("more than 300", "290", True),
        ("in 1902", "in May 1902", False),
        ("in 1902", "around 1905", False),
        ("in 1902", "in 1905", True),
    ],
)
def test_differing(one: str, other: str, expected: bool) -> None:
    [first], [second] = read(f"It was {one}."), read(f"It was {other}.")
    assert differ(first, second) is expected
    assert differ(second, first) is expected


@given(st.integers(1, 10**9), st.sampled_from(["", " km", " kg", " %", " hours"]))
def test_nothing_differs_from_itself(number: int, unit: str) -> None:
    for one in read(f"It was {number}{unit}."):
        assert not differ(one, one)


@given(st.text(max_size=80))
def test_any_text_gives_intervals(text: str) -> None:
    assert all(one.low <= one.high and one.start < one.end for one in read(text))
