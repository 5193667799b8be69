"""What must hold within a text, of its index, and between a claim and what it quotes."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, and_, func, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin import rules
from lorewright.gateway.admin.pages import PAGE, ROWS, pages
from lorewright.gateway.articles.tables import PageType, article
from lorewright.index import shelves
from lorewright.index.rules import Statistics
from lorewright.index.shelves import Shelf
from lorewright.index.tables import State, index_scope, posting
from lorewright.index.terms import Analyser, language_key, tokenizer
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.tables import FOUND, passage, scope, text
from lorewright.knowledge.texts import embedded_text
from lorewright.world import World

LOOKED_INTO = 2_000
"""Of so many passages of a scope, evenly chosen, it is looked whether the index has all their words: cutting them takes a while."""


def _passages(world: World) -> Iterator[str]:
    """Each text is the row of its passages."""
    for page in pages(world, select(text.c.id).where(text.c.state.in_(FOUND)), text.c.id):
        wanted = (
            select(
                text.c.id,
                text.c.source_id,
                text.c.characters,
                text.c.passages,
                passage.c.ordinal,
                passage.c.start_char,
                passage.c.end_char,
                func.length(passage.c.content),
            )
            .join(passage, passage.c.text_id == text.c.id, isouter=True)
            .where(text.c.id.in_([row.id for row in page]), text.c.state.in_(FOUND))
            .order_by(text.c.id, passage.c.ordinal)
            .execution_options(yield_per=ROWS)
        )
        with world.db.reading() as tx:
            for first, rows in groupby(tx.execute(wanted), lambda row: row[:4]):
                pieces = (rules.Piece._make(row[4:]) for row in rows if row.ordinal is not None)
                fault = rules.untiled(pieces, characters=first[2], passages=first[3])
                if fault is not None:
                    yield f"Text {first[0]} of source {first[1]} is not whole: {fault}."


def _index(world: World) -> Iterator[str]:
    """The postings of each scope hold its passages, and its statistics are what they add up to."""
    for number in _scopes(world):
        with world.db.reading() as tx:
            yield from _scope_index(tx, number)


def faulty_scopes(world: World) -> Iterator[int]:
    """Those whose index of words does not hold what it should."""
    for number in _scopes(world):
        with world.db.reading() as tx:
            is_faulty = any(_scope_index(tx, number))
        if is_faulty:
            yield number


def _scopes(world: World) -> list[int]:
    with world.db.reading() as tx:
        return sorted(
            {*tx.execute(select(scope.c.id)).scalars(), *tx.execute(select(index_scope.c.scope_id)).scalars()}
        )


def _scope_index(tx: Transaction, scope_id: int) -> Iterator[str]:
    """Of the shelf that serves, and of one that is being built as far as it has come."""
    held = shelves.of_scope(tx, scope_id)
    lost = -held.building.number if held.building else scope_id
    serving = held.serving or Shelf(lost, State.SERVING, (), "", Statistics(0, 0), 0, 0)
    yield from _shelf(tx, scope_id, serving, f"The index of scope {scope_id}")
    if held.building is not None:
        yield from _shelf(tx, scope_id, held.building, f"The new index of scope {scope_id}")
    elif (
        held.erasing is None
        and tx.execute(select(posting.c.first).where(posting.c.scope_id == -serving.number)).first()
    ):
        yield f"There is a second index of scope {scope_id}, which nobody reads and nobody builds."


def _shelf(tx: Transaction, scope_id: int, shelf: Shelf, named: str) -> Iterator[str]:
    data = select(posting.c.data).where(posting.c.scope_id == shelf.number).execution_options(yield_per=ROWS)
    counted = rules.recounted(tx.execute(data).scalars())
    passages, words = shelf.statistics.passages, shelf.statistics.words
    if (passages, words) != (len(counted.numbers), counted.words):
        yield (
            f"{named} counts {passages} passages with {words} words, "
            f"but its postings add up to {len(counted.numbers)} with {counted.words}."
        )
    if counted.two_lengths:
        yield f"{named} gives {counted.two_lengths} passages two lengths."
    strangers = np.setdiff1d(counted.numbers, _numbers(tx, passage.c.scope_id == scope_id))
    if len(strangers):
        yield f"{named} holds {len(strangers)} passages that are not there, the first {strangers[0]}."
    found = _numbers(tx, and_(passage.c.scope_id == scope_id, text.c.state.in_(FOUND)))
    found = found[(found <= shelf.built_to) | (found > shelf.built_until)]
    lost = [number for number, terms in _terms(tx, np.setdiff1d(found, counted.numbers)) if terms]
    if lost:
        yield f"{named} lacks the words of {len(lost)} passages, the first {lost[0]}."
    if shelf.tokenizer != tokenizer():
        return
    held = dict(zip(counted.numbers.tolist(), counted.terms.tolist(), strict=True))
    some = np.intersect1d(found, counted.numbers)[:: 1 + len(held) // LOOKED_INTO]
    thin = [number for number, terms in _terms(tx, some) if terms != held[number]]
    if thin:
        yield f"{named} lacks some words of {len(thin)} passages, the first {thin[0]}."


def _numbers(tx: Transaction, condition: ColumnElement[bool]) -> NDArray[np.int64]:
    wanted = select(passage.c.number).join(text, text.c.id == passage.c.text_id).where(condition)
    return np.fromiter(tx.execute(wanted.execution_options(yield_per=ROWS)).scalars(), np.int64)


def _terms(tx: Transaction, numbers: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """How many terms each of these passages has; one of marks alone has none, and no posting."""
    columns = (passage.c.number, passage.c.heading_path, passage.c.content, text.c.title, text.c.language)
    wanted = select(*columns).join(text, text.c.id == passage.c.text_id).order_by(passage.c.number)
    analysers: dict[str, Analyser] = {}
    for start in range(0, len(numbers), PAGE):
        for row in tx.execute(wanted.where(among(passage.c.number, numbers[start : start + PAGE].tolist()))):
            key = language_key(row.language)
            analyser = analysers.setdefault(key, Analyser([key]))
            yield row.number, len(analyser.passage(embedded_text(row.title, row.heading_path, row.content)).counts)


def _quotes(world: World) -> Iterator[str]:
    """What an article's claims quote stands where they say."""
    wanted = select(article.c.id, article.c.user_id, article.c.slug)
    of_sources = wanted.where(article.c.page_type == PageType.SOURCE)  # answers may be older than their source
    for page in pages(world, of_sources, article.c.id):
        with world.db.reading() as tx:
            for row in page:
                for one in claim_store.get(tx, row.user_id, [row.id])[row.id]:
                    for evidence in one.evidence:
                        if not evidence.stands:
                            yield (
                                f"A claim of the article {row.slug} ({one.id}) quotes what does not stand at characters "
                                f"{evidence.start} to {evidence.end} of source {evidence.source_id}."
                            )


AREAS = (_passages, _index, _quotes)
