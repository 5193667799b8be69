"""Listing, showing and searching articles. A list takes one statement however long it is, one article three."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Row, Select, bindparam, exists, func, or_, select, union

from lorewright.core.errors import NotFound
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import rules, versions
from lorewright.gateway.articles.pages import CONCEPTS, OWNER, SOURCES, WHOLE, concepts_of, get_pages, marks
from lorewright.gateway.articles.schemas import (
    ArticleHit,
    ArticleResponse,
    ArticleSourceSummary,
    ArticleSummaryResponse,
    ChangeResponse,
    ConflictResponse,
    DiffResponse,
    VersionResponse,
    VersionSummary,
    Why,
)
from lorewright.gateway.articles.slugs import slugify
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    article,
    article_name,
    article_source,
    article_version,
    link,
)
from lorewright.gateway.concepts.tables import article_concept, concept
from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.merge import changes
from lorewright.knowledge.retrieve import Found, prepare, retrieve
from lorewright.knowledge.tables import ScopeKind
from lorewright.reading.base import second_at
from lorewright.world import World

# What is asked for often is made once: building a statement takes longer than running it.
_BRIEF = (article.c.id, article.c.slug, article.c.title, article.c.page_type, article.c.file_due)
_BY_SOURCE = (
    select(*_BRIEF, article_source.c.source_id)
    .join(article_source, article_source.c.article_id == article.c.id)
    .where(
        article.c.user_id == OWNER,
        article.c.page_type == PageType.SOURCE,
        article_source.c.user_id == OWNER,
        among(article_source.c.source_id, bindparam("source_ids")),
    )
)
_NAMED: BindParameter[str] = bindparam("named")
_ONE = WHOLE.where(or_(article.c.id == _NAMED, article.c.slug == _NAMED))
_OF_FILED = select(*_BRIEF).where(
    article.c.user_id == OWNER,
    article.c.page_type == PageType.ANSWER,
    among(article.c.id, bindparam("article_ids")),
)


_SHOWN = select(article.c.version).where(article.c.user_id == OWNER, article.c.id == bindparam("article"))
_VERSIONS = (
    select(
        article_version.c.number,
        article_version.c.title,
        article_version.c.made_by,
        article_version.c.made_at,
        article_version.c.restored_from,
        func.length(article_version.c.body).label("characters"),
    )
    .where(article_version.c.user_id == OWNER, article_version.c.article_id == bindparam("article"))
    .order_by(article_version.c.number.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


def _links_at(end: ColumnElement[str]) -> ColumnElement[int]:
    """How many links have the article at this end."""
    return (
        select(func.count())
        .select_from(link)
        .where(link.c.user_id == OWNER, end == article.c.id)
        .correlate(article)
        .scalar_subquery()
    )


_SUMMARIES = select(
    article, CONCEPTS, SOURCES, (_links_at(link.c.from_id) + _links_at(link.c.to_id)).label("links")
).where(article.c.user_id == OWNER)
_OF_ARTICLES = _SUMMARIES.where(among(article.c.id, bindparam("article_ids")))
# By a name that links may give it, or by one that is written otherwise, such as its plural.
_NAMES = union(
    select(article_name.c.article_id).where(article_name.c.user_id == OWNER, article_name.c.key == bindparam("name")),
    select(concept.c.id)
    .join(article_concept, article_concept.c.concept == concept.c.name)
    .where(concept.c.user_id == OWNER, article_concept.c.user_id == OWNER, article_concept.c.key == bindparam("key")),
)
_CALLED = (
    select(article.c.id, article.c.title, article.c.summary)
    .where(article.c.user_id == OWNER, article.c.page_type == PageType.CONCEPT, article.c.id.in_(_NAMES))
    .order_by(article.c.created_at, article.c.id)
    .limit(bindparam("limit"))
)


@cache
def _newest(*filters: str) -> Select[Any]:
    """Summaries of the newest articles that have these filters' values. Which ones is found first, by little more than their ids."""
    found = select(article.c.id).where(article.c.user_id == OWNER)
    for name in filters:
        value: BindParameter[str] = bindparam(name)
        if name == "concept":
            having = select(article_concept.c.article_id).where(
                article_concept.c.user_id == OWNER, article_concept.c.concept == value
            )
            found = found.where(article.c.id.in_(having))
        else:
            found = found.where(article.c[name] == value)
    newest_first = (article.c.updated_at.desc(), article.c.id)
    page = found.order_by(*newest_first).limit(bindparam("limit")).offset(bindparam("offset"))
    return _SUMMARIES.where(article.c.id.in_(page)).order_by(*newest_first)


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
    given = {"concept": concept, "confidence": confidence, "page_type": page_type}
    filters = {name: value for name, value in given.items() if value is not None}
    rows = tx.execute(_newest(*filters), {"owner": owner, "limit": limit, "offset": offset, **filters})
    return [ArticleSummaryResponse(**_summary(row)) for row in rows]


