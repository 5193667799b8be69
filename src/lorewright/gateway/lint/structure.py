"""What is wrong with a wiki's articles, as their rows and files stand. Each look takes a statement or two, however large the wiki is."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, exists, func, or_, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.files import names_in, slugs_of
from lorewright.gateway.articles.rules import escape
from lorewright.gateway.articles.tables import (
    PageType,
    RelationType,
    article,
    article_source,
    article_version,
    edit_conflict,
    link,
    wikilink,
)
from lorewright.gateway.concepts.tables import article_concept, concept
from lorewright.gateway.contradictions import queries as contradictions
from lorewright.gateway.contradictions.rules import cut, still_said
from lorewright.gateway.lint.rules import Found, structural
from lorewright.gateway.lint.tables import LintFindingKind, LintSeverity, Violation
from lorewright.gateway.sources.tables import IngestStatus, source
from lorewright.knowledge.contradict import Certainty
from lorewright.knowledge.tables import Confidence, Holder, TextState, claim, span, text
from lorewright.platform.jobs.tables import Kind, Status, job

LEAST_SYNTHESIZED = 2
"""A concept page brings so many articles together at least."""


def found_in_rows(tx: Transaction, owner: str) -> Iterator[Found]:
    """All but broken links and files."""
    yield from _contradictions(tx, owner)
    yield from _orphans(tx, owner)
    yield from _without_concepts(tx, owner)
    yield from _thin_concepts(tx, owner)
    yield from _unverified(tx, owner)
    yield from _not_compiled(tx, owner)
    yield from _edit_conflicts(tx, owner)


def _contradictions(tx: Transaction, owner: str) -> Iterator[Found]:
    """Those of which nothing was decided; and articles that say what was so before."""
    rows = [row for row in contradictions.found(tx, owner) if row.resolution is None]
    ids = {id_ for row in rows for id_ in (row.article_a_id, row.article_b_id)}
    titles = _titles(tx, owner, ids)
    concepts = _Concepts(tx, owner, ids)
    for row in rows:
        a, b = titles[row.article_a_id], titles[row.article_b_id]
        if row.relation == RelationType.SUPERSEDES:
            said = f"“{b}” says what was so before; “{a}” is newer: {row.reason}."
            detail = f"{cut(row.claim_b)} / {cut(row.claim_a)}"
            yield structural(
                Violation.STALE_SOURCE,
                row.article_b_id,
                said,
                row.content_hash,
                severity=LintSeverity.INFO,
                detail=detail,
                other_id=row.article_a_id,
            )
            continue
        yield Found(
            LintFindingKind.CONTRADICTION,
            LintSeverity.ERROR if row.certainty == Certainty.HIGH else LintSeverity.WARN,
            f"“{a}” and “{b}” contradict each other: {row.reason}.",
            row.article_a_id,
            (row.content_hash,),
            other_id=row.article_b_id,
            claim=row.claim_a,
            other_claim=row.claim_b,
            certainty=row.certainty,
            concept=concepts.shared(row.article_a_id, row.article_b_id),
        )


class _Concepts:
    """Of some articles, to find which two share."""

    def __init__(self, tx: Transaction, owner: str, article_ids: set[str]) -> None:
        self._of: defaultdict[str, set[tuple[int, str]]] = defaultdict(set)
        named = and_(concept.c.user_id == article_concept.c.user_id, concept.c.name == article_concept.c.concept)
        wanted = select(article_concept.c.article_id, concept.c.article_count, concept.c.id).join(concept, named)
        mine = and_(article_concept.c.user_id == owner, among(article_concept.c.article_id, article_ids))
        for row in tx.execute(wanted.where(mine)):
            self._of[row.article_id].add((row.article_count, row.id))

    def shared(self, one: str, other: str) -> str | None:
        """The id of the rarest."""
        return min(self._of[one] & self._of[other], default=(0, None))[1]


def _orphans(tx: Transaction, owner: str) -> Iterator[Found]:
    mine = link.c.user_id == owner
    linked = or_(
        exists().where(mine, link.c.from_id == article.c.id), exists().where(mine, link.c.to_id == article.c.id)
    )
    for row in tx.execute(select(article.c.id, article.c.title).where(article.c.user_id == owner, ~linked)):
        said = f"No link leads to “{row.title}”, and none from it to another article."
        yield Found(LintFindingKind.ORPHAN, LintSeverity.WARN, said, row.id, ())


def _without_concepts(tx: Transaction, owner: str) -> Iterator[Found]:
    has_one = exists().where(article_concept.c.article_id == article.c.id)
    wanted = select(article.c.id, article.c.title).where(
        article.c.user_id == owner, article.c.page_type == PageType.SOURCE, ~has_one
    )
    for row in tx.execute(wanted):
        said = f"“{row.title}” has no concept."
        yield structural(Violation.SOURCE_NO_CONCEPTS, row.id, said, severity=LintSeverity.INFO)


def _thin_concepts(tx: Transaction, owner: str) -> Iterator[Found]:
    brought = (
        select(func.count())
        .where(link.c.from_id == article.c.id, link.c.relation == RelationType.SYNTHESIZES)
        .scalar_subquery()
    )
    wanted = select(article.c.id, article.c.title, brought.label("count")).where(
        article.c.user_id == owner, article.c.page_type == PageType.CONCEPT, brought < LEAST_SYNTHESIZED
    )
    for row in tx.execute(wanted):
        said = f"The concept page “{row.title}” brings {row.count} articles together; it takes {LEAST_SYNTHESIZED}."
        yield structural(Violation.CONCEPT_INSUFFICIENT_SYNTHESIZES, row.id, said)


def _unverified(tx: Transaction, owner: str) -> Iterator[Found]:
    """Claims that nothing bears out, or whose evidence stands in a text that is not there any more; without those that a person has
    taken out of the article."""
    # Looked up once each: asking for every claim takes four times as long.
    there = select(text.c.id).where(text.c.user_id == owner, text.c.state == TextState.READY)
    lost = select(span.c.claim_id).where(span.c.user_id == owner, span.c.text_id.not_in(there))
    unproved = claim.c.confidence.in_((Confidence.MIXED.value, Confidence.INFERRED.value))
    edited = and_(
        article_version.c.article_id == article.c.id,
        article_version.c.number == article.c.version,
        article.c.version != article.c.compiled_version,
    )
    wanted = (
        select(claim.c.holder_id, claim.c.content, claim.c.section, article.c.title, article_version.c.body)
        .join(article, article.c.id == claim.c.holder_id)
        .join(article_version, edited, isouter=True)
        .where(claim.c.user_id == owner, claim.c.holder_kind == Holder.ARTICLE, or_(unproved, claim.c.id.in_(lost)))
        .order_by(claim.c.holder_id, claim.c.ordinal)
    )
    for _, some in groupby(tx.execute(wanted), key=lambda row: row.holder_id):
        rows = list(some)
        body = rows[0].body
        kept = None if body is None else still_said(body, [escape(row.content) for row in rows])
        for row in rows:
            if kept is None or escape(row.content) in kept:
                said = f"“{row.title}” says what no source bears out word for word: “{cut(row.content)}”"
                yield structural(Violation.UNVERIFIED_CLAIM, row.holder_id, said, row.content, detail=row.section)


def _not_compiled(tx: Transaction, owner: str) -> Iterator[Found]:
    """Articles whose source has changed since, or could not be compiled again."""
    compiling = exists().where(
        job.c.source_id == source.c.id,
        job.c.kind.in_((Kind.COMPILE_SOURCE.value, Kind.RECOMPILE_ARTICLE.value)),
        job.c.status.in_((Status.QUEUED.value, Status.RUNNING.value)),
    )
    behind = source.c.status.in_((IngestStatus.PENDING.value, IngestStatus.FAILED.value))
    wanted = (
        select(article.c.id, article.c.title, source.c.status, source.c.content_hash, source.c.error_message)
        .join(article_source, article_source.c.article_id == article.c.id)
        .join(source, source.c.id == article_source.c.source_id)
        .where(article.c.user_id == owner, article.c.page_type == PageType.SOURCE, behind, ~compiling)
    )
    for row in tx.execute(wanted):
        why = "could not be compiled again" if row.status == IngestStatus.FAILED else "has changed since"
        said = f"The source of “{row.title}” {why}: the article says what it said before."
        yield structural(Violation.STALE_SOURCE, row.id, said, row.content_hash, detail=row.error_message or "")


def _edit_conflicts(tx: Transaction, owner: str) -> Iterator[Found]:
    wanted = (
        select(edit_conflict, article.c.title)
        .join(article, article.c.id == edit_conflict.c.article_id)
        .where(edit_conflict.c.user_id == owner, edit_conflict.c.resolved_at.is_(None))
        .order_by(edit_conflict.c.found_at, edit_conflict.c.id)
    )
    for row in tx.execute(wanted):
        mine = f"says “{cut(row.mine)}”" if row.mine else f"leaves “{cut(row.base)}” out"
        theirs = f"says “{cut(row.theirs)}”" if row.theirs else "does not say it any more"
        said = f"In “{row.title}” an edit {mine}, and the compilation {theirs}: the article has both."
        key = (row.base, row.mine, row.theirs)
        yield structural(Violation.EDIT_CONFLICT, row.article_id, said, *key, detail=row.section)


class BrokenLinks(NamedTuple):
    found: list[Found]
    pages: int
    """So many pages are linked to and are not there."""


def broken_links(tx: Transaction, owner: str) -> BrokenLinks:
    """What articles link to and no article is."""
    wanted = select(article.c.id, article.c.title, wikilink.c.key).join(article, article.c.id == wikilink.c.article_id)
    mine = and_(wikilink.c.user_id == owner, wikilink.c.to_id.is_(None))
    rows = tx.execute(wanted.where(mine).order_by(article.c.id, wikilink.c.key)).all()
    found = [
        structural(
            Violation.BROKEN_WIKILINK,
            row.id,
            f"“{row.title}” links to “{cut(row.key)}”, and there is no such article.",
            row.key,
            detail=row.key,
        )
        for row in rows
    ]
    return BrokenLinks(found, len({row.key for row in rows}))


def one_sided(tx: Transaction, owner: str) -> Sequence[Row[Any]]:
    """Links between articles that are near each other, of which only one says so."""
    back = link.alias("back")
    has_inverse = exists().where(
        back.c.from_id == link.c.to_id, back.c.to_id == link.c.from_id, back.c.relation == link.c.relation
    )
    wanted = select(link, article.c.title).join(article, article.c.id == link.c.to_id)
    return tx.execute(
        wanted.where(link.c.user_id == owner, link.c.relation == RelationType.RELATED_TO, ~has_inverse)
    ).all()


def missing_inverse(row: Row[Any]) -> Found:
    """Of a row of `one_sided`."""
    said = f"“{row.title}” did not link back to an article that is near it; now it does."
    return structural(
        Violation.MISSING_INVERSE_LINK,
        row.to_id,
        said,
        row.from_id,
        severity=LintSeverity.INFO,
        auto_repaired=True,
        other_id=row.from_id,
    )


def without_file(tx: Transaction, owner: str, folder: Path) -> list[Row[Any]]:
    """(id, slug, title) of articles whose file was written and is not there."""
    wanted = select(article.c.id, article.c.slug, article.c.title).where(
        article.c.user_id == owner, article.c.file_due == 0
    )
    rows = tx.execute(wanted.order_by(article.c.slug)).all()
    there = slugs_of(names_in(folder))  # after the rows: what is written meanwhile is not missed
    return [row for row in rows if row.slug not in there]


def missing_file(row: Row[Any]) -> Found:
    """Of a row of `without_file`."""
    said = f"The wiki file of “{row.title}” was missing; it is written again."
    return structural(
        Violation.MISSING_FILE, row.id, said, row.slug, severity=LintSeverity.INFO, detail=row.slug, auto_repaired=True
    )


def _titles(tx: Transaction, owner: str, article_ids: set[str]) -> dict[str, str]:
    wanted = select(article.c.id, article.c.title).where(article.c.user_id == owner, among(article.c.id, article_ids))
    return {row.id: row.title for row in tx.execute(wanted)}
