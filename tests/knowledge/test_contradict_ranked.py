"""Which in a row a thing is, and of how many it is one, is compared where both are told of one place."""

import pytest

from lorewright.knowledge.contradict import Kind
from tests.knowledge.disputed import found

OTHER_RANKS = [
    ("Varn Airport", "It is the second busiest airport in Orle by movements (306,799) and passengers (22.3 million), behind Lisk Airport.", "Varn Airport is the busiest airport in Orle."),
    ("Varn Falls", "Varn Falls (also known as Varna Falls) is the tallest waterfall in Orle.", "Varn Falls is only the third highest waterfall in Orle."),
    ("Lake Varn", "It is the third-largest lake in Orle.", "Lake Varn is Orle's biggest lake."),
    ("Varn Hall", "Varn Hall is the second-oldest theatre in Lisk, and still used.", "You should see Varn Hall, which is the oldest theatre in Lisk."),
    ("Varn Bridge", "At 900 m, it is the longest bridge in Orle.", "Varn Bridge is currently the fourth longest bridge in Orle."),
    ("Varn", "Varn is the most populous city in Orle.", "Varn is the second most populous city in Orle."),
]  # fmt: skip
OTHER_FIRSTS = [
    ("Mount Varn", "Mount Varn is the highest mountain in Orle.", "Mount Tann is the tallest mountain in Orle."),
    ("Mount Varn", "Mount Varn is the highest mountain in Orle.", "The highest mountain in Orle is Mount Tann."),
    ("Varn", "Varn is the most populous city in Orle.", "Tann is Orle's most populous city."),
    ("Varn River", "The Varn River is the longest river in the world.", "The Tann River is the longest river in the world."),
    ("Varn River", "The Varn River is the world's longest river.", "The longest river on Earth is the Tann River."),
]  # fmt: skip
FIRST_OF_OTHERS = [
    ("another place", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "Mount Tann is the highest mountain in Lisk."),
    ("another measure", "Varn River", "The Varn River is the longest river in the world.", "The Tann River is the deepest river in the world."),
    ("by something", "Lake Varn", "Lake Varn is the largest lake in Orle.", "Lake Tann is the largest lake in Orle by volume."),
    ("the second", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "Mount Tann is the second highest mountain in Orle."),
    ("one of them", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "Mount Tann is one of the highest mountains in Orle."),
    ("a matter of taste", "Varn", "Varn is the most beautiful town in Orle.", "Tann is the most beautiful town in Orle."),
    ("once", "Varn Tower", "Varn Tower is the tallest tower in Orle.", "Tann Tower was the tallest tower in Orle."),
    ("but for one", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "The highest mountain in Orle after Mount Varn is Mount Tann."),
    ("the same", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "The highest mountain in Orle is Mount Varn."),
    ("denied", "Mount Varn", "Mount Varn is the highest mountain in Orle.", "The highest mountain in Orle is not Mount Tann."),
    ("where it is", "Varn Church", "Varn Church is the oldest church in Orle.", "The oldest church in Orle is in Lisk."),
    ("what it is near", "Varn Church", "Varn Church is the oldest church in Orle.", "The oldest church in Orle is near Lisk."),
    ("whose it is", "Varn Church", "Varn Church is the oldest church in Orle.", "The oldest church in Orle is Lisk's pride."),
    ("of a year", "Lake Varn", "Lake Varn is the largest lake in Orle.", "In 1900 the largest lake in Orle is Lake Tann."),
    ("no place", "Mount Varn", "Mount Varn is the highest mountain.", "Mount Tann is the highest mountain."),
]  # fmt: skip
ONE_OF_MANY = [
    ("WVRN", "They are one of three Country music outlets in the market; WLSK and WTAN are the others.", "WVRN is the only country music station in its market."),
    ("Varn Beer Museum", "Registered as a site of Orle in 2004, the museum is the only beer museum in Orle.", "The Varn Beer Museum is one of several beer museums in Orle."),
    ("Varn Mill", "It is one of two windmills in Lisk.", "Varn Mill is one of four windmills in Lisk."),
]  # fmt: skip
ALIKE = [
    ("another place", "Varn Airport", "It is the second busiest airport in Orle.", "Varn Airport is the busiest airport in Lisk."),
    ("a wider place", "Varn Airport", "It is the second busiest airport in Orle.", "Varn Airport is the busiest airport in the north of Orle."),
    ("no place", "Lake Varn", "It is the third largest lake in Orle.", "Lake Varn is the largest lake."),
    ("another noun", "Varn Island", "It is the second largest lake island in Orle.", "Varn Island is the largest island in Orle."),
    ("another adjective", "Lake Varn", "It is the third largest lake in Orle.", "Lake Varn is the deepest lake in Orle."),
    ("by something else", "Varn Airport", "It is the third busiest airport in Orle by cargo.", "Varn Airport is the busiest airport in Orle."),
    ("once", "Varn Tower", "It was the tallest tower in Orle until 1990.", "Varn Tower is the third tallest tower in Orle."),
    ("of a year", "Varn Airport", "In 2012 it is the second busiest airport in Orle.", "Varn Airport is the busiest airport in Orle."),
    ("one of them", "Lake Varn", "It is one of the largest lakes in Orle.", "Lake Varn is the largest lake in Orle."),
    ("one of the three first", "Lake Varn", "It is one of the three largest lakes in Orle.", "Lake Varn is the largest lake in Orle."),
    ("after another", "Lake Varn", "It is the largest lake in Orle after Lake Lisk.", "Lake Varn is the second largest lake in Orle."),
    ("but for one", "Lake Varn", "It is the largest lake in Orle except Lake Lisk.", "Lake Varn is the second largest lake in Orle."),
    ("denied", "Lake Varn", "It is not the largest lake in Orle.", "Lake Varn is the third largest lake in Orle."),
    ("the same", "Varn Falls", "It is the third tallest waterfall in Orle.", "Varn Falls is the third highest waterfall in Orle."),
    ("the only one of a narrower kind", "Varn Museum", "It is the only beer museum in Orle.", "Varn Museum is one of three museums in Orle."),
    ("a part of it", "Varn Church", "The bell in the church is the oldest artwork in Orle.", "Varn Church is the second oldest artwork in Orle."),
    ("two at once", "Lake Varn", "It is the joint largest lake in Orle.", "Lake Varn is the second largest lake in Orle."),
    ("perhaps", "Lake Varn", "It is possibly the largest lake in Orle.", "Lake Varn is the second largest lake in Orle."),
    ("which is another's", "Lake Varn", "It lies by Lisk, which is the largest town in Orle.", "Lake Varn is the second largest town in Orle."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "said", "other"), [*OTHER_RANKS, *ONE_OF_MANY])
def test_what_is_first_is_not_second_and_the_only_one_not_one_of_three(title: str, said: str, other: str) -> None:
    assert len(found(title, said, other)) == 1


@pytest.mark.parametrize(("title", "said", "other"), [case for _, *case in ALIKE], ids=[why for why, *_ in ALIKE])
def test_ranks_elsewhere_by_something_else_and_of_another_time_may_differ(title: str, said: str, other: str) -> None:
    assert found(title, said, other) == []


@pytest.mark.parametrize(("title", "said", "other"), OTHER_FIRSTS)
def test_two_things_are_not_both_the_first(title: str, said: str, other: str) -> None:
    assert [finding.kind for finding in found(title, said, other)] == [Kind.NAME]


@pytest.mark.parametrize(
    ("title", "said", "other"), [case for _, *case in FIRST_OF_OTHERS], ids=[why for why, *_ in FIRST_OF_OTHERS]
)
def test_each_may_be_the_first_of_others(title: str, said: str, other: str) -> None:
    assert found(title, said, other) == []
