"""What two sentences tell in other words, weighed by what was learnt from planted texts."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Contexts
from lorewright.embeddings.minilm import MiniLM
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing import titles
from lorewright.knowledge.weighing.features import pairs
from lorewright.knowledge.weighing.forest import Forest, Node, Tree, forest
from lorewright.knowledge.weighing.heard import heard, meant
from lorewright.knowledge.weighing.weigh import Article, Scales


@pytest.fixture(scope="module")
def scales() -> Scales:
    return Scales(MiniLM().in_context)


def article(id_: str, title: str, *said: str, dated: date | None = None) -> Article:
    return Article(id_, title, dated, [Claim(f"{id_}{n}", id_, one, "en") for n, one in enumerate(said)])


def weighed(scales: Scales, one: Article, other: Article) -> set[tuple[str, str]]:
    return {each.values for each in scales.weigh(one, other)}


CONTRADICTING = [
    ("A return ticket costs 28 euros.", "For a return ticket you pay 35 euros.", ("28 euros", "35 euros")),
    ("The lake is 96 metres deep at its deepest point.", "It has a depth of 78 metres.", ("96 metres", "78 metres")),
    ("The hotel has 12 rooms.", "There are 15 rooms in the hotel.", ("12", "15")),
    ("It weighs 2.6 kilograms.", "Its weight is 3.9 kilograms.", ("2.6 kilograms", "3.9 kilograms")),
    ("It was built in 1932.", "Built in 1935, it is a landmark.", ("1932", "1935")),
]


@pytest.mark.parametrize(("one", "other", "values"), CONTRADICTING, ids=[values[0] for *_, values in CONTRADICTING])
def test_what_is_told_in_other_words_is_found(scales: Scales, one: str, other: str, values: tuple[str, str]) -> None:
    assert weighed(scales, article("1", "The Varn", one), article("2", "A visit to the Varn", other)) == {values}
    assert weighed(scales, article("2", "A visit to the Varn", other), article("1", "The Varn", one)) == {values[::-1]}


COMPATIBLE = [
    ("A return ticket costs 28 euros.", "A week in the hotel costs 310 euros."),
    ("The lake is 96 metres deep.", "The lake is 14 kilometres long."),
    ("It was founded in 1887.", "The roof was repaired in 1951."),
    ("The journey takes 160 seconds.", "It takes two minutes and forty seconds."),
    ("Doors open at 6 p.m.", "It opens its doors at 18:00."),
    ("Visitors asked whether it costs 28 euros?", "A ticket costs 35 euros."),
]


@pytest.mark.parametrize(("one", "other"), COMPATIBLE, ids=[one for one, _ in COMPATIBLE])
def test_what_may_both_be_true_is_not(scales: Scales, one: str, other: str) -> None:
    assert not weighed(scales, article("1", "The Varn", one), article("2", "The Varn", other))


def test_of_several_sentences_a_value_goes_with_the_likeliest(scales: Scales) -> None:
    one = article("1", "The Varn tram", "A single ticket costs 2.40 euros.", "A day ticket costs 7 euros.")
    other = article("2", "Varn tram", "A single ticket is 3.10 euros.", "You pay 9 euros for a day ticket.")
    assert weighed(scales, one, other) == {("2.40 euros", "3.10 euros"), ("7 euros", "9 euros")}


def test_what_changes_is_superseded_by_the_newer_source(scales: Scales) -> None:
    old = article("1", "Varn Works", "The company has 340 members.", dated=date(2019, 1, 1))
    new = article("2", "Varn Works", "The company has 520 members.", dated=date(2024, 1, 1))
    [found] = scales.weigh(old, new)
    assert (found.relation, found.one.article_id, found.values) == (Relation.SUPERSEDES, "2", ("520", "340"))


def test_what_ends_the_work_ends_it(scales: Scales) -> None:
    class EndedError(Exception):
        pass

    def end() -> None:
        raise EndedError

    def nothing(text: str) -> Contexts:
        raise Unavailable("No model.")

    one, other = article("1", "The Varn", CONTRADICTING[0][0]), article("2", "The Varn", CONTRADICTING[0][1])
    with pytest.raises(EndedError):
        list(Scales(MiniLM().in_context, end).weigh(one, other))
    with pytest.raises(Unavailable):
        list(Scales(nothing).weigh(one, other))


# -- Titles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("The tram of Greywater", "Greywater by tram", True),
        ("Honey from heather", "Heather honey", True),
        ("Alaska Purchase", "How Alaska was bought", True),
        ("The bridge of Orle", "The bridge of Varn", False),
        ("Visiting museums", "Notes on lakes", False),
        ("Notes", "A report", False),
        ("The election of 1964", "The election of 1996", False),
    ],
)
def test_titles_that_share_a_name_may_be_of_one_thing(one: str, other: str, alike: bool) -> None:
    assert titles.alike([one, "Something else", other], {0}) == ([(0, 2)] if alike else [])


def test_a_name_that_many_titles_have_tells_no_thing() -> None:
    assert titles.alike([f"Varn seen by {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"], {0, 1}) == []


def test_two_that_were_compared_are_not_again() -> None:
    assert titles.alike(["The Varn", "A visit to the Varn", "Up the Varn"], {2}) == [(0, 2), (1, 2)]


# -- Trees ------------------------------------------------------------------------------------------------------------


def test_a_forest_goes_left_where_the_value_is_not_more() -> None:
    trees = [Tree([Node(1, 0.5, -1, 1), Node(0, 2.0, -2, -3)], [-9.0, 0.0, 9.0])]
    one = Forest(["size", "share"], trees, 0.5)
    told = [one.probability({"size": size, "share": share}) for size, share in ((3, 0.5), (2, 0.6), (2.1, 0.6))]
    assert [round(each, 3) for each in told] == [0.0, 0.5, 1.0]


def test_the_forest_asks_for_nothing_that_is_not_told(scales: Scales) -> None:
    told = titles.of_two("Varn", "Varn", stemmer("en"))
    [example] = scales.examples(*CONTRADICTING[0][:2], told)
    assert set(forest().features) == set(example.features)
    assert all(tree.leaves and len(tree.leaves) == len(tree.nodes) + 1 for tree in forest().trees)


# -- Sentences --------------------------------------------------------------------------------------------------------

_SENTENCES = st.lists(
    st.sampled_from(["The", "Varn", "is", "12", "metres", "of", "3 May 1902", "won't", "co-op", "£5m", "5-6", "ﬁne", "…"]),
    min_size=1,
    max_size=30,
).map(" ".join)  # fmt: skip


@given(one=_SENTENCES, other=_SENTENCES)
def test_whichever_sentence_is_the_first(one: str, other: str) -> None:
    stem = stemmer("en")
    mine, theirs = heard(one, stem), heard(other, stem)
    assert {pair[::-1] for pair in pairs(mine, theirs)} == {tuple(pair) for pair in pairs(theirs, mine)}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("It closes at 6 p.m. and costs 5 euros.", [("6 p.m.", 1080), ("5 euros", 5)]),
        ("Doors open at 10:30.", [("10:30", 630)]),
        ("Line 7 of the Quill 2 has 25:10 in room 12.", [("25", 25), ("10", 10)]),
    ],
)
def test_times_of_day_are_values_and_labels_are_none(sentence: str, told: list[tuple[str, float]]) -> None:
    values = heard(sentence, stemmer("en")).values
    assert [(value.quantity.written, value.quantity.low) for value in values] == told


@pytest.mark.parametrize(
    "sentence", ["The lake 'Varn' isn't 1,200 m² large.", "Naïve “quotes” cost €5 – or 6.", "x " * 400]
)
def test_each_word_means_something_where_it_stands(sentence: str) -> None:
    said = heard(sentence, stemmer("en"))
    vectors, whole = meant(said, MiniLM().in_context)
    assert vectors.shape == (len(said.words), whole.size)
    assert (abs((vectors**2).sum(1) - 1) < 1e-4).all()
