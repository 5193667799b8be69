"""Stores of any size, made of real passages put together anew, so that they need neither the engine nor the model.

A text is four or five passages of the collection scifact under the title of a fifth; its claims are its first sentences as they
stand, its concepts those of a real article, and its vectors noisy copies of its passages' own. All else, sources, texts,
index, articles and links, is written by the product's own functions, and the index of words by those that rebuild it.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from bench.corpora import Collection
from bench.noise import put_vectors
from bench.pages import OWNER, opened
from bench.retrieval import feed_and_settle
from bench.service import sha256
from lorewright import tables
from lorewright.db import schema
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions as articles
from lorewright.gateway.articles import rules
from lorewright.gateway.articles.actions import Compiled
from lorewright.gateway.concepts.rules import Form
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.sources import actions as sources
from lorewright.gateway.sources.schemas import IngestTextRequest
from lorewright.index.base import Entry, Hits, no_hits
from lorewright.index.lexical import PackedPostings
from lorewright.index.tables import index_vector
from lorewright.knowledge import texts
from lorewright.knowledge.claims import NewClaim, Support
from lorewright.knowledge.engine import Span
from lorewright.knowledge.indexing import Rebuilding, rebuild_words_step
from lorewright.knowledge.passages import cut
from lorewright.knowledge.sentences import block_sentences
from lorewright.knowledge.tables import Confidence, ScopeKind, passage, text
from lorewright.reading.base import Reading
from lorewright.world import World

assert tables.__all__, "a schema is made of the tables that have been loaded"

OF = "scifact"
PASSAGES = 4
"""Or one more, so that they are cut into four in the mean."""
CLAIMS = 6
AT_ONCE = 25
"""Texts written in one transaction."""
INDEXED_AT_ONCE = 256


class Piece(NamedTuple):
    title: str
    content: str
    vector: NDArray[np.float32]


@dataclass(frozen=True)
class Stock:
    """What the stores are made of."""

    pieces: Sequence[Piece]
    concepts: Sequence[Sequence[Form]]
    """Of each article."""


class Unindexed(PackedPostings):
    """A `LexicalIndex` that takes in nothing: what is left out is put in at the end, all together."""

    def add(self, _tx: Transaction, _scope_id: int, _entries: Sequence[Entry], _language: str | None = None) -> None:
        """Does nothing."""

    def remove(self, _tx: Transaction, _scope_id: int, _entries: Sequence[Entry]) -> None:
        """Does nothing."""

    def rebuild(self, _tx: Transaction, _scope_id: int, *, afresh: bool = False) -> None:
        """Does nothing."""

    def gap(self, _tx: Transaction, _scope_id: int, _newest: int) -> None:
        """There is none."""

    def build(self, _tx: Transaction, _scope_id: int, _entries: Mapping[str | None, Sequence[Entry]], _to: int) -> None:
        """Does nothing."""

    def erase_step(self, _tx: Transaction, _scope_id: int) -> bool:
        return False

    def search(self, _tx: Transaction, _scope_id: int, _query: str, _limit: int) -> Hits:
        return no_hits()


def build(folder: Path, articles_wanted: int) -> None:
    """Fills the store of a data folder up to so many articles; goes on where it was broken off."""
    with opened(folder) as world:
        schema.upgrade(world.db, folder, world.clock.now())
        unindexed = replace(world, words=Unindexed())
        made = _count(world)
        if made >= articles_wanted:
            return
        stock = _stock()
        for start in range(made, articles_wanted, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, articles_wanted))
            with world.db.writing() as tx:
                for number in numbers:
                    _put(tx, unindexed, stock, number)
            if start % 5_000 == 0:
                print(f"  {folder.name}: {start} of {articles_wanted} articles", flush=True)
        _index(world)


def _stock() -> Stock:
    """Of the collection's own store, fed and embedded as the benchmark of retrieval does it."""
    with opened(feed_and_settle(Collection(OF), fresh=False)) as world, world.db.reading() as tx:
        wanted = select(text.c.title, passage.c.content, index_vector.c.vector)
        of_passages = wanted.join(text, text.c.id == passage.c.text_id).join(
            index_vector, index_vector.c.number == passage.c.number
        )
        pieces = [
            Piece(row.title, row.content, np.frombuffer(row.vector, "<f4"))
            for row in tx.execute(of_passages.order_by(passage.c.number))
        ]
        concepts: dict[str, list[Form]] = {}
        for row in tx.execute(select(article_concept).order_by(article_concept.c.ordinal)):
            concepts.setdefault(row.article_id, []).append(Form(row.key, row.written, row.short))
    return Stock(pieces, list(concepts.values()))


def _count(world: World) -> int:
    with world.db.reading() as tx:
        return len(tx.execute(select(text.c.id)).all())


def _put(tx: Transaction, world: World, stock: Stock, number: int) -> None:
    draw = random.Random(number)
    chosen = draw.choices(stock.pieces, k=PASSAGES + (number % 5 > 1))
    title = f"{draw.choice(stock.pieces).title[:150]} {number}"
    content = "\n\n".join(one.content.strip() for one in chosen)
    source = sources.add_text(tx, world, OWNER, IngestTextRequest(content=content, title=title, auto_compile=False))
    reading = world.readers.read(content.encode(), "text")
    hashed = sha256(content)
    id_ = texts.text_id(OWNER, source.id, hashed)
    now = world.clock.now()
    texts.begin(tx, OWNER, texts.make_scope(tx, OWNER, ScopeKind.WIKI), source.id, id_, reading, title, now)
    texts.add_passages(tx, world, OWNER, id_, list(cut(reading, id_)))
    texts.publish(tx, OWNER, source.id, id_)
    sources.set_compiled(tx, OWNER, source.id, hashed, now=now, token_count=len(content) // 4)
    claims = _claims(reading, source.id, id_)
    compiled = Compiled(title, claims[0].content, draw.choice(stock.concepts), claims, _body(claims), "bench")
    articles.put_article(tx, OWNER, source.id, compiled, now)
    put_vectors(tx, world, id_, [one.vector for one in chosen], number)


def _claims(reading: Reading, source_id: str, id_: str) -> list[NewClaim]:
    bounds = (each for block in reading.blocks for each in block_sentences(reading.content, block))
    spans = (Span(start, end, reading.content[start:end]) for start, end in islice(bounds, CLAIMS))
    return [
        NewClaim("Key Claims", one.quote, Confidence.SOURCED, (Support(source_id, id_, None, one),)) for one in spans
    ]


def _body(claims: Sequence[NewClaim]) -> str:
    lines = [rules.RenderedClaim(one.content, Confidence.SOURCED, "", ()) for one in claims]
    return rules.render_body(rules.Body(lines[:1], lines, (), ()))


def _index(world: World) -> None:
    """Puts the words of all passages into the index."""
    with world.db.writing() as tx:
        scope = texts.make_scope(tx, OWNER, ScopeKind.WIKI)
        world.words.rebuild(tx, scope)
    stands: Rebuilding | None = Rebuilding(0, 0)
    while stands is not None:
        with world.db.writing() as tx:
            stands = rebuild_words_step(tx, world, scope, INDEXED_AT_ONCE)
