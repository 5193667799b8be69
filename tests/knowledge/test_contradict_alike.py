"""What is told of one thing in nearly the same words, by events in no list; how often it happens, and where it is from."""

import pytest

from lorewright.knowledge.contradict import Kind
from tests.knowledge.disputed import found, found_of_kind

DATES = [
    (
        "Orle Bay",
        "Norway formally ceded sovereignty of Orle Bay to Lisk on 1 March 1994.",
        "Norway ceded Orle Bay to Lisk on 1 March 1998.",
    ),
    (
        "Orle Day",
        "It was first recognised by the Lisk Senate in 2001.",
        "Orle Day was first recognised by the Lisk Senate in 1981.",
    ),
    (
        "Varn hawk",
        "In 2019, Lisk declared the Varn hawk its state bird.",
        "Lisk declared the Varn hawk its state bird in 2009.",
    ),
    ("Varn School", "The school was built in 1902 to replace a mill.", "Varn School in Lisk was built in 1922."),
    (
        "Orle Airways",
        "In 1952, the airline operated its first scheduled service.",
        "The first scheduled flight of Orle Airways was in 1955.",
    ),
    (
        "Orle International Airways",
        "After failing to pay the company ceased trading on the 8 September 2008, leaving many stranded.",
        "Orle stopped trading on 18 September 2008.",
    ),
    (
        "Lisk Reservoir",
        "The construction of the dam was completed in 1968.",
        "The dam of the Lisk Reservoir near Osk was completed in 1975.",
    ),
]


@pytest.mark.parametrize(("title", "one", "other"), DATES, ids=[one[0] for one in DATES])
def test_two_dates_of_what_is_told_alike_contradict_each_other(title: str, one: str, other: str) -> None:
    assert [one.kind for one in found(title, one, other, kind="company" if "Airways" in title else "thing")] == [
        Kind.DATE
    ]


BOTH_TRUE = [
    ("Orle Town", "Orle Town won the Lisk Cup in 1998.", "Orle Town won the Lisk Cup in 2004, beating Varn."),
    ("Orle Hall", "The Varn Choir sang in Orle Hall in 1998.", "The Varn Choir sang in Orle Hall on 3 May 2004."),
    ("Orle Hall", "It was ceded to Lisk in 1902.", "Orle Hall was leased to Lisk in 1931."),
    ("Orle Hall", "It was ceded to Lisk in 1902.", "Orle Hall was ceded to Norway in 1931."),
    ("Orle Bridge", "It was closed for repairs in May 2001.", "Orle Bridge was painted for the king in 2003."),
    (
        "Orle Cup",
        "Varn won the cup with 35 teams in 2002.",
        "The open event of the Orle Cup had 35 teams more than the closed one.",
    ),
]


@pytest.mark.parametrize(("title", "one", "other"), BOTH_TRUE)
def test_what_happens_again_or_elsewhere_does_not(title: str, one: str, other: str) -> None:
    assert found(title, one, other) == []


def test_two_who_did_the_same_in_the_same_year_contradict_each_other() -> None:
    school = "Orle School was a school in Lisk, founded around 1330 and endowed in 1486 by Dr. John Tann."
    [one] = found("Orle School", school, "Orle School is old. It was endowed in 1486 by Ada Voss.")
    assert (one.kind, set(one.values)) == (Kind.NAME, {"Dr. John Tann", "Ada Voss"})
    assert found("Orle School", school, "Orle School was endowed in 1602 by Ada Voss.") == []


COUNTS = [
    (
        "Raja Lisk",
        "It went on to win five Opal Awards including the awards for best film, and seven Tann Awards.",
        "Raja Lisk won seven Opal Awards, among them the one for the best film.",
        "film",
    ),
    (
        "Orle Weekend",
        "Orle Weekend is the sixth in the series of films to be made.",
        "Orle Weekend was the eighth film of the series.",
        "film",
    ),
    (
        "Orle Review",
        "The Orle Review is a quarterly journal.",
        "Six issues of the Orle Review are printed every year.",
        "journal",
    ),
    ("Orle Review", "It is published monthly by Tann.", "The Orle Review is a quarterly magazine.", "magazine"),
    ("Orle Fair", "It is held every two years in Lisk.", "The Orle Fair is held annually.", "fair"),
    (
        "Red River of the Orle",
        "The total length of the river is 1,360 miles (2,190 km), with a bridge at the mouth.",
        "From end to end the Red River of the Orle is 1,120 miles long.",
        "river",
    ),
    (
        "Orle Lodge, Lisk",
        "The hotel has 632 rooms and suites.",
        "The Orle Lodge in Lisk has 362 rooms and suites.",
        "hotel",
    ),
]


