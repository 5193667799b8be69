"""Storing what was compiled, and taking it away."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, case, delete, func, insert, or_, select, update

from lorewright.core.ids import derived_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import rules
from lorewright.gateway.articles.queries import articles_of_sources
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    RelationType,
    article,
    article_source,
    article_version,
    link,
)
from lorewright.gateway.concepts import actions as concept_actions
from lorewright.gateway.concepts.rules import Form
from lorewright.gateway.concepts.tables import article_concept
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.tables import Holder
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind

FILE_DELAY_S = 1.0
"""Files are made together a moment after the commits that want them: a burst of sources is not a burst of rewrites."""

SLUGS_AT_ONCE = 50
"""So many names are looked up in one statement."""

MAX_LINKS = 5
COMMON_CONCEPT = 50
"""A concept that more articles share than this says nothing of how near two of them are."""


_SLUGS = select(article.c.slug).where(
    article.c.user_id == bindparam("owner"), among(article.c.slug, bindparam("slugs"))
)
_MORE_DUE = article.c.file_due + 1
_ONE = and_(article.c.user_id == bindparam("owner"), article.c.id == bindparam("article"))


def _near() -> Select[str, float]:
    """The articles that share the rarer of these concepts; `strength` is the sum of 1 / (number of articles that have it)."""
    mine = article_concept.c.user_id == bindparam("owner")
    having = (
        select(article_concept.c.concept, article_concept.c.article_id)
        .where(mine, among(article_concept.c.concept, bindparam("concepts")))
        .distinct()
        .cte("having")
    )
    counted = (
        select(having.c.concept, func.count().label("articles"))
        .group_by(having.c.concept)
        .having(func.count() <= COMMON_CONCEPT)
        .subquery()
    )
    strength = func.sum(1.0 / counted.c.articles)
    return (
        select(having.c.article_id, strength.label("strength"))
        .join(counted, counted.c.concept == having.c.concept)
        .where(having.c.article_id != bindparam("article"))
        .group_by(having.c.article_id)
        .order_by(strength.desc(), having.c.article_id)
        .limit(MAX_LINKS)
    )


_NEAR = _near()


class Compiled(NamedTuple):
    """An article as an engine made it."""

    title: str
    summary: str | None
    concepts: Sequence[Form]
    """As it writes them, the most telling first, no key twice."""
    claims: Sequence[NewClaim]
    body: str
    provider: str
    dropped: int = 0
    """So many claims of which nothing could be shown."""


def put_article(tx: Transaction, owner: str, source_id: str, new: Compiled, now: datetime) -> str:
    """A new version of the source's article; its id and slug stay. Returns the slug.

    Where a person has edited the article, the new version goes into its history and hers stays the one that is shown.
    """
    _lock_names(tx, owner)
    known = articles_of_sources(tx, owner, [source_id]).get(source_id)
    id_ = derived_id("article", owner, source_id)
    confidence, share = rules.overall([one.confidence for one in new.claims], new.dropped)
    version = known.version + 1 if known else 1
    values: dict[str, Any] = {
        "title": new.title,
        "summary": new.summary,
        "confidence": confidence.value if new.claims else None,
        "linter_score": share if new.claims else None,
        "provider": new.provider,
        "version": version,
        "updated_at": now,
    }
    if known is None:
        fixed = {"id": id_, "user_id": owner, "page_type": PageType.SOURCE.value, "created_at": now}
        slug = _free_slug(tx, owner, new.title, id_)
        tx.execute(insert(article), {**fixed, **values, "file_due": 1, "slug": slug})
        tx.execute(insert(article_source), {"article_id": id_, "source_id": source_id, "user_id": owner})
    else:
        slug = known.slug
        tx.execute(
            update(article).where(article.c.user_id == owner, article.c.id == id_).values(**values, file_due=_MORE_DUE)
        )
        _take_apart(tx, owner, id_)
    edited = None if known is None else _persons(tx, owner, id_, known.version)
    if edited is not None:
        _add_version(tx, owner, id_, version + 1, edited, MadeBy.PERSON, now)
        tx.execute(update(article).where(article.c.user_id == owner, article.c.id == id_).values(version=version + 1))
    _add_version(tx, owner, id_, version, new.body, MadeBy.ENGINE, now)
    concepts, renamed = concept_actions.put(tx, owner, id_, new.concepts)
    _files_behind(tx, owner, renamed)
    claim_store.add(tx, owner, Holder.ARTICLE, id_, new.claims)
    _relate(tx, owner, id_, concepts)
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now, delay_s=FILE_DELAY_S)
    return slug


def keep_edit(tx: Transaction, owner: str, article_id: str, body: str, file_hash: str, now: datetime) -> None:
    """A file that a person changed becomes a version of its own; the file is made again from it and from the rows."""
    mine = and_(article.c.user_id == owner, article.c.id == article_id)
    known = tx.execute(select(article.c.version).where(mine)).scalar()
    if known is None:  # deleted meanwhile
        return
    version = known + 1
    _add_version(tx, owner, article_id, version, body, MadeBy.PERSON, now)
    tx.execute(
        update(article).where(mine).values(version=version, updated_at=now, file_due=_MORE_DUE, file_hash=file_hash)
    )


def intend_files(tx: Transaction, owner: str, hashes: dict[str, str]) -> None:
    """Says which content is about to be written, so that a crash in between is not taken for a person's edit."""
    intended = update(article).where(_ONE).values(file_intent=bindparam("hash"))
    rows = [{"owner": owner, "article": one, "hash": file_hash} for one, file_hash in hashes.items()]
    if rows:
        tx.execute(intended, rows)


