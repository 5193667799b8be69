"""The texts of a collection as an episode reads them."""

from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, and_, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.script.base import Told
from lorewright.knowledge.tables import TextState, passage, text

MOST_PASSAGES = 3_000
"""In all, about 600,000 tokens: what an episode needs is a tenth of it, and it is held in memory."""


class Material(NamedTuple):
    texts: tuple[Told, ...]
    """The newest first."""
    left_out: int
    """How many more there are."""


def material(tx: Transaction, scope: int, most_texts: int) -> Material:
    """Of texts that are ready; of long ones the beginning, so that there is room for all."""
    ready = and_(text.c.scope_id == scope, text.c.state == TextState.READY)
    columns = (text.c.id, text.c.source_id, text.c.title, text.c.language)
    rows = tx.execute(select(*columns).where(ready).order_by(text.c.made_at.desc(), text.c.id)).all()
    shown = {row.id: row for row in rows[:most_texts]}
    each = MOST_PASSAGES // max(1, len(shown))
    wanted = select(passage).where(among(passage.c.text_id, shown), passage.c.ordinal < each)
    found = tx.execute(wanted.order_by(passage.c.text_id, passage.c.ordinal))
    of_text = {id_: [_passage(one) for one in group] for id_, group in groupby(found, key=lambda one: one.text_id)}
    told = [
        Told(row.source_id, id_, row.title, row.language, of_text[id_]) for id_, row in shown.items() if id_ in of_text
    ]
    return Material(tuple(told), len(rows) - len(shown))


def _passage(row: Row[Any]) -> Passage:
    return Passage(
        number=row.number,
        text_id=row.text_id,
        ordinal=row.ordinal,
        start=row.start_char,
        end=row.end_char,
        content=row.content,
        heading_path=tuple(msgspec.json.decode(row.heading_path)),
        page=row.page,
    )
