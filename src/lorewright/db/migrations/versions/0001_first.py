"""The first schema."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Moment

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WAITING = sa.text("status = 'queued'")
LIVE = sa.text("status IN ('queued', 'running')")


def upgrade() -> None:
    op.create_table(
        "article",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.Column("page_type", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Text(), nullable=True),
        sa.Column("linter_score", sa.Float(), nullable=True),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.Column("file_due", sa.Integer(), nullable=False),
        sa.Column("file_hash", sa.Text(), nullable=True),
        sa.Column("file_intent", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article")),
        sa.UniqueConstraint("user_id", "slug", name=op.f("uq_article_user_id_slug")),
    )
    op.create_index("ix_article_file_due", "article", ["user_id", "file_due"], unique=False)
    op.create_index("ix_article_newest", "article", ["user_id", "updated_at"], unique=False)
    op.create_table(
        "claim",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("holder_kind", sa.Text(), nullable=False),
        sa.Column("holder_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sa.UniqueConstraint("holder_id", "ordinal", name=op.f("uq_claim_holder_id_ordinal")),
    )
    op.create_table(
        "conversation",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.Column("filed_article_id", sa.Text(), nullable=True),
        sa.Column("parent_conversation_id", sa.Text(), nullable=True),
        sa.Column("forked_at_turn_index", sa.Integer(), nullable=True),
        sa.Column("turn_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversation")),
    )
    op.create_index("ix_conversation_newest", "conversation", ["user_id", "updated_at"], unique=False)
    op.create_table(
        "index_scope",
        sa.Column("scope_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("languages", sa.Text(), nullable=False),
        sa.Column("tokenizer", sa.Text(), nullable=False),
        sa.Column("generation", NUMBER, nullable=False),
        sa.Column("passages", NUMBER, nullable=False),
        sa.Column("words", NUMBER, nullable=False),
        sa.Column("vectors_removed", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("scope_id", name=op.f("pk_index_scope")),
    )
    op.create_table(
        "index_vector",
        sa.Column("number", NUMBER, autoincrement=False, nullable=False),
        sa.Column("scope_id", NUMBER, nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("generation", NUMBER, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_index_vector")),
    )
    op.create_index(
        "ix_index_vector_scope_id_embedder_generation",
        "index_vector",
        ["scope_id", "embedder", "generation"],
        unique=False,
    )
    op.create_table(
        "job",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=True),
        sa.Column("article_id", sa.Text(), nullable=True),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("queued_at", Moment(), nullable=False),
        sa.Column("run_after", Moment(), nullable=False),
        sa.Column("started_at", Moment(), nullable=True),
        sa.Column("completed_at", Moment(), nullable=True),
        sa.Column("lease_until", Moment(), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("progress_pct", sa.Integer(), nullable=False),
        sa.Column("progress_message", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("result_summary", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    op.create_index(
        "ix_job_live",
        "job",
        ["status", "priority", "queued_at"],
        unique=False,
        sqlite_where=LIVE,
        postgresql_where=LIVE,
    )
    op.create_index("ix_job_newest", "job", ["user_id", "queued_at"], unique=False)
    op.create_index(
        "uq_job_waiting",
        "job",
        ["user_id", "kind", sa.text("coalesce(source_id, '')"), sa.text("coalesce(article_id, '')")],
        unique=True,
        sqlite_where=WAITING,
        postgresql_where=WAITING,
    )
    op.create_index("ix_job_source", "job", ["source_id"], unique=False)
    op.create_table(
        "posting",
        sa.Column("scope_id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("term", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("first", NUMBER, autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("scope_id", "term", "first", name=op.f("pk_posting")),
        postgresql_with={"fillfactor": 70},
        sqlite_with_rowid=False,
    )
    op.create_table(
        "remains",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", "name", name=op.f("pk_remains")),
    )
    op.create_table(
        "scope",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scope")),
        sa.UniqueConstraint("user_id", "kind", "name", name=op.f("uq_scope_user_id_kind_name")),
    )
    op.create_table(
        "source",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("source_type", sa.Text(), nullable=False),
        sa.Column("source_url", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("named_by_person", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("published_date", sa.Date(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ingested_at", Moment(), nullable=False),
        sa.Column("compiled_at", Moment(), nullable=True),
        sa.Column("token_count", sa.Integer(), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("blob", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=True),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_source")),
        sa.UniqueConstraint("user_id", "content_hash", name=op.f("uq_source_user_id_content_hash")),
    )
    op.create_index("ix_source_blob", "source", ["user_id", "blob"], unique=False)
    op.create_index("ix_source_newest", "source", ["user_id", "ingested_at"], unique=False)
    op.create_table(
        "article_concept",
        sa.Column("article_id", sa.Text(), nullable=False),
        sa.Column("concept", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_article_concept_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("article_id", "concept", name=op.f("pk_article_concept")),
    )
    op.create_index("ix_article_concept_concept", "article_concept", ["user_id", "concept"], unique=False)
    op.create_table(
        "article_source",
        sa.Column("article_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_article_source_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("article_id", "source_id", name=op.f("pk_article_source")),
    )
    op.create_index("ix_article_source_source", "article_source", ["user_id", "source_id"], unique=False)
    op.create_table(
        "article_version",
        sa.Column("article_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_article_version_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("article_id", "number", name=op.f("pk_article_version")),
    )
    op.create_table(
        "link",
        sa.Column("from_id", sa.Text(), nullable=False),
        sa.Column("to_id", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("strength", sa.Float(), nullable=False),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["from_id"], ["article.id"], name=op.f("fk_link_from_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["to_id"], ["article.id"], name=op.f("fk_link_to_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("from_id", "to_id", "relation", name=op.f("pk_link")),
    )
    op.create_index("ix_link_to", "link", ["user_id", "to_id"], unique=False)
    op.create_table(
        "span",
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("text_id", sa.Text(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["claim_id"], ["claim.id"], name=op.f("fk_span_claim_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("claim_id", "ordinal", name=op.f("pk_span")),
    )
    op.create_index("ix_span_source", "span", ["user_id", "source_id"], unique=False)
    op.create_table(
        "text",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("scope_id", NUMBER, nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("page_starts", sa.Text(), nullable=False),
        sa.Column("coverage", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["scope_id"], ["scope.id"], name=op.f("fk_text_scope_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_text")),
    )
    op.create_index("ix_text_scope", "text", ["scope_id", "state"], unique=False)
    op.create_index("ix_text_source", "text", ["user_id", "source_id"], unique=False)
    op.create_table(
        "turn",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation_id", sa.Text(), nullable=False),
        sa.Column("turn_index", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Text(), nullable=False),
        sa.Column("related_sources", sa.Text(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("filed_article_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_turn_conversation_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.UniqueConstraint("conversation_id", "turn_index", name=op.f("uq_turn_conversation_id_turn_index")),
    )
    op.create_index("ix_turn_newest", "turn", ["user_id", "created_at"], unique=False)
    op.create_table(
        "passage",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("scope_id", NUMBER, nullable=False),
        sa.Column("text_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("heading_path", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["text_id"], ["text.id"], name=op.f("fk_passage_text_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_passage")),
        sa.UniqueConstraint("text_id", "ordinal", name=op.f("uq_passage_text_id_ordinal")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_passage_scope", "passage", ["scope_id", "number"], unique=False)
