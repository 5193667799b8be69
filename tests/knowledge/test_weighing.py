"""What two articles tell in other words, and cannot both be true, by the built-in models."""

from datetime import date

import pytest

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Embedder, Inference
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.weighing.candidates import NEAREST, Article, Candidate, Candidates
from lorewright.knowledge.weighing.surety import ALONE, By, Signs
from lorewright.knowledge.weighing.weigh import Reader, Scales, Weighed


@pytest.fixture(scope="module")
def reader() -> Reader:
    return BuiltIn()


def article(id_: str, title: str, *said: str, dated: date | None = None) -> Article:
    return Article(id_, title, dated, [Claim(f"{id_}{n}", id_, one, "en") for n, one in enumerate(said)])


def weigh(reader: Reader, *articles: Article) -> list[Weighed]:
    return Scales(articles, reader).weigh(held(reader, *articles))


def weighed(reader: Reader, *articles: Article) -> set[tuple[str, str]]:
    return {(each.one.text, each.other.text) for each in weigh(reader, *articles)}


def held(reader: Reader, *articles: Article) -> list[Candidate]:
    """All that is held against each other."""
    scales = Scales(articles, reader)
    return [one for by in range(len(articles)) for one in scales.candidates(by)]


CONTRADICTING = [
    ("tram", "A return ticket costs 28 euros.", "For a return ticket you pay 35 euros."),
    ("lake", "The lake is 96 metres deep at its deepest point.", "It has a depth of 78 metres."),
    ("hotel", "The hotel has 12 rooms.", "There are 15 rooms in the hotel."),
    ("works", "The works employ 340 people.", "Some 520 people are employed at the works."),
    ("ferry", "The ferry carries up to forty cars.", "No cars are taken on the ferry."),
    (
        "bridge",
        "The bridge was designed by the engineer Hanna Weiss.",
        "It was the engineer Karl Brun who designed it.",
    ),
]
TICKETS = CONTRADICTING[0][1:]
IN_A_CLAUSE = [
    (
        "A total of 620 current smokers were identified: 31% in Varn, 64% in Orle, and 5% elsewhere.",
        "The Varn study is a population-based study of the coast; a total of 720 current smokers were identified.",
    ),
    (
        "A loose valve was present in 44 (47% [95% CI 37 to 58%]) pumps with a leak and 16 (17% [95% CI 10 to 26%]) others.",
        "In the works' study a loose valve was present in 64 pumps with a leak.",
    ),
]


@pytest.mark.parametrize(("one", "other"), IN_A_CLAUSE)
def test_what_one_clause_tells_is_held_against_another(reader: Reader, one: str, other: str) -> None:
    assert weighed(reader, article("a", "A survey of the coast", one), article("b", "A reading list", other)) in (
        {(one, other)},
        {(other, one)},
    )


def test_of_several_values_those_written_in_one_unit_are_told(reader: Reader) -> None:
    long = (
        "Lake Orle lies at an elevation of 920 metres, is 77 kilometres long by 40 kilometres wide, and has one island."
    )
    short = "Lake Orle is 97 kilometres long and 40 kilometres wide."
    [found] = weigh(reader, article("a", "Lake Orle", long), article("b", "Lakes", short))
    assert {*found.values[0]} == {"77 kilometres", "97 kilometres"}


TRAIL = (
    article(
        "a",
        "Varn Trail",
        "The Varn Trail leads from Orle to the lighthouse.",
        "It is 18 kilometres long and mostly flat.",
        "The shore has hides for watching birds.",
    ),
    article(
        "b",
        "Walking to the lighthouse",
        "The Varn Trail is an easy walk from Orle to the lighthouse.",
        "The path has a length of 15 miles.",
        "Take a glass for watching birds.",
    ),
)


def lengths_held(reader: Reader, *articles: Article) -> list[Signs | None]:
    scales = Scales(articles, reader)
    return [
        scales.signs(one)
        for by in range(len(articles))
        for one in scales.candidates(by)
        if one.one.text.startswith("It is 18") and one.other.text.startswith("The path")
    ]


