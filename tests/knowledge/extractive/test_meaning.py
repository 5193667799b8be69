"""Questions in other words than the text's, which the built-in model answers, and what it is not asked."""

import asyncio
from collections.abc import Sequence

import pytest

from lorewright.knowledge.engine import AnswerSentence, Asking
from lorewright.knowledge.extractive.answer import answer
from lorewright.knowledge.extractive.engine import Extractive
from tests.knowledge.extractive.answers import NOTHING, TOWN, first_said, passages
from tests.makers.embedders import Letters, Only

ISLAND = (
    "Varnoy lies off the coast of Orr. The population was 2,195 at the census of 2010. A ferry leaves for the mainland every two hours, and in winter "
    "twice a day. The lighthouse, a tower of 31 metres, went into service in March 1874. Its first keeper was Ole Brandt, who had lost an arm at sea."
)
SAID_IN_OTHER_WORDS = [
    ("How many people live in Varnoy?", "The population was 2,195"),
    ("When did the lighthouse of Varnoy start working?", "went into service in March 1874"),
    ("Who looked after the lighthouse of Varnoy at the beginning?", "Its first keeper was Ole Brandt"),
]


@pytest.mark.parametrize(("question", "piece"), SAID_IN_OTHER_WORDS)
def test_what_the_text_says_in_other_words_is_said(question: str, piece: str) -> None:
    assert piece in first_said(question, ISLAND, headings=("Varnoy",))


@pytest.mark.parametrize(
    "question",
    [
        "Who designed the lighthouse of Varnoy?",
        "How many people live in Nordvik?",
        "How much does the ferry to Varnoy cost?",
        "When was the lighthouse of Varnoy demolished?",
    ],
)
def test_what_only_seems_to_answer_is_not(question: str) -> None:
    assert first_said(question, ISLAND, headings=("Varnoy",)) == NOTHING


def test_another_language_is_answered_by_its_words_alone() -> None:
    def asked(question: str, sentences: Sequence[str]) -> Sequence[float]:
        raise AssertionError("the model knows English alone")

    given = passages("Die alte Mühle von Varn wurde im Jahr 1820 gebaut und steht noch heute am Ufer der Orr.")
    assert [one.text for one in answer("Wann wurde die Mühle von Varn gebaut?", given, asked)]
    assert not list(answer("Wer war der Müller von Varn?", given, asked))


def test_without_the_models_words_answer_alone() -> None:
    async def answered(question: str) -> list[AnswerSentence]:
        engine = Extractive(Only(Letters()))
        return [one async for one in engine.answer(question, passages(*TOWN), Asking("ada", ()))]

    assert "opened on 3 May 1932" in asyncio.run(answered("When was the Harbour Bridge of Port Ellis opened?"))[0].text
    assert asyncio.run(answered("How many people live in Port Ellis?")) == []
