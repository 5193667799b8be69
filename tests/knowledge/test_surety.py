"""How sure a contradiction is, by what the models say and by how alike two sentences are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.surety import By, Signs, is_sure, surety

_SIGNS = st.builds(
    Signs,
    probability=st.floats(0, 1),
    likeness=st.floats(0, 3),
    nearest=st.integers(0, 2),
    sameness=st.sampled_from([0.0, 0.5, 0.75, 1.0]),
    differs=st.sampled_from(By),
    related=st.floats(0, 1),
)


@given(one=_SIGNS, other=_SIGNS)
def test_no_sign_makes_it_less_sure(one: Signs, other: Signs) -> None:
    least, most = (Signs._make(map(choose, one, other)) for choose in (min, max))
    assert 0 < surety(least) <= surety(most) < 1
    assert is_sure(least) <= is_sure(most)


@pytest.mark.parametrize(
    ("signs", "is_told"),
    [
        (Signs(0.6, 1.4, 2, 0.0, By.VALUE, 0.2), True),
        (Signs(0.6, 0.6, 0, 0.0, By.VALUE, 0.2), False),
        (Signs(0.6, 1.4, 2, 0.0, By.DENIAL, 0.2), False),
        (Signs(0.85, 1.4, 2, 0.0, By.DENIAL, 0.2), True),
        (Signs(0.85, 1.4, 2, 0.0, By.WORDS, 0.2), False),
        (Signs(0.6, 1.2, 1, 1.0, By.VALUE, 0.2), True),
        (Signs(0.6, 1.1, 1, 0.0, By.VALUE, 0.2), False),
        (Signs(0.4, 1.3, 2, 0.0, By.VALUE, 0.2), False),
        (Signs(0.4, 1.3, 2, 0.0, By.VALUE, 0.4), True),
        (Signs(0.55, 1.1, 2, 0.0, By.VALUE, 0.2), True),
        (Signs(0.55, 1.1, 2, 0.0, By.VALUE, 0.0), False),
    ],
    ids=[
        "alike",
        "unlike",
        "alike, one denies",
        "surer, one denies",
        "surer, by words alone",
        "the same but for a few words",
        "with other words besides",
        "less alike",
        "less alike, of one thing",
        "hardly sure",
        "hardly sure, of two things",
    ],
)
def test_what_the_models_doubt_is_told_where_it_is_about_the_same(signs: Signs, is_told: bool) -> None:
    assert is_sure(signs) is is_told
