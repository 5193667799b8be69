"""Leaving bytes and files to be erased once the transaction that no longer needs them has committed."""

from collections.abc import Sequence
from datetime import datetime

from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.remains.tables import Remains, remains


def leave(tx: Transaction, owner: str, left: Sequence[tuple[Remains, str]], now: datetime) -> None:
    """Each (what, its name); a job erases them, unless somebody needs them again by then."""
    rows = [{"user_id": owner, "kind": kind.value, "name": name} for kind, name in left]
    if rows:
        tx.execute(insert_missing(tx.dialect, remains), rows)
    erase_soon(tx, owner, now)


def erase_soon(tx: Transaction, owner: str, now: datetime) -> None:
    """Has a job erase what is left, and texts that are not read any more. One job is for all of an owner, and many ask for it."""
    tx.at_last((Kind.ERASE_REMAINS, owner), lambda: enqueue(tx, owner, Kind.ERASE_REMAINS, now=now))
