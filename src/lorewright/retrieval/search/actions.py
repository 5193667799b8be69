"""Answering a question from a collection, stage by stage."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from lorewright.db.transaction import Transaction
from lorewright.index.base import Hits
from lorewright.knowledge import retrieve, texts
from lorewright.knowledge.answering import Read, answered
from lorewright.knowledge.answers import Sentence
from lorewright.knowledge.engine import Asking, Engine
from lorewright.knowledge.passages import estimate_tokens
from lorewright.knowledge.retrieve import Asked, Embedded, Hit
from lorewright.knowledge.rewriting import Rewritten, rewritten
from lorewright.knowledge.tables import Confidence, ScopeKind
from lorewright.platform.engines import engine_of
from lorewright.retrieval.collections.queries import get_row as get_collection_row
from lorewright.retrieval.documents import queries as documents
from lorewright.retrieval.documents.actions import lock_rows
from lorewright.retrieval.documents.tables import DocumentStatus
from lorewright.retrieval.pipelines.queries import stages_of
from lorewright.retrieval.pipelines.tables import Stage
from lorewright.retrieval.search import queries, rules
from lorewright.retrieval.search.schemas import (
    ReasoningStep,
    SearchConfig,
    SearchMetadata,
    SearchResponse,
    SearchSource,
    StageTime,
)
from lorewright.world import World

PASSAGES_READ = 12
"""At least so many passages an answer is made from, where there are so many."""
PARTS = 6
"""At most so many questions is one split into."""


class Answered(NamedTuple):
    """A question, what was found for it, and what is said; `[n]` in `text` is the n-th of `hits`."""

    question: str
    hits: Sequence[Hit]
    sentences: Sequence[Sentence]
    text: str
    read: int
    """Tokens."""


class Outcome(NamedTuple):
    response: SearchResponse
    hits: Sequence[Hit]
    """The sources of the response."""
    sentences: Sequence[Sentence]


@dataclass(slots=True)
class _Times:
    """How long the stages took, each summed over its turns."""

    spent_s: dict[Stage, float] = field(default_factory=dict)

    @contextmanager
    def of(self, stage: Stage) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.spent_s[stage] = self.spent_s.get(stage, 0.0) + time.perf_counter() - began

    def told(self) -> list[StageTime]:
        return [StageTime(stage=one, ms=round(1_000 * self.spent_s[one], 2)) for one in Stage if one in self.spent_s]


class _Words(NamedTuple):
    """A question in the collection's own words, and what they find."""

    rewritten: Rewritten
    hits: Hits


@dataclass(frozen=True, slots=True)
class _Search:
    """One question on its way through the stages."""

    world: World
    owner: str
    engine: Engine
    scope: int
    embedder: str
    """Whose vectors serve."""
    stages: Sequence[Stage]
    limit: int
    times: _Times
    names: dict[str, str] = field(default_factory=dict)
    """Of the documents in which passages were found, by id."""

    async def answer(self, question: str) -> Answered:
        ahead = _embedding(self.world, question)
        return await self.answer_found(await asyncio.to_thread(self.words, question), ahead)

    async def answer_found(self, words: _Words, ahead: Awaitable[Embedded | None]) -> Answered:
        """`ahead`: the question embedded as it was asked, which serves where its spelling was right."""
        wanted = await self._worded(words.rewritten)
        with self.times.of(Stage.RETRIEVAL):
            meant = await ahead
            if meant is None or (meant.question, meant.embedder) != (wanted.searched, self.embedder):
                meant = await asyncio.to_thread(retrieve.embedded, self.world, wanted.searched, self.embedder)
        hits = await asyncio.to_thread(self._find, wanted, meant, words)
        asked = wanted.asked
        if Stage.RERANKING in self.stages:
            with self.times.of(Stage.RERANKING):
                sources = dict.fromkeys(hit.source_id for hit in hits)
                passages = [hit.passage for hit in hits]
                hits = rules.reordered(hits, await self.engine.ranked(asked, passages, self._asking(*sources)))
        said: list[Sentence] = []
        if Stage.GENERATION in self.stages:
            with self.times.of(Stage.GENERATION):
                said = [one async for one in self._said(asked, hits[: max(PASSAGES_READ, self.limit)])]
        return self.told(asked, hits, said)

    def told(self, question: str, hits: Sequence[Hit], said: Sequence[Sentence]) -> Answered:
        """With the passages that are shown, and of the sentences those that rest on nothing else."""
        shown = rules.chosen(hits, said, self.limit)
        places = [rules.place_of(hit) for hit in shown]
        kept = rules.borne(said, places)
        text = rules.answer_text(kept, places)
        if Stage.GENERATION in self.stages and not text:
            text = rules.NO_ANSWER
        read = sum(estimate_tokens(hit.passage.content) for hit in hits[: max(PASSAGES_READ, self.limit)])
        return Answered(question, rules.paged(shown, kept), kept, text, read)

    async def _said(self, question: str, hits: Sequence[Hit]) -> AsyncGenerator[Sentence]:
        read = [Read(hit.source_id, hit.page_starts, hit.passage) for hit in hits]
        async with aclosing(answered(self.engine, self.owner, question, read)) as sentences:
            async for one in sentences:
                if one.confidence is Confidence.SOURCED or self.world.settings.answers.unproved == "mark":
                    yield one

    async def _worded(self, spelt: Rewritten) -> Rewritten:
        """With what a model adds, which is only looked for."""
        if Stage.QUERY_REWRITING not in self.stages:
            return spelt
        with self.times.of(Stage.QUERY_REWRITING):
            more = await self.engine.other_words(spelt.asked, self._asking())
            return spelt._replace(searched=" ".join([spelt.searched, *more]))

    def words(self, question: str) -> _Words:
        """What can be found before it is known what the question means."""
        with self.world.db.reading() as tx:
            found = Rewritten(question, question)
            if Stage.QUERY_REWRITING in self.stages:
                with self.times.of(Stage.QUERY_REWRITING):
                    found = rewritten(tx, self.world, self.scope, question)
            return _Words(found, self._by_words(tx, found.searched))

    def _by_words(self, tx: Transaction, searched: str) -> Hits:
        with self.times.of(Stage.RETRIEVAL):
            return retrieve.by_words(tx, self.world, self.scope, searched, queries.depth(self.limit))

    def _find(self, wanted: Rewritten, meant: Embedded, words: _Words) -> Sequence[Hit]:
        """Passages, best first."""
        asked = Asked(self.scope, meant)
        with self.world.db.reading() as tx:
            is_same = wanted.searched == words.rewritten.searched
            lexical = words.hits if is_same else self._by_words(tx, wanted.searched)
            with self.times.of(Stage.RETRIEVAL):
                hits = retrieve.passages(tx, self.world, asked, lexical, queries.depth(self.limit))
            if Stage.RERANKING in self.stages:
                with self.times.of(Stage.RERANKING):
                    hits = queries.reranked(tx, self.world, asked, wanted.asked, hits)
            self.names.update(documents.names(tx, self.owner, {hit.source_id for hit in hits}))
        return hits

    def _asking(self, *source_ids: str) -> Asking:
        return Asking(self.owner, source_ids)


