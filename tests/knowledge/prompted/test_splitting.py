"""Which questions a model may make of one: in its words and those of grammar, with all that it names."""

import pytest

from lorewright.knowledge.prompted.splitting import are_parts

QUESTION = "Which is larger, the harbour of Nordvik or that of Oslo?"


def test_its_own_words_may_be_used() -> None:
    assert are_parts(["How large is the harbour of Nordvik?", "How large is the harbour of Oslo?"], QUESTION)


@pytest.mark.parametrize(
    "said",
    [
        ["How large is the harbour of Nordvik?", "How large is the harbour of Bergen?"],
        ["How large is the harbour of Nordvik?", "Who dredged it in 1931?"],
        ["How large is the harbour?", "Is it larger?"],
        ["Nordvik?", "x" * 500],
        [f"How large is the harbour of Nordvik or Oslo {'or ' * n}?" for n in range(7)],
    ],
)
def test_what_was_not_asked_is_not_taken(said: list[str]) -> None:
    assert not are_parts(said, QUESTION)
