"""Two sentences of which one tells the opposite of the other in so many words."""

import pytest

from lorewright.knowledge.weighing.opposites import are_opposed
from tests.knowledge.weighed import told

OPPOSED = {
    "an opposite": ("The wall is resistant to frost.", "In winter the wall of Varn was susceptible to frost."),
    "alike and not": ("Both towers are identical.", "The towers differ in their form."),
    "exchanged": ("Floods are worse in upper than in lower Varn.", "Floods are worse in lower than in upper Varn."),
    "exchanged in two clauses": (
        "The mill paid a toll, whereas the ferry did not.",
        "The ferry paid one, whereas the mill did not.",
    ),
}
NOT_OPPOSED = {
    "the same": ("The wall is resistant to frost.", "The wall of Varn resists frost."),
    "the same order": ("Floods are worse in upper than in lower Varn.", "Upper Varn has more floods than lower Varn."),
    "compared with another": ("Upper Varn is colder than Orle.", "Lower Varn is colder than upper Varn."),
    "nothing compared": ("The mill paid a toll.", "The ferry paid none."),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), OPPOSED.values(), ids=OPPOSED)
def test_opposed(one: str, other: str) -> None:
    assert are_opposed(told(one).heard, told(other).heard)
    assert are_opposed(told(other).heard, told(one).heard)


@pytest.mark.parametrize(("one", "other"), NOT_OPPOSED.values(), ids=NOT_OPPOSED)
def test_not_opposed(one: str, other: str) -> None:
    assert not are_opposed(told(one).heard, told(other).heard)
    assert not are_opposed(told(other).heard, told(one).heard)
