"""Which questions a question is made of."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.extractive.parts import MOST, parts

SPLIT = {
    "Who built the lighthouse of Skarholm, and when was the harbour of Skarholm dredged?": [
        "Who built the lighthouse of Skarholm?",
        "When was the harbour of Skarholm dredged?",
    ],
    "What is the boiling point of water? And of ethanol?": [
        "What is the boiling point of water?",
        "What is the boiling point of ethanol?",
    ],
    "Why is the sky blue; how far is the moon?": ["Why is the sky blue?", "How far is the moon?"],
    "Compare the climate of Oslo and Bergen": ["What is the climate of Oslo?", "What is the climate of Bergen?"],
    "Compare Python and Rust in terms of memory safety.": [
        "What is the memory safety of Python?",
        "What is the memory safety of Rust?",
    ],
    "What are the differences between TCP and UDP?": ["What is TCP?", "What is UDP?"],
    "How do cats and dogs differ in diet?": ["What is the diet of cats?", "What is the diet of dogs?"],
    "Which is larger, Loch Ness or Lake Vänern?": ["How large is Loch Ness?", "How large is Lake Vänern?"],
    "Which had the larger harvest, Gravenstein or Boskoop?": [
        "How large was the harvest of Gravenstein?",
        "How large was the harvest of Boskoop?",
    ],
    "Which has a higher peak, Norway or Sweden?": [
        "How high is the peak of Norway?",
        "How high is the peak of Sweden?",
    ],
    "Compare Oslo and Bergen: when were they founded?": ["When was Oslo founded?", "When was Bergen founded?"],
    "Which company had higher revenues, Apple or Google?": [
        "How high were the revenues of Apple?",
        "How high were the revenues of Google?",
    ],
    "Which town has fewer people, Oslo or Bergen?": ["How many people has Oslo?", "How many people has Bergen?"],
    "Is Oslo bigger than Bergen?": ["How big is Oslo?", "How big is Bergen?"],
    "Who was born earlier, Ada Lovelace or Charles Babbage?": [
        "When was Ada Lovelace born?",
        "When was Charles Babbage born?",
    ],
    "Who was born first, Ada Lovelace or Charles Babbage?": [
        "When was Ada Lovelace born?",
        "When was Charles Babbage born?",
    ],
    "Which came first the founding of Oslo or the birth of Ada Lovelace?": [
        "When was the founding of Oslo?",
        "When was the birth of Ada Lovelace?",
    ],
    "Which city was founded first, Oslo or Bergen?": ["When was Oslo founded?", "When was Bergen founded?"],
    "Which opened later, Tower Bridge or the Eiffel Tower?": [
        "When was it that Tower Bridge opened?",
        "When was it that the Eiffel Tower opened?",
    ],
    "Who was the first king of Norway or Denmark?": [
        "Who was the first king of Norway?",
        "Who was the first king of Denmark?",
    ],
    "Which river is longer the Rhine or the Elbe?": ["How long is the Rhine?", "How long is the Elbe?"],
    "Which company has more employees, Apple or Google?": [
        "How many employees has Apple?",
        "How many employees has Google?",
    ],
    "What are the capitals of France, Spain and Italy?": [
        "What are the capitals of France?",
        "What are the capitals of Spain?",
        "What are the capitals of Italy?",
    ],
    "What was the revenue in 2019 and 2020?": ["What was the revenue in 2019?", "What was the revenue in 2020?"],
    "Who directed the film that won the Golden Bear in 1990?": [
        "Which film won the Golden Bear in 1990?",
        "Who directed the film that won the Golden Bear in 1990?",
    ],
    "Wann wurde der Hafen gebaut und wer hat den Leuchtturm entworfen?": [
        "Wann wurde der Hafen gebaut?",
        "Wer hat den Leuchtturm entworfen?",
    ],
}
WHOLE = (
    "What does the gull eat?",
    "What is the relation between smoking and lung cancer?",
    "What did Johnson and Johnson sell?",
    "What other city or town lies by the river or the sea?",
    "What is research and development spending?",
    "What is the capital expenditure of 3M? Give the answer by relying on the cash flow statement.",
    "aero-elastic effects and flutter in high speed flow",
    "And?",
    "",
)


@pytest.mark.parametrize(("question", "made_of"), SPLIT.items(), ids=SPLIT)
def test_a_question_is_split_by_its_form(question: str, made_of: list[str]) -> None:
    assert parts(question) == made_of


@pytest.mark.parametrize("question", WHOLE)
def test_a_question_that_asks_one_thing_stays_whole(question: str) -> None:
    assert parts(question) == [question]


@given(st.text(max_size=300) | st.lists(st.sampled_from(" ".join(SPLIT).split()), max_size=40).map(" ".join))
def test_whatever_is_asked_gives_a_few_questions(question: str) -> None:
    found = parts(question)
    assert 1 <= len(found) <= MOST
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "question", ["Is it old? " * 900, "what is it, " * 800, "Is " + "A " * 4_900, "Is " + "1." * 4_900], ids=len
)
def test_the_longest_question_takes_no_time(question: str) -> None:
    began = time.process_time()
    assert len(parts(question)) <= MOST
    assert time.process_time() - began < 1.0
