"""Background work as rows: written in the transaction that wants it, claimed with a lease and a fencing number."""

from enum import StrEnum

from sqlalchemy import BindParameter, Column, Index, Integer, Table, Text, literal, text

from lorewright.db.metadata import Id, Moment, metadata


class Kind(StrEnum):
    COMPILE_SOURCE = "compile_source"
    LINT_WIKI = "lint_wiki"
    SWEEP_WIKILINKS = "sweep_wikilinks"
    REINDEX = "reindex"
    EMBED_CHUNKS = "embed_chunks"
    RECOMPILE_ARTICLE = "recompile_article"
    SYNC_PUSH = "sync_push"
    SYNC_PULL = "sync_pull"
    PROJECT_FILES = "project_files"
    ERASE_REMAINS = "erase_remains"
    INDEX_EDITS = "index_edits"
    REBUILD_CONCEPTS = "rebuild_concepts"
    COMPILE_CONCEPT = "compile_concept"
    INDEX_DOCUMENT = "index_document"
    EMBED_DOCUMENT = "embed_document"
    PROCESS_VOICE = "process_voice"
    FORGET_VOICE = "forget_voice"
    MAKE_PODCAST = "make_podcast"


OF_RETRIEVAL = (Kind.INDEX_DOCUMENT, Kind.EMBED_DOCUMENT, Kind.PROCESS_VOICE, Kind.FORGET_VOICE, Kind.MAKE_PODCAST)
"""Work of the retrieval service, of which the status of a document, a voice or a podcast tells: the gateway's list and events do not."""


class Status(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"


# Written into a statement as they are: a database uses a partial index only where it sees that the value is the index's.
QUEUED: BindParameter[str] = literal(Status.QUEUED.value, Text, literal_execute=True)
RUNNING: BindParameter[str] = literal(Status.RUNNING.value, Text, literal_execute=True)

_LIVE = text("status = 'queued' OR status = 'running'")
_WAITING = text("status = 'queued'")

job = Table(
    "job",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("source_id", Id),
    Column("article_id", Id),
    Column("priority", Integer, nullable=False),
    Column("queued_at", Moment, nullable=False),
    Column("run_after", Moment, nullable=False),
    Column("started_at", Moment),
    Column("completed_at", Moment),
    Column("lease_until", Moment),
    Column("fence", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("progress_pct", Integer, nullable=False),
    Column("progress_message", Text),
    Column("error", Text),
    Column("result_summary", Text),
    Index("ix_job_newest", "user_id", "queued_at"),
    Index("ix_job_source", "source_id"),
    Index(
        "ix_job_live",
        "status",
        "priority",
        "queued_at",
        sqlite_where=_LIVE,
        postgresql_where=_LIVE,
    ),
    # Work of one kind on one thing waits at most once: whoever asks again joins what is already waiting.
    Index(
        "uq_job_waiting",
        "user_id",
        "kind",
        text("coalesce(source_id, '')"),
        text("coalesce(article_id, '')"),
        unique=True,
        sqlite_where=_WAITING,
        postgresql_where=_WAITING,
    ),
)
