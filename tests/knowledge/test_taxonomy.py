"""Which concept stands below which, without circles and whatever order they come in; what is one thing, and what two."""

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.homonyms import candidates
from lorewright.knowledge.taxonomy import Concept, Place, merges, places


def concept(name: str, articles: str, *shorts: str) -> Concept:
    """`articles`: a letter each."""
    return Concept(name, name, frozenset(articles), frozenset(shorts))


def vector(*numbers: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    row = np.array(numbers, dtype=np.float32)
    return row / np.float32(np.linalg.norm(row))


def parents(*concepts: Concept) -> dict[str, str | None]:
    return {id_: place.parent for id_, place in places(concepts).items()}


@pytest.mark.parametrize(
    ("child", "parent", "expected"),
    [
        (concept("neural network", "ab"), concept("network", "bc"), True),
        (concept("neural-networks", "ab"), concept("network", "bc"), True),
        (concept("network protocol", "ab"), concept("network", "bc"), False),
        (concept("department of energy", "ab"), concept("department", "bc"), True),
        (concept("neural network", "ab"), concept("network", "cd"), False),
        (concept("Harlow Bridge", "ab"), concept("bridge", "bc"), True),
        (concept("New Mexico", "ab"), concept("Mexico", "bc"), False),
        (concept("Southern California", "ab"), concept("California", "bc"), True),
        (concept("turbine", "abcde"), concept("wind power", "abcdefgh"), True),
        (concept("turbine", "abcdx"), concept("wind power", "abcdefgh"), True),
        (concept("turbine", "abcxy"), concept("wind power", "abcdefgh"), False),
        (concept("turbine", "ab"), concept("wind power", "abcdefgh"), False),
        (concept("turbine", "abcdef"), concept("wind power", "abcdefgh"), False),
    ],
    ids=lambda one: one.name if isinstance(one, Concept) else str(one),
)
def test_parents(child: Concept, parent: Concept, expected: bool) -> None:
    found = places([child, parent])
    assert found[child.id].parent == (parent.id if expected else None)
    assert bool(found[child.id].evidence) is expected
    assert found[parent.id] == Place(None, "")


def test_what_articles_say_comes_before_what_a_name_does() -> None:
    film, harbour = concept("film", "abc"), concept("harbour", "ad")
    called = Concept("Glass Harbour", "Glass Harbour", frozenset("a"), kinds={"film": 1})
    assert parents(called, film, harbour) == {"Glass Harbour": "film", "film": None, "harbour": None}
    assert places([called, film])[called.id].evidence == "an article calls “Glass Harbour” a “film”"


def test_what_the_articles_of_a_kind_share_says_nothing_of_it() -> None:
    film = Concept("film", "film", frozenset("abcdefgh"), is_kind=True)
    author, country = concept("Ina Voss", "abcde"), concept("Orle", "abcdefghijklm")
    assert parents(film, author, country) == {"film": None, "Ina Voss": "Orle", "Orle": None}
    assert parents(concept("film", "abcdefgh"), author, country)["Ina Voss"] == "film"


def test_of_several_kinds_most_articles_tell_the_one() -> None:
    told = Concept("Ann Orle", "Ann Orle", frozenset("abc"), kinds={"actress": 1, "singer": 2, "gone": 9})
    assert parents(told, concept("actress", "a"), concept("singer", "bc"))["Ann Orle"] == "singer"


def test_two_that_are_said_to_be_each_other_make_no_circle() -> None:
    one = Concept("one", "one", frozenset("a"), kinds={"other": 1, "one": 1})
    other = Concept("other", "other", frozenset("b"), kinds={"one": 1})
    assert sorted(parents(one, other).items(), key=str) == [("one", None), ("other", "one")]


def test_the_closest_head_is_the_parent() -> None:
    found = parents(concept("deep neural network", "a"), concept("neural network", "a"), concept("network", "a"))
    assert found == {"deep neural network": "neural network", "neural network": "network", "network": None}


def test_three_of_a_kind_need_no_article_in_common() -> None:
    kinds = [
        concept(name, article)
        for name, article in zip(("law journal", "trade journal", "house journal"), "abc", strict=True)
    ]
    assert set(parents(*kinds, concept("journal", "d")).values()) == {"journal", None}


def test_the_narrowest_of_several_is_the_parent() -> None:
    found = parents(concept("rotor", "abcde"), concept("turbine", "abcdefgh"), concept("power", "abcdefghijklm"))
    assert found == {"rotor": "turbine", "turbine": "power", "power": None}


def test_near_vectors_make_up_for_few_articles_and_far_ones_speak_against_many() -> None:
    few, many = concept("rotor", "abc"), concept("mayor", "abcde")
    wide = concept("turbine", "abcdefgh")
    vectors = {"rotor": vector(1, 0.1), "mayor": vector(-1, 1), "turbine": vector(1, 0)}
    found = places([few, many, wide], vectors=vectors)
    assert (found["rotor"].parent, found["mayor"].parent) == ("turbine", None)


def test_what_was_decided_stays_while_its_evidence_holds() -> None:
    rotor, turbine, power = concept("rotor", "abcde"), concept("turbine", "abcdefgh"), concept("power", "abcdefghijklm")
    assert places([rotor, turbine, power], {"rotor": "power"})["rotor"].parent == "power"
    assert places([rotor, turbine], {"rotor": "power"})["rotor"].parent == "turbine"
    narrow = concept("power", "abc")
    assert places([rotor, turbine, narrow], {"rotor": "power"})["rotor"].parent == "turbine"


WORDS = st.sampled_from(["network", "neural", "deep", "power", "wind", "Mexico", "New"])
CONCEPTS = st.dictionaries(
    st.lists(WORDS, min_size=1, max_size=3, unique=True).map(" ".join),
    st.frozensets(st.sampled_from("abcdefghij"), min_size=1),
    max_size=12,
).map(lambda names: [Concept(name, name, articles) for name, articles in names.items()])


@given(CONCEPTS, st.dictionaries(st.text(max_size=3), st.none()))
def test_nothing_stands_above_itself(concepts: list[Concept], before: Mapping[str, str | None]) -> None:
    found = places(concepts, before)
    assert set(found) == {one.id for one in concepts}
    for id_ in found:
        chain = [id_]
        while (parent := found[chain[-1]].parent) is not None:
            assert parent not in chain
            chain.append(parent)
        assert len(chain) <= 5


@given(CONCEPTS, st.randoms(use_true_random=False))
def test_the_order_of_concepts_changes_nothing(concepts: list[Concept], random: Random) -> None:
    turned = random.sample(concepts, len(concepts))
    assert places(concepts) == places(turned)
    assert merges(concepts) == merges(turned)
    assert candidates(concepts) == candidates(turned)


@given(CONCEPTS)
def test_a_second_rebuild_changes_nothing(concepts: list[Concept]) -> None:
    first = places(concepts)
    assert places(concepts, {id_: place.parent for id_, place in first.items()}) == first


@given(CONCEPTS, st.text(alphabet="xyz", min_size=4, max_size=4))
def test_a_new_concept_moves_no_other(concepts: list[Concept], name: str) -> None:
    before = {id_: place.parent for id_, place in places(concepts).items()}
    after = places([*concepts, Concept(name, name, frozenset({"new"}))], before)
    assert {id_: after[id_].parent for id_ in before} == before


@pytest.mark.parametrize(
    ("concepts", "expected"),
    [
        ([concept("world health body", "abc", "WHB"), concept("world health board", "c", "WHB")], [("world health body", "world health board")]),
        ([concept("water heat buffer", "ab", "WHB"), concept("world health body", "cd", "WHB")], []),
        ([concept("organisation", "ab"), concept("organization", "cde")], [("organization", "organisation")]),
        ([concept("colour", "ab"), concept("color", "c")], [("colour", "color")]),
        ([concept("Owen Dempsey", "abc"), concept("Dempsey", "b")], [("Owen Dempsey", "Dempsey")]),
        ([concept("Owen Dempsey", "abc"), concept("Jack Dempsey", "d"), concept("Dempsey", "b")], []),
        ([concept("minister", "ab"), concept("ministre", "c")], []),
    ],
)  # fmt: skip
def test_merges(concepts: Sequence[Concept], expected: list[tuple[str, str]]) -> None:
    found = merges(concepts)
    assert [(one.kept, one.other) for one in found] == expected
    assert all(one.evidence for one in found)


def test_names_in_the_same_articles_are_one_thing_only_where_they_mean_nearly_the_same() -> None:
    car, automobile, road = concept("car", "abcd"), concept("automobile", "abc"), concept("road", "abcd")
    vectors = {"car": vector(1, 0.1), "automobile": vector(1, 0.2), "road": vector(0.2, 1)}
    assert merges([car, automobile, road]) == []
    wider = concept("automobile", "abcd")
    assert [(one.kept, one.other) for one in merges([car, wider, road], vectors)] == [("car", "automobile")]
