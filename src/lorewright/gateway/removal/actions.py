"""Deleting a source and all that rests on it."""

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions as article_actions
from lorewright.gateway.contradictions import actions as contradiction_actions
from lorewright.gateway.conversations import actions as conversation_actions
from lorewright.gateway.filing import actions as filing_actions
from lorewright.gateway.lint import actions as lint_actions
from lorewright.gateway.removal.schemas import Deleted, Receipt
from lorewright.gateway.sources import actions as source_actions
from lorewright.gateway.sources.queries import get_row
from lorewright.gateway.taxonomy import actions as taxonomy_actions
from lorewright.knowledge import texts
from lorewright.platform.costs import actions as cost_actions
from lorewright.platform.events import actions as event_actions
from lorewright.platform.jobs import actions as job_actions
from lorewright.platform.originals.actions import hold
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.world import World

OUTSIDE = {
    "sqlite": ["Backups that you made yourself of the data folder."],
    "postgresql": ["PostgreSQL's write-ahead log until it is recycled.", "Backups that its operator made."],
}


def delete_source(tx: Transaction, world: World, owner: str, source_id: str) -> Deleted:
    """Gone from every query when this commits; a job then erases bytes, files and index rows. Raises `NotFound`."""
    now = world.clock.now()
    source = get_row(tx, owner, source_id)
    # Whoever writes for the source holds one of these until its commit, and takes them in this order. So what it wrote is
    # seen and removed below, or it finds the source gone.
    hold(tx, source_actions.ORIGINALS, owner, source.blob)
    job_actions.forget(tx, owner, source_id)
    if not source_actions.lock_rows(tx, owner, [source_id], to_delete=True):
        raise NotFound("Source not found")
    job_actions.forget(tx, owner, source_id)  # again: a compilation that committed while this waited asked for vectors
    event_actions.forget(tx, owner, source_id)
    cost_actions.forget(tx, owner, source_id)
    lint_actions.forget(tx, owner, source_id)
    contradiction_actions.forget(tx, owner, source_id)
    answers = conversation_actions.forget(tx, owner, source_id)
    filed = filing_actions.forget(tx, world, owner, source_id, now)
    brought = taxonomy_actions.forget(tx, owner, source_id, now)
    gone = article_actions.forget(tx, owner, source_id, now)
    passages = texts.remove(tx, owner, source_id)
    source_actions.forget(tx, owner, source_id)
    leave(tx, owner, [(Remains.BLOB, source.blob), *((Remains.FILE, slug) for slug in gone.slugs)], now)
    receipt = Receipt(
        articles=len(gone.slugs),
        edits=gone.edits,
        passages=passages,
        claims=gone.claims + filed + brought,
        answers=answers,
        outside=OUTSIDE[tx.dialect],
    )
    return Deleted(deleted=source_id, receipt=receipt)