def search(tx: Transaction, world: World, owner: str, question: str, limit: int) -> list[ArticleHit]:
    """The pages of concepts that are called so, then articles ranked by the passages of their sources, best first.

    What a page of a concept says its articles say, too, so it is found by its names alone. None where nothing but white space was asked.
    """
    if not question.strip():
        return []
    # What a person wrote into an article and what its source says are two texts.
    found = retrieved(tx, world, owner, question, 2 * limit, passages_each=1, or_remarks=True)
    names = {"name": slugify(question), "key": key_of(question, None)}
    called = tx.execute(_CALLED, {"owner": owner, "limit": limit, **names}).all()
    best: dict[str, tuple[Found, Row[Any]]] = {}
    for hit in found:
        best.setdefault(hit[1].id, hit)
    hits = list(best.values())[: limit - len(called)]
    shown = [row.id for row in called] + [row.id for _, row in hits]
    summaries = tx.execute(_OF_ARTICLES, {"owner": owner, "article_ids": shown})
    listed = {row.id: _summary(row) for row in summaries}
    pages = [
        ArticleHit(
            **listed[row.id],
            passage=row.summary or row.title,
            by_person=False,
            page=None,
            start_s=None,
            why=Why(score=1.0, words_rank=None, words_score=None, vector_rank=None, vector_score=None),
        )
        for row in called
    ]
    return pages + [
        ArticleHit(
            **listed[row.id],
            passage=one.passages[0].content.strip(),
            by_person=one.is_remark,
            page=one.passages[0].page,
            start_s=second_at(one.passages[0].moments, one.passages[0].start),
            why=Why(**one.why._asdict()),
        )
        for one, row in hits
    ]


def get_article(tx: Transaction, owner: str, id_or_slug: str) -> ArticleResponse:
    """Each claim's quote is compared with its source's text once more. Raises `NotFound`."""
    row = tx.execute(_ONE, {"owner": owner, "named": id_or_slug}).first()
    if row is None:
        raise NotFound("Article not found")
    [page] = get_pages(tx, owner, [row])
    return ArticleResponse(
        **{**_fields(row), "confidence": page.confidence, "linter_score": page.linter_score},
        backlinks_in=page.links.into,
        backlinks_out=page.links.out,
        content=page.content,
        version=row.version,
        sources=page.sources,
        claims=page.claims,
    )


def id_of(tx: Transaction, owner: str, id_or_slug: str) -> str:
    """Raises `NotFound`."""
    named = or_(article.c.id == id_or_slug, article.c.slug == id_or_slug)
    found: str | None = tx.execute(select(article.c.id).where(article.c.user_id == owner, named)).scalar()
    if found is None:
        raise NotFound("Article not found")
    return found


def list_versions(tx: Transaction, owner: str, article_id: str, limit: int, offset: int) -> list[VersionSummary]:
    """The newest first. Raises `NotFound`."""
    shown = _shown_version(tx, owner, article_id)
    mine = {"owner": owner, "article": article_id, "limit": limit, "offset": offset}
    return [VersionSummary(**_version(row, shown)) for row in tx.execute(_VERSIONS, mine)]


def get_version(tx: Transaction, owner: str, article_id: str, number: int) -> VersionResponse:
    """Raises `NotFound`."""
    shown = _shown_version(tx, owner, article_id)
    row = _numbered(tx, owner, article_id, number)
    content = f"# {rules.escape(row.title)}\n\n{rules.truly_marked(row.body, marks(tx, owner, article_id))}"
    return VersionResponse(**_version(row, shown), content=content)


def diff(
    tx: Transaction, owner: str, article_id: str, from_version: int | None, to_version: int | None
) -> DiffResponse:
    """By default from the version before to the one that is shown. Raises `NotFound`."""
    shown = _shown_version(tx, owner, article_id)
    after = _numbered(tx, owner, article_id, shown if to_version is None else to_version)
    before = _numbered(tx, owner, article_id, max(1, after.number - 1) if from_version is None else from_version)
    return DiffResponse(
        from_version=before.number,
        to_version=after.number,
        title_before=before.title,
        title_after=after.title,
        changes=[ChangeResponse(**one._asdict()) for one in changes(before.body, after.body)],
    )


def list_conflicts(tx: Transaction, owner: str, article_id: str) -> list[ConflictResponse]:
    """Those that are not resolved, the first found first. Raises `NotFound`."""
    _shown_version(tx, owner, article_id)
    return [
        ConflictResponse(
            id=row.id,
            version=row.version,
            section=row.section,
            base=row.base,
            mine=row.mine,
            theirs=row.theirs,
            found_at=row.found_at,
        )
        for row in versions.open_conflicts(tx, owner, article_id)
    ]


