"""An answer's text from its sentences.

The text is Markdown, as an article's is: it is exported and filed as such. What comes from a source is data in it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lorewright.knowledge.claims import Support
from lorewright.knowledge.engine import Passage, Span
from lorewright.knowledge.tables import Confidence

LONGEST_QUOTE = 600
"""Characters of a quote that joins several places."""

_ACTIVE = re.compile(r"[\\`*\[\]<]|&(?=#?\w+;)")
"""What could make a mark, a link, an image or HTML. Signs of money and of tables do nothing within a paragraph, so they stay."""
_LINE_START = re.compile(r"^(\d{0,9})(#{1,6}(?=\s)|[-+=](?=\s|[-=])|>|(?<=\d)[.)](?=\s|$))")


class Sentence(NamedTuple):
    text: str
    support: tuple[Support, ...]
    confidence: Confidence = Confidence.SOURCED


class Citation(NamedTuple):
    """What `[n]` points at; the n-th citation of an answer."""

    source_id: str
    start: int
    end: int


def joined(spans: Sequence[Span], piece: Passage) -> Sequence[Span]:
    """One span for all that a sentence takes from one passage (a cell, its row, its column's head), unless they lie far apart."""
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    if len(spans) == 1 or end - start > LONGEST_QUOTE:
        return spans
    return [Span(start, end, piece.content[start - piece.start : end - piece.start])]


def pieces(sentences: Sequence[Sentence]) -> list[str]:
    """The answer's text in pieces, a sentence each with its marks; joined they are the answer.

    `[n]` in it is always ours: brackets of a source are escaped. A sentence that nothing bears has `[inferred]` instead.
    """
    numbers = {one: number for number, one in enumerate(citations(sentences), start=1)}
    shown = []
    for sentence in sentences:
        if sentence.confidence is Confidence.SOURCED:
            marks = "".join(f"[{numbers[_citation(one)]}]" for one in dict.fromkeys(sentence.support))
        else:
            marks = f"[{sentence.confidence}]"
        text = as_markdown(sentence.text)
        shown.append(f"{text} {marks}" if marks else text)
    return [text if index == 0 else f" {text}" for index, text in enumerate(shown)]


def as_markdown(text: str) -> str:
    """A line that shows these characters: it forges no mark, no link and no HTML."""
    line = _ACTIVE.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))
    return _LINE_START.sub(r"\1\\\2", line)


def citations(sentences: Sequence[Sentence]) -> list[Citation]:
    """Each place once, in the order in which the answer comes to it."""
    proved = [sentence for sentence in sentences if sentence.confidence is Confidence.SOURCED]
    return list(dict.fromkeys(_citation(one) for sentence in proved for one in sentence.support))


def _citation(support: Support) -> Citation:
    return Citation(support.source_id, support.span.start, support.span.end)
