"""An answer by a model: each sentence held against the passages that it names, as soon as it is whole."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import NamedTuple

from lorewright.core.errors import BrokenAnswer
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.engine import AnswerSentence, Asking, Passage, Span
from lorewright.knowledge.prompted.calls import call_of
from lorewright.knowledge.prompted.enclosing import enclosed, numbered
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.knowledge.prompted.proof import Ground, Standing, plain
from lorewright.knowledge.prompted.streamed import Said, Sentences
from lorewright.knowledge.sentences import Bounds, sentences
from lorewright.llm.base import Ending, LanguageModel, Reply, Request
from lorewright.reading.language import language_of

NO_ANSWER = "NO_ANSWER"
"""What the prompt has a model say where the passages do not answer."""
_MOST_OUTPUT = 1_500
_LONGEST_SUPPORT = 3
"""Sentences next to each other, in one paragraph, that may bear one together."""
_PARTED = "\n\n"
"""Between paragraphs: the next may speak of something else."""
_LIKELIEST = 2
"""Passages that are tried for a sentence that names none."""
_TRIED = 6
"""Of the pieces of a passage those that are most like a sentence are tried."""


class _Borne(NamedTuple):
    standing: Standing
    support: tuple[tuple[int, Span], ...]


async def answered(
    model: LanguageModel, question: str, passages: Sequence[Passage], asking: Asking
) -> AsyncGenerator[AnswerSentence]:
    """Raises as the model does, and `BrokenAnswer` where it gives no answer."""
    if not passages:
        return
    asked = prompt("answer-1")
    shown = "\n\n".join((*numbered(passages), enclosed("question", question)))
    request = Request(asked.text, shown, None, _MOST_OUTPUT)
    judge = Judge(passages)
    heard = Sentences()
    async with aclosing(model.stream(request, call_of(asked, "answer", asking))) as pieces:
        async for piece in pieces:
            if isinstance(piece, Reply):
                if piece.ending is Ending.REFUSED:
                    raise BrokenAnswer(f"The model {model.name} declined to answer.")
                if not piece.text.strip():
                    raise BrokenAnswer(f"The model {model.name} gave an empty answer.")
                rest = heard.end() if piece.ending is Ending.COMPLETE else ()  # what was cut off is no sentence
            else:
                rest = heard.hear(piece)
            for said in rest:
                sentence = await asyncio.to_thread(judge.judged, said)
                if sentence is not None:
                    yield sentence


class Judge:
    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._language = language_of("\n".join(one.content for one in passages))
        self._grounds = [Ground(one.content, 0, len(one.content), self._language) for one in passages]

    def judged(self, said: Said) -> AnswerSentence | None:
        """None where nothing can be shown of it."""
        text = plain(said.text)
        named = [number - 1 for number in said.numbers if 0 < number <= len(self._passages)]
        found = [self._borne(text, index) for index in named or self._likeliest(text)]
        for standing in (Standing.SOURCED, Standing.INFERRED):
            support = tuple(pair for one in found if one.standing is standing for pair in one.support)
            if support:
                inferred = standing is Standing.INFERRED
                return AnswerSentence(text, support, inferred, self._language)
        return None

    def _likeliest(self, text: str) -> list[int]:
        """Some models forget to name a passage."""
        analyser = Analyser([BY_SCRIPT])
        said = analyser.every(text)
        shared = [len(said & analyser.every(one.content)) for one in self._passages]
        return sorted(range(len(shared)), key=lambda i: -shared[i])[:_LIKELIEST]

    def _borne(self, text: str, index: int) -> _Borne:
        """By the first of the passage's pieces that bears it; else by the one that is most like it."""
        passage, ground = self._passages[index], self._grounds[index]
        best = _Borne(Standing.DROPPED, ())
        for start, end in _pieces(text, passage.content):
            span = Span(start, end, passage.content[start:end])
            standing = ground.judged(text, [span]).standing
            if standing is Standing.DROPPED or (standing is best.standing):
                continue
            placed = Span(start + passage.start, end + passage.start, span.quote)
            best = _Borne(standing, ((index, placed),))
            if standing is Standing.SOURCED:
                break
        return best


def _pieces(text: str, content: str) -> list[Bounds]:
    """One to three sentences next to each other, those most like the text first and of equal ones the shortest."""
    analyser = Analyser([BY_SCRIPT])
    said = analyser.every(text)
    bounds = sentences(content)
    terms = [analyser.every(content[start:end]) & said for start, end in bounds]
    runs = [
        (len(frozenset().union(*terms[i : i + count])), count, i)
        for count in range(1, _LONGEST_SUPPORT + 1)
        for i in range(len(bounds) - count + 1)
        if _PARTED not in content[bounds[i][0] : bounds[i + count - 1][1]]
    ]
    best = sorted((run for run in runs if run[0]), key=lambda run: (-run[0], run[1], run[2]))[:_TRIED]
    return [(bounds[i][0], bounds[i + count - 1][1]) for _, count, i in best]
