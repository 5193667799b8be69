"""Texts in the store: their passages, the words and vectors that find them, and how they go.

A text is written in steps that hold the database only briefly. Nobody sees it before it is ready; when it is removed it is
gone for every query at once, and erased in steps.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import BindParameter, and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from lorewright.core.errors import Unavailable
from lorewright.core.ids import derived_id
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.index.base import Entry
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.tables import REMARK, REMOVED, ScopeKind, TextState, passage, scope, text
from lorewright.reading.base import Reading
from lorewright.world import World

MADE_BY = "reader-2 passages-3"
"""Another reader or another cut makes another text: raise it, and recompiling replaces what the old ones made."""

STEP = 4
"""Passages written or erased in one transaction, so that it stays within the 20 ms that a background one may take."""

_GIVEN_UP = "What was read of this source was given up meanwhile; it is read again."
_WRITTEN_TWICE = "Another worker is reading this source too; it is read again where that one leaves it."

_OWNER: BindParameter[str] = bindparam("owner")
_SCOPE = select(scope.c.id).where(
    scope.c.user_id == _OWNER, scope.c.kind == bindparam("kind"), scope.c.name == bindparam("name")
)
_WITH_READY = _SCOPE.where(exists().where(text.c.scope_id == scope.c.id, text.c.state == TextState.READY))
_TEXT = select(text).where(text.c.user_id == _OWNER, text.c.id == bindparam("id"))
_GROWN = (
    update(text)
    .where(text.c.user_id == _OWNER, text.c.id == bindparam("id_"))
    .values(passages=text.c.passages + bindparam("more"))
)
_OF_SOURCE = update(text).where(text.c.user_id == _OWNER, text.c.source_id == bindparam("source"))
_REPLACED = _OF_SOURCE.where(text.c.id != bindparam("id_"), among(text.c.state, bindparam("replaced")))
# What is set are the other parameters that come with it.
_MOVED = update(passage).where(passage.c.number == bindparam("of"), passage.c.text_id == bindparam("before"))
_COUNTED = select(func.count()).where(passage.c.text_id == bindparam("id"))
_PUBLISHED = _OF_SOURCE.where(text.c.id == bindparam("id_"), text.c.state != REMOVED)


def scope_id(tx: Transaction, owner: str, kind: ScopeKind, name: str = "") -> int | None:
    """None where nothing has been put into it yet."""
    found: int | None = tx.execute(_SCOPE, {"owner": owner, "kind": kind, "name": name}).scalar()
    return found


def scope_with_ready(tx: Transaction, owner: str, kind: ScopeKind, name: str = "") -> int | None:
    """None where no text of it is ready."""
    found: int | None = tx.execute(_WITH_READY, {"owner": owner, "kind": kind, "name": name}).scalar()
    return found


def make_scope(tx: Transaction, owner: str, kind: ScopeKind, name: str = "") -> int:
    """The scope's id, made where it was not there."""
    found = scope_id(tx, owner, kind, name)
    if found is not None:
        return found
    tx.execute(insert_missing(tx.dialect, scope), {"user_id": owner, "kind": kind.value, "name": name})
    return int(tx.execute(_SCOPE, {"owner": owner, "kind": kind, "name": name}).scalar_one())


def scopes_of(tx: Transaction, owner: str) -> list[int]:
    return list(tx.execute(select(scope.c.id).where(scope.c.user_id == owner).order_by(scope.c.id)).scalars())


def scope_of(tx: Transaction, owner: str, source_id: str) -> int | None:
    """Where the texts of a source, or of an article, are; None where it has none."""
    mine = and_(text.c.user_id == owner, text.c.source_id == source_id)
    found: int | None = tx.execute(select(text.c.scope_id).where(mine).limit(1)).scalar()
    return found


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


def language(tx: Transaction, owner: str, source_id: str) -> str | None:
    """Of the source's text; None where it is not known, or there is none."""
    ready = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == TextState.READY)
    found: str | None = tx.execute(select(text.c.language).where(ready)).scalar()
    return found


def languages(tx: Transaction, owner: str, ids: Collection[str]) -> dict[str, str | None]:
    """Of texts by their ids; None where it is not known."""
    wanted = select(text.c.id, text.c.language).where(text.c.user_id == owner, among(text.c.id, ids))
    return {row.id: row.language for row in tx.execute(wanted)} if ids else {}


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
    """The next passages of a text that is being written, findable by their words once it is ready.

    Raises `Unavailable` where somebody else has just written them.
    """
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
            "moments": _moments(piece),
        }
        for piece in new
    ]
    add = insert(passage).returning(passage.c.number, sort_by_parameter_order=True)
    try:
        numbers = tx.execute(add, rows).scalars().all()
    except IntegrityError:  # of a place in a text there is one passage
        raise Unavailable(_WRITTEN_TWICE) from None
    entries = [
        Entry(number, _words(row.title, piece.heading_path, piece.content))
        for number, piece in zip(numbers, new, strict=True)
    ]
    world.words.add(tx, row.scope_id, entries, row.language)
    tx.execute(_GROWN, {"owner": owner, "id_": id_, "more": len(new)})


