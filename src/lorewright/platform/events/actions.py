"""Telling what happened, and forgetting it."""

import json
from datetime import datetime, timedelta

from sqlalchemy import delete, insert

from lorewright.db.transaction import EVENTS, Transaction
from lorewright.platform.events.tables import Name, event

KEPT = timedelta(seconds=60)


def tell(
    tx: Transaction, owner: str, name: Name, data: dict[str, object], *, now: datetime, source_id: str | None = None
) -> None:
    """Whoever listens for this owner hears it when the transaction commits. `source_id`: what it tells of."""
    row = {
        "user_id": owner,
        "source_id": source_id,
        "message": json.dumps({"event": name.value, **data}, ensure_ascii=False),
        "happened_at": now,
    }
    tx.execute(insert(event), row)
    tx.announce(EVENTS)


def forget(tx: Transaction, owner: str, source_id: str) -> None:
    tx.execute(delete(event).where(event.c.user_id == owner, event.c.source_id == source_id))


def prune(tx: Transaction, now: datetime) -> None:
    """Takes away what nobody can want to hear any more."""
    tx.execute(delete(event).where(event.c.happened_at < now - KEPT))
