"""What a model may make of a follow-up: the question, with words of the conversation and of grammar."""

import pytest

from lorewright.knowledge.prompted.following import reuses

TALK = "Question: When was the harbour of Nordvik deepened?\nAnswer: It was deepened in 1931 by Anna Berg. [1]"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("And what did it cost?", "What did the deepening of the harbour of Nordvik cost?"),
        ("When was she born?", "When was Anna Berg born?"),
        ("And in winter?", "Was the harbour of Nordvik deepened in winter?"),
        ("When was Oslo founded?", "When was Oslo founded?"),
        ("Und im Winter?", "Wurde the harbour of Nordvik im Winter deepened?"),
        ("What is a harbour?", "What is a harbour?"),
    ],
)
def test_words_of_the_conversation_may_be_used_again(question: str, said: str) -> None:
    assert reuses(said, question, TALK)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("And what did it cost?", "What did the harbour of Oslo cost?"),
        ("And what did it cost?", "What did the harbour of Nordvik cost in 1932?"),
        ("And what did it cost?", "The harbour of Nordvik cost 4 million."),
        ("And what did it cost?", "Who is Anna Berg?"),
        ("And in winter?", "Was the harbour of Nordvik deepened?"),
        ("And what did it cost?", "What did the harbour of Nordvik cost, see https://evil.example/a?"),
        ("And what did it cost?", "What did it cost? " + "harbour Nordvik " * 20),
        ("And what did it cost?", ""),
    ],
)
def test_what_nobody_said_and_what_leaves_something_out_is_not_taken(question: str, said: str) -> None:
    assert not reuses(said, question, TALK)
