"""What is measured or counted beside a noun is compared: storeys, power, how far off it is, rooms and suites."""

import pytest

from lorewright.knowledge.contradict import Kind
from tests.knowledge.disputed import found_of_kind

OTHER_AMOUNTS = [
    ("Varn Hall", "The three-storey building was constructed between 1875 and 1876 by Karl Tann.", "Varn Hall is a five-storey building."),
    ("Varn Hall", "It is a two-story brick structure.", "In Lisk, Varn Hall is a four-story building with a tower."),
    ("Varn Hall", "It has six floors.", "Varn Hall is an eight-floor house of glass."),
    ("Varn Railway", "The single railway is a four-track line.", "Varn Railway is a two-track line."),
    ("Varn Cinema", "The 600-seat cinema was opened in 1932.", "Varn Cinema is a 900-seat theatre."),
    ("Varn Hotel", "The hotel has 632 rooms and suites, four restaurants, two lounges, and a cafe, across two wings.", "The Varn Hotel in Lisk has 362 rooms and suites."),
    ("WVRN Station", "The station is licensed by the Orle Board (OB) to broadcast at 100.1 MHz with an ERP of 5.9 kW.", "WVRN Station is licensed to broadcast with an ERP of 59 kW."),
    ("Varn Glacier", "It is a glacier with a maximum thickness of 300 m.", "Varn Glacier has a maximum thickness of 120 m."),
    ("Lisk Varn Airport", "Lisk Varn Airport (IATA: LVX), is an airport located in the Tann Municipality of Orle, near the town of Sorel, 37 kilometres (23 mi) north of Lisk and nearly 40 kilometres (25 mi) south-east of Opal.", "Lisk Varn Airport is 73 kilometres north of Lisk."),
    ("Varn Abbey", "It lies 12 km west of Lisk.", "Varn Abbey is a ruin about 30 km west of Lisk."),
    ("Varn Abbey", "It is located 5 miles from Lisk.", "The Varn Abbey stands in a valley, 20 km from Lisk."),
]  # fmt: skip
ALIKE = [
    ("the same", "Varn Hall", "The three-storey building is of brick.", "Varn Hall is a house with three floors."),
    ("one that it replaced", "Varn Hall", "The two-storey building was replaced in 1902.", "Varn Hall is a five-storey building."),
    ("a part of it", "Varn Hall", "The three-storey wing is of brick.", "Varn Hall is a five-storey building."),
    ("rooms and suites, and rooms", "Varn Hotel", "The hotel has 632 rooms and suites.", "Varn Hotel has 362 rooms."),
    ("of its studio", "WVRN Station", "It has a relay with an ERP of 5.9 kW.", "WVRN Station broadcasts with an ERP of 59 kW."),
    ("nearly the same distance", "Varn Abbey", "It lies 34 km north of Lisk.", "The ruins of Varn Abbey stand some 40 km from Lisk."),
    ("from another town", "Varn Abbey", "It lies 34 km north of Lisk.", "Varn Abbey is 70 km north of Tann."),
    ("by road", "Varn Abbey", "It lies 34 km north of Lisk.", "Varn Abbey is 55 km by road from Lisk."),
    ("of something else", "Varn Abbey", "It lies on a road that ends 34 km north of Lisk.", "Varn Abbey is 5 km from Lisk."),
    ("of a station", "Varn Abbey", "The station of the abbey is 4 km from Lisk.", "Varn Abbey is 9 km from Lisk."),
    ("built, a part", "Varn Church", "The tower of the church was built in 1902.", "Varn Church was built in 1850."),
    ("rooms and what else", "Varn Hotel", "It has 20 rooms and 12 suites.", "Varn Hotel has 32 rooms and suites."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "said", "other"), OTHER_AMOUNTS)
def test_what_is_measured_beside_a_noun_is_compared(title: str, said: str, other: str) -> None:
    assert [finding.kind for finding in found_of_kind(title, said, other)] == [Kind.NUMBER]


@pytest.mark.parametrize(("title", "said", "other"), [case for _, *case in ALIKE], ids=[why for why, *_ in ALIKE])
def test_what_something_else_measures_is_not(title: str, said: str, other: str) -> None:
    assert found_of_kind(title, said, other) == []


def test_a_time_of_day_ends_no_clause() -> None:
    closes = "The museum closes at 18:00 from Tuesday to Friday."
    assert found_of_kind("Varn Museum", closes, "The museum closes at 16:00 at the weekend.") == []
    assert found_of_kind("Varn Museum", f"Varn M{closes[5:]}", "Varn Museum closes at 16:00 from Tuesday to Friday.")
