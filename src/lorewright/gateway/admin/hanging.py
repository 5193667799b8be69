"""What must hold between concepts, their pages and the links of articles: what one statement can tell."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, select

from lorewright.gateway.admin import rules
from lorewright.gateway.admin.pages import ROWS
from lorewright.gateway.articles.tables import PageType, RelationType, article, article_name, link, wikilink
from lorewright.gateway.concepts.tables import article_concept, concept, concept_merge, concept_split
from lorewright.knowledge.tables import claim, span
from lorewright.knowledge.tables import text as source_text
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.world import World


def _hanging(world: World) -> Iterator[str]:
    for statements in (_of_concepts(), _of_links()):
        with world.db.reading() as tx:
            for wanted, sentence in statements:
                for row in tx.execute(wanted.execution_options(yield_per=ROWS)):
                    yield sentence.format(*row)


def _of_concepts() -> Sequence[tuple[Select[Any], str]]:
    articles = (
        select(func.count(article_concept.c.article_id.distinct()))
        .where(article_concept.c.user_id == concept.c.user_id, article_concept.c.concept == concept.c.name)
        .scalar_subquery()
    )
    has_row = exists().where(
        concept.c.user_id == article_concept.c.user_id, concept.c.name == article_concept.c.concept
    )
    parent = concept.alias("parent")
    has_parent = exists().where(parent.c.id == concept.c.parent_id, parent.c.user_id == concept.c.user_id)
    of_concept = exists().where(concept.c.id == article.c.id, concept.c.user_id == article.c.user_id)
    has_page = exists().where(article.c.id == concept.c.id, article.c.page_type == PageType.CONCEPT)
    compiling = exists().where(
        job.c.article_id == article.c.id,
        job.c.kind == Kind.COMPILE_CONCEPT,
        job.c.status.in_((Status.QUEUED, Status.RUNNING)),
    )
    is_written = exists().where(
        article_concept.c.user_id == concept_merge.c.user_id, article_concept.c.key == concept_merge.c.key
    )
    is_split = exists().where(
        concept_split.c.user_id == article_concept.c.user_id,
        concept_split.c.key == article_concept.c.key,
        concept_split.c.revoked_at.is_(None),
    )
    is_ready = exists().where(source_text.c.id == span.c.text_id, source_text.c.source_id == span.c.source_id)
    page = article.c.page_type == PageType.CONCEPT
    return [
        (
            select(concept.c.name, concept.c.article_count, articles).where(concept.c.article_count != articles),
            "The concept {} counts {} articles but has {}.",
        ),
        (
            select(concept.c.name, concept.c.id).where(concept.c.article_count == 0, ~has_page),
            "The concept {} ({}) has neither articles nor a page.",
        ),
        (
            select(article_concept.c.concept, article_concept.c.article_id).where(~has_row).distinct(),
            "The concept {} of article {} has no row.",
        ),
        (
            select(concept.c.name, concept.c.parent_id).where(concept.c.parent_id.is_not(None), ~has_parent),
            "The concept {} stands below {}, which is not there.",
        ),
        (
            select(article.c.slug, article.c.id).where(page, ~of_concept, ~compiling),
            "The page {} ({}) is of a concept that is not there.",
        ),
        (
            select(claim.c.id, article.c.slug)
            .join(article, article.c.id == claim.c.holder_id)
            .join(span, span.c.claim_id == claim.c.id)
            .where(page, ~is_ready, ~compiling),
            "Claim {} of the page {} rests on a text that is not there.",
        ),
        (
            select(concept_merge.c.key, concept_merge.c.into_key).where(~is_written),
            "The decision that {} is called as {} is about a name that no article writes.",
        ),
        (
            select(article_concept.c.concept, article_concept.c.article_id).where(
                article_concept.c.sense != "", ~is_split
            ),
            "The concept {} of article {} is told from another of its name, and nobody decided that.",
        ),
    ]


def _of_links() -> Sequence[tuple[Select[Any], str]]:
    is_linked = exists().where(
        link.c.from_id == wikilink.c.article_id,
        link.c.to_id == wikilink.c.to_id,
        link.c.relation.in_((RelationType.REFERENCES, RelationType.EXTENDS, RelationType.SYNTHESIZES)),
    )
    target = article.alias("target")
    is_own = exists().where(target.c.id == wikilink.c.to_id, target.c.user_id == wikilink.c.user_id)
    is_named = exists().where(article_name.c.article_id == article.c.id, article_name.c.key == article.c.slug)
    other = and_(link.c.relation == RelationType.RELATED_TO, ~_back())
    return [
        (
            select(wikilink.c.key, wikilink.c.article_id).where(
                wikilink.c.to_id.is_not(None), wikilink.c.to_id != wikilink.c.article_id, ~is_linked
            ),
            "The link to {} in article {} is not among its links.",
        ),
        (
            select(wikilink.c.key, wikilink.c.article_id).where(wikilink.c.to_id.is_not(None), ~is_own),
            "The link to {} in article {} leads to an article of somebody else.",
        ),
        (select(article.c.slug).where(~is_named), "The article {} is not found by its slug."),
        (select(link.c.from_id, link.c.to_id).where(other), "Article {} is related to {}, which is not related to it."),
    ]


def _back() -> ColumnElement[bool]:
    back = link.alias("back")
    return exists().where(
        back.c.from_id == link.c.to_id, back.c.to_id == link.c.from_id, back.c.relation == RelationType.RELATED_TO
    )


def _circles(world: World) -> Iterator[str]:
    with world.db.reading() as tx:
        rows = tx.execute(select(concept.c.id, concept.c.name, concept.c.parent_id)).all()
    names = {row.id: row.name for row in rows}
    for circle in rules.circles({row.id: row.parent_id for row in rows if row.parent_id is not None}):
        yield f"Concepts stand below each other in a circle: {', '.join(sorted(names[id_] for id_ in circle))}."


AREAS = (_hanging, _circles)
