"""The engine that asks a language model, and shows of what it says only what its sources bear."""

from collections.abc import AsyncGenerator, Sequence

from lorewright.knowledge.engine import AnswerSentence, Asking, Disputed, Draft, Earlier, Passage
from lorewright.knowledge.prompted.answering import answered
from lorewright.knowledge.prompted.compiling import drafted
from lorewright.knowledge.prompted.disputing import disputed
from lorewright.knowledge.prompted.finding import other_words, ranked
from lorewright.knowledge.prompted.following import understood
from lorewright.knowledge.prompted.placing import parents
from lorewright.knowledge.prompted.splitting import split
from lorewright.llm.base import LanguageModel
from lorewright.reading.base import Reading


class Prompted:
    def __init__(self, model: LanguageModel) -> None:
        self.name = model.provider.value
        self._model = model

    async def compile(self, reading: Reading, title: str | None, asking: Asking) -> Draft:
        return await drafted(self._model, reading, title, asking)

    async def understand(self, question: str, earlier: Sequence[Earlier], asking: Asking) -> str:
        return await understood(self._model, question, earlier, asking)

    async def split(self, question: str, asking: Asking) -> Sequence[str]:
        return await split(self._model, question, asking)

    async def disputed(self, pairs: Sequence[tuple[str, str]], asking: Asking) -> Sequence[Disputed]:
        return await disputed(self._model, pairs, asking)

    async def parents(self, names: Sequence[str], lacking: Sequence[int], asking: Asking) -> Sequence[tuple[int, int]]:
        return await parents(self._model, names, lacking, asking)

    def answer(self, question: str, passages: Sequence[Passage], asking: Asking) -> AsyncGenerator[AnswerSentence]:
        return answered(self._model, question, passages, asking)

    async def other_words(self, question: str, asking: Asking) -> Sequence[str]:
        return await other_words(self._model, question, asking)

    async def ranked(self, question: str, passages: Sequence[Passage], asking: Asking) -> Sequence[int]:
        return await ranked(self._model, question, passages, asking)
