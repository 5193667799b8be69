from random import Random

import pytest
from bench.evidence import DEVELOPMENT, REPORTED, Made, _evenly, wilson
from bench.mutations import ELSEWHERE, SOURCE, SPAN, Context, mutants
from bench.sentences import is_plain

from bench import mutations, paraphrases
from lorewright.knowledge import units, words

SENTENCE = (
    "In May 2019, most of the 1,250 patients of Alice Moore were not treated with 5 million units, after the larger group "
    "of Bob Stone had lost 12 kilos (see Figure 3)."
)
CONTEXT = Context(
    SENTENCE + " For 30 days all doctors left Peru in June 2011.",
    "A nurse and few of the 700 nurses earned 3 billion before 1999 in the smaller town of Kiel, as Eva Lind said.",
    "It said that some 41 horses cost 9 thousand dollars in 1980, above the price of Ralf Timm.",
)


def made(kind: str) -> list[tuple[str, str]]:
    return [(one.origin, one.claim) for one in mutants(SENTENCE, CONTEXT, Random(1)) if one.kind == kind]


@pytest.mark.parametrize("kind", mutations.MUTATORS)
def test_each_kind_changes_the_sentence_and_nothing_in_brackets(kind: str) -> None:
    claims = made(kind)
    assert claims
    assert all(claim != SENTENCE and "(see Figure 3)" in claim for _, claim in claims)


@pytest.mark.parametrize("kind", ["digit", "name", "date", "quantifier"])
def test_replacements_come_from_span_source_and_elsewhere(kind: str) -> None:
    assert {origin for origin, _ in made(kind)} == {SPAN, SOURCE, ELSEWHERE}


def test_number_is_not_put_for_its_equal() -> None:
    context = Context("It had 1,250 cats and 1250.0 dogs of the same age here.", "", "")
    claims = [
        one.claim for one in mutants("It had 1,250 cats and some dogs.", context, Random(1)) if one.kind == "digit"
    ]
    assert not any("1250.0" in claim for claim in claims)


def test_members_of_a_list_do_not_change_places() -> None:
    listed, apart = "It took 5, 6 and 7 days to get there.", "It took 5 men about 6 days to get there."
    assert not [one for one in mutants(listed, CONTEXT, Random(1)) if one.kind == mutations.SWAP]
    swapped = [one.claim for one in mutants(apart, CONTEXT, Random(1)) if one.kind == mutations.SWAP]
    assert swapped == ["It took 6 men about 5 days to get there."]


def test_words_chosen_are_not_those_the_rule_knows() -> None:
    known = words.NEGATION.keys() | words.DIRECTION.keys() | words.QUANTIFIER.keys() | words.HEDGE.keys()
    known |= units.UNITS.keys() | words.OPPOSED | words.ADVERBS
    assert known & set(mutations.words_chosen()) <= {"in"}  # which is an inch too
    assert not any(phrase in " ".join(mutations.DENIALS) for phrase in words.PHRASES)


@pytest.mark.parametrize(
    ("kind", "sentence", "claim"),
    [
        ("adjunct moved to the back", "In 2019, the firm sold its plant.", "The firm sold its plant in 2019."),
        ("adjunct moved to the front", "The firm sold its old plant in 2019.", "In 2019, the firm sold its old plant."),
        ("bracket dropped", "The firm (of Leeds) sold its plant.", "The firm sold its plant."),
        ("relative clause dropped", "The firm, which is very old, closed its plant.", "The firm closed its plant."),
        ("last clause dropped", "The firm sold its plant, while Acme has none.", "The firm sold its plant."),
        ("date written otherwise", "On May 3, 1932, the bridge was opened.", "On 3 May 1932 the bridge was opened."),
        ("contraction", "The bridge was not opened that day.", "The bridge wasn't opened that day."),
        ("connective dropped", "However, the bridge was opened again.", "The bridge was opened again."),
        ("adverb dropped", "The bridge was also opened there.", "The bridge was opened there."),
        ("number written otherwise", "It has three towers of stone.", "It has 3 towers of stone."),
        ("synonym", "It was a famous company then.", "It was a renowned company then."),
    ],
)
def test_paraphrases(kind: str, sentence: str, claim: str) -> None:
    found = {
        one.claim for seed in range(9) for one in paraphrases.paraphrases(sentence, Random(seed)) if one.kind == kind
    }
    assert claim in found


def test_money_is_written_otherwise_at_its_value() -> None:
    ways = {
        paraphrases.RULES["number written otherwise"]("It paid $1.2 billion for it.", Random(seed)) for seed in range(9)
    }
    assert ways == {"It paid $1,200 million for it.", "It paid 1.2 billion dollars for it."}


def test_the_two_sets_share_nothing() -> None:
    assert not set(DEVELOPMENT.collections) & set(REPORTED.collections)
    assert DEVELOPMENT.seed != REPORTED.seed


def test_a_third_of_each_part_and_more_where_one_is_short() -> None:
    parts = [
        [Made("k", origin, str(i), "")] * number
        for i, (origin, number) in enumerate([(SPAN, 2), (SOURCE, 50), (ELSEWHERE, 50)])
    ]
    taken = [one.origin for one in _evenly(parts, 30)]
    assert [taken.count(origin) for origin in (SPAN, SOURCE, ELSEWHERE)] == [2, 14, 14]


def test_wilson_interval() -> None:
    low, high = wilson(3, 50)
    assert (round(low, 3), round(high, 3)) == (0.021, 0.162)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(50, 50)[1] == 1.0


def test_plain_sentences() -> None:
    assert is_plain("The firm sold its plant in the north of the country in 2019.")
    assert not is_plain("Revenue | 5,200 | 4,900 | of the | of the | of the.")
    assert not is_plain("Too short to be one.")
