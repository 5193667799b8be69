"""The planted pairs are as many and as mixed as docs/benchmarks.md says."""

import pytest
from bench.contradictions import NONE, SETS, planted


@pytest.mark.parametrize(("name", "least"), [("tuned", 200), ("heldout", 100)])
def test_a_set_holds_contradictions_and_about_as_many_that_only_look_like_them(name: str, least: int) -> None:
    pairs = planted(name)
    contradictions = sum(pair.expected == "contradicts" for pair in pairs)
    assert len(pairs) >= least
    assert 0.45 <= contradictions / len(pairs) <= 0.55
    assert {pair.expected for pair in pairs} == {"contradicts", "supersedes", NONE}


def test_no_pair_stands_in_two_sets() -> None:
    texts = [{frozenset((pair.one.text, pair.other.text)) for pair in planted(name)} for name in SETS]
    assert not texts[0] & texts[1]
