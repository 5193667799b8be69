"""Texts in the store: their passages, the words and vectors that find them, and how they go.

A text is written in steps that hold the database only briefly. Nobody sees it before it is ready; when it is removed it is
gone for every query at once, and erased in steps.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BindParameter, Row, Select, and_, bindparam, delete, exists, func, insert, select, update

from lorewright.core.errors import Unavailable
from lorewright.core.ids import derived_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.index import scopes
from lorewright.index.base import Entry
from lorewright.index.tables import index_vector
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.tables import REMOVED, ScopeKind, TextState, passage, scope, text
from lorewright.reading.base import Reading
from lorewright.world import World

MADE_BY = "reader-1 passages-1"
"""Another reader or another cut makes another text: raise it, and recompiling replaces what the old ones made."""

STEP = 4
"""Passages written or erased in one transaction, so that it stays within the 20 ms that a background one may take."""

_OWNER: BindParameter[str] = bindparam("owner")
_SCOPE = select(scope.c.id).where(
    scope.c.user_id == _OWNER, scope.c.kind == bindparam("kind"), scope.c.name == bindparam("name")
)
_TEXT = select(text).where(text.c.user_id == _OWNER, text.c.id == bindparam("id"))
_GROWN = (
    update(text)
    .where(text.c.user_id == _OWNER, text.c.id == bindparam("id_"))
    .values(passages=text.c.passages + bindparam("more"))
)
_OF_SOURCE = update(text).where(text.c.user_id == _OWNER, text.c.source_id == bindparam("source"))
_REPLACED = _OF_SOURCE.where(text.c.id != bindparam("id_"))
_PUBLISHED = _OF_SOURCE.where(text.c.id == bindparam("id_"), text.c.state != REMOVED)


def scope_id(tx: Transaction, owner: str, kind: ScopeKind, name: str = "") -> int | None:
    """None where nothing has been put into it yet."""
    found: int | None = tx.execute(_SCOPE, {"owner": owner, "kind": kind, "name": name}).scalar()
    return found


def make_scope(tx: Transaction, owner: str, kind: ScopeKind, name: str = "") -> int:
    """The scope's id, made where it was not there."""
    found = scope_id(tx, owner, kind, name)
    if found is not None:
        return found
    tx.execute(insert_missing(tx.dialect, scope), {"user_id": owner, "kind": kind.value, "name": name})
    return int(tx.execute(_SCOPE, {"owner": owner, "kind": kind, "name": name}).scalar_one())


def text_id(owner: str, source_id: str, content_hash: str) -> str:
    """The same text of the same source has the same id, whenever it is read."""
    return derived_id("text", owner, source_id, content_hash, MADE_BY)


class Progress(NamedTuple):
    """How far the writing of a text got."""

    state: TextState
    passages: int


def progress(tx: Transaction, owner: str, id_: str) -> Progress | None:
    """None where nothing of the text has been written."""
    row = tx.execute(_TEXT, {"owner": owner, "id": id_}).first()
    return None if row is None else Progress(TextState(row.state), row.passages)


def begin(
    tx: Transaction,
    owner: str,
    scope_number: int,
    source_id: str,
    id_: str,
    reading: Reading,
    title: str,
    now: datetime,
) -> None:
    """Makes the row of a text that is being written; an older text of the source stays until this one is ready."""
    row = {
        "id": id_,
        "user_id": owner,
        "scope_id": scope_number,
        "source_id": source_id,
        "state": TextState.BUILDING.value,
        "title": title,
        "language": reading.language,
        "characters": len(reading.content),
        "passages": 0,
        "page_starts": msgspec.json.encode(reading.page_starts).decode(),
        "coverage": msgspec.json.encode(reading.coverage).decode(),
        "made_by": MADE_BY,
        "made_at": now,
    }
    tx.execute(insert_missing(tx.dialect, text), row)


def add_passages(tx: Transaction, world: World, owner: str, id_: str, new: Sequence[Passage]) -> None:
    """The next passages of a text that is being written, findable by their words once it is ready."""
    row = tx.execute(_TEXT, {"owner": owner, "id": id_}).one()
    rows = [
        {
            "user_id": owner,
            "scope_id": row.scope_id,
            "text_id": id_,
            "ordinal": piece.ordinal,
            "start_char": piece.start,
            "end_char": piece.end,
            "page": piece.page,
            "heading_path": msgspec.json.encode(piece.heading_path).decode(),
            "content": piece.content,
            "moments": msgspec.json.encode(piece.moments).decode() if piece.moments else None,
        }
        for piece in new
    ]
    add = insert(passage).returning(passage.c.number, sort_by_parameter_order=True)
    numbers = tx.execute(add, rows).scalars().all()
    entries = [
        Entry(number, _words(row.title, piece.heading_path, piece.content))
        for number, piece in zip(numbers, new, strict=True)
    ]
    world.words.add(tx, row.scope_id, entries, row.language)
    tx.execute(_GROWN, {"owner": owner, "id_": id_, "more": len(new)})


