"""What is read for a question, and what is said of it. Nothing here is stored."""

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import articles_of_sources, retrieved
from lorewright.gateway.articles.tables import PageType
from lorewright.gateway.contradictions import cited
from lorewright.gateway.contradictions.cited import Outdone
from lorewright.knowledge.answering import Read, answered
from lorewright.knowledge.answers import Sentence
from lorewright.knowledge.engine import Engine, Passage, Span
from lorewright.knowledge.retrieve import Behind, behind
from lorewright.knowledge.tables import Confidence
from lorewright.world import World

TEXTS_READ = 8
PASSAGES_READ = 12


class Reading(NamedTuple):
    """What an answer is made from."""

    passages: Sequence[Read]
    """The best first."""
    titles: Mapping[str, str]
    """Of the articles found, by the source that each is of; of an article of answers by its own id."""
    outdone: Sequence[Outdone]
    """What of it a person decided to be wrong, with what is right."""

    def better(self, sentence: Sentence) -> Outdone | None:
        """Why a sentence waits for what is right instead: it rests on nothing but what was decided to be wrong."""
        for one in self.outdone:
            if sentence.support and all(_is_at(each.source_id, each.span, one.wrong) for each in sentence.support):
                return one
        return None

    def without(self, decided: Sequence[Outdone]) -> list[Read]:
        """The passages in which nothing stands that was decided to be wrong."""
        wrong = [place for one in decided for place in one.wrong]
        return [one for one in self.passages if not _is_at(one.source_id, one.passage, wrong)]


async def said(
    engine: Engine, owner: str, question: str, reading: Reading, *, unproved: bool
) -> AsyncGenerator[Sentence]:
    """The engine's sentences; with `unproved` those too that nothing bears. One that rests on what a person decided to be wrong comes
    only where what is right is not said, though the engine is asked for that once more."""
    given: list[Sentence] = []
    waiting: list[tuple[Sentence, Outdone]] = []
    async with aclosing(answered(engine, owner, question, reading.passages)) as sentences:
        async for one in sentences:
            if not (unproved or one.confidence is Confidence.SOURCED):
                continue
            if better := reading.better(one):
                waiting.append((one, better))
            else:
                given.append(one)
                yield one
    lacking = [better for _, better in waiting if not _is_said(better, given)]
    if lacking:
        async with aclosing(answered(engine, owner, question, reading.without(lacking))) as sentences:
            async for one in sentences:
                if one.confidence is Confidence.SOURCED and any(_is_said(better, [one]) for better in lacking):
                    given.append(one)
                    yield one
    for one, better in waiting:
        if not _is_said(better, given):
            yield one


def _is_said(decided: Outdone, sentences: Iterable[Sentence]) -> bool:
    """Whether one of them says what was decided to be right."""
    return any(_is_at(each.source_id, each.span, decided.right) for one in sentences for each in one.support)


def read(tx: Transaction, world: World, owner: str, question: str) -> Reading:
    """The best passages of sources. Where an article of answers is found, what it rests on is read in its place: an answer is
    never made from answers."""
    hits = retrieved(tx, world, owner, question, TEXTS_READ, passages_each=PASSAGES_READ)
    titles = {one.source_id: str(row.title) for one, row in hits}
    filed = [row.id for _, row in hits if row.page_type == PageType.ANSWER]
    beneath = behind(tx, owner, filed) if filed else []
    more = articles_of_sources(tx, owner, list({one.source_id for one in beneath} - titles.keys()))
    titles |= {source_id: row.title for source_id, row in more.items()}
    scored: list[tuple[float, Read]] = []
    for one, row in hits:
        for score, piece in zip(one.scores, one.passages, strict=True):
            if row.page_type == PageType.ANSWER:
                led_to = [each for each in beneath if each.holder_id == row.id and each.said in piece.content]
                scored += [(score, _led_to(each)) for each in led_to if each.source_id in titles]
            else:
                scored.append((score, Read(one.source_id, one.page_starts, piece)))
    best: dict[int, Read] = {}
    for _, each in sorted(scored, key=lambda each: -each[0]):
        best.setdefault(each.passage.number, each)
    passages = list(best.values())[:PASSAGES_READ]
    outdone = cited.outdone(tx, owner, sorted({one.source_id for one in passages}))
    return Reading(passages, titles, outdone)


def _is_at(source_id: str, of: Span | Passage, places: Iterable[tuple[str, int, int]]) -> bool:
    return any(where == source_id and start < of.end and of.start < end for where, start, end in places)


def _led_to(one: Behind) -> Read:
    return Read(one.source_id, one.page_starts, one.passage, one.holder_id)