def test_the_only_lengths_in_two_articles_about_one_thing_are_held_against_each_other(reader: Reader) -> None:
    [signs] = lengths_held(reader, *TRAIL)
    assert signs
    assert signs.nearest == ALONE


def test_one_length_of_several_is_not(reader: Reader) -> None:
    trail, walk = TRAIL
    ferry = Claim("b3", "b", "The ferry back takes you 4 miles across the bay.", "en")
    assert not lengths_held(reader, trail, walk._replace(claims=[*walk.claims, ferry]))


@pytest.mark.parametrize(("thing", "one", "other"), CONTRADICTING, ids=[thing for thing, *_ in CONTRADICTING])
def test_what_is_told_in_other_words_is_found(reader: Reader, thing: str, one: str, other: str) -> None:
    mine, theirs = article("1", f"The Varn {thing}", one), article("2", f"A visit to the Varn {thing}", other)
    assert weighed(reader, mine, theirs) == {(one, other)}
    assert weighed(reader, theirs, mine) == {(other, one)}


COMPATIBLE = [
    ("A return ticket costs 28 euros.", "A week in the hotel costs 310 euros."),
    ("The lake is 96 metres deep.", "The lake is 14 kilometres long."),
    ("It was founded in 1887.", "The roof was repaired in 1951."),
    ("The journey takes 160 seconds.", "It takes two minutes and forty seconds."),
    ("Visitors asked whether it costs 28 euros?", "A ticket costs 35 euros."),
    ("The museum was founded in 1932 by a teacher.", "A teacher set it up in 1932."),
    ("The architect was Hanna Weiss.", "The bridge has three arches."),
    ("The ferry carried 1,342 passengers.", "The ferry carried more than 1,300 passengers."),
    ("The hall was renovated in 1962.", "The hall was renovated in 1998."),
]


@pytest.mark.parametrize(("one", "other"), COMPATIBLE, ids=[one for one, _ in COMPATIBLE])
def test_what_may_both_be_true_is_not(reader: Reader, one: str, other: str) -> None:
    assert not weighed(reader, article("1", "The Varn", one), article("2", "The Varn", other))


@pytest.mark.parametrize(
    ("one", "other", "by"),
    [
        ("Orle Mill has 14 sails.", "The mill has 12 sails.", By.VALUE),
        ("The mill does not grind oats.", "The mill grinds oats, with no rest.", By.VALUE),
        ("The mill does not grind oats.", "Orle Mill is painted red.", By.DENIAL),
        ("The mill was open all summer.", "Orle Mill is painted red.", By.WORDS),
    ],
)
def test_how_sure_the_models_have_to_be_depends_on_what_differs(reader: Reader, one: str, other: str, by: By) -> None:
    mine, theirs = article("1", "Orle Mill", one), article("2", "A visit to Orle Mill", other)
    said = Candidates([mine, theirs]).said
    signs = Scales([mine, theirs], reader).signs(Candidate(said[0], said[1], 1.0))
    assert signs
    assert signs.differs is by


def test_of_several_sentences_each_goes_with_the_likeliest(reader: Reader) -> None:
    tickets = ["A single ticket costs 2.40 euros.", "A day ticket costs 7 euros."]
    others = ["A single ticket is 3.10 euros.", "You pay 9 euros for a day ticket."]
    found = weighed(reader, article("1", "The Varn tram", *tickets), article("2", "Varn tram", *others))
    assert found == set(zip(tickets, others, strict=True))


def test_values_that_differ_are_told(reader: Reader) -> None:
    one, other = (article(id_, "The Varn", said) for id_, said in zip("12", TICKETS, strict=True))
    assert [each.values for each in weigh(reader, one, other)] == [[("28 euros", "35 euros")]]


def test_what_changes_is_superseded_by_the_newer_source(reader: Reader) -> None:
    old = article("1", "Varn choir", "The choir has 340 members.", dated=date(2019, 1, 1))
    new = article("2", "Varn choir", "There are 520 members in the choir.", dated=date(2024, 1, 1))
    [found] = weigh(reader, old, new)
    assert (found.relation, found.one.article_id, found.values) == (Relation.SUPERSEDES, "2", [("520", "340")])


