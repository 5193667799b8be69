"""Reading what happened."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from lorewright.db.transaction import Transaction
from lorewright.platform.events.tables import event

_AFTER = select(event).where(event.c.number > bindparam("number")).order_by(event.c.number)


def newest(tx: Transaction) -> int:
    """The highest number; 0 where nothing happened lately."""
    return int(tx.execute(select(func.coalesce(func.max(event.c.number), 0))).scalar_one())


def after(tx: Transaction, number: int) -> Sequence[Row[Any]]:
    """What has a higher number, of everybody, in order."""
    return tx.execute(_AFTER, {"number": number}).all()