def retrieved(
    tx: Transaction,
    world: World,
    owner: str,
    question: str,
    limit: int,
    *,
    passages_each: int,
    or_remarks: bool = False,
) -> list[tuple[Found, Row[Any]]]:
    """What the owner's wiki holds on a question, best first, each with the article of its source, or of filed answers.

    `or_remarks`: what a person wrote into articles too, on which no answer can rest. `tx` must not have begun: the question is
    embedded before it does.
    """
    asked = prepare(world, owner, ScopeKind.WIKI, question)
    if asked is None:
        return []
    found = retrieve(tx, world, asked, limit, passages_each=passages_each, or_remarks=or_remarks)
    rows = articles_of_texts(tx, owner, [one.source_id for one in found])
    return [(one, rows[one.source_id]) for one in found if one.source_id in rows]


def articles_of_sources(tx: Transaction, owner: str, source_ids: Sequence[str]) -> dict[str, Row[Any]]:
    """The source article (id, slug, title, page_type, file_due) of each source that has one."""
    wanted = tx.execute(_BY_SOURCE, {"owner": owner, "source_ids": source_ids})
    return {row.source_id: row for row in wanted.all()}


def resting_on(tx: Transaction, owner: str, source_id: str) -> Sequence[str]:
    """Ids of the articles that rest on this source."""
    mine = (article_source.c.user_id == owner, article_source.c.source_id == source_id)
    return tx.execute(select(article_source.c.article_id).where(*mine)).scalars().all()


def sources_of(tx: Transaction, owner: str, article_ids: Iterable[str]) -> list[str]:
    """Ids of the sources that these articles rest on, in their order."""
    wanted = select(article_source.c.source_id).where(
        article_source.c.user_id == owner, among(article_source.c.article_id, sorted(article_ids))
    )
    return sorted(set(tx.execute(wanted).scalars()))


def articles_of_texts(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, Row[Any]]:
    """The article of each source that has one, and each article of filed answers, whose text is its own."""
    found = articles_of_sources(tx, owner, ids)
    rest = [one for one in ids if one not in found]
    if rest:
        found |= {row.id: row for row in tx.execute(_OF_FILED, {"owner": owner, "article_ids": rest})}
    return found


def living(tx: Transaction, owner: str, article_ids: Collection[str]) -> set[str]:
    """Those of these articles that are there."""
    wanted = select(article.c.id).where(article.c.user_id == owner, among(article.c.id, article_ids))
    return set(tx.execute(wanted).scalars())


def is_edited(tx: Transaction, owner: str, article_id: str) -> bool:
    """Whether a person wrote any of its versions."""
    mine = (article_version.c.user_id == owner, article_version.c.article_id == article_id)
    found: bool = tx.execute(select(exists().where(*mine, article_version.c.made_by == MadeBy.PERSON))).scalar_one()
    return found


def _shown_version(tx: Transaction, owner: str, article_id: str) -> int:
    """Raises `NotFound`."""
    number: int | None = tx.execute(_SHOWN, {"owner": owner, "article": article_id}).scalar()
    if number is None:
        raise NotFound("Article not found")
    return number


def _numbered(tx: Transaction, owner: str, article_id: str, number: int) -> Row[Any]:
    """Raises `NotFound`."""
    row = versions.numbered(tx, owner, article_id, number)
    if row is None:
        raise NotFound("Version not found")
    return row


def _version(row: Row[Any], shown: int) -> dict[str, Any]:
    """The fields of a `VersionSummary`."""
    return {
        "number": row.number,
        "title": row.title,
        "made_by": row.made_by,
        "made_at": row.made_at,
        "characters": row.characters,
        "is_shown": row.number == shown,
        "restored_from": row.restored_from,
    }


def _summary(row: Row[Any]) -> dict[str, Any]:
    """The fields of an `ArticleSummaryResponse`."""
    return {
        **_fields(row),
        "sources": [
            ArticleSourceSummary(id=one["id"], source_type=one["source_type"], title=one["title"])
            for one in row.sources
        ],
        "source_count": len(row.sources),
        "backlink_count": row.links,
        "source_ids": [one["id"] for one in row.sources],
        "user_id": row.user_id,
    }


def _fields(row: Row[Any]) -> dict[str, Any]:
    """What a list and a page both say of an article."""
    return {
        "id": row.id,
        "slug": row.slug,
        "title": row.title,
        "summary": row.summary,
        "confidence": row.confidence,
        "linter_score": row.linter_score,
        "concepts": concepts_of(row),
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "page_type": row.page_type,
    }