def test_what_ends_the_work_ends_it(reader: Reader) -> None:
    class EndedError(Exception):
        pass

    def end() -> None:
        raise EndedError

    class Nothing:
        def built_in(self) -> Embedder:
            raise Unavailable("No model.")

        def infer(self, one: str, other: str) -> Inference:
            raise Unavailable("No model.")

    one, other = (article(id_, "The Varn", said) for id_, said in zip("12", TICKETS, strict=True))
    with pytest.raises(EndedError):
        Scales([one, other], reader, end).candidates(0)
    with pytest.raises(EndedError):
        Scales([one, other], reader, end).likeliest({0})
    found = held(reader, one, other)
    with pytest.raises(EndedError):
        Scales([one, other], reader, end).weigh(found)
    with pytest.raises(Unavailable):
        held(Nothing(), one, other)
    with pytest.raises(Unavailable):
        Scales([one, other], Nothing()).weigh(found)


# -- Which sentences are held against each other ---------------------------------------------------------------------------


def test_each_sentence_is_held_against_the_few_that_are_nearest(reader: Reader) -> None:
    names = ("deck", "cable", "arch", "rail", "kerb", "pier", "gate", "lamp")
    one, other = (
        article("1", "The Varn", "The bridge is 90 metres long.", "Sourdough is sour."),
        article("2", "Measured", *(f"The {name} of the bridge is 120 metres long." for name in names)),
    )
    found = Scales([one, other], reader).candidates(0)
    assert {each.one.text for each in found} == {"The bridge is 90 metres long."}
    assert len(found) == NEAREST < len(names)


BERG = "The lighthouse of Nordvik was tended by Anna Berg."
DAHL = "The lighthouse of Nordvik was tended by Erik Dahl."


def test_a_sentence_is_found_whatever_its_article_is_called(reader: Reader) -> None:
    light, keepers = article("1", "The lighthouse of Nordvik", BERG), article("2", "Keepers of the north", DAHL)
    others = [article(str(n), f"Notes {n}", f"Choir {n} sings {n} songs in the old town hall.") for n in range(3, 30)]
    found = held(reader, *others, light, keepers)
    assert (BERG, DAHL) in {(each.one.text, each.other.text) for each in found}
    assert weighed(reader, *others, light, keepers) == {(BERG, DAHL)}


def test_what_repeats_a_sentence_is_of_the_same_thing_whatever_its_article_is_called(reader: Reader) -> None:
    one = "The proposal to sell the old schoolhouse was carried by eleven votes to five."
    other = "The proposal to sell the old schoolhouse was lost by eleven votes to five."
    minutes, letters = article("1", "Minutes of the parish council", one), article("2", "Letters to the editor", other)
    assert weighed(reader, minutes, letters) == {(one, other)}


def test_what_answers_one_question_stands_under_either_title(reader: Reader) -> None:
    light = article(
        "1",
        "Skerrin Point Lighthouse",
        "Skerrin Point Lighthouse stands on a granite headland west of Portnoy.",
        "The tower is 38 metres high and was painted in red and white bands in 1920.",
    )
    day = article(
        "2",
        "Day trip notes",
        "We went up the lighthouse at Skerrin Point, west of Portnoy, with the children.",
        "A sign at the door says that the tower is 31 metres tall.",
    )
    mill = article("3", "Orle Mill", "The chimney of the mill is 27 metres tall.", "The mill ground corn until 1958.")
    assert weighed(reader, light, day, mill) == {(light.claims[1].text, day.claims[1].text)}


