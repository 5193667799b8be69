"""The engine that needs no model, no key and no network: it extracts."""

from collections.abc import Iterator, Sequence

from lorewright.knowledge.engine import AnswerSentence, Draft, Passage
from lorewright.knowledge.extractive.answer import answer
from lorewright.knowledge.extractive.drafting import draft
from lorewright.reading.base import Reading


class Extractive:
    """Everything it says is a sentence of the source, shortened at most by what does not alter its meaning."""

    name = "builtin"
    version = "1"

    def compile(self, reading: Reading, title: str | None = None) -> Draft:
        return draft(reading, title)

    def answer(self, question: str, passages: Sequence[Passage]) -> Iterator[AnswerSentence]:
        return answer(question, passages)
