"""Reading articles. A list takes three statements however long it is."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, func, or_, select

from lorewright.core.errors import NotFound
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import rules
from lorewright.gateway.articles.schemas import (
    ArticleHit,
    ArticleResponse,
    ArticleSourceSummary,
    ArticleSummaryResponse,
    BacklinkEntry,
    ClaimResponse,
    EvidenceResponse,
    Why,
)
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    RelationType,
    article,
    article_concept,
    article_source,
    article_version,
    link,
)
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.gateway.sources.tables import SourceType, source
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge import texts
from lorewright.knowledge.retrieve import Found, retrieve
from lorewright.knowledge.tables import Confidence, ScopeKind
from lorewright.world import World

MAX_RELATED = 8


def list_articles(
    tx: Transaction,
    owner: str,
    *,
    concept: str | None = None,
    confidence: str | None = None,
    page_type: str | None = None,
    limit: int,
    offset: int,
) -> list[ArticleSummaryResponse]:
    """Newest change first; a filter value that is not known gives none."""
    wanted = select(article).where(article.c.user_id == owner)
    if concept is not None:
        having = select(article_concept.c.article_id).where(
            article_concept.c.user_id == owner, article_concept.c.concept == concept
        )
        wanted = wanted.where(article.c.id.in_(having))
    if confidence is not None:
        wanted = wanted.where(article.c.confidence == confidence)
    if page_type is not None:
        wanted = wanted.where(article.c.page_type == page_type)
    wanted = wanted.order_by(article.c.updated_at.desc(), article.c.id).limit(limit).offset(offset)
    return _summaries(tx, owner, tx.execute(wanted).all())


def search(tx: Transaction, world: World, owner: str, question: str, limit: int) -> list[ArticleHit]:
    """Articles ranked by the passages of their sources, best first."""
    found = _retrieved(tx, world, owner, question, limit)
    rows = _by_source(tx, owner, [one.source_id for one in found])
    hits = [(one, rows[one.source_id]) for one in found if one.source_id in rows][:limit]
    summaries = {one.id: one for one in _summaries(tx, owner, [row for _, row in hits])}
    return [
        ArticleHit(
            **dict(summaries[row.id]),
            passage=one.passages[0].content.strip(),
            page=one.passages[0].page,
            why=Why(**one.why._asdict()),
        )
        for one, row in hits
    ]


def get_article(tx: Transaction, owner: str, id_or_slug: str) -> ArticleResponse:
    """Each claim's quote is compared with its source's text once more. Raises `NotFound`."""
    named = or_(article.c.id == id_or_slug, article.c.slug == id_or_slug)
    row = tx.execute(select(article).where(article.c.user_id == owner, named)).first()
    if row is None:
        raise NotFound("Article not found")
    page = get_page(tx, owner, row)
    links = _links(tx, owner, row.id)
    return ArticleResponse(
        id=row.id,
        slug=row.slug,
        title=row.title,
        summary=row.summary,
        confidence=Confidence(row.confidence) if row.confidence else None,
        linter_score=row.linter_score,
        concepts=page.concepts,
        backlinks_in=links["in"],
        backlinks_out=links["out"],
        content=page.content,
        sources=page.sources,
        claims=page.claims,
        created_at=row.created_at,
        updated_at=row.updated_at,
        page_type=PageType(row.page_type),
    )


class Page(NamedTuple):
    """An article's file and what it was made of."""

    content: str
    by_person: bool
    claims: list[ClaimResponse]
    concepts: list[str]
    sources: list[SourceResponse]


