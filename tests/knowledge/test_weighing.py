"""What two articles tell in other words, and cannot both be true, by the built-in models."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Embedder, Inference
from lorewright.embeddings.catalogue import BuiltIn
from lorewright.embeddings.inference import Inferring
from lorewright.embeddings.minilm import MiniLM
from lorewright.knowledge.disputes.statements import Claim, Relation
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.weighing import titles
from lorewright.knowledge.weighing.values import apart, heard
from lorewright.knowledge.weighing.weigh import Article, Scales


@pytest.fixture(scope="module")
def scales() -> Scales:
    return Scales(BuiltIn(MiniLM(), Inferring()))


def article(id_: str, title: str, *said: str, dated: date | None = None) -> Article:
    return Article(id_, title, dated, [Claim(f"{id_}{n}", id_, one, "en") for n, one in enumerate(said)])


def weighed(scales: Scales, one: Article, other: Article) -> set[tuple[str, str]]:
    return {(each.one.text, each.other.text) for each in scales.weigh(one, other)}


CONTRADICTING = [
    ("tram", "A return ticket costs 28 euros.", "For a return ticket you pay 35 euros."),
    ("lake", "The lake is 96 metres deep at its deepest point.", "It has a depth of 78 metres."),
    ("hotel", "The hotel has 12 rooms.", "There are 15 rooms in the hotel."),
    ("works", "The works employ 340 people.", "Some 520 people are employed at the works."),
    ("ferry", "The ferry carries up to forty cars.", "Cars are not taken on board, only bicycles."),
    (
        "bridge",
        "The bridge was designed by the engineer Hanna Weiss.",
        "It was the engineer Karl Brun who designed it.",
    ),
]
TICKETS = CONTRADICTING[0][1:]


@pytest.mark.parametrize(("thing", "one", "other"), CONTRADICTING, ids=[thing for thing, *_ in CONTRADICTING])
def test_what_is_told_in_other_words_is_found(scales: Scales, thing: str, one: str, other: str) -> None:
    mine, theirs = article("1", f"The Varn {thing}", one), article("2", f"A visit to the Varn {thing}", other)
    assert weighed(scales, mine, theirs) == {(one, other)}
    assert weighed(scales, theirs, mine) == {(other, one)}


COMPATIBLE = [
    ("A return ticket costs 28 euros.", "A week in the hotel costs 310 euros."),
    ("The lake is 96 metres deep.", "The lake is 14 kilometres long."),
    ("It was founded in 1887.", "The roof was repaired in 1951."),
    ("The journey takes 160 seconds.", "It takes two minutes and forty seconds."),
    ("Visitors asked whether it costs 28 euros?", "A ticket costs 35 euros."),
    ("The museum was founded in 1932 by a teacher.", "A teacher set it up in 1932."),
    ("The architect was Hanna Weiss.", "The bridge has three arches."),
]


@pytest.mark.parametrize(("one", "other"), COMPATIBLE, ids=[one for one, _ in COMPATIBLE])
def test_what_may_both_be_true_is_not(scales: Scales, one: str, other: str) -> None:
    assert not weighed(scales, article("1", "The Varn", one), article("2", "The Varn", other))


def test_of_several_sentences_each_goes_with_the_likeliest(scales: Scales) -> None:
    tickets = ["A single ticket costs 2.40 euros.", "A day ticket costs 7 euros."]
    others = ["A single ticket is 3.10 euros.", "You pay 9 euros for a day ticket."]
    found = weighed(scales, article("1", "The Varn tram", *tickets), article("2", "Varn tram", *others))
    assert found == set(zip(tickets, others, strict=True))


def test_values_that_differ_are_told(scales: Scales) -> None:
    one, other = (article(id_, "The Varn", said) for id_, said in zip("12", TICKETS, strict=True))
    assert [each.values for each in scales.weigh(one, other)] == [[("28 euros", "35 euros")]]


def test_what_changes_is_superseded_by_the_newer_source(scales: Scales) -> None:
    old = article("1", "Varn choir", "The choir has 340 members.", dated=date(2019, 1, 1))
    new = article("2", "Varn choir", "There are 520 members in the choir.", dated=date(2024, 1, 1))
    [found] = scales.weigh(old, new)
    assert (found.relation, found.one.article_id, found.values) == (Relation.SUPERSEDES, "2", [("520", "340")])


def test_what_ends_the_work_ends_it(scales: Scales) -> None:
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
        list(Scales(BuiltIn(MiniLM(), Inferring()), end).weigh(one, other))
    with pytest.raises(Unavailable):
        list(Scales(Nothing()).weigh(one, other))


def test_each_sentence_is_held_against_the_few_that_are_nearest(scales: Scales) -> None:
    lengths = [f"The {name} of the bridge is 120 metres long." for name in ("deck", "cable", "arch", "rail", "kerb")]
    one, other = (
        article("1", "The Varn", "The bridge is 120 metres long.", "Sourdough is sour."),
        article("2", "The Varn", *lengths),
    )
    held = [(mine.text, theirs.text) for mine, theirs in scales.nearest(scales.said(one), scales.said(other))]
    assert len(held) == len(lengths)
    assert {mine for mine, _ in held} == {"The bridge is 120 metres long."}


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


def test_of_very_many_those_are_taken_that_are_most_alike() -> None:
    """So that a report ends."""
    all_ = [f"Varn{n}{more}" for n in range(titles.MOST_PAIRS) for more in ("", " seen from above")]
    pairs = titles.alike([*all_, "Orle", "Orle"], set(range(len(all_) + 2)))
    assert len(pairs) == titles.MOST_PAIRS
    assert (len(all_), len(all_) + 1) in pairs


def test_two_that_were_compared_are_not_again() -> None:
    assert titles.alike(["The Varn", "A visit to the Varn", "Up the Varn"], {2}) == [(0, 2), (1, 2)]


# -- Values -----------------------------------------------------------------------------------------------------------

_SENTENCES = st.lists(
    st.sampled_from(["The", "Varn", "is", "12", "metres", "of", "3 May 1902", "won't", "co-op", "£5m", "5-6", "ﬁne", "…"]),
    min_size=1,
    max_size=30,
).map(" ".join)  # fmt: skip


@given(one=_SENTENCES, other=_SENTENCES)
def test_whichever_sentence_is_the_first(one: str, other: str) -> None:
    stem = stemmer("en")
    mine, theirs = heard(one, stem), heard(other, stem)
    assert bool(apart(mine, theirs)) == bool(apart(theirs, mine))


def test_each_value_is_held_against_one() -> None:
    one, other = (
        heard(said, stemmer("en"))
        for said in ("It has 24 cabins and climbs 820 metres.", "It climbs 960 metres in 31 cabins, 700 in all.")
    )
    assert [(mine.written, theirs.written) for mine, theirs in apart(one, other)] == [
        ("24", "31"),
        ("820 metres", "960 metres"),
    ]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("It closes at 6 p.m. and costs 5 euros.", [("6 p.m.", 1080), ("5 euros", 5)]),
        ("Doors open at 10:30.", [("10:30", 630)]),
        ("Line 7 of the Quill 2 has 25:10 in room 12.", [("25", 25), ("10", 10)]),
    ],
)
def test_times_of_day_are_values_and_labels_are_none(sentence: str, told: list[tuple[str, float]]) -> None:
    assert [(value.written, value.low) for value in heard(sentence, stemmer("en")).values] == told
