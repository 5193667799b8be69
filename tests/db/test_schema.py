"""A new database and a migrated one have the same schema."""

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text

from lorewright.db import maintenance, schema
from lorewright.db.engine import Database
from lorewright.gateway.articles.tables import article
from lorewright.gateway.concepts.rules import Form, names
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.contradictions.tables import contradiction, judged_pair
from lorewright.knowledge.concepts import key_of

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def _shape(connection: Connection) -> dict[str, object]:
    """Tables, columns, keys and indexes, as the database itself tells them."""
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
        # The order in which constraints are written differs, and says nothing.
        return {
            one.name: sorted(re.findall(r"\w+|\S", one.sql.lower())) for one in rows if one.name != "alembic_version"
        }
    found = inspect(connection)
    shape: dict[str, object] = {}
    for table in found.get_table_names():
        if table != "alembic_version":
            # Nor does the order of columns, of which those that came later are the last.
            columns = sorted((one["name"], str(one["type"]), one["nullable"]) for one in found.get_columns(table))
            told = connection.execute(text("SELECT indexdef FROM pg_indexes WHERE tablename = :t"), {"t": table})
            indexes = sorted(re.sub(r"test_\w+\.", "", definition) for definition in told.scalars())
            shape[table] = (columns, indexes, found.get_foreign_keys(table))
    return shape


def _emptied(database: Database, tmp_path: Path) -> Database:
    """A database that holds nothing yet."""
    if database.dialect == "sqlite":
        return Database(f"sqlite:///{tmp_path / 'migrated.db'}")
    with database.engine.begin() as connection:
        name = connection.execute(text("SELECT current_schema()")).scalar_one()
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
        connection.execute(text(f"CREATE SCHEMA {name}"))
    return database


def test_a_migrated_database_is_the_same_as_a_new_one(database_url: str, database: Database, tmp_path: Path) -> None:
    with database.engine.connect() as connection:
        new = _shape(connection)
        connection.rollback()
    migrated = _emptied(database, tmp_path)
    with migrated.engine.begin() as connection:
        schema._migrate(connection)
    with migrated.engine.connect() as connection:
        assert _shape(connection) == new
    assert schema.revision(migrated) == schema.NEWEST


OLD_CONCEPTS = {
    "a": ["granite-dams", "new-york"],
    "b": ["granite-dam", "bodies-of-water", "granite-dams"],
    "c": ["analyses", "women", "大坝"],
}


def test_the_concepts_of_an_older_store_are_merged(database: Database, tmp_path: Path) -> None:
    migrated = _emptied(database, tmp_path)
    with migrated.engine.begin() as connection:
        schema._migrate(connection, "0005")
        for id_, slugs in OLD_CONCEPTS.items():
            connection.execute(
                text(
                    "INSERT INTO article (id, user_id, slug, title, page_type, provider, version, created_at, updated_at,"
                    " file_due) VALUES (:id, 'me', :id, :id, 'source', 'builtin', 1, :now, :now, 0)"
                ),
                {"id": id_, "now": NOW.isoformat()},
            )
            for ordinal, slug in enumerate(slugs):
                row = {"id": id_, "slug": slug, "ordinal": ordinal}
                connection.execute(text("INSERT INTO article_concept VALUES (:id, :slug, 'me', :ordinal)"), row)
        schema._migrate(connection)
    with migrated.reading() as tx:
        rows = tx.execute(
            select(article_concept).order_by(article_concept.c.article_id, article_concept.c.ordinal)
        ).all()
        due = set(tx.execute(select(article.c.id).where(article.c.file_due > 0)).scalars())
    assert [(one.article_id, one.concept) for one in rows] == [
        *[("a", "granite-dam"), ("a", "new-york"), ("b", "granite-dam"), ("b", "bodies-of-water")],
        *[("c", "analyses"), ("c", "women"), ("c", "大坝")],
    ]
    assert due == {"a", "b"}
    for one in rows:
        assert one.key == key_of(one.written.replace("-", " "), "en")
    named = names(Form(one.key, one.written, one.short) for one in rows)
    assert all(one.concept == named[one.key] for one in rows)


