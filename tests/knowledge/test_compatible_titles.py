"""What titles, and what stands before, tell of two sentences: whether both are about the same thing, and may both be true."""

import pytest

from lorewright.knowledge.weighing.compatible import may_both_be_true
from tests.knowledge.weighed import told

UNDER_TITLES = {
    "of two of a family": (
        ("Desmond Quill", "Born in 1955 as the brother of the fencer Rowan Quill, he paints."),
        ("Rowan Quill", "She was born in 1951."),
    ),
    "of a part": (
        ("Maternity ward of the Orle Hospital", "It has 48 beds."),
        ("Orle Hospital", "The hospital has 640 beds."),
    ),
    "of a team": (
        ("Platform team at Brightwell", "It has 12 employees."),
        ("Brightwell Systems: company profile", "The company has 85 employees."),
    ),
    "of a branch": (
        ("Eastern Branch of the Orle Canal", "It is 23 kilometres long."),
        ("Orle Canal", "With its branches it is 86 kilometres long."),
    ),
    "of a wing": (
        ("Orle school: the east wing", "It contains 9 classrooms and a studio."),
        ("Buildings of Orle School", "The school has 24 classrooms."),
    ),
    "of two years": (
        ("Dosing guide 2015", "The daily dose is 400 IU."),
        ("Revised dosing of 2022", "The daily dose is 800 IU."),
    ),
    "of two of one name": (
        ("Karl Orle the elder", "He was born in 1742."),
        ("Karl Orle the younger", "He was born in 1776."),
    ),
    "of a year that a title tells": (
        ("Consumer prices in 2020", "Annual inflation was 1.3 percent that year."),
        ("The bank raises rates", "Annual inflation was 9.4 percent in 2022."),
    ),
    "of two festivals": (
        ("The Orle Festival: the 1998 edition", "The festival of 1998 took place on the meadow."),
        ("A record year at the Orle Festival, 2008", "In 2008 the festival drew 31,000 visitors."),
    ),
    "of a section": (
        ("The children's section of Orle's library", "The children's section holds 6,500 books."),
        ("Orle Library", "The collection of the library holds 28,000 books."),
    ),
    "of two editions": (
        ("Plans of the Basic edition", "It has two storeys."),
        ("The Studio edition", "It has ten storeys."),
    ),
}


@pytest.mark.parametrize(("one", "other"), UNDER_TITLES.values(), ids=UNDER_TITLES)
def test_titles_tell_two_apart(one: tuple[str, str], other: tuple[str, str]) -> None:
    mine, theirs = (told(sentence, title) for title, sentence in (one, other))
    assert may_both_be_true(mine, theirs)
    assert may_both_be_true(theirs, mine)


def test_it_is_what_its_title_names() -> None:
    park = told("It covers 640 hectares.", "Orle Park")._replace(before="Orle Park lies in the north. ")
    lake = told("It covers 38 hectares.", "Lake Ulm in Orle Park")._replace(before="Lake Ulm lies in Orle Park. ")
    assert may_both_be_true(park, lake)
    assert not may_both_be_true(park, lake._replace(title="Notes on Orle Park", before="Orle Park is my favourite. "))


def test_it_is_what_the_other_names() -> None:
    novel = told("It was first published in March 1954.", "The Salt Orchard (novel)")
    life = told("Her best novel, The Salt Orchard, came out in the autumn of 1956.", "Irena Dobrek, a life")
    assert not may_both_be_true(novel, life)


def test_it_is_nothing_where_it_tells_when() -> None:
    ash = told("It was 28 May 1980, the day Mount Varn blew up.", "Ash over Orle")
    mount = told("Its eruption took place on 18 May 1980.", "The fall of the mountain")
    assert not may_both_be_true(ash, mount)


def test_what_stands_before_tells_of_whom_it_is() -> None:
    child = told("The rail pass for children costs 120 euros.")
    adult = told("It costs 240 euros.")
    assert not may_both_be_true(child, adult)
    assert may_both_be_true(child, adult._replace(before="The rail pass for adults is valid for a month. "))


@pytest.mark.parametrize(
    ("titles", "apart"),
    [
        (("Hoover Dam", "Grand Coulee Dam"), True),
        (("SS Aurelia", "SS Marina"), True),
        (("Falken Railway", "The Falken Railway"), False),
        (("Falken Railway", "A day on the Falken Railway"), False),
        (("Falken Museum", "Falken Guild"), False),
        (("Oslo Ferries", "Ferries of Oslo"), False),
    ],
)
def test_articles_of_two_of_a_kind_tell_of_two(titles: tuple[str, str], apart: bool) -> None:
    one, other = (told(f"The hall is {n} metres long.", title) for n, title in zip((90, 120), titles, strict=True))
    assert may_both_be_true(one, other) is apart


def test_what_names_the_other_of_a_kind_speaks_of_that() -> None:
    one = told("The Hoover Dam is 90 metres long.", "Grand Coulee Dam")
    assert not may_both_be_true(one, told("It is 120 metres long.", "Hoover Dam"))


def test_a_place_that_a_title_names_in_brackets_is_no_other_place() -> None:
    one = told("The church in Orle has three storeys.", "Falken Church (Orle, Norland)")
    other = told("The church of two storeys is like one in Talos.", "Falken Church (Orle, Norland)")
    assert not may_both_be_true(one, other)


IT = "It was released in 1950.", "It was released in July 1953."


@pytest.mark.parametrize(("one", "other"), [("Dear Brother", "No More"), ("The song of Varn", "The song of Orle")])
def test_it_under_two_titles_may_be_two_things(one: str, other: str) -> None:
    assert may_both_be_true(told(IT[0], one), told(IT[1], other))


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("MV Aurelia", "Their ship, the Aurelia, was launched in 1956."),
        ("Orle Road Tunnel", "That ended in 1956, when the Orle tunnel was opened."),
    ],
)
def test_it_is_what_the_other_names_for_short(title: str, other: str) -> None:
    assert not may_both_be_true(told("It was launched and opened in 1932.", title), told(other, "A walk in Varn"))


def test_it_is_not_what_another_is_called_like() -> None:
    assert may_both_be_true(
        told("It was opened in 1932.", "First Orle Tunnel"),
        told("It took my breath, the Orle tunnel of 1956.", "A walk"),
    )


@pytest.mark.parametrize(("one", "other"), [("Dear Brother", "Dear Brother"), ("Dear Brother (song)", "Dear Brother")])
def test_it_under_one_title_is_one_thing(one: str, other: str) -> None:
    assert not may_both_be_true(told(IT[0], one), told(IT[1], other))
