"""Passages written out by hand, and what is answered from them."""

from collections.abc import Sequence

from lorewright.knowledge.engine import AnswerSentence, Passage
from lorewright.knowledge.evidence import check
from lorewright.knowledge.extractive.answer import MOST_SENTENCES, answer
from tests.makers.lean import BUILT_IN

NOTHING = ""
"""What `first_said` gives where nothing is answered."""

BRIDGE = (
    "The Harbour Bridge of Port Ellis carries trams and trains over the strait. It was opened on 3 May 1932 by the "
    "governor, Anne Whitlock. Building it took eight years and cost 6.2 million pounds. Many families lost their houses "
    "because the northern approach needed their land."
)
LAMPS = (
    "Gas lamps lit the streets of Port Ellis until the power station was built in 1911. The station burnt coal from the "
    "Moray mines. Electric trams replaced horses two years later."
)
BREAD = "Sourdough bread rises through wild yeast and bacteria. A starter is fed with flour and water every day."
TOWN = (BRIDGE, LAMPS, BREAD)


def passages(*contents: str, headings: tuple[str, ...] = ()) -> list[Passage]:
    """One from each of several texts, each beginning at another offset of its text."""
    return [
        Passage(n + 1, f"text-{n}", 0, 100 * n, 100 * n + len(content), content, headings)
        for n, content in enumerate(contents)
    ]


def answered(question: str, given: Sequence[Passage]) -> list[AnswerSentence]:
    """The answer, of which is checked what every answer promises: few sentences, none twice, each borne by its quotes."""
    found = list(answer(question, given, BUILT_IN.answers))
    assert len(found) <= MOST_SENTENCES
    assert len({sentence.text for sentence in found}) == len(found)
    for sentence in found:
        assert sentence.support
        slices = []
        for index, span in sentence.support:
            piece = given[index]
            slices.append(piece.content[span.start - piece.start : span.end - piece.start])
            assert span.quote == slices[-1] != ""
        assert check(sentence.text, slices, slices, None).passed
    return found


def said(question: str, *contents: str, headings: tuple[str, ...] = ()) -> list[str]:
    """The sentences of the answer from passages of these contents."""
    return [sentence.text for sentence in answered(question, passages(*contents, headings=headings))]


def first_said(question: str, *contents: str, headings: tuple[str, ...] = ()) -> str:
    return next(iter(said(question, *contents, headings=headings)), NOTHING)