EDITED = {
    "a": (
        "---\ntitle: Dams\nsubtitle: of granite\nmy slug: dams\nslug: dams\n---\n\n# Dam\\_s, old\n\nDams hold water.\n",
        ("subtitle: of granite\nmy slug: dams\n", "Dams hold water.\n"),
    ),
    "b": ("---\nslug: dams\n---\n\n# What dams do\n\nThey hold water.\n", ("", "# What dams do\n\nThey hold water.\n")),
    "c": ("No heading.\n", ("", "No heading.\n")),
}


def test_of_an_older_edit_only_what_is_rendered_anew_is_taken_out(database: Database, tmp_path: Path) -> None:
    migrated = _emptied(database, tmp_path)
    with migrated.engine.begin() as connection:
        schema._migrate(connection, "0011")
        for id_, (body, _) in EDITED.items():
            connection.execute(
                text(
                    "INSERT INTO article (id, user_id, slug, title, page_type, provider, version, created_at, updated_at,"
                    " file_due) VALUES (:id, 'me', :id, 'Dam_s,  old', 'source', 'builtin', 1, :now, :now, 0)"
                ),
                {"id": id_, "now": NOW.isoformat()},
            )
            connection.execute(
                text(
                    "INSERT INTO article_version (article_id, number, user_id, body, made_by, made_at)"
                    " VALUES (:id, 1, 'me', :body, 'person', :now)"
                ),
                {"id": id_, "body": body, "now": NOW.isoformat()},
            )
        schema._migrate(connection, "0012")
        rows = connection.execute(text("SELECT article_id, matter, body FROM article_version")).all()
    assert {row.article_id: (row.matter, row.body) for row in rows} == {id_: kept for id_, (_, kept) in EDITED.items()}


TOLD = {"a": ("“red” against “blue”, a model says", "model"), "b": ("“503 metres” against “530 metres”", "rule")}


def test_what_a_model_told_of_an_older_store_is_known_to_be_so(database: Database, tmp_path: Path) -> None:
    migrated = _emptied(database, tmp_path)
    with migrated.engine.begin() as connection:
        schema._migrate(connection, "0031")
        for id_, (reason, _) in TOLD.items():
            connection.execute(
                text(
                    "INSERT INTO article (id, user_id, slug, title, page_type, provider, version, created_at, updated_at,"
                    " file_due) VALUES (:id, 'me', :id, :id, 'source', 'builtin', 1, :now, :now, 0)"
                ),
                {"id": id_, "now": NOW.isoformat()},
            )
            connection.execute(
                text(
                    "INSERT INTO contradiction (user_id, content_hash, article_a_id, article_b_id, claim_a_id, claim_b_id,"
                    " claim_a, claim_b, relation, certainty, reason, found_at)"
                    " VALUES ('me', :id, :id, :id, 'one', 'other', '', '', 'contradicts', 'medium', :reason, :now)"
                ),
                {"id": id_, "reason": reason, "now": NOW.isoformat()},
            )
        schema._migrate(connection)
    with migrated.reading() as tx:
        told = {
            row.content_hash: row.told_by
            for row in tx.execute(select(contradiction.c.content_hash, contradiction.c.told_by))
        }
        assert told == {id_: by for id_, (_, by) in TOLD.items()}
        [judged] = tx.execute(select(judged_pair)).all()
    assert judged == ("me", "a", "a", "a", "one", "other")


def test_the_newest_revision_is_the_last_script() -> None:
    scripts = ScriptDirectory(str(Path(schema.__file__).parent / "migrations"))
    assert scripts.get_current_head() == schema.NEWEST


def test_a_second_upgrade_does_nothing(database: Database, tmp_path: Path) -> None:
    assert schema.upgrade(database, tmp_path / "data", NOW) is None
    assert schema.revision(database) == schema.NEWEST


def test_a_database_of_a_newer_version_is_refused_in_a_sentence_and_left_alone(
    database: Database, tmp_path: Path
) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(schema.NewerDatabaseError, match="newer Lorewright"):
        schema.upgrade(database, tmp_path / "data", NOW)
    assert schema.revision(database) == "9999"
    assert not (tmp_path / "data" / maintenance.SNAPSHOTS).exists()


def test_an_sqlite_file_is_copied_before_its_schema_changes(database: Database, tmp_path: Path) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL's backups are its operator's")
    copy = maintenance.snapshot(database, tmp_path / "data", NOW)
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (schema.NEWEST,)
    connection.close()
