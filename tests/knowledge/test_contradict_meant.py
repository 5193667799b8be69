"""What the sentences of an article mean by "the museum", "they" and "it", where the article says what it is about."""

import pytest

from lorewright.knowledge.contradict import Finding, Kind, compared, statements
from lorewright.knowledge.disputes.kinds import lead, of_lead, shortened
from lorewright.knowledge.disputes.statements import Claim, qualifier, titled


def article(title: str, *texts: str) -> list[Claim]:
    """Each text a claim, behind the one before it."""
    said = [*texts]
    first = lead(said, titled(title))
    return [
        Claim(
            f"{title} {n}", title, text, "en", None, frozenset({title}), titled(title), qualifier(title), before, first
        )
        for n, (text, before) in enumerate(zip(said, ["", *said[:-1]], strict=True))
    ]


def found(one: list[Claim], other: list[Claim]) -> list[Finding]:
    return compared([statement for claim in (*one, *other) for statement in statements(claim)]).found


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Orle is a glass museum in Varn.", {"museum"}),
        ("The Orle (OR) was an early passenger-hauling diesel locomotive built in 1937.", {"locomotive"}),
        ("The Orle, classified B7 by Tann, was a class of 4-6-0 tender locomotives designed by Ina Sorel.", {"class", "locomotives"}),
        ("The Orle are a group of similar classes of steam locomotives.", {"group", "classes", "locomotives"}),
        ("Orle was an exhibition and museum in Varn.", {"exhibition", "museum"}),
        ("The Orle are a professional basketball team competing in Varn.", {"team"}),
        ("Orle has a museum.", set()),
        ("Orleans is a town.", set()),
    ],
)  # fmt: skip
def test_an_article_says_of_what_kind_a_thing_is(sentence: str, expected: set[str]) -> None:
    assert of_lead(sentence, "Orle") == expected


SAID = [
    (Kind.NAME, ["The Orle was a family of diesel locomotives.", "The locomotives were built in Varn, Norway, by Tann between 1946 and 1953."], "The Orle was built in Lisk."),
    (Kind.DATE, ["Orle is a quarterly journal of glass.", "Glass is old.", "The journal was founded in 1931."], "Orle was founded in 1913."),
    (Kind.NUMBER, ["The Orle was an early diesel locomotive.", "Six two-unit locomotives were produced, each with two engines."], "Only four two-unit locomotives of the Orle type were ever produced."),
    (Kind.NUMBER, ["The Orle was a biplane of the 1920s.", "Only 12 examples were built."], "In all, 21 biplanes of the Orle type were built."),
    (Kind.DATE, ["The Orle were a class of tender locomotives. They were built in 1902 by Tann."], "The Orle was built in 1912."),
    (Kind.NUMBER, ["Orle Museum is a museum. Its name is that of its owners. Established in 2006, it was Varn's first museum."], "Orle Museum was not the first museum of Varn."),
    (Kind.NUMBER, ["The Orle is a river that rises in Varn.", "It flows about 805 km to the Lisk."], "The Orle is more than 1,200 km long."),
    (Kind.NUMBER, ["Orle Cards is a game.", "The game contains 19 courses, 27 drivers, and 18 teams."], "Orle Cards was more serious. It had 22 drivers and all the tracks of its season."),
    (Kind.NAME, ["Orle Road is a film.", "The film's screenplay was written by Ina Sorel."], "Orle Road is a western. Its screenplay was written by Karl Tann."),
    (Kind.DATE, ["Orle is a 1974 drama film."], "Orle came out in 1979."),
    (Kind.DATE, ["Orle is a novel by Ina Sorel, first published in 1934 by Tann Books."], "Orle was first published in 1943."),
    (Kind.DATE, ["\"Orle\" is a song by Tann. It was written in 1931."], "I heard Orle again. Orle was written in 1913."),
    (Kind.NAME, ["Orle is a radio station licensed to Varn. The station is owned and operated by Tann Media."], "Orle belongs to Voss Radio."),
    (Kind.NUMBER, ["Orle is a village and civil parish in West Varn.", "The village consists of four parts, Lisk and others."], "Orle in Varn consists of six parts, each with a mill."),
    (Kind.DATE, ["Orle is a town.", "It was created in 1920."], "We stopped at Orle, a town that was created in 1935."),
    (Kind.NEGATION, ["Orle is a South Varn river and a tributary of the Lisk River."], "Orle, for instance, is not a tributary of the Lisk River at all."),
    (Kind.DATE, ["Orle Museum was founded by Ina Sorel. It was closed in 1931."], "Orle Museum closed in 1913."),
]  # fmt: skip
NOT_SAID = [
    ("another of its kind", ["Orle is a church.", "In 1950 Tann gave it a chapel and a church of wood. The church was built in 1931."], "Orle was built in 1913."),
    ("other things", ["Orle is a museum of locomotives.", "Six locomotives were built in Varn."], "Four locomotives of Orle were built in Varn."),
    ("of one year", ["The Orle was a biplane.", "In 1921, 12 examples were built."], "In 1922, 21 examples of the Orle were built."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "said", "other"), SAID)
