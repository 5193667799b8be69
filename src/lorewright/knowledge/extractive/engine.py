"""The engine that needs no model, no key and no network: it extracts."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from lorewright.core.errors import Unavailable
from lorewright.embeddings.base import Embedders
from lorewright.knowledge.engine import AnswerSentence, Asking, Disputed, Draft, Earlier, Passage
from lorewright.knowledge.extractive.answer import answer
from lorewright.knowledge.extractive.drafting import draft
from lorewright.knowledge.extractive.followup import standalone
from lorewright.knowledge.extractive.parts import parts
from lorewright.reading.base import Reading


class Extractive:
    """Everything it says is a sentence of the source, shortened at most by what does not alter its meaning.

    It works in a thread, since it keeps a processor busy for a while. What its words do not answer, the built-in model does.
    """

    name = "builtin"

    def __init__(self, embedders: Embedders) -> None:
        self._embedders = embedders

    async def compile(self, reading: Reading, title: str | None, asking: Asking) -> Draft:
        return await asyncio.to_thread(draft, reading, title)

    async def understand(self, question: str, earlier: Sequence[Earlier], asking: Asking) -> str:
        return await asyncio.to_thread(standalone, question, [one.question for one in earlier])

    async def split(self, question: str, asking: Asking) -> Sequence[str]:
        return await asyncio.to_thread(parts, question)

    async def disputed(self, pairs: Sequence[tuple[str, str]], asking: Asking) -> Sequence[Disputed]:
        return ()  # what can be told by rule has been, by `contradict`

    async def parents(self, names: Sequence[str], lacking: Sequence[int], asking: Asking) -> Sequence[tuple[int, int]]:
        return ()  # what can be told by rule has been, by `taxonomy`

    async def answer(
        self, question: str, passages: Sequence[Passage], asking: Asking
    ) -> AsyncGenerator[AnswerSentence]:
        for sentence in await asyncio.to_thread(self._answered, question, passages):
            yield sentence

    def _answered(self, question: str, passages: Sequence[Passage]) -> list[AnswerSentence]:
        try:
            return list(answer(question, passages, self._embedders.answers))
        except Unavailable:  # the models are not set up, which whoever looked for passages has said
            return list(answer(question, passages))

    async def other_words(self, question: str, asking: Asking) -> Sequence[str]:
        return ()  # what a collection itself calls things otherwise, `knowledge.rewriting` finds there

    async def ranked(self, question: str, passages: Sequence[Passage], asking: Asking) -> Sequence[int]:
        return range(len(passages))
