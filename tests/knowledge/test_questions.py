"""Values in which two sentences differ, of which it is told whether both answer one question."""

import pytest

from lorewright.knowledge.weighing.questions import answer_one_question
from tests.knowledge.weighed import told

ONE = {
    "when it was founded": ("The club was founded in 1903.", "The club's foundation in 1899 was kept quiet."),
    "when she was born": ("She was born on 3 March 1862.", "Ina Voss came into the world in 1865."),
    "when it opened": ("It opened on 14 October 1911.", "The house opened its doors in the spring of 1913."),
    "how high it is": ("The tower is 38 metres high.", "A sign says that the tower is 31 metres tall."),
    "how many there are": ("The instrument has 3,120 pipes.", "Its 2,470 pipes speak from an oak case."),
    "how long it takes": ("The crossing takes 35 minutes.", "The ferry needs 50 minutes to get across."),
    "how many work there": ("The firm had 412 employees.", "The firm closed the year with a workforce of 521."),
}
TWO = {
    "founded and moved": ("The club was founded in 1903.", "The club moved to Varn in 1899."),
    "high and long": ("The tower is 38 metres high.", "The wall is 31 metres long."),
    "pipes and bellows": ("The instrument has 3,120 pipes.", "The instrument has twelve bellows."),
    "how long and how many": ("The crossing takes 35 minutes.", "The ferry takes 50 people."),
    "the same value": ("The tower is 38 metres high.", "The tower has a height of 38 metres."),
    "no values": ("The tower is high.", "The tower is not high."),
}


@pytest.mark.parametrize(("one", "other"), ONE.values(), ids=ONE)
def test_both_answer_one(one: str, other: str) -> None:
    assert answer_one_question(told(one), told(other))
    assert answer_one_question(told(other), told(one))


@pytest.mark.parametrize(("one", "other"), TWO.values(), ids=TWO)
def test_each_answers_another(one: str, other: str) -> None:
    assert not answer_one_question(told(one), told(other))
    assert not answer_one_question(told(other), told(one))


def test_a_day_is_told_and_not_its_year() -> None:
    assert values("In the 2025 round the deadline is 15 April 2025.") == ["15 April 2025"]
    assert values("From 1914 to 1918, and in 1916, it was shut.") == ["1914 to 1918", "1916"]


def values(sentence: str) -> list[str]:
    return [one.written for one in told(sentence).heard.values]
