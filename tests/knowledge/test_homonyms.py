"""Names that mean several things."""

from lorewright.knowledge.homonyms import Sense, are_apart, besides, candidates, moved
from tests.knowledge.test_taxonomy import concept, vector

MERCURY = concept("mercury", "abcde")
AROUND = [concept("planet", "abe"), concept("orbit", "ab"), concept("metal", "cd"), concept("poison", "d")]
VECTORS = {"a": vector(1, 0), "b": vector(1, 0.1), "c": vector(0, 1), "d": vector(0.1, 1)}


def test_a_name_with_two_disjoint_neighbourhoods_may_be_two_things() -> None:
    [split] = candidates([MERCURY, *AROUND])
    assert split.concept == "mercury"
    assert split.senses == (Sense("", frozenset("abe")), Sense("metal", frozenset("cd")))
    assert "planet" in split.evidence
    assert are_apart(split.senses, VECTORS)
    assert not are_apart(split.senses, {**VECTORS, "c": vector(1, 0), "d": vector(1, 0)})
    assert not are_apart(split.senses, {})


def test_what_an_article_brings_together_is_one_thing() -> None:
    assert candidates([MERCURY, *AROUND, concept("mine", "bc")]) == []


def test_a_thing_is_told_by_what_more_than_one_of_its_articles_says() -> None:
    assert candidates([concept("mercury", "abc"), concept("planet", "ab")]) == []
    assert candidates([concept("quick silver", "abcd"), *AROUND]) == []


def test_what_comes_later_is_put_where_it_belongs() -> None:
    senses = {"a": "", "b": "", "c": "metal", "d": "metal"}
    concepts = [concept("mercury", "abcdef"), *AROUND]
    assert moved({**senses, "e": ""}, "mercury", concepts) == {}
    assert moved({**senses, "e": "metal"}, "mercury", concepts) == {"e": ""}
    assert moved({**senses, "f": ""}, "mercury", concepts) == {}
    assert moved({**senses, "f": ""}, "mercury", [*concepts, concept("alloy", "cf")]) == {"f": "metal"}


def test_a_name_is_left_out_of_what_is_said_besides() -> None:
    assert besides("Jaguars hunt. The jaguar swims.", "jaguar") == " hunt. The  swims."