def test_what_the_article_is_about_is_called_by_its_kind(kind: Kind, said: list[str], other: str) -> None:
    first, second, *_ = said[0].split()
    title = f"{first} {second}" if second.istitle() and first != "The" else "Orle"
    assert [finding.kind for finding in found(article(title, *said), article("A journey", other))] == [kind]


@pytest.mark.parametrize(("said", "other"), [pair for _, *pair in NOT_SAID], ids=[why for why, *_ in NOT_SAID])
def test_what_is_not_meant_for_sure_contradicts_nothing(said: list[str], other: str) -> None:
    assert found(article("Orle", *said), article("A journey", other)) == []


OF_PEOPLE = [
    (["Ina Maria Sorel (born 3 May 1951 in Varn) is a Norwegian player.", "She played one season in Varn. She played nine seasons in Lisk before signing with Tann in 2016."], "Ina Sorel played six seasons in Lisk.", 1),
    (["Ina Sorel (born 3 May 1951) is a player for Varn.", "In a career that spanned 12 years, Sorel played 81 tests and 223 games, scoring 4,702 and 7,090 points respectively."], "Ina Sorel played 96 tests for Varn.", 1),
    (["Ina Sorel (born 3 May 1951) is a player of Varn.", "A 6'11\" center from Lisk, Sorel played in 5 seasons for 4 teams."], "Ina Sorel played eight seasons.", 1),
    (["Ina Sorel (born 3 May 1951 in Varn) is a player."], "Ina Sorel was born in Lisk.", 1),
    (["Ina Sorel (born 3 May 1951) is a player.", "Voss played after her. She played nine seasons in Lisk."], "Ina Sorel played six seasons in Lisk.", 1),
]  # fmt: skip


@pytest.mark.parametrize(("said", "other", "expected"), OF_PEOPLE)
def test_he_and_she_are_whom_the_article_is_about_where_nobody_else_is_named(
    said: list[str], other: str, expected: int
) -> None:
    assert len(found(article("Ina Sorel", *said), article("A journey", other))) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Orlako is a waterfall on Tann Creek.", "Orlako Falls is a waterfall on Tann Creek."),
        ("Near Lisk, Orlako was seen.", "Near Lisk, Orlako Falls was seen."),
        ("Tann was seen.", "Tann was seen."),
        ("Falls are seen.", "Falls are seen."),
    ],
)
def test_a_title_may_be_shortened_to_a_word_that_is_no_other_place(sentence: str, expected: str) -> None:
    short = shortened("Orlako Falls", "Orlako Falls is a waterfall on Tann Creek in Varn.")
    assert short is not None
    assert short.sub("Orlako Falls", sentence) == expected


@pytest.mark.parametrize(
    ("at_home", "other", "expected"),
    [
        ("Orle Museum is located in Lendal, Varnland.", "The Orle Museum in Lendal gets about 50,000 visitors a year.", 1),
        ("Orle Museum is located in Lendal, Varnland.", "In Varnland, Orle Museum draws about 50,000 visitors a year.", 1),
        ("Orle Museum is located in Lendal, Varnland.", "The Orle Museum in Lisk gets about 50,000 visitors a year.", 0),
        ("Orle Museum is a museum of glass.", "The Orle Museum in Lendal gets about 50,000 visitors a year.", 0),
    ],
)  # fmt: skip
def test_a_place_beside_the_name_must_be_that_of_the_article(at_home: str, other: str, expected: int) -> None:
    here = article("Orle Museum", at_home, "The museum receives some 20,000 visitors each year.")
    assert len(found(here, article("A journey", other))) == expected