class Written(NamedTuple):
    """What lies on the disk now."""

    article_id: str
    due: int
    """Of the row it was made from."""
    file_hash: str
    file_stamp: str


def files_written(tx: Transaction, owner: str, written: Sequence[Written]) -> None:
    """One that has changed meanwhile stays due."""
    still_due = case((article.c.file_due == bindparam("due"), 0), else_=article.c.file_due)
    said = (
        update(article)
        .where(_ONE)
        .values(file_hash=bindparam("hash"), file_stamp=bindparam("stamp"), file_due=still_due)
    )
    rows = [
        {
            "owner": owner,
            "article": one.article_id,
            "due": one.due,
            "hash": one.file_hash,
            "stamp": one.file_stamp,
        }
        for one in written
    ]
    if rows:
        tx.execute(said, rows)


def files_touched(tx: Transaction, owner: str, article_ids: Sequence[str], now: datetime) -> None:
    """Somebody changed or removed these files: each is looked at, kept where it is an edit, and written again."""
    _files_behind(tx, owner, article_ids)
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now)


def forget(tx: Transaction, owner: str, source_id: str, now: datetime) -> tuple[list[str], int]:
    """Removes the articles that rest on this source alone: (their slugs, how many claims went with them)."""
    _lock_names(tx, owner)
    resting = select(article_source.c.article_id).where(
        article_source.c.user_id == owner, article_source.c.source_id == source_id
    )
    rows = tx.execute(select(article.c.id, article.c.slug).where(article.c.user_id == owner, article.c.id.in_(resting)))
    gone = {row.id: row.slug for row in rows}
    if not gone:
        return [], 0
    ids = list(gone)
    claims = claim_store.forget(tx, owner, ids)
    neighbours = select(link.c.from_id).where(link.c.user_id == owner, link.c.to_id.in_(ids))
    tx.execute(
        update(article).where(article.c.user_id == owner, article.c.id.in_(neighbours)).values(file_due=_MORE_DUE)
    )
    tx.execute(delete(link).where(link.c.user_id == owner, or_(link.c.from_id.in_(ids), link.c.to_id.in_(ids))))
    _files_behind(tx, owner, concept_actions.forget(tx, owner, ids))
    for table in (article_source, article_version):
        tx.execute(delete(table).where(table.c.user_id == owner, table.c.article_id.in_(ids)))
    tx.execute(delete(article).where(article.c.user_id == owner, article.c.id.in_(ids)))
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now)
    return list(gone.values()), claims


def _add_version(
    tx: Transaction, owner: str, article_id: str, number: int, body: str, made_by: MadeBy, now: datetime
) -> None:
    row = {
        "article_id": article_id,
        "number": number,
        "user_id": owner,
        "body": body,
        "made_by": made_by.value,
        "made_at": now,
    }
    tx.execute(insert(article_version), row)


def _persons(tx: Transaction, owner: str, article_id: str, number: int) -> str | None:
    """The body of a version, where a person made it."""
    mine = and_(article_version.c.user_id == owner, article_version.c.article_id == article_id)
    wanted = select(article_version.c.body).where(
        mine, article_version.c.number == number, article_version.c.made_by == MadeBy.PERSON
    )
    body: str | None = tx.execute(wanted).scalar()
    return body


def _take_apart(tx: Transaction, owner: str, article_id: str) -> None:
    """Removes what an earlier version hung together with."""
    related = and_(link.c.user_id == owner, link.c.relation == RelationType.RELATED_TO)
    tx.execute(delete(link).where(related, or_(link.c.from_id == article_id, link.c.to_id == article_id)))
    claim_store.forget(tx, owner, [article_id])


def _lock_names(tx: Transaction, owner: str) -> None:
    """Slugs of articles and names of concepts are given one transaction after another, and before it changes any article."""
    tx.lock("slug", owner)


def _files_behind(tx: Transaction, owner: str, article_ids: Collection[str]) -> None:
    """What their files say has changed elsewhere."""
    if article_ids:
        behind = and_(article.c.user_id == owner, among(article.c.id, article_ids))
        tx.execute(update(article).where(behind).values(file_due=_MORE_DUE))


def _relate(tx: Transaction, owner: str, article_id: str, concepts: Sequence[str]) -> None:
    """Links the article with those that share its rarer concepts, both ways."""
    if not concepts:
        return
    found = tx.execute(_NEAR, {"owner": owner, "article": article_id, "concepts": concepts}).all()
    rows = [
        {
            "from_id": one,
            "to_id": other,
            "relation": RelationType.RELATED_TO.value,
            "user_id": owner,
            "strength": row.strength,
        }
        for row in found
        for one, other in ((article_id, row.article_id), (row.article_id, article_id))
    ]
    if rows:
        tx.execute(insert(link), rows)
        _files_behind(tx, owner, [row.article_id for row in found])


def _free_slug(tx: Transaction, owner: str, title: str, id_: str) -> str:
    candidates = rules.slugs(rules.slugify(title) or f"article-{id_[:8]}")
    while True:
        some = list(islice(candidates, SLUGS_AT_ONCE))
        used = set(tx.execute(_SLUGS, {"owner": owner, "slugs": some}).scalars())
        for slug in some:
            if slug not in used:
                return slug
