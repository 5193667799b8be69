"""What each article calls its concepts, beside what all articles of its owner call them: one name for singular and plural.

The keys are those that `knowledge.concepts.key_of` made when this was written, for English; compiling again corrects the others.
"""

import re

import sqlalchemy as sa
from alembic import op

from lorewright.db.metadata import Id

revision = "0006"
down_revision = "0005"

_SIBILANT_E = re.compile(r"(?<=[szx])e$|(?<=[cs]h)e$")
_IRREGULAR = {
    "bias": "bias", "lens": "lens", "news": "news",
    "children": "child", "criteria": "criterion", "feet": "foot", "geese": "goose", "indices": "index",
    "knives": "knife", "lives": "life", "matrices": "matrix", "men": "man", "mice": "mouse", "phenomena": "phenomenon",
    "teeth": "tooth", "vertices": "vertex", "wives": "wife", "wolves": "wolf", "women": "woman",
}  # fmt: skip


def upgrade() -> None:
    op.execute("CREATE TEMPORARY TABLE concept_before AS SELECT * FROM article_concept")
    op.drop_table("article_concept")
    op.create_table(
        "article_concept",
        sa.Column("article_id", Id(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("concept", sa.Text(), nullable=False),
        sa.Column("written", sa.Text(), nullable=False),
        sa.Column("short", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["article_id"], ["article.id"], name=op.f("fk_article_concept_article_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("article_id", "key", name=op.f("pk_article_concept")),
    )
    _copy()
    op.create_index("ix_article_concept_concept", "article_concept", ["user_id", "concept"])
    op.create_index("ix_article_concept_key", "article_concept", ["user_id", "key", "written", "concept", "short"])
    op.create_index("ix_article_concept_short", "article_concept", ["user_id", "short", "key"])


def _copy() -> None:
    """The shortest slug of a key names it; articles that called it otherwise have their files written again."""
    connection = op.get_bind()
    owned = connection.execute(sa.text("SELECT DISTINCT user_id, concept FROM concept_before")).all()
    name_of: dict[tuple[str, str], str] = {}
    for owner, slug in sorted(owned, key=lambda one: (len(one.concept), one.concept)):
        name_of.setdefault((owner, _key(slug)), slug)
    op.execute("CREATE TEMPORARY TABLE concept_name (user_id TEXT, concept TEXT, key TEXT, name TEXT)")
    named = [
        {"user_id": owner, "concept": slug, "key": _key(slug), "name": name_of[owner, _key(slug)]}
        for owner, slug in owned
    ]
    if named:
        connection.execute(sa.text("INSERT INTO concept_name VALUES (:user_id, :concept, :key, :name)"), named)
    joined = "concept_before AS b JOIN concept_name AS n ON n.user_id = b.user_id AND n.concept = b.concept"
    op.execute("CREATE INDEX ix_concept_name ON concept_name (user_id, concept)")
    op.execute(
        "INSERT INTO article_concept (article_id, key, user_id, ordinal, concept, written)"  # noqa: S608 - words of ours
        " SELECT b.article_id, n.key, b.user_id, min(b.ordinal), n.name,"
        " coalesce(max(CASE WHEN b.concept = n.name THEN n.name END), min(b.concept))"
        f" FROM {joined} GROUP BY b.article_id, n.key, b.user_id, n.name"
    )
    op.execute(
        "UPDATE article SET file_due = file_due + 1 WHERE id IN"  # noqa: S608 - words of ours
        f" (SELECT b.article_id FROM {joined} WHERE b.concept <> n.name)"
    )
    op.execute("DROP TABLE concept_before")
    op.execute("DROP TABLE concept_name")


def _key(slug: str) -> str:
    return "".join(map(_singular, slug.split("-")))


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word.endswith(("ss", "us")):
        return word
    if word.endswith("oes") and len(word) > 5:
        return word[:-2]
    bare = word.removesuffix("is") if word.endswith("is") else word.removesuffix("s")
    if bare.endswith("ie") and len(bare) > 4:
        return f"{bare[:-2]}y"
    return _SIBILANT_E.sub("", bare)
