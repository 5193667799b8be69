"""Concepts as rows, with their places and the decisions that two of them are one; links with their sentences, and wikilinks.

A concept of before has no label: compiling an article again gives it one. An article is found by its slug until it is changed.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from lorewright.core.ids import derived_id
from lorewright.db.metadata import Id, Moment

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("link", sa.Column("context", sa.Text(), nullable=True))
    op.add_column("article_concept", sa.Column("label", sa.Text(), nullable=False, server_default=""))
    op.drop_index("ix_article_concept_concept", "article_concept")
    op.create_index("ix_article_concept_concept", "article_concept", ["user_id", "concept", "article_id"])
    _wikilinks()
    _concepts()
    op.execute("INSERT INTO article_name (article_id, key, user_id) SELECT id, slug, user_id FROM article")
    counted = sa.text(
        "SELECT user_id, concept, count(DISTINCT article_id) AS articles FROM article_concept GROUP BY user_id, concept"
    )
    connection = op.get_bind()
    new = sa.table(
        "concept",
        *(sa.column(name, sa.Text()) for name in ("id", "user_id", "name", "label")),
        sa.column("article_count", sa.Integer()),
        sa.column("created_at", Moment()),
    )
    rows = [
        {
            "id": derived_id("concept", row.user_id, row.concept),
            "user_id": row.user_id,
            "name": row.concept,
            "label": row.concept.replace("-", " "),
            "article_count": row.articles,
            "created_at": datetime.now(UTC),
        }
        for row in connection.execute(counted)
    ]
    if rows:
        connection.execute(sa.insert(new), rows)


def _wikilinks() -> None:
    op.create_table(
        "wikilink",
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("to_id", Id(), nullable=True),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_wikilink_article_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["to_id"], ["article.id"], name=op.f("fk_wikilink_to_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("article_id", "key", name=op.f("pk_wikilink")),
    )
    op.create_index("ix_wikilink_key", "wikilink", ["user_id", "key"])
    op.create_index("ix_wikilink_to", "wikilink", ["to_id", "user_id", "article_id"])
    op.create_table(
        "article_name",
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_article_name_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("article_id", "key", name=op.f("pk_article_name")),
    )
    op.create_index("ix_article_name_key", "article_name", ["user_id", "key"])


def _concepts() -> None:
    op.create_table(
        "concept",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("article_count", sa.Integer(), nullable=False),
        sa.Column("parent_id", Id(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("placed_count", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_concept")),
        sa.UniqueConstraint("user_id", "name", name=op.f("uq_concept_user_id_name")),
    )
    op.create_index("ix_concept_parent", "concept", ["user_id", "parent_id"])
    op.create_table(
        "concept_merge",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("into_key", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("decided_at", Moment(), nullable=False),
        sa.Column("revoked_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_concept_merge")),
        sa.UniqueConstraint("user_id", "key", name=op.f("uq_concept_merge_user_id_key")),
    )
    op.create_index("ix_concept_merge_into", "concept_merge", ["user_id", "into_key"])
