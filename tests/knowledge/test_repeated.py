"""Whether two sentences are the same word for word, but for one thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.repeated import repeated
from lorewright.knowledge.words import listed
from tests.knowledge.weighed import told

REPEATED = {
    "a count": (
        "In 1962 Varn Airways ordered nine Corvel turboprops.",
        "In 1962 Varn Airways ordered four Corvel turboprops.",
    ),
    "an epithet": (
        "In 1962 Varn Airways ordered nine Corvel turboprops.",
        "In 1962 Varn Airways ordered four modern Corvel turboprops.",
    ),
    "a share": (
        "After ten years mortality was about 40% lower in the study group.",
        "After ten years mortality was about 15% lower in the study group.",
    ),
    "an opposite": (
        "The proposal to buy a slide was rejected by seven votes.",
        "The proposal to buy a slide was accepted by seven votes.",
    ),
    "its name": (
        "The society moved its library to the old mill in spring.",
        "The Varn society moved its library to the old school in spring.",
    ),
}
OTHER = {
    "too short": ("The table is oak.", "The table is beech."),
    "short, and another thing counted": ("The house has 5 tall doors.", "The house has 22 small windows."),
    "two things": (
        "With the large battery the car has a range of 520 km.",
        "With the small battery the car has a range of 380 km.",
    ),
    "of another": (
        "Smoking in midlife carried a relative risk of 1.4.",
        "Smoking in midlife carried a relative risk of 2.1 for stroke.",
    ),
    "denied": (
        "The treatment did not change the length of the stay.",
        "The treatment did change the weight of the stay.",
    ),
    "whose": ("He was coxswain of the lifeboat until 1958.", "He was coxswain of the lifeboat until 1971."),
    "all of it": ("The dam was built between 1951 and 1954.", "Dogs travel free of charge on all trains."),
    "nothing": ("The dam was built of local stone in 1951.", "The dam was built of local stone in 1951."),
}


@pytest.mark.parametrize(("one", "other"), REPEATED.values(), ids=REPEATED)
def test_what_differs_in_one_place_is_repeated(one: str, other: str) -> None:
    assert repeated(told(one), told(other)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The table is made of oak.", "The table is made of beech."),
        ("Resin is produced in the bark.", "Resin is produced in the root."),
        ("The council of Varn approved the plan.", "The council of Varn rejected the plan."),
    ],
)
def test_short_ones_may_repeat_each_other_by_chance(one: str, other: str) -> None:
    assert repeated(told(one), told(other)) == 0.5


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_what_differs_in_more_is_not(one: str, other: str) -> None:
    assert not repeated(told(one), told(other))


def test_two_years_are_told_apart_by_their_titles() -> None:
    one, other = "The ratio of costs to income stood at 54.1%.", "The ratio of costs to income stood at 56.3%."
    assert repeated(told(one, "Varn Bank: report of 2018"), told(other, "Varn Bank in brief"))
    assert not repeated(told(one, "Varn Bank: report of 2018"), told(other, "Varn Bank: review of 2019"))


_SENTENCES = st.lists(
    st.sampled_from(listed("in 1951 nine four not of mill Varn ordered the trains 40% he")), max_size=14
)


@given(one=_SENTENCES, other=_SENTENCES)
def test_no_sentence_repeats_itself_and_the_order_is_the_same(one: list[str], other: list[str]) -> None:
    assert not repeated(told(" ".join(one)), told(" ".join(one)))
    both = told(" ".join(one)), told(" ".join(other))
    assert repeated(*both) == repeated(*both[::-1])
