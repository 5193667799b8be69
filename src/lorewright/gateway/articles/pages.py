"""An article's file, and what it was made of. One article takes three statements, and so do many."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Column, Row, Select, and_, bindparam, func, literal, select, tuple_, union_all

from lorewright.db.among import among
from lorewright.db.gathered import gathered
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import rules
from lorewright.gateway.articles.links import by_key
from lorewright.gateway.articles.schemas import BacklinkEntry, ClaimResponse, EvidenceResponse
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    RelationType,
    Resolution,
    article,
    article_source,
    article_version,
    link,
    wikilink,
)
from lorewright.gateway.articles.versions import Said
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.gateway.sources.tables import source
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import Claim
from lorewright.knowledge.tables import Confidence
from lorewright.knowledge.wikilinks import resolved

MAX_RELATED = 8
_NEAR = (RelationType.RELATED_TO, RelationType.REFERENCES, RelationType.EXTENDS, RelationType.SYNTHESIZES)

# What is asked for often is made once: building a statement takes longer than running it.
OWNER: BindParameter[str] = bindparam("owner")
_OF_ARTICLES: BindParameter[Any] = bindparam("article_ids")

CONCEPTS = gathered(
    select(article_concept.c.concept)
    .where(article_concept.c.user_id == OWNER, article_concept.c.article_id == article.c.id)
    .group_by(article_concept.c.concept)  # two of its words may be one concept
    .order_by(func.min(article_concept.c.ordinal))
    .correlate(article)
).label("concepts")
"""The most telling first."""

SOURCES = gathered(
    select(source.c.id, source.c.source_type, source.c.title, source.c.source_url, source.c.ingested_at)
    .join(article_source, article_source.c.source_id == source.c.id)
    .where(article_source.c.user_id == OWNER, article_source.c.article_id == article.c.id)
    .order_by(source.c.ingested_at, source.c.id)
    .correlate(article)
).label("sources")
"""The first one fed first."""

_TARGET = article.alias("target")
_WIKILINKS = gathered(
    select(wikilink.c.key, _TARGET.c.slug)
    .join(_TARGET, _TARGET.c.id == wikilink.c.to_id)
    .where(wikilink.c.user_id == OWNER, wikilink.c.article_id == article.c.id)
    .correlate(article)
).label("wikilinks")
"""The names in its text that are those of articles."""

_COMPILED = article_version.alias("compiled")

WHOLE = (
    select(
        article,
        article_version.c.matter,
        article_version.c.body,
        article_version.c.made_by,
        _COMPILED.c.made_at.label("compiled_at"),
        CONCEPTS,
        SOURCES,
        _WIKILINKS,
    )
    .join(
        article_version,
        and_(article_version.c.article_id == article.c.id, article_version.c.number == article.c.version),
    )
    .join(_COMPILED, and_(_COMPILED.c.article_id == article.c.id, _COMPILED.c.number == article.c.compiled_version))
    .where(article.c.user_id == OWNER)
)
"""Articles with the version that is shown, when they were compiled, their concepts and their sources."""


def _ends(here: Column[str], there: Column[str], *, leads_out: bool) -> Select[Any]:
    """Links that have one of the articles at this end, with the article at the other."""
    return (
        select(
            here.label("of_article"),
            literal(leads_out, literal_execute=True).label("leads_out"),
            article.c.id,
            article.c.title,
            article.c.slug,
            link.c.relation,
            link.c.resolution,
            link.c.context,
            link.c.strength,
        )
        .join(article, article.c.id == there)
        .where(link.c.user_id == OWNER, among(here, _OF_ARTICLES))
    )


# Each end by itself: with OR, SQLite reads all links for every article.
_LINKS = union_all(
    _ends(link.c.from_id, link.c.to_id, leads_out=True), _ends(link.c.to_id, link.c.from_id, leads_out=False)
)
_LINKS_STRONGEST_FIRST = _LINKS.order_by(_LINKS.selected_columns.strength.desc(), _LINKS.selected_columns.slug)


class Links(NamedTuple):
    """What an article hangs together with, the strongest link first."""

    into: list[BacklinkEntry]
    out: list[BacklinkEntry]


class Page(NamedTuple):
    """An article's file and what it was made of."""

    content: str
    confidence: Confidence | None
    """Of its claims as they stand now; None where it has none."""
    linter_score: float | None
    claims: list[ClaimResponse]
    sources: list[SourceResponse]
    links: Links


def get_pages(tx: Transaction, owner: str, rows: Sequence[Row[Any]]) -> list[Page]:
    """The Markdown files of these articles as they are to be now. The rows are of `WHOLE`."""
    ids = [row.id for row in rows]
    claims = claim_store.get(tx, owner, ids)
    links = _links(tx, owner, ids)
    return [_page(row, claims[row.id], links[row.id]) for row in rows]


def marks(tx: Transaction, owner: str, article_id: str) -> dict[str, Confidence]:
    """What the article claims, and how sure each of it is now."""
    stored = claim_store.get(tx, owner, [article_id])[article_id]
    return {one.content: _as_claim(one).confidence for one in stored}