def publish(tx: Transaction, owner: str, source_id: str, id_: str) -> bool:
    """From this transaction on the text is found, and an older one of the same source is not. Whether there was one.

    Raises `Unavailable` where the text was given up meanwhile: it must be written anew.
    """
    one = {"owner": owner, "source": source_id, "id_": id_}
    replaced = tx.execute(_REPLACED, {**one, "state": TextState.REMOVED}).rowcount
    if tx.execute(_PUBLISHED, {**one, "state": TextState.READY}).rowcount != 1:
        raise Unavailable("What was read of this source was given up meanwhile; it is read again.")
    return bool(replaced)


def give_up(tx: Transaction, owner: str, source_id: str) -> bool:
    """Removes what was written of a text that will not be finished. Whether there was any."""
    unfinished = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == TextState.BUILDING)
    return bool(tx.execute(update(text).where(unfinished).values(state=TextState.REMOVED)).rowcount)


def remove(tx: Transaction, owner: str, source_id: str) -> int:
    """Takes the texts of a source out of every query; the number of passages that go with them."""
    mine = and_(text.c.user_id == owner, text.c.source_id == source_id)
    gone = tx.execute(select(func.coalesce(func.sum(text.c.passages), 0)).where(mine)).scalar_one()
    tx.execute(update(text).where(mine).values(state=TextState.REMOVED))
    return int(gone)


def erase_step(tx: Transaction, world: World, owner: str) -> bool:
    """Erases some of what the owner's removed texts left; False when nothing is left."""
    removed = and_(text.c.user_id == owner, text.c.state == REMOVED)
    row = tx.execute(select(text).where(removed).limit(1)).first()
    if row is None:
        return False
    pieces = tx.execute(select(passage).where(passage.c.text_id == row.id).limit(STEP)).all()
    if pieces:
        numbers = [piece.number for piece in pieces]
        entries = [
            Entry(piece.number, _words(row.title, msgspec.json.decode(piece.heading_path), piece.content))
            for piece in pieces
        ]
        world.words.remove(tx, row.scope_id, entries)
        world.vectors.remove(tx, row.scope_id, numbers)
        tx.execute(delete(passage).where(among(passage.c.number, numbers)))
    if len(pieces) < STEP:
        tx.execute(delete(text).where(text.c.id == row.id))
    return True


def clear_words(tx: Transaction, world: World, scope_number: int) -> list[int]:
    """Empties the scope's index of words; the passages that are to be put into it again with `put_words`."""
    world.words.clear(tx, scope_number)
    wanted = select(passage.c.number).where(passage.c.scope_id == scope_number)
    return list(tx.execute(wanted.order_by(passage.c.number)).scalars())


def put_words(tx: Transaction, world: World, scope_number: int, numbers: Sequence[int]) -> None:
    """Of passages whose words are not in the index; those that are gone meanwhile are passed over."""
    scopes.changed(tx, scope_number)  # whoever erases passages of the scope waits, and finds them in the index
    wanted = select(passage.c.number, passage.c.heading_path, passage.c.content, text.c.title, text.c.language)
    of_text = wanted.join(text, text.c.id == passage.c.text_id).where(among(passage.c.number, numbers))
    entries: dict[str | None, list[Entry]] = defaultdict(list)
    for row in tx.execute(of_text.order_by(passage.c.number)).all():
        entries[row.language].append(Entry(row.number, embedded_text(row.title, row.heading_path, row.content)))
    for language, some in entries.items():
        world.words.add(tx, scope_number, some, language)


def without_vector(tx: Transaction, owner: str, source_id: str, embedder: str, limit: int) -> list[Row[Any]]:
    """The next passages (number, scope_id, title, heading_path, content) of a source that this embedder has not seen."""
    wanted = select(passage.c.number, passage.c.scope_id, text.c.title, passage.c.heading_path, passage.c.content)
    unseen = _unseen(wanted, owner, source_id, embedder)
    return list(tx.execute(unseen.order_by(passage.c.number).limit(limit)))


def count_without_vector(tx: Transaction, owner: str, source_id: str, embedder: str) -> int:
    return int(tx.execute(_unseen(select(func.count()), owner, source_id, embedder)).scalar_one())


def _unseen(wanted: Select[Any], owner: str, source_id: str, embedder: str) -> Select[Any]:
    has_one = exists().where(index_vector.c.number == passage.c.number, index_vector.c.embedder == embedder)
    mine = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == TextState.READY)
    return wanted.select_from(passage).join(text, text.c.id == passage.c.text_id).where(mine, ~has_one)


def embedded_text(title: str, heading_path: str, content: str) -> str:
    """What of a passage its vector is made from: where it stands, and what it says."""
    return _words(title, msgspec.json.decode(heading_path), content)


def _words(title: str, heading_path: Sequence[str], content: str) -> str:
    """The title and the headings a passage stands under help to find it: they say what it is about."""
    return "\n".join([*dict.fromkeys([title, *heading_path]), content])
