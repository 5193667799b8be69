"""Reports on the wiki, what each found, and what a person does not want to be told again."""

from enum import StrEnum

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text

from lorewright.db.metadata import Id, Moment, metadata


class LintReportStatus(StrEnum):
    IN_PROGRESS = "in_progress"
    COMPLETE = "complete"
    FAILED = "failed"


class LintFindingKind(StrEnum):
    CONTRADICTION = "contradiction"
    ORPHAN = "orphan"
    STRUCTURAL = "structural"


class LintSeverity(StrEnum):
    INFO = "info"
    WARN = "warn"
    ERROR = "error"


class Violation(StrEnum):
    SOURCE_NO_CONCEPTS = "source_no_concepts"
    CONCEPT_INSUFFICIENT_SYNTHESIZES = "concept_insufficient_synthesizes"
    MISSING_INVERSE_LINK = "missing_inverse_link"
    BROKEN_WIKILINK = "broken_wikilink"
    MISSING_FILE = "missing_file"
    UNVERIFIED_CLAIM = "unverified_claim"
    STALE_SOURCE = "stale_source"
    EDIT_CONFLICT = "edit_conflict"


lint_report = Table(
    "lint_report",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("job_id", Id, nullable=False),
    Column("status", Text, nullable=False),
    Column("generated_at", Moment, nullable=False),
    Column("completed_at", Moment),
    Column("article_count", Integer, nullable=False),
    Column("checked_articles", Integer, nullable=False),
    Column("total_pairs", Integer, nullable=False),
    Column("checked_pairs", Integer, nullable=False),
    Column("contradictions_count", Integer, nullable=False),
    Column("orphans_count", Integer, nullable=False),
    Column("structural_count", Integer, nullable=False),
    Column("dismissed_count", Integer, nullable=False),
    Column("missing_pages_count", Integer, nullable=False),
    Column("error_message", Text),
    Index("ix_lint_report_newest", "user_id", "generated_at"),
)

lint_finding = Table(
    "lint_finding",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("report_id", Id, ForeignKey("lint_report.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("content_hash", Text, nullable=False),  # of what is found, the same in each report
    Column("description", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("other_id", Id, ForeignKey("article.id", ondelete="CASCADE")),  # where it is about two articles
    Column("claim", Text),
    Column("other_claim", Text),
    Column("certainty", Text),
    Column("concept", Text),  # the rarest that both have
    Column("violation_type", Text),
    Column("auto_repaired", Integer, nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_lint_finding_report", "report_id", "kind"),
    Index("ix_lint_finding_content", "user_id", "content_hash"),
    Index("ix_lint_finding_article", "article_id"),
    Index("ix_lint_finding_other", "other_id"),
)

lint_dismissal = Table(
    "lint_dismissal",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("content_hash", Text, primary_key=True),
    Column("article_id", Id, ForeignKey("article.id", ondelete="CASCADE"), nullable=False),
    Column("other_id", Id, ForeignKey("article.id", ondelete="CASCADE")),
    Column("dismissed_at", Moment, nullable=False),
    Index("ix_lint_dismissal_article", "article_id"),
    Index("ix_lint_dismissal_other", "other_id"),
)