def test_articles_about_one_thing_have_much_in_common() -> None:
    light = article("1", "Skerrin Light", "Skerrin Light stands on a granite headland.", "Its keepers left in 1983.")
    trip = article("2", "A day trip", "We saw Skerrin Light on its granite headland.", "It rained all day.")
    rain = article("3", "Rain", "It rains on granite as on anything else.", "A headland has more of it.")
    candidates = Candidates([light, trip, rain])
    assert candidates.related(0, 1) == candidates.related(1, 0) > 0.3
    assert candidates.related(0, 2) == 0  # neither tells what the other's title names


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("The tide mill of Eling", "The dam is 90 metres long."),
        ("Mills of the coast", "The dam of the tide mill of Eling is 90 metres long."),
    ],
)
def test_one_mill_is_not_another(reader: Reader, title: str, said: str) -> None:
    one = article("1", "The tide mill of Woodbridge", "The dam is 70 metres long.")
    assert not held(reader, one, article("2", title, said))
    assert held(reader, one, article("2", title.replace("Eling", "Woodbridge"), said.replace("Eling", "Woodbridge")))


def test_what_tells_of_many_tells_of_each(reader: Reader) -> None:
    one = article("1", "The tide mill of Woodbridge", "The tide mill of Woodbridge is clad in copper.")
    assert held(reader, one, article("2", "Mills of Suffolk", "The tide mill of Woodbridge is clad in lead."))
    assert held(reader, one, article("2", "Mills in Orle", "The mill is clad in lead."))


def test_what_is_held_against_what_does_not_depend_on_which_of_them_is_new(reader: Reader) -> None:
    texts = ["The gate is 12 metres wide.", "The width of the gate is 15 metres.", "A gate of 9 metres leads in."]
    all_ = [article(str(n), f"The gate, part {'abc'[n]}", said) for n, said in enumerate(texts)]
    whole = {(each.one.text, each.other.text) for each in held(reader, *all_)}
    assert len(whole) == len(all_)
    for new in range(len(all_)):
        mine = {(each.one.text, each.other.text) for each in Scales(all_, reader).candidates(new)}
        assert mine == {pair for pair in whole if texts[new] in pair}


def test_articles_that_are_most_alike_come_first(reader: Reader) -> None:
    texts = ["Sourdough is sour.", "The gate is 12 metres wide.", "The gate is some 15 metres wide.", "Choirs sing."]
    articles = [article(str(n), f"Text {'abcd'[n]}", said) for n, said in enumerate(texts)]
    assert Scales(articles, reader).likeliest({0, 2, 3})[0] == 2


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("The tram of Greywater", "Greywater by tram", True),
        ("The election of 1964", "The election of 1996", False),
        ("Minutes of 14 March 2019", "The dredging of 1996", True),
        ("Delmar 300, the larger of the two", "Delmar 200 vacuum cleaner", False),
        ("Delmar 300, the larger of the two", "Delmar 300 vacuum cleaner", True),
        ("Varn (river)", "Varn (village)", False),
        ("The Varn (river)", "An evening by the Varn (leaflet)", True),
    ],
)
def test_titles_that_name_two_things_are_told_apart(reader: Reader, one: str, other: str, may: bool) -> None:
    mine, theirs = article("1", one, "It is 12 kilometres long."), article("2", other, "Its length is 15 kilometres.")
    assert bool(held(reader, mine, theirs)) is may


@pytest.mark.parametrize(
    ("quoted", "is_name"),
    [
        ("Tides", True),
        ("Don't Row Alone (No, Not You)", True),
        ("The Harbour, the Mill and the Weir", True),
        ("No, it was deeper then", False),
        ("Is it deep?", False),
    ],
)
def test_of_what_is_quoted_names_alone_state_something(reader: Reader, quoted: str, is_name: bool) -> None:
    mine = article("1", "Varn", f'After nine years the Varn sisters sang "{quoted}" again.')
    theirs = article("2", "The Varn sisters", f'The sisters sang "{quoted}" again after twelve years.')
    assert bool(held(reader, mine, theirs)) is is_name


def test_what_is_the_same_to_the_letter_is_not_weighed(reader: Reader) -> None:
    said = "The bridge of Varn is 120 metres long."
    assert not held(reader, article("1", "Varn", said), article("2", "The bridge", said))