async def search(
    world: World, owner: str, collection_id: str, question: str, config: SearchConfig | None = None
) -> Outcome:
    """Raises `NoCollection`, `NoPipeline`, `NotAllowed`, `Unavailable`, and as a model does."""
    began = time.perf_counter()
    config = config or SearchConfig()
    ahead = _embedding(world, question)
    begun = await asyncio.create_task(asyncio.to_thread(_begun, world, owner, collection_id, question, config))
    if isinstance(begun, str):
        return _outcome(question, Answered(question, (), (), begun, 0), [], {}, _Times(), began)
    one, words = begun
    steps: list[Answered] = []
    if config.cot_enabled and Stage.REASONING in one.stages:
        with one.times.of(Stage.REASONING):
            parts = await one.engine.split(question, Asking(owner, ()))
        steps = [await one.answer(part) for part in parts[:PARTS]] if len(parts) > 1 else []
    done = _composed(one, question, steps) if steps else await one.answer_found(words, ahead)
    outcome = _outcome(question, done, steps, one.names, one.times, began)
    if not config.show_cot_steps:
        outcome.response.reasoning_steps.clear()
    return outcome


def _begun(
    world: World, owner: str, collection_id: str, question: str, config: SearchConfig
) -> tuple[_Search, _Words] | str:
    """The search and what the question's words find, or what is said at once where there is nothing to look through."""
    with world.db.reading() as tx:
        row = get_collection_row(tx, owner, collection_id)
        stages = stages_of(tx, owner, str(config.pipeline_id) if config.pipeline_id else None)
        if not row.document_count:
            return rules.EMPTY
        scope = texts.scope_with_ready(tx, owner, ScopeKind.COLLECTION, collection_id)
        if scope is None:
            counts = documents.counts(tx, owner, collection_id)
            return rules.NOT_READY if DocumentStatus.PROCESSING in counts else rules.ALL_FAILED
        embedder = world.vectors.embedder(tx, scope)
    engine = engine_of(world, owner, lock_rows)
    one = _Search(world, owner, engine, scope, embedder, stages, config.max_results, _Times())
    return one, one.words(question)


def _embedding(world: World, question: str) -> asyncio.Task[Embedded | None]:
    """Under way, beside what else is asked of the question meanwhile."""
    return asyncio.create_task(asyncio.to_thread(retrieve.embedded_ahead, world, question))


def _composed(one: _Search, question: str, steps: Sequence[Answered]) -> Answered:
    """What the steps say, each sentence once, and what they found."""
    said = {sentence.text: sentence for step in steps for sentence in step.sentences}
    done = one.told(question, rules.merged([step.hits for step in steps]), list(said.values()))
    return done._replace(read=sum(step.read for step in steps))


def _outcome(
    question: str, done: Answered, steps: Sequence[Answered], names: Mapping[str, str], times: _Times, began: float
) -> Outcome:
    """`names`: of documents, by id."""

    def sources(answered: Answered) -> list[SearchSource]:
        return [_source(hit, names.get(hit.source_id, "")) for hit in answered.hits]

    tokens = estimate_tokens(question) + done.read + sum(estimate_tokens(one.text) for one in (done, *steps))
    response = SearchResponse(
        answer=done.text,
        sources=sources(done),
        reasoning_steps=[
            ReasoningStep(sub_question=step.question, answer=step.text, sources=sources(step)) for step in steps
        ],
        metadata=SearchMetadata(
            total_tokens=tokens,
            response_time_ms=round(1_000 * (time.perf_counter() - began)),
            cot_used=bool(steps),
            asked=done.question,
            stages=times.told(),
        ),
    )
    return Outcome(response, done.hits, done.sentences)


def _source(hit: Hit, filename: str) -> SearchSource:
    return SearchSource(
        document_id=UUID(hit.source_id),
        chunk_id=rules.chunk_id(hit.source_id, hit.passage.ordinal),
        content=hit.passage.content.strip(),
        score=min(1.0, max(0.0, hit.score)),
        filename=filename,
        page=hit.passage.page,
        headings=list(hit.passage.headings),
    )
