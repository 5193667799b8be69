"""Reading articles. A list takes three statements however long it is."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, Row, Select, and_, bindparam, func, or_, select, tuple_, union_all

from lorewright.core.errors import NotFound
from lorewright.db.among import among
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
    article_source,
    article_version,
    link,
)
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.gateway.sources.tables import SourceType, source
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge import texts
from lorewright.knowledge.claims import Claim
from lorewright.knowledge.retrieve import Found, retrieve
from lorewright.knowledge.tables import Confidence, ScopeKind
from lorewright.world import World

MAX_RELATED = 8

# What every search and list asks for is made once: building a statement takes longer than running it.
_OWNER: BindParameter[str] = bindparam("owner")
_BY_SOURCE = (
    select(article, article_source.c.source_id)
    .join(article_source, article_source.c.article_id == article.c.id)
    .where(
        article.c.user_id == _OWNER,
        article.c.page_type == PageType.SOURCE,
        article_source.c.user_id == _OWNER,
        among(article_source.c.source_id, bindparam("source_ids")),
    )
)
_OF_ARTICLES: BindParameter[Any] = bindparam("article_ids")
_CONCEPTS = (
    select(article_concept.c.article_id, article_concept.c.concept)
    .where(article_concept.c.user_id == _OWNER, among(article_concept.c.article_id, _OF_ARTICLES))
    .group_by(article_concept.c.article_id, article_concept.c.concept)  # two of its words may be one concept
    .order_by(func.min(article_concept.c.ordinal))
)
_SOURCES = (
    select(
        article_source.c.article_id,
        source.c.id,
        source.c.source_type,
        source.c.title,
        source.c.source_url,
        source.c.ingested_at,
    )
    .join(source, article_source.c.source_id == source.c.id)
    .where(article_source.c.user_id == _OWNER, among(article_source.c.article_id, _OF_ARTICLES))
    .order_by(source.c.ingested_at, source.c.id)
)


def _ends(end: ColumnElement[str]) -> Select[str, int]:
    """Links that have an article at this end. Each end by itself: with OR, SQLite reads all links for every article."""
    return (
        select(end.label("article_id"), func.count().label("links"))
        .where(link.c.user_id == _OWNER, among(end, _OF_ARTICLES))
        .group_by(end)
    )


_LINKS = union_all(_ends(link.c.from_id), _ends(link.c.to_id))


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
    listed = _listed(tx, owner, tx.execute(wanted).all())
    return [ArticleSummaryResponse(**fields) for fields in listed.values()]


def search(tx: Transaction, world: World, owner: str, question: str, limit: int) -> list[ArticleHit]:
    """Articles ranked by the passages of their sources, best first; none where nothing but white space was asked."""
    if not question.strip():
        return []
    hits = retrieved(tx, world, owner, question, limit, passages_each=1)
    listed = _listed(tx, owner, [row for _, row in hits])
    return [
        ArticleHit(
            **listed[row.id],
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
    [page] = get_pages(tx, owner, [row])
    links = _links(tx, owner, row.id)
    return ArticleResponse(
        **{**_fields(row, page.concepts), "confidence": page.confidence, "linter_score": page.linter_score},
        backlinks_in=links["in"],
        backlinks_out=links["out"],
        content=page.content,
        sources=page.sources,
        claims=page.claims,
    )


class Page(NamedTuple):
    """An article's file and what it was made of."""

    content: str
    confidence: Confidence | None
    """Of its claims as they stand now; None where it has none."""
    linter_score: float | None
    claims: list[ClaimResponse]
    concepts: list[str]
    sources: list[SourceResponse]


def get_pages(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[Page]:
    """The Markdown files of these articles as they are to be now. Six statements for any number."""
    ids = [row.id for row in rows]
    versions = _versions(tx, owner, ids)
    claims = _claims(tx, owner, ids)
    concepts = _concepts(tx, owner, ids)
    sources = _sources(tx, owner, ids)
    related = _related(tx, owner, ids)
    return [
        _page(row, versions[row.id], claims[row.id], concepts[row.id], sources[row.id], related[row.id]) for row in rows
    ]


def _page(
    row: Row[Any],
    version: Row[Any],
    claims: list[ClaimResponse],
    concepts: list[str],
    sources: list[SourceResponse],
    related: list[tuple[str, str]],
) -> Page:
    confidence, share = rules.overall([one.confidence for one in claims]) if claims else (None, None)
    lines = [rules.source_line(one.title, one.source_type, one.source_url, one.ingested_at) for one in sources]
    body = rules.truly_marked(version.body, {one.text: one.confidence for one in claims})
    if version.made_by == MadeBy.PERSON:
        return Page(rules.render_edited(body, concepts, related, lines), confidence, share, claims, concepts, sources)
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
        confidence=confidence,
        provider=row.provider,
    )
    return Page(rules.render_file(matter, body, related, lines), confidence, share, claims, concepts, sources)


def retrieved(
    tx: Transaction, world: World, owner: str, question: str, limit: int, *, passages_each: int
) -> list[tuple[Found, Row[Any]]]:
    """What the owner's wiki holds on a question, best first, each with the article of its source."""
    scope = texts.scope_id(tx, owner, ScopeKind.WIKI)
    found = [] if scope is None else retrieve(tx, world, scope, question, limit, passages_each=passages_each)
    rows = articles_of_sources(tx, owner, [one.source_id for one in found])
    return [(one, rows[one.source_id]) for one in found if one.source_id in rows]