def get_page(tx: Transaction, owner: str, row: Row[Any]) -> Page:
    """The Markdown file of an article as it is to be now."""
    version = tx.execute(
        select(article_version).where(article_version.c.article_id == row.id, article_version.c.number == row.version)
    ).one()
    body = version.body
    claims = _claims(tx, owner, row.id)
    concepts = _concepts(tx, owner, [row.id])[row.id]
    sources = _sources(tx, owner, row.id)
    by_person = version.made_by == MadeBy.PERSON
    if not by_person:
        fallen = [one.text for one in claims if not all(evidence.stands for evidence in one.evidence)]
        origin = sources[0] if sources else None
        matter = rules.FrontMatter(
            title=row.title,
            slug=row.slug,
            page_type=row.page_type,
            source_id=origin.id if origin else None,
            source_url=origin.source_url if origin else None,
            source_type=origin.source_type if origin else None,
            compiled=version.made_at,
            concepts=concepts,
            confidence=row.confidence,
            provider=row.provider,
        )
        related = [(other.title, other.slug) for other in related_articles(tx, owner, row.id)]
        lines = [rules.source_line(one.title, one.source_type, one.source_url, one.ingested_at) for one in sources]
        body = rules.render_file(matter, rules.without_standing(body, fallen), related, lines)
    return Page(body, by_person, claims, concepts, sources)


def related_articles(tx: Transaction, owner: str, article_id: str) -> list[Row[Any]]:
    """The articles nearest to this one: rows with id, slug, title; the strongest link first."""
    other = (
        select(article.c.id, article.c.slug, article.c.title)
        .join(link, link.c.to_id == article.c.id)
        .where(link.c.user_id == owner, link.c.from_id == article_id, link.c.relation == RelationType.RELATED_TO)
        .order_by(link.c.strength.desc(), article.c.slug)
        .limit(MAX_RELATED)
    )
    return list(tx.execute(other))


def article_of_source(tx: Transaction, owner: str, source_id: str) -> Row[Any] | None:
    return _by_source(tx, owner, [source_id]).get(source_id)


def articles_of_sources(tx: Transaction, owner: str, source_ids: Sequence[str]) -> dict[str, Row[Any]]:
    """The source article of each source that has one."""
    return _by_source(tx, owner, source_ids)


def retrieved(tx: Transaction, world: World, owner: str, question: str, limit: int) -> list[Found]:
    """What the owner's wiki holds on a question, of sources that have an article."""
    found = _retrieved(tx, world, owner, question, limit)
    rows = _by_source(tx, owner, [one.source_id for one in found])
    return [one for one in found if one.source_id in rows][:limit]


def files_due(tx: Transaction, owner: str, limit: int) -> list[Row[Any]]:
    """Articles whose file is not what their rows say, the oldest first."""
    wanted = select(article).where(article.c.user_id == owner, article.c.file_due == 1)
    return list(tx.execute(wanted.order_by(article.c.updated_at, article.c.id).limit(limit)))


def living(tx: Transaction, owner: str, article_ids: Sequence[str]) -> set[str]:
    """Those of these articles that are there."""
    wanted = select(article.c.id).where(article.c.user_id == owner, article.c.id.in_(article_ids))
    return set(tx.execute(wanted).scalars())


def file_hash(tx: Transaction, owner: str, slug: str) -> str | None:
    """SHA-256 of what was last written into the file of this name; None where there is no such file of ours."""
    found: str | None = tx.execute(
        select(article.c.file_hash).where(article.c.user_id == owner, article.c.slug == slug)
    ).scalar()
    return found


def _retrieved(tx: Transaction, world: World, owner: str, question: str, limit: int) -> list[Found]:
    scope = texts.scope_id(tx, owner, ScopeKind.WIKI)
    return [] if scope is None else retrieve(tx, world, scope, question, limit)


def _by_source(tx: Transaction, owner: str, source_ids: Sequence[str]) -> dict[str, Row[Any]]:
    wanted = (
        select(article, article_source.c.source_id)
        .join(article_source, article_source.c.article_id == article.c.id)
        .where(
            article.c.user_id == owner,
            article.c.page_type == PageType.SOURCE,
            article_source.c.source_id.in_(source_ids),
        )
    )
    return {row.source_id: row for row in tx.execute(wanted)}