def files_due(
    tx: Transaction, owner: str, limit: int, *, after: Row[Any] | None = None, only_new: bool = False
) -> list[Row[Any]]:
    """Whole articles whose file is not what their rows say, the oldest first; those that come after one of them.

    `only_new`: those that have no file yet.
    """
    wanted = WHOLE.where(article.c.file_due > 0)
    if only_new:
        wanted = wanted.where(article.c.file_hash.is_(None))
    if after is not None:
        wanted = wanted.where(tuple_(article.c.updated_at, article.c.id) > (after.updated_at, after.id))
    wanted = wanted.order_by(article.c.updated_at, article.c.id).limit(limit)
    return list(tx.execute(wanted, {"owner": owner}))


def owners_of_due_files(tx: Transaction) -> Sequence[str]:
    return tx.execute(select(article.c.user_id).where(article.c.file_due > 0).distinct()).scalars().all()


def files_at_rest(tx: Transaction, after: str, limit: int) -> Sequence[Row[Any]]:
    """Of everybody, in the order of their ids: articles whose file was written and is not due, with its stamp."""
    wanted = select(article.c.id, article.c.user_id, article.c.slug, article.c.file_stamp)
    wanted = wanted.where(article.c.file_due == 0, article.c.id > after)
    return tx.execute(wanted.order_by(article.c.id).limit(limit)).all()


def file_hash(tx: Transaction, owner: str, slug: str) -> str | None:
    """SHA-256 of what was last written into the file of this name; None where there is no such file of ours."""
    found: str | None = tx.execute(
        select(article.c.file_hash).where(article.c.user_id == owner, article.c.slug == slug)
    ).scalar()
    return found


def shown_in(row: Row[Any]) -> Said:
    """Of a row of `WHOLE`."""
    return Said(row.title, row.matter, row.body)


def concepts_of(row: Row[Any]) -> list[str]:
    """Of a row that has `CONCEPTS`."""
    return [one["concept"] for one in row.concepts]


def _page(row: Row[Any], stored: Sequence[Claim], links: Links) -> Page:
    claims = [_as_claim(one) for one in stored]
    then, now = [one.confidence for one in stored], [one.confidence for one in claims]
    confidence = rules.overall(now)[0] if claims else None
    score = rules.score_now(row.linter_score, then, now) if claims else None
    sources = [SourceResponse(**one) for one in row.sources]
    lines = [rules.source_line(one.title, one.source_type, one.source_url, one.ingested_at) for one in sources]
    body = row.body
    if row.made_by != MadeBy.ENGINE or then != now:  # else it is marked as it was compiled
        body = rules.truly_marked(body, {one.text: one.confidence for one in claims})
    body = resolved(body, by_key({one["key"]: one["slug"] for one in row.wikilinks}))
    origin = sources[0] if sources and row.page_type == PageType.SOURCE else None
    matter = rules.FrontMatter(
        title=row.title,
        slug=row.slug,
        page_type=row.page_type,
        source_id=origin.id if origin else None,
        source_url=origin.source_url if origin else None,
        source_type=origin.source_type if origin else None,
        compiled=row.compiled_at,
        concepts=concepts_of(row),
        confidence=confidence,
        provider=row.provider,
        synthesized_from=[one.slug for one in links.out if one.relation_type is RelationType.SYNTHESIZES],
        concept_kind=rules.concept_kind(row.title) if row.page_type == PageType.CONCEPT else None,
    )
    return Page(
        rules.render_file(matter, row.matter, body, _related(links), lines), confidence, score, claims, sources, links
    )


def _related(links: Links) -> list[rules.Related]:
    """The nearest, and all that disagree."""
    notes: dict[str, str] = {}
    for entries, leads_out in ((links.out, True), (links.into, False)):
        for one in entries:
            resolution = Resolution(one.resolution) if one.resolution else None
            if one.relation_type and (note := rules.disagreement(one.relation_type, resolution, leads_out=leads_out)):
                notes.setdefault(one.slug, note)
    near = list(dict.fromkeys(one.slug for one in links.out if one.relation_type in _NEAR))[:MAX_RELATED]
    titles = {one.slug: one.title for one in (*links.out, *links.into)}
    slugs = dict.fromkeys([*near, *notes])
    return [rules.Related(titles[slug], slug, notes.get(slug, "")) for slug in slugs]


def _links(tx: Transaction, owner: str, ids: Sequence[str]) -> dict[str, Links]:
    found = {id_: Links([], []) for id_ in ids}
    for row in tx.execute(_LINKS_STRONGEST_FIRST, {"owner": owner, "article_ids": ids}):
        entry = BacklinkEntry(
            id=row.id,
            title=row.title,
            slug=row.slug,
            relation_type=RelationType(row.relation),
            resolution=row.resolution,
            context=row.context,
        )
        links = found[row.of_article]
        (links.out if row.leads_out else links.into).append(entry)
    return found


def _as_claim(one: Claim) -> ClaimResponse:
    stands = all(evidence.stands for evidence in one.evidence)
    return ClaimResponse(
        id=one.id,
        section=one.section,
        text=one.content,
        confidence=one.confidence if stands else Confidence.INFERRED,
        evidence=[
            EvidenceResponse(
                source_id=e.source_id,
                start=e.start,
                end=e.end,
                quote=e.quote,
                page=e.page,
                start_s=e.start_s,
                stands=e.stands,
            )
            for e in one.evidence
        ],
    )
