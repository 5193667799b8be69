"""What the title of an article says of its claims: which bridge "the bridge" is, and of what "the dam" is part."""

import pytest

from lorewright.knowledge.disputes.kinds import opened_with
from lorewright.knowledge.disputes.statements import Claim, about, titled
from tests.knowledge.bridges import BRIDGE, claim, found


@pytest.mark.parametrize(
    ("about", "expected"),
    [(BRIDGE, 1), (frozenset({"orle-bridge"}), 0), (frozenset[str](), 0)],
    ids=["same", "another", "unknown"],
)
def test_the_bridge_is_that_of_its_article(about: frozenset[str], expected: int) -> None:
    one, other = claim("1", "The bridge has 14 arches."), claim("2", "The bridge has 11 arches.", about=about)
    assert len(found(one, other)) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Varn Bridge", {"varnbridge"}),
        ("The Varn Bridge: a history", {"varnbridge"}),
        ("Arches of Varn Bridge", {"archofvarnbridge"}),
        ("Varn Bridge of Orle", {"varnbridgeoforle"}),
        ("Varn Bridges", set()),
    ],
)
def test_an_article_is_about_what_its_title_begins_with(title: str, expected: set[str]) -> None:
    assert about(title, ["Varn Bridge", "Ohio"], "en") == expected


OF_ELING = "The dam of the tide mill of Eling is 120 metres long."


@pytest.mark.parametrize(
    ("title", "one", "other", "expected"),
    [
        ("tide mill of Eling", "The dam is 90 metres long.", OF_ELING, 1),
        ("tide mill of Eling", "The dam is 90 metres long.", "Eling's tide mill has a dam of 120 metres.", 1),
        ("tide mill of Eling", "The mill's dam is 90 metres long.", OF_ELING, 1),
        ("Eling Tide Mill", "Its dam is 90 metres long.", OF_ELING, 1),
        ("tide mill of Eling", "The dam is 90 metres long.", "The dam of the neighbour of the tide mill of Eling is 120 metres long.", 0),
        ("tide mill of Woodbridge", "The dam is 90 metres long.", OF_ELING, 0),
        ("tide mills of Eling and Woodbridge", "The dam is 90 metres long.", OF_ELING, 0),
        ("tide mills", "The dam is 90 metres long.", OF_ELING, 0),
        ("Eling", "The dam is 90 metres long.", OF_ELING, 0),
        ("", "The dam is 90 metres long.", OF_ELING, 0),
    ],
)  # fmt: skip
def test_a_part_named_alone_is_that_of_what_the_title_names(title: str, one: str, other: str, expected: int) -> None:
    first = Claim("1", "1", one, "en", None, frozenset(), title)
    second = Claim("2", "2", other, "en", None, frozenset(), "Mills of the coast")
    assert len(found(first, second)) == expected


def test_an_article_about_two_things_says_of_each_what_it_says() -> None:
    both = frozenset({"eling-and-woodbridge"})
    claims = [
        Claim(name, name, f"The mill of {name} has {wheels} wheels.", "en", None, both, "Eling and Woodbridge")
        for name, wheels in (("Eling", 2), ("Woodbridge", 4))
    ]
    assert found(*claims) == []


def test_a_title_that_begins_with_a_common_noun_is_about_more_than_that() -> None:
    assert about("The tide mill of Eling", ["tide mill", "Eling"], "en") == {"tidemillofeling"}
    assert about("Annual report", ["Varn Bridge"], "en") == frozenset()


def test_what_is_named_needs_no_article() -> None:
    apart = [
        claim("1", "Varn Bridge has 14 arches.", about=frozenset()),
        claim("2", "Varn Bridge has 11 arches.", about=frozenset()),
    ]
    assert len(found(*apart)) == 1


OPENED = [
    ("Orle by tram", ["Orle's tram is a pleasure.", "The tram of Orle opened in 1909."], "tram of Orle"),
    ("Paddling down the Varn", ["The Varn is 204 km long."], "Varn"),
    ("The mayor of Orle", ["Orle is a town."], ""),
    ("List of songs sung live by Varn", ["Varn is a band of Lisk."], ""),
    ("Walking to the Varn", ["Nobody walks there."], ""),
]


@pytest.mark.parametrize(("title", "claims", "named"), OPENED, ids=[one[0] for one in OPENED])
def test_what_a_sentence_begins_with_names_the_thing_of_a_title_that_is_worded_freely(
    title: str, claims: list[str], named: str
) -> None:
    assert opened_with(claims, title) == named


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("The river Varn", "Varn"),
        ("The painter Ada Voss: a life", "Ada Voss"),
        ("Medieval Varn", "Medieval Varn"),
        ("The mill of Varn", "mill of Varn"),
    ],
)
def test_of_what_kind_a_thing_is_does_not_belong_to_its_name(title: str, named: str) -> None:
    assert titled(title) == named


NAMED = [
    ("Varn 1.0 was released in 2003.", "Varn 1.0 was released in 2005, while Sorel was still a teacher.", 1),
    (
        "A ticket to Orle 2018 cost 120 euros.",
        "A ticket to Orle 2018 cost 80 euros, and the rest went into the fund.",
        1,
    ),
    ("Varn Lighthouse is open to visitors.", "Varn Lighthouse is closed to visitors.", 1),
    (
        "The transmitter on Cobb Hill runs at 50 watts.",
        "The transmitter on Cobb Hill runs at 25 watts, so do not expect too much.",
        1,
    ),
    (
        "Admission to the rehearsals at Varn Hall is free.",
        "Admission to the rehearsals at Varn Hall costs 8 crowns.",
        1,
    ),
    ("A map of Varn is free of charge, and lies at the desk.", "A map of Varn costs two euros.", 0),
    ("Admission to Varn Hall is free for children.", "Admission to Varn Hall costs 8 crowns.", 0),
    ("A ticket to Orle 2018 cost 120 euros.", "A ticket to Orle 2016 cost 80 euros.", 0),
    ("The works sold 30 kilns to Norway.", "The works sold 40 kilns to Norway.", 0),
]


@pytest.mark.parametrize(("one", "other", "expected"), NAMED)
def test_a_sentence_that_names_its_thing_is_about_that_whatever_the_title(one: str, other: str, expected: int) -> None:
    first = Claim("1", "1", one, "en", None, frozenset(), "A walk to the cape")
    second = Claim("2", "2", other, "en", None, frozenset(), "Minutes of the spring meeting")
    assert len(found(first, second)) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Delmar 200 garden pump", "Delmar 300 garden pump", 0),
        ("Holiday rules for staff at Orle", "Holiday rules for staff at Varn", 0),
        ("Delmar garden pump", "The Delmar garden pump: a test", 1),
    ],
)
def test_two_of_a_series_are_two(one: str, other: str, expected: int) -> None:
    said = "It delivers {} litres per hour and comes with a cable of ten metres."
    first, second = (
        Claim(id_, id_, said.format(litres), "en", None, frozenset({"pump"}), titled(title))
        for id_, litres, title in (("1", "2,000", one), ("2", "3,400", other))
    )
    assert len(found(first, second)) == expected