def _summaries(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[ArticleSummaryResponse]:
    ids = [row.id for row in rows]
    concepts = _concepts(tx, owner, ids)
    sources: dict[str, list[ArticleSourceSummary]] = defaultdict(list)
    backlinks = (
        select(func.count())
        .select_from(link)
        .where(link.c.user_id == owner, _touches(article_source.c.article_id))
        .scalar_subquery()
    )
    wanted = (
        select(article_source.c.article_id, source.c.id, source.c.source_type, source.c.title, backlinks.label("links"))
        .join(source, source.c.id == article_source.c.source_id)
        .where(article_source.c.user_id == owner, article_source.c.article_id.in_(ids))
        .order_by(source.c.ingested_at, source.c.id)
    )
    links: dict[str, int] = defaultdict(int)
    for found in tx.execute(wanted):
        kind = SourceType(found.source_type)
        sources[found.article_id].append(ArticleSourceSummary(id=found.id, source_type=kind, title=found.title))
        links[found.article_id] = found.links
    return [
        ArticleSummaryResponse(
            id=row.id,
            slug=row.slug,
            title=row.title,
            summary=row.summary,
            confidence=Confidence(row.confidence) if row.confidence else None,
            linter_score=row.linter_score,
            sources=sources[row.id],
            source_count=len(sources[row.id]),
            backlink_count=links[row.id],
            created_at=row.created_at,
            updated_at=row.updated_at,
            page_type=PageType(row.page_type),
            concepts=concepts[row.id],
            source_ids=[one.id for one in sources[row.id]],
            user_id=row.user_id,
        )
        for row in rows
    ]


def _touches(article_id: Any) -> ColumnElement[bool]:
    return or_(link.c.from_id == article_id, link.c.to_id == article_id)


def _concepts(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, list[str]]:
    wanted = (
        select(article_concept.c.article_id, article_concept.c.concept)
        .where(article_concept.c.user_id == owner, article_concept.c.article_id.in_(ids))
        .order_by(article_concept.c.ordinal)
    )
    found: dict[str, list[str]] = defaultdict(list)
    for row in tx.execute(wanted):
        found[row.article_id].append(row.concept)
    return found


def _sources(tx: Transaction, owner: str, article_id: str) -> list[SourceResponse]:
    wanted = (
        select(source.c.id, source.c.source_type, source.c.title, source.c.source_url, source.c.ingested_at)
        .join(article_source, article_source.c.source_id == source.c.id)
        .where(article_source.c.user_id == owner, article_source.c.article_id == article_id)
        .order_by(source.c.ingested_at, source.c.id)
    )
    return [SourceResponse(**row._mapping) for row in tx.execute(wanted)]


def _claims(tx: Transaction, owner: str, article_id: str) -> list[ClaimResponse]:
    return [
        ClaimResponse(
            id=one.id,
            section=one.section,
            text=one.content,
            confidence=one.confidence if all(e.stands for e in one.evidence) else Confidence.INFERRED,
            evidence=[
                EvidenceResponse(
                    source_id=e.source_id, start=e.start, end=e.end, quote=e.quote, page=e.page, stands=e.stands
                )
                for e in one.evidence
            ],
        )
        for one in claim_store.get(tx, owner, article_id)
    ]


def _links(tx: Transaction, owner: str, article_id: str) -> dict[str, list[BacklinkEntry]]:
    wanted = (
        select(
            article.c.id,
            article.c.title,
            article.c.slug,
            link.c.from_id,
            link.c.relation,
            link.c.resolution,
        )
        .join(
            article,
            or_(
                and_(link.c.from_id == article_id, article.c.id == link.c.to_id),
                and_(link.c.to_id == article_id, article.c.id == link.c.from_id),
            ),
        )
        .where(link.c.user_id == owner, _touches(article_id))
        .order_by(link.c.strength.desc(), article.c.slug)
    )
    found: dict[str, list[BacklinkEntry]] = {"in": [], "out": []}
    for row in tx.execute(wanted):
        entry = BacklinkEntry(
            id=row.id,
            title=row.title,
            slug=row.slug,
            relation_type=RelationType(row.relation),
            resolution=row.resolution,
        )
        found["out" if row.from_id == article_id else "in"].append(entry)
    return found
