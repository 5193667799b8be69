"""The values that sentences tell, and in which of them two differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.values import apart, heard
from tests.knowledge.weighed import STEM

_SENTENCES = st.lists(
    st.sampled_from(["The", "Varn", "is", "12", "metres", "of", "3 May 1902", "won't", "co-op", "£5m", "5-6", "ﬁne", "…"]),
    min_size=1,
    max_size=30,
).map(" ".join)  # fmt: skip


@given(one=_SENTENCES, other=_SENTENCES)
def test_whichever_sentence_is_the_first(one: str, other: str) -> None:
    mine, theirs = heard(one, STEM), heard(other, STEM)
    assert bool(apart(mine, theirs)) == bool(apart(theirs, mine))


def test_each_value_is_held_against_one() -> None:
    one, other = (
        heard(said, STEM)
        for said in ("It has 24 cabins and climbs 820 metres.", "It climbs 960 metres in 31 cabins, 700 in all.")
    )
    assert [(mine.written, theirs.written) for mine, theirs in apart(one, other)] == [
        ("24", "31"),
        ("820 metres", "960 metres"),
    ]


def test_each_value_is_held_against_what_counts_the_same() -> None:
    one, other = (
        heard(said, STEM) for said in ("Crews of five wagons came, and nine men were hurt.", "Four men were hurt.")
    )
    assert [(mine.written, theirs.written) for mine, theirs in apart(one, other)] == [("nine", "Four")]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("It closes at 6 p.m. and costs 5 euros.", [("6 p.m.", 1080), ("5 euros", 5)]),
        ("Doors open at 10:30.", [("10:30", 630)]),
        ("VARN trial 1 enrolled 25 patients.", [("25", 25)]),
        ("Line 7 of the Quill 2 has 25:10 in room 12.", [("25", 25), ("10", 10)]),
    ],
)
def test_times_of_day_are_values_and_labels_are_none(sentence: str, told: list[tuple[str, float]]) -> None:
    assert [(value.written, value.low) for value in heard(sentence, STEM).values] == told


DIFFERING = {
    "the most, and a limit": (
        "The maximum load is 35 kg.",
        "It may be loaded with up to 50 kg.",
        [("35 kg", "50 kg")],
    ),
    "the same limit": ("It has a load limit of 1,500 kg.", "It may carry up to 1.5 tonnes.", []),
    "pounds beside kilograms": (
        "His pumpkin weighed 212 kilograms.",
        "He won with a fruit of 390 pounds.",
        [("212 kilograms", "390 pounds")],
    ),
    "pounds beside as many kilograms": ("His pumpkin weighed 177 kilograms.", "He won with a fruit of 390 pounds.", []),
    "over several of something else": (
        "A total of 3,412 pipes sound in it.",
        "It has 2,946 pipes, spread over three manuals.",
        [("3,412", "2,946")],
    ),
    "over nearly as many": ("It has 3,412 pipes.", "It has over 3,000 pipes.", []),
    "a year and a half": ("They are kept for 18 months.", "We keep them for one year.", [("18 months", "one year")]),
    "a dozen at most": ("It bears up to a dozen flowers.", "It bore nine flowers.", []),
    "close to as many": ("It had close to 1,800 inhabitants.", "It had 1,791 inhabitants.", []),
    "in two hyphens": ("It is an about 3 mile-long road.", "It is 8 kilometres long.", [("3 mile", "8 kilometres")]),
    "the day of a season": (
        "It premiered on November 17, 2014, during the 2014-15 season.",
        "It was first shown on 9 March 2015.",
        [("November 17, 2014", "9 March 2015")],
    ),
    "early years": ("Work on the abbey began in 1142.", "The abbey was begun in 1152.", [("1142", "1152")]),
    "no early years": ("It was read in 1200 villages.", "It was read in 1300 villages.", [("1200", "1300")]),
}


@pytest.mark.parametrize(("one", "other", "differing"), DIFFERING.values(), ids=DIFFERING)
def test_values_differ(one: str, other: str, differing: list[tuple[str, str]]) -> None:
    found = apart(heard(one, STEM), heard(other, STEM))
    assert [(mine.written, theirs.written) for mine, theirs in found] == differing


def test_early_years_are_moments() -> None:
    [year], [count] = (heard(said, STEM).values for said in ("It began in 1142.", "It was read in 1200 villages."))
    assert year.is_moment
    assert not count.is_moment
