"""What an article's versions say, and what comes of it when an edit and a compilation are put together."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, func, insert, or_, select, update

from lorewright.core.ids import derived_id
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.tables import MadeBy, article, article_version, edit_conflict
from lorewright.knowledge.markdown import pieces
from lorewright.knowledge.merge import Conflict, changes, merge

_MINE = and_(article_version.c.user_id == bindparam("owner"), article_version.c.article_id == bindparam("article"))
_STANDING = (
    select(article_version, article.c.slug, article.c.version, article.c.compiled_version)
    .join(article, article.c.id == article_version.c.article_id)
    .where(
        _MINE,
        or_(article_version.c.number == article.c.version, article_version.c.number == article.c.compiled_version),
    )
)
_NUMBERED = select(article_version, func.length(article_version.c.body).label("characters")).where(
    _MINE, article_version.c.number == bindparam("number")
)
_OPEN = select(edit_conflict).where(
    edit_conflict.c.user_id == bindparam("owner"),
    edit_conflict.c.article_id == bindparam("article"),
    edit_conflict.c.resolved_at.is_(None),
)
_SETTLE = update(edit_conflict).where(
    edit_conflict.c.user_id == bindparam("owner"), edit_conflict.c.id == bindparam("one")
)


class Said(NamedTuple):
    """What a version says."""

    title: str
    matter: str
    """Lines that a person added to the front matter."""
    body: str


class Version(NamedTuple):
    number: int
    made_by: MadeBy
    said: Said


class Standing(NamedTuple):
    """An article as it stands."""

    slug: str
    shown: Version
    compiled: Version
    """What was compiled last, of which every edit since is made."""


class Merged(NamedTuple):
    """A new compilation put together with what a person made of the last."""

    of_version: int
    """The version that was shown when it was made."""
    said: Said
    conflicts: Sequence[Conflict]
    renewed: Mapping[str, str]
    """What the compilation says now in the place of what it said."""


def standing(tx: Transaction, owner: str, article_id: str) -> Standing | None:
    """None where there is no such article. One statement."""
    rows = {row.number: row for row in tx.execute(_STANDING, {"owner": owner, "article": article_id})}
    if not rows:
        return None
    one = next(iter(rows.values()))
    return Standing(one.slug, as_version(rows[one.version]), as_version(rows[one.compiled_version]))


def numbered(tx: Transaction, owner: str, article_id: str, number: int) -> Row[Any] | None:
    return tx.execute(_NUMBERED, {"owner": owner, "article": article_id, "number": number}).first()


def as_version(row: Row[Any]) -> Version:
    return Version(row.number, MadeBy(row.made_by), Said(row.title, row.matter, row.body))


def merged(now: Standing, title: str, body: str) -> Merged | None:
    """None where the article is as it was compiled, or where the new compilation says all that it shows."""
    base, mine = now.compiled.said, now.shown.said
    if mine == base:
        return None
    together = merge(base.body, mine.body, body)
    said = Said(_either(base.title, mine.title, title), mine.matter, together.text)
    renewed = {one.before: one.after for one in changes(base.body, body) if one.before and one.after}
    return None if said == Said(title, "", body) else Merged(now.shown.number, said, together.conflicts, renewed)


def both_edited(base: Said, file: Said, shown: Said) -> tuple[Said, Sequence[Conflict]]:
    """A file in which a person changed `base`, put together with what is shown by now."""
    together = merge(base.body, file.body, shown.body)
    title, matter = (_either(was, here, there) for was, here, there in zip(base[:2], file[:2], shown[:2], strict=True))
    return Said(title, matter, together.text), together.conflicts


def add(
    tx: Transaction,
    owner: str,
    article_id: str,
    number: int,
    said: Said,
    made_by: MadeBy,
    now: datetime,
    restored_from: int | None = None,
) -> None:
    row = {
        "article_id": article_id,
        "number": number,
        "user_id": owner,
        **said._asdict(),
        "made_by": made_by.value,
        "made_at": now,
        "restored_from": restored_from,
    }
    tx.execute(insert(article_version), row)


def open_conflicts(tx: Transaction, owner: str, article_id: str) -> Sequence[Row[Any]]:
    """Where an edit and the compilation disagree, the first found first."""
    mine = {"owner": owner, "article": article_id}
    return tx.execute(_OPEN.order_by(edit_conflict.c.found_at, edit_conflict.c.id), mine).all()


def add_conflicts(
    tx: Transaction, owner: str, article_id: str, version: int, found: Sequence[Conflict], now: datetime
) -> None:
    rows = [
        {
            "id": derived_id("conflict", article_id, version, ordinal),
            "user_id": owner,
            "article_id": article_id,
            "version": version,
            **one._asdict(),
            "found_at": now,
        }
        for ordinal, one in enumerate(found)
    ]
    if rows:
        tx.execute(insert(edit_conflict), rows)


def settle_conflicts(
    tx: Transaction, owner: str, article_id: str, body: str, now: datetime, renewed: Mapping[str, str] | None = None
) -> None:
    """Those of which this text does not say both ways any more are resolved; one of which the compilation says its way anew goes on."""
    found = open_conflicts(tx, owner, article_id)
    if not found:
        return
    there = {one.key for one in pieces(body)}
    for row in found:
        theirs = row.theirs if row.theirs in there else (renewed or {}).get(row.theirs, row.theirs)
        stands = all(one in there for one in (row.mine, theirs) if one)
        values = {"theirs": theirs} if stands else {"resolved_at": now}
        if values != {"theirs": row.theirs}:
            tx.execute(_SETTLE.values(**values), {"owner": owner, "one": row.id})


def _either(base: str, mine: str, theirs: str) -> str:
    return theirs if mine == base else mine