def articles_of_sources(tx: Transaction, owner: str, source_ids: Sequence[str]) -> dict[str, Row[Any]]:
    """The source article of each source that has one."""
    wanted = tx.execute(_BY_SOURCE, {"owner": owner, "source_ids": source_ids})
    return {row.source_id: row for row in wanted.all()}


def files_due(
    tx: Transaction, owner: str, limit: int, *, after: Row[Any] | None = None, only_new: bool = False
) -> list[Row[Any]]:
    """Articles whose file is not what their rows say, the oldest first; those that come after one of them.

    `only_new`: those that have no file yet.
    """
    wanted = select(article).where(article.c.user_id == owner, article.c.file_due > 0)
    if only_new:
        wanted = wanted.where(article.c.file_hash.is_(None))
    if after is not None:
        wanted = wanted.where(tuple_(article.c.updated_at, article.c.id) > (after.updated_at, after.id))
    return list(tx.execute(wanted.order_by(article.c.updated_at, article.c.id).limit(limit)))


def owners_of_due_files(tx: Transaction) -> Sequence[str]:
    return tx.execute(select(article.c.user_id).where(article.c.file_due > 0).distinct()).scalars().all()


def files_at_rest(tx: Transaction, after: str, limit: int) -> Sequence[Row[Any]]:
    """Of everybody, in the order of their ids: articles whose file was written and is not due, with its stamp."""
    wanted = select(article.c.id, article.c.user_id, article.c.slug, article.c.file_stamp)
    wanted = wanted.where(article.c.file_due == 0, article.c.id > after)
    return tx.execute(wanted.order_by(article.c.id).limit(limit)).all()


def living(tx: Transaction, owner: str, article_ids: Sequence[str]) -> set[str]:
    """Those of these articles that are there."""
    wanted = select(article.c.id).where(article.c.user_id == owner, among(article.c.id, article_ids))
    return set(tx.execute(wanted).scalars())


def file_hash(tx: Transaction, owner: str, slug: str) -> str | None:
    """SHA-256 of what was last written into the file of this name; None where there is no such file of ours."""
    found: str | None = tx.execute(
        select(article.c.file_hash).where(article.c.user_id == owner, article.c.slug == slug)
    ).scalar()
    return found


def _listed(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> dict[str, dict[str, Any]]:
    """The fields of an `ArticleSummaryResponse`, by article."""
    ids = [row.id for row in rows]
    concepts = _concepts(tx, owner, ids)
    sources = _sources(tx, owner, ids)
    links: Counter[str] = Counter()
    for row in tx.execute(_LINKS, {"owner": owner, "article_ids": ids}).all():
        links[row.article_id] += row.links
    return {
        row.id: {
            **_fields(row, concepts[row.id]),
            "sources": [
                ArticleSourceSummary(id=one.id, source_type=one.source_type, title=one.title) for one in sources[row.id]
            ],
            "source_count": len(sources[row.id]),
            "backlink_count": links[row.id],
            "source_ids": [one.id for one in sources[row.id]],
            "user_id": row.user_id,
        }
        for row in rows
    }


def _fields(row: Row[Any], concepts: list[str]) -> dict[str, Any]:
    """What a list and a page both say of an article."""
    return {
        "id": row.id,
        "slug": row.slug,
        "title": row.title,
        "summary": row.summary,
        "confidence": row.confidence,
        "linter_score": row.linter_score,
        "concepts": concepts,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "page_type": row.page_type,
    }


def _touches(article_id: Any) -> ColumnElement[bool]:
    return or_(link.c.from_id == article_id, link.c.to_id == article_id)


def _concepts(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in tx.execute(_CONCEPTS, {"owner": owner, "article_ids": ids}):
        found[row.article_id].append(row.concept)
    return found


def _versions(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, Row[Any]]:
    """The current version of each article."""
    current = and_(article_version.c.article_id == article.c.id, article_version.c.number == article.c.version)
    wanted = select(article_version).join(article, current)
    rows = tx.execute(wanted.where(article_version.c.user_id == owner, among(article.c.id, ids)))
    return {row.article_id: row for row in rows}


def _related(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """(title, slug) of the articles nearest to each, the strongest link first."""
    wanted = (
        select(link.c.from_id, article.c.title, article.c.slug)
        .join(article, article.c.id == link.c.to_id)
        .where(link.c.user_id == owner, among(link.c.from_id, ids), link.c.relation == RelationType.RELATED_TO)
        .order_by(link.c.strength.desc(), article.c.slug)
    )
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in tx.execute(wanted):
        if len(found[row.from_id]) < MAX_RELATED:
            found[row.from_id].append((row.title, row.slug))
    return found


def _sources(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, list[SourceResponse]]:
    found: dict[str, list[SourceResponse]] = defaultdict(list)
    for row in tx.execute(_SOURCES, {"owner": owner, "article_ids": ids}).all():
        found[row.article_id].append(
            SourceResponse(
                id=row.id,
                source_type=SourceType(row.source_type),
                title=row.title,
                source_url=row.source_url,
                ingested_at=row.ingested_at,
            )
        )
    return found


def _claims(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, list[ClaimResponse]]:
    found = claim_store.get(tx, owner, ids)
    return {id_: [_as_claim(one) for one in claims] for id_, claims in found.items()}


def _as_claim(one: Claim) -> ClaimResponse:
    stands = all(evidence.stands for evidence in one.evidence)
    return ClaimResponse(
        id=one.id,
        section=one.section,
        text=one.content,
        confidence=one.confidence if stands else Confidence.INFERRED,
        evidence=[
            EvidenceResponse(
                source_id=e.source_id, start=e.start, end=e.end, quote=e.quote, page=e.page, stands=e.stands
            )
            for e in one.evidence
        ],
    )


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
