"""What articles' claims state and contradict, what a person decides of that, and reports on the wiki."""

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Bytes, Id, Moment

revision = "0014"
down_revision = "0013"


def _of_article(table: str, column: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], ["article.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    _contradictions()
    _reports()


def _contradictions() -> None:
    op.create_table(
        "article_statements",
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("made_of", sa.Text(), nullable=False),
        sa.Column("statements", Bytes(), nullable=False),
        sa.Column("is_compared", sa.Integer(), nullable=False),
        _of_article("article_statements", "article_id"),
        sa.PrimaryKeyConstraint("article_id", name=op.f("pk_article_statements")),
    )
    op.create_index("ix_article_statements_user", "article_statements", ["user_id"])
    op.create_table(
        "contradiction",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("article_a_id", Id(), nullable=False),
        sa.Column("article_b_id", Id(), nullable=False),
        sa.Column("claim_a_id", Id(), nullable=False),
        sa.Column("claim_b_id", Id(), nullable=False),
        sa.Column("claim_a", sa.Text(), nullable=False),
        sa.Column("claim_b", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("certainty", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("found_at", Moment(), nullable=False),
        _of_article("contradiction", "article_a_id"),
        _of_article("contradiction", "article_b_id"),
        sa.PrimaryKeyConstraint("user_id", "content_hash", name=op.f("pk_contradiction")),
    )
    op.create_index("ix_contradiction_a", "contradiction", ["article_a_id"])
    op.create_index("ix_contradiction_b", "contradiction", ["article_b_id"])
    op.create_table(
        "resolution",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("article_a_id", Id(), nullable=False),
        sa.Column("article_b_id", Id(), nullable=False),
        sa.Column("resolution", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("resolved_at", Moment(), nullable=False),
        _of_article("resolution", "article_a_id"),
        _of_article("resolution", "article_b_id"),
        sa.PrimaryKeyConstraint("user_id", "content_hash", name=op.f("pk_resolution")),
    )
    op.create_index("ix_resolution_a", "resolution", ["article_a_id"])
    op.create_index("ix_resolution_b", "resolution", ["article_b_id"])


def _reports() -> None:
    counts = [
        *("article_count", "checked_articles", "total_pairs", "checked_pairs"),
        *("contradictions_count", "orphans_count", "structural_count", "dismissed_count", "missing_pages_count"),
    ]
    op.create_table(
        "lint_report",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("job_id", Id(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("generated_at", Moment(), nullable=False),
        sa.Column("completed_at", Moment(), nullable=True),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lint_report")),
    )
    op.create_index("ix_lint_report_newest", "lint_report", ["user_id", "generated_at"])
    op.create_table(
        "lint_finding",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("report_id", Id(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("other_id", Id(), nullable=True),
        sa.Column("claim", sa.Text(), nullable=True),
        sa.Column("other_claim", sa.Text(), nullable=True),
        sa.Column("certainty", sa.Text(), nullable=True),
        sa.Column("concept", sa.Text(), nullable=True),
        sa.Column("violation_type", sa.Text(), nullable=True),
        sa.Column("auto_repaired", sa.Integer(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"], ["lint_report.id"], name=op.f("fk_lint_finding_report_id"), ondelete="CASCADE"
        ),
        _of_article("lint_finding", "article_id"),
        _of_article("lint_finding", "other_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lint_finding")),
    )
    op.create_index("ix_lint_finding_report", "lint_finding", ["report_id", "kind"])
    op.create_index("ix_lint_finding_content", "lint_finding", ["user_id", "content_hash"])
    op.create_index("ix_lint_finding_article", "lint_finding", ["article_id"])
    op.create_index("ix_lint_finding_other", "lint_finding", ["other_id"])
    op.create_table(
        "lint_dismissal",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("other_id", Id(), nullable=True),
        sa.Column("dismissed_at", Moment(), nullable=False),
        _of_article("lint_dismissal", "article_id"),
        _of_article("lint_dismissal", "other_id"),
        sa.PrimaryKeyConstraint("user_id", "content_hash", name=op.f("pk_lint_dismissal")),
    )
    op.create_index("ix_lint_dismissal_article", "lint_dismissal", ["article_id"])
    op.create_index("ix_lint_dismissal_other", "lint_dismissal", ["other_id"])
