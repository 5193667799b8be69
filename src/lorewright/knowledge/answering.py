"""The engine's sentences on a question, each held against what it says to rest on."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import NamedTuple

from lorewright.knowledge.answers import Sentence, joined
from lorewright.knowledge.claims import Support
from lorewright.knowledge.engine import AnswerSentence, Asking, Engine, Passage
from lorewright.knowledge.evidence import check, whole
from lorewright.knowledge.tables import Confidence
from lorewright.reading.base import page_at, second_at


class Read(NamedTuple):
    """A passage that an answer may be made from."""

    source_id: str
    page_starts: Sequence[int]
    """Of its text."""
    passage: Passage
    via: str | None = None
    """As `Support.via`."""


async def answered(engine: Engine, owner: str, question: str, read: Sequence[Read]) -> AsyncGenerator[Sentence]:
    """The engine's sentences: what is said to be borne by its evidence and is not is left out."""
    asking = Asking(owner, tuple(dict.fromkeys(one.source_id for one in read)))
    async with aclosing(engine.answer(question, [one.passage for one in read], asking)) as sentences:
        async for sentence in sentences:
            is_borne = await asyncio.to_thread(_is_borne, sentence, read)
            if is_borne or sentence.inferred:
                confidence = Confidence.SOURCED if is_borne else Confidence.INFERRED
                yield Sentence(sentence.text, _support(sentence, read), confidence)


def _is_borne(sentence: AnswerSentence, read: Sequence[Read]) -> bool:
    quotes = [span.quote for _, span in sentence.support]
    places = [
        (piece.content, span.start - piece.start, span.end - piece.start)
        for index, span in sentence.support
        for piece in [read[index].passage]
    ]
    slices, wholes = [text[start:end] for text, start, end in places], [whole(*place) for place in places]
    return check(sentence.text, quotes, slices, sentence.language, wholes).passed


def _support(sentence: AnswerSentence, read: Sequence[Read]) -> tuple[Support, ...]:
    return tuple(
        Support(
            one.source_id,
            one.passage.text_id,
            page_at(one.page_starts, span.start),
            span,
            second_at(one.passage.moments, span.start),
            one.via,
        )
        for index in dict.fromkeys(index for index, _ in sentence.support)
        for one in [read[index]]
        for span in joined([span for where, span in sentence.support if where == index], one.passage)
    )
