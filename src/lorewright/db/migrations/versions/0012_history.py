"""What a version is called and what a person added to its front matter beside its text; where an edit and a compilation disagree;
when an answer of a language model was last used.

What a person wrote was kept as a whole file before. What is rendered anew each time is taken out of it here: the front matter but
for lines of her own, and the heading that repeats the title.
"""

import re

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Id, Moment

revision = "0012"
down_revision = "0011"

_FRONT_MATTER = re.compile(r"\A---\n((?:(?!---\n).*\n)*?)---\n\s*")
_OURS = re.compile(
    r"^(?:title|slug|page_type|source_id|source_url|source_type|compiled|concepts|confidence|provider)[ \t]*:.*\n",
    re.MULTILINE,
)
_TITLE = re.compile(r"\A# (.*)\n\s*")
_ESCAPED = re.compile(r"\\([^a-zA-Z0-9\s])")


def upgrade() -> None:
    op.add_column("article", sa.Column("compiled_version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("article", sa.Column("file_version", sa.Integer(), nullable=True))
    op.add_column("article_version", sa.Column("title", sa.Text(), nullable=False, server_default=""))
    op.add_column("article_version", sa.Column("matter", sa.Text(), nullable=False, server_default=""))
    op.add_column("article_version", sa.Column("restored_from", sa.Integer(), nullable=True))
    op.add_column("ledger_call", sa.Column("used_at", Moment(), nullable=True))
    _fill()
    op.create_table(
        "edit_conflict",
        sa.Column("id", Id(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("base", sa.Text(), nullable=False),
        sa.Column("mine", sa.Text(), nullable=False),
        sa.Column("theirs", sa.Text(), nullable=False),
        sa.Column("found_at", Moment(), nullable=False),
        sa.Column("resolved_at", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_edit_conflict_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edit_conflict")),
    )
    op.create_index("ix_edit_conflict_article", "edit_conflict", ["user_id", "article_id"])


def _fill() -> None:
    op.execute(
        "UPDATE article SET file_version = CASE WHEN file_due = 0 THEN version END, compiled_version = coalesce((SELECT"
        " max(number) FROM article_version AS v WHERE v.article_id = article.id AND v.made_by = 'engine'), version)"
    )
    op.execute(
        "UPDATE article_version SET title = (SELECT a.title FROM article AS a WHERE a.id = article_version.article_id)"
    )
    connection = op.get_bind()
    edited = sa.text("SELECT article_id, number, title, body FROM article_version WHERE made_by = 'person'")
    put = sa.text(
        "UPDATE article_version SET body = :body, matter = :matter WHERE article_id = :id AND number = :number"
    )
    for row in connection.execute(edited).all():
        front = _FRONT_MATTER.match(row.body)
        body = row.body[front.end() :] if front else row.body
        matter = _OURS.sub("", front[1]) if front else ""
        heading = _TITLE.match(body)
        if heading and _plain(heading[1]) == _plain(row.title):
            body = body[heading.end() :]
        parts = {"body": body, "matter": matter, "id": row.article_id, "number": row.number}
        connection.execute(put, parts)


def _plain(heading: str) -> str:
    return " ".join(_ESCAPED.sub(r"\1", heading).split())
