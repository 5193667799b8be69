"""Questions that a reader puts in other words than the text, through the front door."""

from typing import Any

import pytest

from lorewright.gateway.conversations.rules import NO_ANSWER
from tests.conftest import Gateway

GUDRUN = (
    "Gudrun Halvorsen (4 March 1881 – 9 May 1950) was a Norwegian botanist who worked on the mosses of Varnoy for forty years. She was the second wife "
    "of the ship owner Peter Lund, with whom she had two daughters. In 1912 the university made her the keeper of its herbarium, an office that she left "
    "in 1946 because her eyes had grown weak."
)
VARNOY = (
    "Varnoy is an island town in the north of the county of Orr. The population was 2,195 at the census of 2010. The town is governed by a council of nine "
    "members, whose mayor is Ingrid Moe. A ferry leaves for the mainland every two hours."
)


@pytest.fixture
def wiki(gateway: Gateway) -> Gateway:
    gateway.feed(GUDRUN, "Gudrun Halvorsen")
    gateway.feed(VARNOY, "Varnoy")
    return gateway


def test_a_question_in_other_words_is_answered_and_one_without_an_answer_is_not(wiki: Gateway) -> None:
    def asked(question: str) -> dict[str, Any]:
        answer: dict[str, Any] = wiki.http.post("/query", json={"question": question}).json()["query"]
        return answer

    for question, piece in (
        ("How many people live in Varnoy?", "The population was 2,195"),
        ("Who was Gudrun Halvorsen's husband?", "the second wife of the ship owner Peter Lund"),
        ("Who runs Varnoy?", "whose mayor is Ingrid Moe"),
    ):
        answer = asked(question)
        assert piece in answer["answer"]
        assert [piece in one["quote"] for one in answer["citations"]] == [True]
    for question in ("How old is the town hall of Varnoy?", "Who was Gudrun Halvorsen's mother?"):
        answer = asked(question)
        assert (answer["answer"], answer["citations"]) == (NO_ANSWER, [])
