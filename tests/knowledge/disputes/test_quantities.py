"""Which amounts and moments a sentence states, and which of two cannot both be meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.disputes.figures import in_figures
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
        ("no more than 50", "", float("-inf"), 50, Bound.MOST),
        ("no fewer than 50", "", 50, float("inf"), Bound.LEAST),
        ("a maximum of 50", "", float("-inf"), 50, Bound.MOST),
        ("a minimum of 50", "", 50, float("inf"), Bound.LEAST),
        ("never has more than 50", "", float("-inf"), 50, Bound.MOST),
        ("not have fewer than 50", "", 50, float("inf"), Bound.LEAST),
        ("no, more than 50", "", 50, float("inf"), Bound.LEAST),
        ("fewer than 50", "", float("-inf"), 50, Bound.MOST),
        ("5 to 7 kg", "g", 5000, 7000, Bound.EXACT),
        ("5-7 kg", "g", 5000, 7000, Bound.EXACT),
        ("between 300 and 310", "", 300, 310, Bound.EXACT),
        ("two minutes and forty seconds", "s", 160, 160, Bound.EXACT),
        ("between four and nine weeks", "s", 2_419_200, 5_443_200, Bound.EXACT),
        ("just over 50", "", 45, 55, Bound.ABOUT),
        ("a little under 50", "", 45, 55, Bound.ABOUT),
        ("well over 50", "", 50, float("inf"), Bound.LEAST),
        ("6 lb 4 oz", "g", 2834.95, 2834.95, Bound.EXACT),
        ("200 yards", "m", 182.88, 182.88, Bound.EXACT),
        ("10 nautical miles", "m", 18_520, 18_520, Bound.EXACT),
        ("two light years", "m", 1.89214e16, 1.89214e16, Bound.EXACT),
        ("100 gallons", "m3", 0.378541, 0.454628, Bound.EXACT),
        ("90 km/h", "km/h", 90, 90, Bound.EXACT),
        ("10 metres per second", "km/h", 36, 36, Bound.EXACT),
        ("50 miles per hour", "km/h", 80.4672, 80.4672, Bound.EXACT),
        ("20 knots", "km/h", 37.04, 37.04, Bound.EXACT),
        ("100 hp", "W", 74_570, 74_570, Bound.EXACT),
        ("30 psi", "Pa", 206_842.71, 206_842.71, Bound.EXACT),
        ("20 degrees Celsius", "°C", 20, 20, Bound.EXACT),
        ("2 TB", "B", 2e12, 2e12, Bound.EXACT),
        ("5 sq km", "m2", 5e6, 5e6, Bound.EXACT),
        ("two fortnights", "s", 2_419_200, 2_419_200, Bound.EXACT),
    ],
)
def test_amounts(text: str, unit: str, low: float, high: float, bound: Bound) -> None:
    [one] = read(f"It was {text}.")
    assert (one.unit, one.bound) == (unit, bound)
    assert (one.low, one.high) == pytest.approx((low, high))


def test_the_last_day_of_what_is_due_is_that_day() -> None:
    [due] = read("Applications must be submitted by 31 March 2025.")
    [done] = read("The bridge was built by 31 March 2025.")
    assert due.low == due.high == done.high
    assert done.low == float("-inf")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("It weighs 40 pounds.", ["g"]),
        ("It has a weight of about 40 pounds.", ["g"]),
        ("It costs 40 pounds.", ["GBP"]),
        ("It weighs little and is sold for 40 pounds.", ["GBP"]),
    ],
)
def test_pounds(text: str, units: list[str]) -> None:
    assert [one.unit for one in read(text)] == units


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It took an hour and a half.", "It took 1.5 hours."),
        ("It takes about an hour.", "It takes about 1 hour."),
        ("It takes half an hour.", "It takes 30 minutes."),
        ("It lasted three quarters of an hour.", "It lasted 45 minutes."),
        ("Two and a half million came.", "2.5 million came."),
        ("Half a million came.", "0.5 million came."),
        ("It is half a mile away.", "It is 0.5 miles away."),
        ("Two dozen ships and half a dozen boats.", "24 ships and about 6 boats."),
        ("A dozen of them had half a day off.", "A dozen of them had 0.5 days off."),
        ("Half of them took a train.", "Half of them took a train."),
    ],
)
def test_amounts_in_words(text: str, plain: str) -> None:
    assert in_figures(text) == plain


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