@pytest.mark.parametrize(("title", "one", "other", "kind"), COUNTS, ids=[f"{one[0]}: {one[2]}" for one in COUNTS])
def test_two_counts_of_what_is_told_alike_contradict_each_other(title: str, one: str, other: str, kind: str) -> None:
    assert [one.kind for one in found(title, one, other, kind=kind)] == [Kind.NUMBER]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It is held every two years in Lisk.", "The Orle Fair is held biennially."),
        ("It is held every six months.", "The Orle Fair is held biannually."),
        ("It is held every two weeks.", "The Orle Fair is held fortnightly."),
        ("It is held every seven days.", "The Orle Fair is held weekly."),
        ("It is held every year in Lisk.", "The Orle Fair is held annually."),
        ("It is held every 0 years.", "The Orle Fair is held annually."),
        (f"It is held {'9' * 350} times a year.", "The Orle Fair is held annually."),
        (f"The Orle Fair is the {'9' * 340}th fair of the row.", "The Orle Fair is the eighth fair of the row."),
    ],
)
def test_as_often_in_other_words_and_so_often_as_nothing_is_do_not(one: str, other: str) -> None:
    assert found("Orle Fair", one, other, kind="fair") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ina Sorel was a Norwegian ski jumper.", "Ina Sorel was a Swedish ski jumper."),
        ("Ina Sorel was a Norwegian painter.", "Ina Sorel was a Danish painter."),
    ],
)
def test_who_is_of_two_nations_is_found(one: str, other: str) -> None:
    assert [each.kind for each in found("Ina Sorel", one, other, kind="person")] == [Kind.NAME]
    assert found("Ina Sorel", one, one.replace("was", "is said to be")) == []
    assert found("Ina Sorel", one, "Ina Sorel was a Norwegian-Danish painter.") == []


def test_what_it_is_and_what_it_is_not_contradict_each_other() -> None:
    lizard = "The Orle lizard is a species of venomous lizard native to Lisk."
    for other in ("The Orle lizard is not venomous.", "The Orle lizard is not a lizard."):
        assert [one.kind for one in found("Orle lizard", lizard, other)] == [Kind.NEGATION]
    for other in (
        "The Orle lizard is not a toy.",
        "The Orle lizard is not a venomous snake.",
        "The Orle lizard is not large.",
    ):
        assert found("Orle lizard", lizard, other) == []


def test_what_it_did_not_have_at_all_is_denied() -> None:
    one = "It also operated scheduled leisure routes to Norway."
    other = "First Orle Airways had no scheduled routes at all, every one of its flights was a charter."
    assert [each.kind for each in found("First Orle Airways", one, other)] == [Kind.NEGATION]


def test_a_person_named_since_is_not_it() -> None:
    behind = "Orle Weekend is a film. Ada Voss and Ina Sorel play the leads."
    [one] = found(
        "Orle Weekend", "It premiered on 3 May 1996.", "Orle Weekend premiered on 3 May 1998.", behind, kind="film"
    )
    assert one.kind is Kind.DATE


def test_a_hotel_of_a_company_called_hotels_is_the_hotel() -> None:
    before = "Orle Lodge is a hotel managed by Tann Hotels and Resorts of Lisk."
    [one] = found("Orle Lodge", "The hotel opened in 1992.", "The Orle Lodge opened in 1998.", before, kind="hotel")
    assert one.kind is Kind.DATE


def test_a_country_is_not_short_for_a_city() -> None:
    before = "Orle Lines is a carrier of Mexico City."
    one = "Orle Lines operates 18 terminals in Mexico."
    [found_] = found_of_kind("Orle Lines", f"{before} {one}", "Orle Lines operates 42 terminals in Mexico.")
    assert found_.kind is Kind.NUMBER


SAID_OTHERWISE = [
    ("Orle Library", "It was in 1751 that fire destroyed the library.", "The Orle Library was destroyed in 1734.", Kind.DATE),
    ("Ina Sorel", "In Lisk she died in 1902.", "Ina Sorel died in 1911.", Kind.DATE),
    ("Orle", "According to the census of 1788 Orle had 3,400 inhabitants.", "In 1788 Orle had 5,100 inhabitants.", Kind.NUMBER),
    ("Varn tractor", "The Varn tractor had no seat.", "The Varn tractor was fitted with a seat.", Kind.NEGATION),
    ("Varn kiln", "At noon it is as hot as 900 °C.", "The Varn kiln is as hot as 700 °C at noon.", Kind.NUMBER),
]  # fmt: skip


@pytest.mark.parametrize(("title", "one", "other", "kind"), SAID_OTHERWISE, ids=[one[1] for one in SAID_OTHERWISE])
def test_in_which_order_something_is_said_makes_no_difference(title: str, one: str, other: str, kind: Kind) -> None:
    assert [finding.kind for finding in found(title, one, other)] == [kind]
