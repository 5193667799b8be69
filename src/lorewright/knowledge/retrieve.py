"""From a question to the passages of a scope that bear on it, grouped by the text they stand in."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import structlog
from sqlalchemy import Row, Select, and_, bindparam, select

from lorewright.core.errors import Unavailable
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.embeddings.base import Embedder, Vector
from lorewright.index.base import Hits, no_hits
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.rules import Candidate, Why, fuse
from lorewright.knowledge.tables import BUILDING, REMARK, REMOVED, ScopeKind, TextState, claim, passage, span, text
from lorewright.knowledge.texts import scope_id
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
_HIDDEN = select(text.c.id).where(text.c.scope_id == bindparam("scope_id"))
_NUMBERED = select(passage.c.number, passage.c.text_id).where(
    passage.c.scope_id == bindparam("scope_id"), among(passage.c.number, bindparam("numbers"))
)
_OR_REMARKS = _NUMBERED.where(passage.c.text_id.not_in(_HIDDEN.where(text.c.state.in_([BUILDING, REMOVED]))))
_READY = _NUMBERED.where(passage.c.text_id.not_in(_HIDDEN.where(text.c.state.in_([BUILDING, REMARK, REMOVED]))))
_SHOWN = (
    select(passage, text.c.source_id, text.c.title, text.c.page_starts, text.c.state)
    .select_from(_OF_TEXTS)
    .where(passage.c.scope_id == bindparam("scope_id"), among(passage.c.number, bindparam("numbers")))
)
# No passage of two texts overlaps, so what a span stands in is told by where it begins and ends.
_BEHIND = (
    select(
        claim.c.holder_id, claim.c.content.label("said"), passage, text.c.source_id, text.c.title, text.c.page_starts
    )
    .join(span, span.c.claim_id == claim.c.id)
    .join(text, and_(text.c.id == span.c.text_id, text.c.state == TextState.READY))
    .join(
        passage,
        and_(
            passage.c.text_id == text.c.id,
            passage.c.start_char < span.c.end_char,
            passage.c.end_char > span.c.start_char,
        ),
    )
    .where(claim.c.user_id == bindparam("owner"), among(claim.c.holder_id, bindparam("holder_ids")))
    .order_by(claim.c.holder_id, claim.c.ordinal, span.c.ordinal, passage.c.ordinal)
)


class Found(NamedTuple):
    """A text that bears on a question."""

    source_id: str
    """Whose text it is: a source's, or an article's that answers were filed in."""
    text_id: str
    why: Why
    passages: Sequence[Passage]
    """Its best passages, best first."""
    scores: Sequence[float]
    """Of each of them, 0 to 1."""
    page_starts: Sequence[int]
    """Offset at which each page of the text begins; empty where there are no pages."""
    is_remark: bool
    """A person wrote it; nothing can rest on it."""


class Behind(NamedTuple):
    """A passage that a claim rests on."""

    holder_id: str
    said: str
    """The claim."""
    source_id: str
    page_starts: Sequence[int]
    passage: Passage


def behind(tx: Transaction, owner: str, holder_ids: Sequence[str]) -> list[Behind]:
    """What the claims of these holders rest on, in their order, as far as its text is still there. One statement."""
    rows = tx.execute(_BEHIND, {"owner": owner, "holder_ids": holder_ids})
    return [
        Behind(row.holder_id, row.said, row.source_id, msgspec.json.decode(row.page_starts), _passage(row))
        for row in rows
    ]


class Embedded(NamedTuple):
    """What a question means."""

    question: str
    embedder: str
    """Who made the vector."""
    vector: Vector | None
    """None where words alone are to be searched."""


class Asked(NamedTuple):
    """A question as it is put to a scope."""

    scope_id: int
    meant: Embedded


def prepare(world: World, owner: str, kind: ScopeKind, question: str) -> Asked | None:
    """Has the question embedded by whoever made the vectors of the scope; None where nothing has been put into it yet.

    To be called with no transaction open: the embedder may be a server that takes its time.
    """
    with world.db.reading() as tx:
        scope = scope_id(tx, owner, kind)
        name = "" if scope is None else world.vectors.embedder(tx, scope)
    return None if scope is None else Asked(scope, embedded(world, question, name))


def embedded(world: World, question: str, name: str) -> Embedded:
    """By the embedder of this name. To be called with no transaction open, as `prepare`."""
    embedder = world.embedders.named(name)
    return Embedded(question, name, None if embedder is None else _vector(embedder, question))


def embedded_ahead(world: World, question: str) -> Embedded | None:
    """By the chosen embedder, before it is known whose vectors serve and how the question is spelt; None where that might cost money."""
    embedder = world.embedders.local()
    return None if embedder is None else Embedded(question, embedder.name, _vector(embedder, question))


class Hit(NamedTuple):
    """A passage that bears on a question."""

    source_id: str
    page_starts: Sequence[int]
    """As of `Found`."""
    passage: Passage
    score: float
    """0 to 1."""


def retrieve(
    tx: Transaction, world: World, asked: Asked, limit: int, *, passages_each: int = 1, or_remarks: bool = False
) -> list[Found]:
    """At most `limit` texts of a scope, best first, each with its best passages. Six statements.

    `or_remarks`: what people wrote into articles is found too.
    """
    seen = _OR_REMARKS if or_remarks else _READY
    depth = max(DEPTH, DEPTH_EACH * limit)
    lexical = world.words.search(tx, asked.scope_id, asked.meant.question, depth)
    ranked = _ranked(tx, world, asked, lexical, seen, depth, limit)
    shown = _shown(tx, asked.scope_id, [number for one in ranked for number in one.passages[:passages_each]])
    return [_found(one, shown, passages_each) for one in ranked]


def by_words(tx: Transaction, world: World, scope_id: int, question: str, limit: int) -> Hits:
    """What the words of a question propose for `passages`."""
    return world.words.search(tx, scope_id, question, max(DEPTH, limit))


def passages(tx: Transaction, world: World, asked: Asked, lexical: Hits, limit: int) -> list[Hit]:
    """At most `limit` passages of a scope, best first, whichever texts they stand in. Four statements.

    `lexical`: what `by_words` found; before, perhaps, in another transaction.
    """
    ranked = _ranked(tx, world, asked, lexical, _READY, max(DEPTH, limit), None)
    scored = [pair for one in ranked for pair in zip(one.scores, one.passages, strict=True)]
    best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:limit]
    shown = _shown(tx, asked.scope_id, [number for _, number in best])
    return [
        Hit(row.source_id, msgspec.json.decode(row.page_starts), _passage(row), score)
        for score, row in ((score, shown[number]) for score, number in best)
    ]


def _ranked(
    tx: Transaction,
    world: World,
    asked: Asked,
    lexical: Hits,
    seen: Select[int, str],
    depth: int,
    limit: int | None,
) -> list[Candidate]:
    """Texts that bear on the question, best first, by what its words propose, and `depth` passages that its meaning does.

    Words alone find where the vectors of another embedder serve since the question was embedded.
    """
    scope_id, (_, embedder, vector) = asked
    dense = no_hits() if vector is None else world.vectors.search(tx, scope_id, vector, depth, embedder)
    dense = _related(dense, lexical)
    return fuse(lexical, dense, _texts(tx, seen, scope_id, lexical, dense), limit)


def _vector(embedder: Embedder, question: str) -> Vector | None:
    """None where the model cannot be asked, or cannot read the question: words alone still find."""
    if not embedder.reads(question):
        return None
    try:
        return embedder.embed_question(question)
    except Unavailable as error:
        log.warning("searching by words alone", reason=error.detail)
        return None


def _related(dense: Hits, lexical: Hits) -> Hits:
    """What the vectors found without what has nothing to do with the question, by words or by meaning."""
    kept = (dense.scores >= RELATED) | np.isin(dense.numbers, lexical.numbers)
    return Hits(dense.numbers[kept], dense.scores[kept])


def _texts(tx: Transaction, seen: Select[int, str], scope_id: int, *sides: Hits) -> dict[int, str]:
    """Text ids by passage number, where the text is to be seen: what an index still knows of others is passed over."""
    numbers = {number for side in sides for number in side.numbers.tolist()}
    ready: Sequence[Any] = tx.execute(seen, {"scope_id": scope_id, "numbers": sorted(numbers)}).all()
    return dict(ready)


def _shown(tx: Transaction, scope_id: int, numbers: Sequence[int]) -> dict[int, Row[Any]]:
    """Passages by number, with what their text says of itself."""
    return {row.number: row for row in tx.execute(_SHOWN, {"scope_id": scope_id, "numbers": numbers}).all()}


def _found(one: Candidate, shown: dict[int, Row[Any]], count: int) -> Found:
    rows = [shown[number] for number in one.passages[:count]]
    passages = [_passage(row) for row in rows]
    page_starts = msgspec.json.decode(rows[0].page_starts)
    return Found(
        rows[0].source_id,
        one.text_id,
        one.why,
        passages,
        one.scores[:count],
        page_starts,
        rows[0].state == TextState.REMARK,
    )


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
        title=row.title,
        moments=msgspec.json.decode(row.moments, type=tuple[Moment, ...]) if row.moments else (),
    )
