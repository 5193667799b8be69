"""How good a sample is, and how long it may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.errors import BadInput
from lorewright.reading.audio import Sound, hear
from lorewright.retrieval.voices import rules
from tests.makers.audio import encoded, voice


def _quality(seconds: float = 40.0, **made: float) -> int:
    return rules.quality_of(hear(encoded(voice(seconds, **made)), 300))


def test_a_clean_sample_is_good_and_each_fault_costs() -> None:
    good = _quality()
    assert good >= 85
    assert _quality(level=0.004) < good - 20
    assert _quality(level=2.0) < 20
    assert _quality(noise=0.03) < good - 20
    assert _quality(8.0) < good - 10
    assert _quality(level=0.0, noise=0.0) == 0


@given(
    st.floats(0, 310),
    st.floats(0, 1),
    st.lists(st.floats(-100, 0, allow_nan=False), max_size=200),
)
def test_the_score_is_between_0_and_100(seconds: float, clipped: float, levels: list[float]) -> None:
    assert 0 <= rules.quality_of(Sound("wav", seconds, None, clipped, tuple(levels))) <= 100


@pytest.mark.parametrize(
    ("seconds", "claimed", "is_fine"),
    [
        (5.0, None, True),
        (4.99, None, False),
        (300.0, None, True),
        (300.01, None, False),
        (60.0, 60.9, True),
        (60.0, 62.0, False),
        (60.0, 58.0, False),
        (8.0, 600.0, False),
    ],
)
def test_lengths(seconds: float, claimed: float | None, is_fine: bool) -> None:
    sound = Sound("mp3", seconds, claimed, 0.0, ())
    if is_fine:
        rules.check_length(sound)
    else:
        with pytest.raises(BadInput):
            rules.check_length(sound)
