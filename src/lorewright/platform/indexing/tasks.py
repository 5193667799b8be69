"""Writing a text's passages into the store in steps that a crash cannot undo, and giving them vectors."""

from collections.abc import Sequence
from typing import NamedTuple

from lorewright.db.transaction import Transaction
from lorewright.embeddings.base import Embedder
from lorewright.knowledge import texts
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.indexing import EMBED_BATCH, Lacking, put_vectors
from lorewright.knowledge.tables import FOUND, ScopeKind, TextState
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Work
from lorewright.reading.base import Reading
from lorewright.world import World


class NewText(NamedTuple):
    """A text that a job has read of the source it is about, and where it is to be found."""

    id: str
    reading: Reading
    title: str
    scope: ScopeKind
    scope_name: str = ""


def begin(tx: Transaction, world: World, work: Work, new: NewText) -> None:
    """Nothing happens where it has begun."""
    scope = texts.make_scope(tx, work.owner, new.scope, new.scope_name)
    texts.begin(tx, work.owner, scope, work.source_id, new.id, new.reading, new.title, world.clock.now())


def index_but_last(world: World, work: Work, new: NewText, pieces: Sequence[Passage]) -> Sequence[Passage]:
    """Writes all but the last few passages, each step a transaction of its own; goes on where an earlier try ended.

    Returns what is left for the last transaction.
    """
    earlier = _earlier(world, work, new.id)
    if earlier is not None and earlier.state in FOUND:
        return ()
    written = earlier.passages if earlier else 0
    while len(pieces) - written > texts.STEP:
        with work.writing() as tx:
            begin(tx, world, work, new)
            texts.add_passages(tx, world, work.owner, new.id, pieces[written : written + texts.STEP])
            work.advance(tx)
        written += texts.STEP
        work.progress(10 + 80 * written // len(pieces), f"Indexed {written} of {len(pieces)} passages")
    return pieces[written:]


def embed_chunks(world: World, work: Work) -> None:
    """Gives vectors to the passages that have none, a few at a time: of a source's text, or of an article's own.

    First those that searches read; then, where another embedder is chosen, its own, which are to take their place.
    """
    whose = work.held.article_id or work.source_id
    with world.db.reading() as tx:
        scope = texts.scope_of(tx, work.owner, whose)
        serving = world.vectors.embedder(tx, scope) if scope is not None else ""
    at_hand = world.embedders.named(serving)
    done = 0 if at_hand is None else _embedded(world, work, whose, at_hand)
    if done is not None and (at_hand is None or not world.embedders.is_chosen(serving)):
        done = _embedded(world, work, whose, world.embedders.chosen())
    if done is None:
        return
    with work.writing() as tx:
        if serving and not world.embedders.is_chosen(serving):
            enqueue(tx, work.owner, Kind.REINDEX, now=world.clock.now())
        work.finish(tx, f"{done} passages embedded")


def _embedded(world: World, work: Work, whose: str, embedder: Embedder) -> int | None:
    """How many passages got vectors; None where the job went back to the queue because a more urgent one is ready."""
    lacking = Lacking.in_source(work.owner, whose, embedder.name)
    with world.db.reading() as tx:
        total = lacking.count(tx)
    done = 0
    while True:
        work.check()
        with world.db.reading() as tx:
            rows = lacking.next(tx, EMBED_BATCH)
        if not rows:
            return done
        vectors = embedder.embed([texts.embedded_text(row.title, row.heading_path, row.content) for row in rows])
        with work.writing() as tx:
            put_vectors(tx, world, rows, vectors, embedder.name)
            work.advance(tx)
            done += len(rows)
            work.report(tx, 100 * done // total, f"{done} of {total} passages have vectors")
            if work.gives_way(tx):
                return None


def _earlier(world: World, work: Work, text_id: str) -> texts.Progress | None:
    """What an earlier try wrote of this text; what was removed of it is erased first."""
    while True:
        with world.db.reading() as tx:
            earlier = texts.progress(tx, work.owner, text_id)
        if earlier is None or earlier.state is not TextState.REMOVED:
            return earlier
        with work.writing() as tx:
            texts.erase_step(tx, world, work.owner)
