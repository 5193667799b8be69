"""How sure one has to be of two sentences of which one tells all that the other does, but for a value, an opposite or a denial."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.contained import enough
from lorewright.knowledge.words import listed
from tests.knowledge.weighed import told

LONG = "The two-storey station of Varn, which was built by the carpenter Jonas Leth in 1823 for 31 railway workers, has a tower of 22 metres."
CLOSED = "The station of Varn does not sell tickets on Sundays, since its clerk plays the organ."
CONTAINED = {
    "a measure": ("The tower of the railway station has 40 metres.", LONG),
    "in another unit": ("The carpenter built a tower of 4 km.", LONG),
    "a year": ("The station was built by Jonas Leth in 1911.", LONG),
    "a count": ("It was built for 62 railway workers.", LONG),
    "an opposite": (
        "On Sundays the station was closed.",
        "The station of Varn was open on Sundays in 1823 and in 1911.",
    ),
    "rare and common": ("Floods of the station are rare.", "Floods of the station of Varn are common in spring."),
    "a denial": ("The station does sell tickets on Sundays.", CLOSED),
    "what denies too": (
        "The dyke did not prevent a flood of the station.",
        "In contrast, the dyke prevented a flood of the station of Varn, as its clerk had foretold.",
    ),
}
NOT_CONTAINED = {
    "what is counted": ("The carpenter of the station built 62 towers.", LONG),
    "the same value": ("The carpenter Jonas Leth built the station in 1823.", LONG),
    "what it has besides": ("The harbour and its lighthouse were built by Jonas Leth in 1911.", LONG),
    "too short": ("Its tower has 40 metres.", LONG),
    "an opposite denied": ("The station was not closed.", "The station of Varn was open on Sundays in 1823."),
    "two words of denial": (
        "The clerk never plays the organ.",
        "The clerk does not play the organ of Varn on Sundays.",
    ),
    "the same denial": ("The station does not sell tickets.", CLOSED),
}


@pytest.mark.parametrize(("short", "long"), CONTAINED.values(), ids=CONTAINED)
def test_what_the_longer_one_tells_too_needs_less(short: str, long: str) -> None:
    assert enough(told(short), told(long)) == enough(told(long), told(short)) < 0.87


@pytest.mark.parametrize(("short", "long"), NOT_CONTAINED.values(), ids=NOT_CONTAINED)
def test_what_it_does_not_is_left_to_the_models(short: str, long: str) -> None:
    assert enough(told(short), told(long)) == enough(told(long), told(short)) == 1


def test_a_title_tells_too() -> None:
    short = told("The lighthouse of the station was built in 1911.")
    assert enough(short, told(LONG, "Lighthouse")) < enough(short, told(LONG))


@given(
    st.lists(st.sampled_from([*listed("the tower station mill was not built"), "9", "1911", "in"]), max_size=9).map(
        " ".join
    )
)
def test_nothing_contradicts_itself(text: str) -> None:
    assert enough(told(text), told(text)) == 1
