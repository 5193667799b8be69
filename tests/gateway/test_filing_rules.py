"""What goes from a text with a source, and what stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.gateway.filing.rules import Answer, grouped, text_of, without
from lorewright.knowledge.claims import NewClaim, Support
from lorewright.knowledge.engine import Span
from lorewright.knowledge.tables import Confidence

GONE = "The harbour of Nordvik was deepened in 1931."


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"{GONE} [sourced] (p. 4)", "(p. 4)"),
        (
            f"It rained. [sourced] {GONE} [sourced][^1] It froze. [inferred]",
            "It rained. [sourced] It froze. [inferred]",
        ),
        ("I know that the harbour of Nordvik was deepened late.", ""),
        ("The harbour of Oslo was deepened in 1931.", "The harbour of Oslo was deepened in 1931."),
        ("## The harbour\n\nIn 1931.\n", "## The harbour\n\nIn 1931.\n"),
        ("Was deepened in 1931.", ""),
        ("> THE *harbour* of\\_Nordvik was deepened in 1931.", ""),
        ("Seen. [sourced] ([A (b) c](/wiki/gone), p. 3) Done.", "Seen. [sourced] Done."),
        ("Seen. ([A](/wiki/gone); [B](/wiki/other)) ([C](/wiki/gone-2))", "Seen. ([C](/wiki/gone-2))"),
    ],
)
def test_whatever_shares_a_run_of_words_goes(body: str, left: str) -> None:
    assert without(body, [GONE], ["gone"]).strip() == left.strip()


_WORD = st.sampled_from(["otter", "lake", "trout", "winter", "river", "heron", "reed"])
_SENTENCE = st.lists(_WORD, min_size=7, max_size=12).map(lambda words: f"{' '.join(words).capitalize()}.")
_OWN = st.integers(1, 9).map(lambda n: f"My own remark number {n} stays here for good.")


@given(st.lists(st.one_of(_SENTENCE, _OWN), max_size=8), st.lists(_SENTENCE, min_size=1, max_size=4))
def test_nothing_taken_is_left_and_nothing_of_ones_own_goes(body: list[str], taken: list[str]) -> None:
    text = "\n\n".join(" [sourced] ".join(body[at : at + 3]) for at in range(0, len(body), 3))
    left = without(text, taken, [])
    assert not [one for one in taken if one in left]
    assert [one for one in body if one.startswith("My")] == [
        one for one in body if one.startswith("My") and one in left
    ]
    assert without(left, taken, []) == left


_QUESTION = st.text("abc ?", min_size=1, max_size=40).filter(str.strip)
_CLAIM = st.lists(_SENTENCE, min_size=1, max_size=30).map(" ".join)


@given(st.lists(st.tuples(_QUESTION, st.lists(_CLAIM, min_size=1, max_size=3)), min_size=1, max_size=5))
def test_the_text_of_answers_is_tiled_by_passages_under_their_questions(answers: list[tuple[str, list[str]]]) -> None:
    made = [Answer(question, [_claim(question, one) for one in said]) for question, said in answers]
    reading, passages = text_of(made, "A title", "text")
    assert "".join(one.content for one in passages) == reading.content
    assert [one.start for one in passages] == [0, *(one.end for one in passages[:-1])]
    assert [one.ordinal for one in passages] == list(range(len(passages)))
    assert all(reading.content[block.start : block.end].strip() for block in reading.blocks)
    assert [claim for answer in grouped(c for a in made for c in a.claims) for claim in answer.claims] == [
        claim for answer in made for claim in answer.claims
    ]


def _claim(question: str, text: str) -> NewClaim:
    return NewClaim(question, text, Confidence.SOURCED, (Support("source", "text", None, Span(0, 1, "x")),))
