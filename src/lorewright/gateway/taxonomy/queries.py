"""Reading concepts: all of them, one with its articles, those that may have a page, and what was decided about their names."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Row, Select, and_, bindparam, exists, func, or_, select

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import list_articles
from lorewright.gateway.articles.rules import concept_kind
from lorewright.gateway.articles.schemas import ArticleSummaryResponse
from lorewright.gateway.articles.tables import PageType, article
from lorewright.gateway.concepts.tables import article_concept, concept, concept_merge
from lorewright.gateway.taxonomy.rules import FEWEST, MOST_MEMBERS
from lorewright.gateway.taxonomy.schemas import ConceptDetail, ConceptResponse, EligibleConcept, MergeResponse
from lorewright.knowledge.taxonomy import Concept

MOST_ARTICLES = 50
"""Of a concept's articles, in its detail."""

_OWNER: BindParameter[str] = bindparam("owner")
_NAME: BindParameter[str] = bindparam("name")
_HAS_PAGE = and_(article.c.id == concept.c.id, article.c.page_type == PageType.CONCEPT)
_CONCEPTS = (
    select(concept, article.c.summary)
    .join(article, _HAS_PAGE, isouter=True)
    .where(concept.c.user_id == _OWNER)
    .order_by(concept.c.name)
)
_ONE = _CONCEPTS.where(concept.c.name == _NAME)
_ELIGIBLE = (
    select(concept.c.id, concept.c.name, concept.c.article_count, article.c.id.is_not(None).label("has_page"))
    .join(article, _HAS_PAGE, isouter=True)
    .where(concept.c.user_id == _OWNER, concept.c.article_count >= FEWEST)
    .order_by(concept.c.article_count.desc(), concept.c.name)
)
_MEMBERS = (
    select(article_concept.c.article_id)
    .where(article_concept.c.user_id == _OWNER, article_concept.c.concept == _NAME)
    .group_by(article_concept.c.article_id)
    .order_by(func.min(article_concept.c.ordinal), article_concept.c.article_id)
    .limit(MOST_MEMBERS)
)
_CALLED = (
    select(article_concept.c.key, func.min(article_concept.c.written).label("written"), article_concept.c.concept)
    .where(article_concept.c.user_id == _OWNER)
    .group_by(article_concept.c.key, article_concept.c.concept)
)


def list_concepts(tx: Transaction, owner: str, *, include_empty: bool = True) -> list[ConceptResponse]:
    """In the order of their names; the tree is in `parent_id`."""
    rows = tx.execute(_CONCEPTS, {"owner": owner})
    return [ConceptResponse(**_fields(row)) for row in rows if include_empty or row.article_count]


def get_concept(tx: Transaction, owner: str, name: str) -> ConceptDetail:
    """Raises `NotFound`."""
    row = tx.execute(_ONE, {"owner": owner, "name": name}).first()
    if row is None:
        raise NotFound(f"Concept not found: {name}")
    articles = list_articles(tx, owner, concept=name, limit=MOST_ARTICLES, offset=0)
    return ConceptDetail(**_fields(row), articles=articles)


def articles_of(tx: Transaction, owner: str, name: str, limit: int, offset: int) -> list[ArticleSummaryResponse]:
    """Newest change first. Raises `NotFound`."""
    if tx.execute(_ONE, {"owner": owner, "name": name}).first() is None:
        raise NotFound(f"Concept not found: {name}")
    return list_articles(tx, owner, concept=name, limit=limit, offset=offset)


def eligible(tx: Transaction, owner: str) -> list[EligibleConcept]:
    """Those of two articles or more, the widest first."""
    rows = tx.execute(_ELIGIBLE, {"owner": owner})
    return [
        EligibleConcept(id=row.id, name=row.name, article_count=row.article_count, has_existing_page=bool(row.has_page))
        for row in rows
    ]


def list_merges(tx: Transaction, owner: str) -> list[MergeResponse]:
    """The last decided first."""
    wanted = select(concept_merge).where(concept_merge.c.user_id == owner)
    rows = tx.execute(wanted.order_by(concept_merge.c.decided_at.desc(), concept_merge.c.id)).all()
    if not rows:
        return []
    written = {one.key: (one.written, one.concept) for one in tx.execute(_CALLED, {"owner": owner})}
    return [
        MergeResponse(
            id=row.id,
            written=written[row.key][0],
            called=written[row.into_key][1],
            evidence=row.evidence,
            decided_at=row.decided_at,
            revoked_at=row.revoked_at,
        )
        for row in rows
        if row.key in written and row.into_key in written
    ]


def page_of(tx: Transaction, owner: str, id_: str) -> Row[Any] | None:
    """The concept of a page, where it may have one."""
    wanted = select(concept).where(concept.c.user_id == owner, concept.c.id == id_, concept.c.article_count >= FEWEST)
    return tx.execute(wanted).first()


def members(tx: Transaction, owner: str, name: str) -> list[str]:
    """Ids of the articles that say most of a concept first."""
    return list(tx.execute(_MEMBERS, {"owner": owner, "name": name}).scalars())


def forms(tx: Transaction, owner: str, name: str) -> tuple[set[str], list[str]]:
    """(keys, slugs as written) of a concept."""
    wanted = select(article_concept.c.key, article_concept.c.written).distinct()
    rows = tx.execute(wanted.where(article_concept.c.user_id == owner, article_concept.c.concept == name)).all()
    return {row.key for row in rows}, sorted({row.written for row in rows})


def known(tx: Transaction, owner: str) -> tuple[list[Concept], dict[str, str | None], dict[str, str]]:
    """(all concepts with their articles, the parent of each, the key that names each)."""
    rows = tx.execute(select(concept).where(concept.c.user_id == owner)).all()
    articles: defaultdict[str, set[str]] = defaultdict(set)
    shorts: defaultdict[str, set[str]] = defaultdict(set)
    keys: dict[str, str] = {}
    for row in tx.execute(select(article_concept).where(article_concept.c.user_id == owner)):
        articles[row.concept].add(row.article_id)
        if row.short is not None:
            shorts[row.concept].add(row.short)
        if row.written == row.concept:
            keys[row.concept] = row.key
    concepts = [Concept(row.id, row.label, frozenset(articles[row.name]), frozenset(shorts[row.name])) for row in rows]
    return concepts, {row.id: row.parent_id for row in rows}, {row.id: keys[row.name] for row in rows}


def owners_of_new(tx: Transaction) -> Sequence[str]:
    """Whose concepts have not been placed since they have other articles."""
    moved = or_(concept.c.placed_count.is_(None), concept.c.placed_count != concept.c.article_count)
    wanted: Select[Any] = select(concept.c.user_id).where(concept.c.article_count >= FEWEST, moved)
    return tx.execute(wanted.distinct()).scalars().all()


def without_page(tx: Transaction, owner: str) -> list[str]:
    """Ids of the concepts that may have a page and have none."""
    has_page = exists().where(_HAS_PAGE)
    wanted = select(concept.c.id).where(concept.c.user_id == owner, concept.c.article_count >= FEWEST, ~has_page)
    return list(tx.execute(wanted.order_by(concept.c.name)).scalars())


def _fields(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": row.id,
        "user_id": row.user_id,
        "name": row.name,
        "label": row.label,
        "parent_id": row.parent_id,
        "article_count": row.article_count,
        "description": row.summary,
        "created_at": row.created_at,
        "concept_kind": concept_kind(row.label),
    }
