"""What happened, for whoever listens just then. Rows, so that any process can tell; kept for a minute."""

from enum import StrEnum

from sqlalchemy import Column, Index, Table, Text

from lorewright.db.metadata import Id, Moment, Number, metadata


class Name(StrEnum):
    SOURCE_PROGRESS = "source.progress"
    COMPILATION_COMPLETE = "compilation.complete"
    COMPILATION_FAILED = "compilation.failed"
    ARTICLE_RECOMPILED = "article.recompiled"
    JOB_PROGRESS = "job.progress"
    BUDGET_WARNING = "budget.warning"
    BUDGET_EXCEEDED = "budget.exceeded"
    LINTER_ALERT = "linter.alert"


event = Table(
    "event",
    metadata,
    Column("number", Number, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("source_id", Id),  # what it tells of; goes with it
    Column("message", Text, nullable=False),  # as it is sent: a JSON object with `event`
    Column("happened_at", Moment, nullable=False),
    Index("ix_event_source", "user_id", "source_id"),
    Index("ix_event_age", "happened_at"),
    sqlite_autoincrement=True,  # whoever listens asks for what has a higher number than the last
)
