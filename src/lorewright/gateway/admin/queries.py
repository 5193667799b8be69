"""What there is, and whether everything holds together: every invariant between rows, blobs, wiki files and index.

What is compared is read in one transaction, in pages, so that neither memory nor the database's log grows with the store.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Column, ColumnElement, Row, Select, Table, bindparam, func, select
from sqlalchemy.exc import DatabaseError

from lorewright.core.errors import Unavailable
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin import contents, disk, hanging, reports, rows
from lorewright.gateway.admin.schemas import Orphan, Stats
from lorewright.gateway.articles.files import SUFFIX, names_in, path_of, slugs_of
from lorewright.gateway.articles.tables import article, link
from lorewright.gateway.concepts.tables import concept
from lorewright.gateway.contradictions.tables import contradiction
from lorewright.gateway.conversations.tables import conversation
from lorewright.gateway.sources.tables import source
from lorewright.index import scopes, shelves
from lorewright.index.tables import index_scope
from lorewright.index.terms import tokenizer
from lorewright.knowledge.tables import Holder, claim, passage, scope
from lorewright.platform.accounts.folders import folder_of
from lorewright.world import World

_OWNER: BindParameter[str] = bindparam("owner")


def _of_each(column: Column[str]) -> Select[str, int]:
    """How many of the owner's rows have each value."""
    counted = select(column.label("value"), func.count().label("rows")).where(column.table.c.user_id == _OWNER)
    return counted.group_by(column).order_by(column)


def _number(table: Table, *those: ColumnElement[bool]) -> ColumnElement[int]:
    return select(func.count()).select_from(table).where(table.c.user_id == _OWNER, *those).scalar_subquery()


# Each an index has that holds all it asks for.
_BY_TYPE, _BY_STATUS = _of_each(article.c.page_type), _of_each(source.c.status)
_NUMBERS = select(
    _number(concept, concept.c.article_count > 0).label("concept_count"),
    _number(link).label("backlink_count"),
    _number(conversation).label("conversation_count"),
    _number(claim, claim.c.holder_kind == Holder.ARTICLE).label("claim_count"),
    _number(contradiction).label("contradiction_count"),
)
# As one value, which takes half as long as thousands of rows; no slug has a slash.
_FILES = select(func.aggregate_strings(article.c.slug + SUFFIX, "/")).where(article.c.user_id == _OWNER)
_DUE = select(article.c.slug).where(article.c.user_id == _OWNER, article.c.file_due > 0)


def stats(tx: Transaction, world: World, owner: str) -> Stats:
    mine = {"owner": owner}
    by_type = {row.value: row.rows for row in tx.execute(_BY_TYPE, mine)}
    by_status = {row.value: row.rows for row in tx.execute(_BY_STATUS, mine)}
    numbers = tx.execute(_NUMBERS, mine).one()
    missing, strange = _astray(tx, world, owner)
    return Stats(
        **numbers._mapping,
        article_count=sum(by_type.values()),
        source_count=sum(by_status.values()),
        orphan_count=len(missing) + len(strange),
        articles_by_type=by_type,
        sources_by_status=by_status,
    )


def orphans(tx: Transaction, world: World, owner: str) -> list[Orphan]:
    """Articles whose file was written and is not there; then files that no article has. Each set in the order of its names."""
    folder = folder_of(world.settings.wiki_dir, owner)
    missing, strange = _astray(tx, world, owner)
    titled: dict[str, Row[Any]] = {}
    if missing:  # seldom, and then perhaps all: too many to name in a statement
        wanted = select(article.c.id, article.c.slug, article.c.title).where(article.c.user_id == owner)
        titled = {row.slug: row for row in tx.execute(wanted)}
    return [
        Orphan(
            id=titled[slug].id if slug in missing else None,
            slug=slug,
            title=titled[slug].title if slug in missing else slug,
            file_path=str(path_of(folder, slug)),
        )
        for slug in (*sorted(missing), *sorted(strange))
    ]


def _astray(tx: Transaction, world: World, owner: str) -> tuple[set[str], set[str]]:
    """Slugs of articles whose file was written and is not there; names of files that no article has."""
    mine = {"owner": owner}
    joined = tx.execute(_FILES, mine).scalar()
    files = set(joined.split("/")) if joined else set()
    due = set(tx.execute(_DUE, mine).scalars())
    # After the rows: what is written meanwhile is not missed. Few differ, if any, and only those are looked at one by one.
    differing = files.symmetric_difference(names_in(folder_of(world.settings.wiki_dir, owner)))
    return slugs_of(differing & files) - due, slugs_of(differing - files)


def violations(world: World) -> Iterator[str]:
    """What does not hold, each a sentence that names the thing; none where all is well. Changes nothing."""
    yield from _told(world, (*rows.AREAS, *hanging.AREAS, *reports.AREAS, *contents.AREAS, *disk.AREAS))


def notes(world: World) -> Iterator[str]:
    """What a person did to the wiki's folder and what becomes of it: nothing that is wrong. Changes nothing."""
    yield from _told(world, disk.NOTES)


def vector_trouble(tx: Transaction, world: World) -> str | None:
    """Why searches find by words alone, somebody's at least, as far as that is known without asking anybody; None where they do not."""
    for serving in tx.execute(select(index_scope.c.embedder).distinct()).scalars():
        if serving and world.embedders.named(serving) is None:
            return (
                f"the vectors are those of {serving}, which is not set up any more;"
                " until the chosen model has made its own, searches find by words alone"
            )
    return world.embedders.trouble()


class Index(NamedTuple):
    """How the index of a scope stands."""

    owner: str
    scope_id: int
    is_of_other_rules: bool
    """Its words were cut by another tokenizer, and nobody was asked yet to cut them anew."""
    is_stale: bool
    """Something of it is to be made again, or to be erased."""


def indexes(tx: Transaction, world: World) -> Iterator[Index]:
    """Of everybody."""
    for row in tx.execute(select(scope.c.id, scope.c.user_id)).all():
        held = scopes.read(tx, row.id)
        if held is None:
            continue
        _, building, erasing = shelves.of_scope(tx, row.id)
        is_old = held.shelf is not None and held.shelf.tokenizer != tokenizer()
        is_made = held.rebuild or building is not None or erasing is not None
        is_other = held.embedder != "" and not world.embedders.is_chosen(held.embedder)
        is_beside = any(one != held.embedder for one in world.vectors.embedders(tx, row.id))
        yield Index(row.user_id, row.id, is_old and not is_made, is_old or is_made or is_other or is_beside)


def count_passages(tx: Transaction, scope_id: int) -> int:
    return int(tx.execute(select(func.count()).where(passage.c.scope_id == scope_id)).scalar_one())


def _told(world: World, areas: Iterable[Callable[[World], Iterator[str]]]) -> Iterator[str]:
    for area in areas:
        try:
            yield from area(world)
        except Unavailable as error:
            yield f"The database cannot be read: {error.detail}"
        except DatabaseError as error:
            yield f"The database cannot be read: {error.orig}."