class Kept(NamedTuple):
    """A passage of the text before that stands in a new one as it is."""

    number: int
    piece: Passage
    """As it stands there."""


def kept(
    tx: Transaction, owner: str, source_id: str, id_: str, title: str, language: str | None, pieces: Sequence[Passage]
) -> list[Kept]:
    """Those of a new text that the source's ready one has word for word under the same headings: they keep their rows, their words
    in the index and their vectors."""
    before = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == TextState.READY)
    as_found = and_(text.c.id != id_, text.c.title == title, text.c.language.is_not_distinct_from(language))
    wanted = select(passage.c.number, passage.c.heading_path, passage.c.content).join(text)
    there: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for row in tx.execute(wanted.where(before, as_found).order_by(passage.c.ordinal.desc())):
        there[row.heading_path, row.content].append(row.number)
    found = []
    for piece in pieces:
        numbers = there[msgspec.json.encode(piece.heading_path).decode(), piece.content]
        if numbers:
            found.append(Kept(numbers.pop(), piece))
    return found


def take_over(tx: Transaction, owner: str, id_: str, some: Sequence[Kept]) -> None:
    """Moves passages of the text before into the one that is being written, which has all others by now.

    Raises `Unavailable` where they are not there any more: the text must be written anew.
    """
    before = tx.execute(select(passage.c.text_id).where(passage.c.number == some[0].number)).scalar()
    rows = [
        {
            "of": one.number,
            "before": before,
            "text_id": id_,
            "ordinal": one.piece.ordinal,
            "start_char": one.piece.start,
            "end_char": one.piece.end,
            "page": one.piece.page,
            "moments": _moments(one.piece),
        }
        for one in some
    ]
    tx.execute(_MOVED, rows)
    tx.execute(
        _GROWN, [{"owner": owner, "id_": id_, "more": len(some)}, {"owner": owner, "id_": before, "more": -len(some)}]
    )
    if tx.execute(_TEXT, {"owner": owner, "id": id_}).one().passages != tx.execute(_COUNTED, {"id": id_}).scalar_one():
        raise Unavailable(_GIVEN_UP)


def publish(
    tx: Transaction,
    owner: str,
    source_id: str,
    id_: str,
    state: Literal[TextState.READY, TextState.REMARK] = TextState.READY,
) -> bool:
    """From this transaction on the text is found, and an older one of the same kind and source is not. Whether there was one.

    Raises `Unavailable` where the text was given up meanwhile: it must be written anew.
    """
    one = {"owner": owner, "source": source_id, "id_": id_}
    states = [TextState.REMARK] if state is TextState.REMARK else [TextState.BUILDING, TextState.READY]
    replaced = tx.execute(_REPLACED, {**one, "state": TextState.REMOVED, "replaced": states}).rowcount
    if tx.execute(_PUBLISHED, {**one, "state": state}).rowcount != 1:
        raise Unavailable(_GIVEN_UP)
    return bool(replaced)


def remove_remarks(tx: Transaction, owner: str, source_id: str) -> bool:
    """Takes what a person wrote into the source's article out of every query. Whether there was any."""
    remarks = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == REMARK)
    return bool(tx.execute(update(text).where(remarks).values(state=TextState.REMOVED)).rowcount)


def give_up(tx: Transaction, owner: str, source_id: str) -> bool:
    """Removes what was written of a text that will not be finished. Whether there was any."""
    unfinished = and_(text.c.user_id == owner, text.c.source_id == source_id, text.c.state == TextState.BUILDING)
    return bool(tx.execute(update(text).where(unfinished).values(state=TextState.REMOVED)).rowcount)


def remove(tx: Transaction, owner: str, *source_ids: str) -> int:
    """Takes the texts of these sources out of every query; the number of passages that go with them."""
    mine = and_(text.c.user_id == owner, among(text.c.source_id, source_ids))
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


def embedded_text(title: str, heading_path: str, content: str) -> str:
    """What of a passage its vector is made from: where it stands, and what it says."""
    return _words(title, msgspec.json.decode(heading_path), content)


def _moments(piece: Passage) -> str | None:
    return msgspec.json.encode(piece.moments).decode() if piece.moments else None


def _words(title: str, heading_path: Sequence[str], content: str) -> str:
    """The title and the headings a passage stands under help to find it: they say what it is about."""
    return "\n".join([*dict.fromkeys(part for part in (title, *heading_path) if part), content])
