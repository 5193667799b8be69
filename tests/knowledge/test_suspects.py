"""Which claims a model is asked about."""

from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.suspects import likeliest, suspects


def claims(article: str, *texts: str) -> list[Claim]:
    return [Claim(f"{article}{i}", article, text, "en") for i, text in enumerate(texts)]


def test_the_likeliest_come_first_and_no_more_than_wanted() -> None:
    one = claims("a", "Anna Berg designed the lighthouse of Nordvik.", "Fog hides the harbour.")
    other = claims("b", "Erik Dahl designed the lighthouse of Nordvik.", "Erik designed a lighthouse.")
    found = likeliest(suspects([(other, one)]), 9)
    assert [(pair.one.id, pair.other.id) for pair in found] == [("a0", "b0"), ("a0", "b1")]
    assert likeliest(suspects([(one, other)]), 1) == found[:1]


def test_what_says_the_same_in_the_same_words_is_none() -> None:
    assert list(suspects([(claims("a", "The mill is red."), claims("b", "The mill is red."))])) == []
