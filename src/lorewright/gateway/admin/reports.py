"""What must hold between contradictions, what was decided of them, and lint reports: what one statement can tell."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Select, exists, or_, select

from lorewright.gateway.admin.pages import ROWS
from lorewright.gateway.articles.tables import PageType, article, link
from lorewright.gateway.contradictions.tables import article_statements, contradiction
from lorewright.gateway.lint.tables import LintReportStatus, lint_finding, lint_report
from lorewright.platform.jobs.tables import Kind, Status, job
from lorewright.world import World


def _reports(world: World) -> Iterator[str]:
    with world.db.reading() as tx:
        for wanted, sentence in _of_reports():
            for row in tx.execute(wanted.execution_options(yield_per=ROWS)):
                yield sentence.format(*row)


def _of_reports() -> Sequence[tuple[Select[Any], str]]:
    """Articles that are gone take with them what is said of them: foreign keys see to that."""
    making = exists().where(job.c.id == lint_report.c.job_id, job.c.status.in_((Status.QUEUED, Status.RUNNING)))
    linked = exists().where(
        link.c.user_id == contradiction.c.user_id,
        link.c.relation == contradiction.c.relation,
        or_(
            (link.c.from_id == contradiction.c.article_a_id) & (link.c.to_id == contradiction.c.article_b_id),
            (link.c.from_id == contradiction.c.article_b_id) & (link.c.to_id == contradiction.c.article_a_id),
        ),
    )
    linting = exists().where(
        job.c.user_id == contradiction.c.user_id,
        job.c.kind == Kind.LINT_WIKI,
        job.c.status.in_((Status.QUEUED, Status.RUNNING)),
    )
    stranger = article.c.user_id != lint_finding.c.user_id
    return [
        (
            select(lint_report.c.id).where(lint_report.c.status == LintReportStatus.IN_PROGRESS, ~making),
            "The lint report {} is in progress, but no job fills it.",
        ),
        (
            select(contradiction.c.content_hash, contradiction.c.article_a_id, contradiction.c.article_b_id).where(
                ~linked, ~linting
            ),
            "The contradiction {} of the articles {} and {} is not linked.",
        ),
        (
            select(lint_finding.c.id, article.c.id)
            .join(article, article.c.id == lint_finding.c.article_id)
            .where(stranger),
            "The finding {} is about article {} of somebody else.",
        ),
        (
            select(article_statements.c.article_id)
            .join(article, article.c.id == article_statements.c.article_id)
            .where(article.c.page_type != PageType.SOURCE),
            "The statements of article {} are kept, which is of no source.",
        ),
    ]


AREAS = (_reports,)
