"""Reading documents, and making their passages found."""

from datetime import datetime

from lorewright.core.errors import Unreadable
from lorewright.db.transaction import Transaction
from lorewright.knowledge import texts
from lorewright.knowledge.passages import cut
from lorewright.knowledge.tables import ScopeKind
from lorewright.platform.indexing.tasks import NewText, begin, embed_chunks, index_but_last
from lorewright.platform.jobs.actions import Claimed, enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.remains.actions import erase_soon
from lorewright.reading.kinds import read_as
from lorewright.retrieval.documents import actions, queries, rules
from lorewright.world import World


def index_document(world: World, work: Work) -> None:
    """Read, cut, index: the last transaction makes all of it visible at once."""
    with world.db.reading() as tx:
        row = queries.get_row(tx, work.owner, work.source_id)
    data = world.documents.get(work.owner, row.blob)
    reading = world.readers.read(data, read_as(row.kind), row.filename)
    del data  # as large as an upload may be
    if not reading.content.strip():
        raise Unreadable("Nothing to read was found in the document.")
    work.check()
    id_ = texts.text_id(work.owner, row.id, row.content_hash)
    pieces = list(cut(reading, id_))
    title = rules.title_of(reading, row.filename)
    new = NewText(id_, reading, title, ScopeKind.COLLECTION, row.collection_id)
    rest = index_but_last(world, work, new, pieces)
    now = world.clock.now()
    with work.writing() as tx:
        actions.set_indexed(tx, work.owner, row.id, len(pieces), reading.coverage)
        begin(tx, world, work, new)
        if rest:
            texts.add_passages(tx, world, work.owner, id_, rest)
        if texts.publish(tx, work.owner, row.id, id_):
            erase_soon(tx, work.owner, now)
        enqueue(tx, work.owner, Kind.EMBED_DOCUMENT, now=now, source_id=row.id)
        work.finish(tx, f"{len(pieces)} passages: {title}")


def _failed(tx: Transaction, held: Claimed, sentence: str, now: datetime) -> None:
    if held.source_id is not None:
        actions.set_failed(tx, held.user_id, held.source_id, sentence)
        if texts.give_up(tx, held.user_id, held.source_id):
            erase_soon(tx, held.user_id, now)


TASKS = {
    Kind.INDEX_DOCUMENT: Task(index_document, failed=_failed),
    Kind.EMBED_DOCUMENT: Task(embed_chunks),
}
