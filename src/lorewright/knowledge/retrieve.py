"""From a question to the passages of a scope that bear on it, grouped by the text they stand in."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import structlog
from sqlalchemy import Row, bindparam, select

from lorewright.core.errors import Unavailable
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.index.base import Hits, no_hits
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.rules import Candidate, Why, fuse
from lorewright.knowledge.tables import BUILDING, REMOVED, passage, text
from lorewright.reading.base import Moment
from lorewright.world import World

DEPTH = 100
"""Passages that each side may propose; more where more texts are wanted. The rule that fuses them hardly minds how many."""
DEPTH_EACH = 4
"""Passages for each text wanted, since several of them may stand in one text."""
RELATED = 0.15
"""Cosine from which on a passage is taken to have to do with a question of which it shares no word. There is always a nearest;
single words lie at 0.13 to 0.5 from what they are about, and below 0.2 from what they are not."""

log = structlog.get_logger()

_OF_TEXTS = passage.join(text, text.c.id == passage.c.text_id)
# Of a scope few texts are being written or removed: naming those takes a third of the time of asking each text found.
_HIDDEN = select(text.c.id).where(text.c.scope_id == bindparam("scope_id"), text.c.state.in_([BUILDING, REMOVED]))
_READY = select(passage.c.number, passage.c.text_id).where(
    passage.c.scope_id == bindparam("scope_id"),
    among(passage.c.number, bindparam("numbers")),
    passage.c.text_id.not_in(_HIDDEN),
)
_SHOWN = (
    select(passage, text.c.source_id, text.c.title, text.c.page_starts)
    .select_from(_OF_TEXTS)
    .where(passage.c.scope_id == bindparam("scope_id"), among(passage.c.number, bindparam("numbers")))
)


class Found(NamedTuple):
    """A text that bears on a question."""

    source_id: str
    text_id: str
    why: Why
    passages: Sequence[Passage]
    """Its best passages, best first."""
    scores: Sequence[float]
    """Of each of them, 0 to 1."""
    page_starts: Sequence[int]
    """Offset at which each page of the text begins; empty where there are no pages."""


def retrieve(
    tx: Transaction, world: World, scope_id: int, question: str, limit: int, *, passages_each: int = 1
) -> list[Found]:
    """At most `limit` texts of a scope, best first, each with its best passages. One embedding, six statements."""
    vector = _vector(world, question)
    depth = max(DEPTH, DEPTH_EACH * limit)
    lexical = world.words.search(tx, scope_id, question, depth)
    dense = no_hits() if vector is None else world.vectors.search(tx, scope_id, vector, depth, world.embedder.name)
    dense = _related(dense, lexical)
    ranked = fuse(lexical, dense, _texts(tx, scope_id, lexical, dense), limit)
    shown = _shown(tx, scope_id, [number for one in ranked for number in one.passages[:passages_each]])
    return [_found(one, shown, passages_each) for one in ranked]


def _vector(world: World, question: str) -> Any:
    """None where the model is not set up or cannot read the question: words alone still find."""
    if not world.embedder.reads(question):
        return None
    try:
        return world.embedder.embed([question])[0]
    except Unavailable as error:
        log.warning("searching by words alone", reason=error.detail)
        return None


def _related(dense: Hits, lexical: Hits) -> Hits:
    """What the vectors found without what has nothing to do with the question, by words or by meaning."""
    kept = (dense.scores >= RELATED) | np.isin(dense.numbers, lexical.numbers)
    return Hits(dense.numbers[kept], dense.scores[kept])


def _texts(tx: Transaction, scope_id: int, *sides: Hits) -> dict[int, str]:
    """Text ids by passage number, where the text is ready: what an index still knows of others is passed over."""
    numbers = {number for side in sides for number in side.numbers.tolist()}
    ready: Sequence[Any] = tx.execute(_READY, {"scope_id": scope_id, "numbers": sorted(numbers)}).all()
    return dict(ready)


def _shown(tx: Transaction, scope_id: int, numbers: Sequence[int]) -> dict[int, Row[Any]]:
    """Passages by number, with what their text says of itself."""
    return {row.number: row for row in tx.execute(_SHOWN, {"scope_id": scope_id, "numbers": numbers}).all()}


def _found(one: Candidate, shown: dict[int, Row[Any]], count: int) -> Found:
    rows = [shown[number] for number in one.passages[:count]]
    passages = [
        Passage(
            number=row.number,
            text_id=row.text_id,
            ordinal=row.ordinal,
            start=row.start_char,
            end=row.end_char,
            content=row.content,
            heading_path=tuple(msgspec.json.decode(row.heading_path)),
            page=row.page,
            title=row.title,
            moments=msgspec.json.decode(row.moments, type=tuple[Moment, ...]) if row.moments else (),
        )
        for row in rows
    ]
    page_starts = msgspec.json.decode(rows[0].page_starts)
    return Found(rows[0].source_id, one.text_id, one.why, passages, one.scores[:count], page_starts)
