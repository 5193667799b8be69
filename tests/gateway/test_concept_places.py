"""How concepts come to their places: whatever is read between two steps, none stands below itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.gateway.admin.rules import circles
from lorewright.gateway.taxonomy.rules import steps
from lorewright.knowledge.taxonomy import Place

NAMES = "abcdefgh"
ORDERS = st.permutations(NAMES)
RANKS = st.lists(st.integers(0, len(NAMES)), min_size=len(NAMES), max_size=len(NAMES))


def _forest(order: list[str], ranks: list[int]) -> dict[str, str | None]:
    """Each below one that comes before it in the order, or below none."""
    return {one: order[rank] if rank < at else None for at, (one, rank) in enumerate(zip(order, ranks, strict=True))}


@given(ORDERS, RANKS, ORDERS, RANKS, st.integers(1, len(NAMES)))
def test_no_step_leaves_a_circle(
    order: list[str], ranks: list[int], new_order: list[str], new_ranks: list[int], most: int
) -> None:
    above, after = _forest(order, ranks), _forest(new_order, new_ranks)
    for step in steps(dict(above), {one: Place(parent, "") for one, parent in after.items()}, most):
        assert len(step) <= most
        above |= {one: place.parent for one, place in step.items()}
        assert list(circles({one: parent for one, parent in above.items() if parent is not None})) == []
    assert above == after


def test_what_stays_where_it_is_is_never_taken_out() -> None:
    places = {"a": Place(None, ""), "b": Place("a", ""), "c": Place("b", "")}
    taken = [step for step in steps({"a": None, "b": "a", "c": "a"}, places, 9) if step.keys() < places.keys()]
    assert taken == [{"c": Place(None, "")}]


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ({}, []),
        ({"a": "b", "b": "c"}, []),
        ({"a": "a"}, ["a"]),
        ({"a": "b", "b": "a", "c": "a"}, ["ab"]),
        ({"x": "a", "a": "b", "b": "c", "c": "a", "d": "e", "e": "d"}, ["abc", "de"]),
    ],
)
def test_circles_are_found_once(above: dict[str, str], expected: list[str]) -> None:
    assert ["".join(sorted(circle)) for circle in circles(above)] == expected
