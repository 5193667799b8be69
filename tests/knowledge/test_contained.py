"""Two sentences of which one tells all that the other does, but for a value, an opposite or a denial."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.contained import contained
from lorewright.knowledge.words import listed
from tests.knowledge.weighed import told

LONG = "The two-storey station of Varn, which was built by the carpenter Jonas Leth in 1823 for 31 railway workers, has a tower of 22 metres."
CLOSED = "The station of Varn does not sell tickets on Sundays, since its clerk plays the organ."
CONTAINED = {
    "what denies too": (
        "The dyke did not prevent a flood of the station.",
        "In contrast, the dyke prevented a flood of the station of Varn, as its clerk had foretold.",
    ),
    "a measure": ("The tower of the railway station has 40 metres.", LONG),
    "in another unit": ("The carpenter built a tower of 4 km.", LONG),
    "a year": ("The station was built by Jonas Leth in 1911.", LONG),
    "a count": ("It was built for 62 railway workers.", LONG),
    "an opposite": (
        "On Sundays the station was closed.",
        "The station of Varn was open on Sundays in 1823 and in 1911.",
    ),
    "a denial": ("The station sells tickets on Sundays.", CLOSED),
    "a denial by another name": ("The show was drawn in Orle.", "The Varn Hour was not drawn in Orle, as was said."),
    "rare and common": ("Floods of the station are rare.", "Floods of the station of Varn are common in spring."),
}
NOT_CONTAINED = {
    "a denial of something else": (
        "The station sells tickets.",
        "The clerk of the station sells tickets but never travels.",
    ),
    "what it denies": ("The station does not sell hats.", "The station of Varn sells tickets."),
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
def test_the_longer_one_tells_all_that_the_shorter_does(short: str, long: str) -> None:
    assert contained(told(short), told(long)) == contained(told(long), told(short)) > 0


@pytest.mark.parametrize(("short", "long"), NOT_CONTAINED.values(), ids=NOT_CONTAINED)
def test_it_does_not(short: str, long: str) -> None:
    assert contained(told(short), told(long)) == contained(told(long), told(short)) == 0


def test_a_title_tells_too() -> None:
    short = told("The lighthouse of the station was built in 1911.")
    assert contained(short, told(LONG, "Lighthouse")) > contained(short, told(LONG))


@given(
    st.lists(st.sampled_from([*listed("the tower station mill was not built"), "9", "1911", "in"]), max_size=9).map(
        " ".join
    )
)
def test_nothing_contradicts_itself(text: str) -> None:
    assert contained(told(text), told(text)) == 0
