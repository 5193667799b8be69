"""What the service asks of SQLite is looked up, not searched for by reading a whole table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from lorewright.db.engine import Database
from lorewright.gateway.articles.tasks import notice_changes
from tests.conftest import Gateway

# Read whole on purpose: files and bytes that wait to be erased, decisions about names, which are few, one row for each wiki, and the
# concepts where a source is deleted, of which any version of any page may quote it.
READ_WHOLE = {"remains", "concept_merge", "scope", "concept"}
_SCAN = re.compile(r"SCAN (?P<table>(?!anon_)\w+)$")  # anon_1: what the statement itself has just found


@contextmanager
def _recorded() -> Iterator[dict[str, Any]]:
    """Statement -> its parameters the first time."""
    found: dict[str, Any] = {}

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        found.setdefault(statement, parameters[0] if many else parameters)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def _use(gateway: Gateway) -> None:
    """Each thing a person does, once."""
    http = gateway.http
    first = gateway.feed(
        "The herring gull eats fish. It breeds in large colonies on cliffs by the sea.", "Herring gulls"
    )
    other = gateway.feed("The common gull eats worms. It breeds in small colonies on lakes inland.", "Common gulls")
    asked = http.post("/query", json={"question": "What does the herring gull eat?"}).json()
    number = asked["conversation"]["id"]
    http.post("/query", json={"question": "Where does it breed?", "conversation_id": number})
    forked = http.post(
        f"/query/conversations/{number}/fork", json={"turn_index": 1, "new_question": "What does it eat?"}
    ).json()["conversation"]["id"]
    http.post(
        "/query", json={"question": "What does the common gull eat?", "conversation_id": forked, "file_back": True}
    )
    chosen = [{"conversation_id": forked, "turn_indices": [0, 2]}]
    assert http.post("/query/conversations/file-back", json={"selections": chosen}).status_code == 200
    assert http.post(f"/query/conversations/{number}/file-back").status_code == 200
    slug = http.get("/wiki/articles").json()[0]["slug"]
    for path in (
        "/wiki/search?q=herring",
        "/wiki/articles?concept=herring-gull",
        "/wiki/articles?page_type=source",
        f"/wiki/articles/{slug}",
        "/ingest/sources",
        "/ingest/sources?status=compiled",
        f"/ingest/sources/{other['id']}",
        "/query/conversations",
        f"/query/conversations/{number}",
        f"/query/conversations/{forked}",
        f"/query/conversations/{forked}/export",
        "/query/history",
        "/jobs",
        "/jobs?status=queued",
        "/wiki/index",
        "/wiki/overview",
        "/wiki/concepts",
        "/admin/concepts/eligible",
        "/admin/stats",
    ):
        assert http.get(path).status_code == 200, path
    http.post(f"/jobs/compile/{other['id']}")
    gateway.settle()
    notice_changes(gateway.world)
    assert http.delete(f"/ingest/sources/{first['id']}").status_code == 200
    gateway.settle()


def test_no_statement_reads_a_whole_table(gateway: Gateway) -> None:
    if gateway.world.db.dialect != "sqlite":
        pytest.skip("PostgreSQL plans by its own statistics, and reads a small table whole whatever its indexes")
    with _recorded() as statements:
        _use(gateway)
    reading = {}
    with gateway.world.db.engine.connect() as connection:
        for statement, parameters in statements.items():
            if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
                scans = {found["table"] for step in plan if (found := _SCAN.match(step[3]))}
                if scans - READ_WHOLE:
                    reading[statement] = [step[3] for step in plan]
    assert len(statements) > 50
    assert not reading


def test_whoever_made_the_tables_knows_their_sizes_too(database: Database) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL keeps its statistics itself")
    asked = "UPDATE article SET file_due = 1 WHERE user_id = 'me' AND id IN (SELECT value FROM json_each('[]'))"
    with database.writing() as tx:
        plan = tx.execute(text(f"EXPLAIN QUERY PLAN {asked}")).mappings().all()
    assert plan[0]["detail"] == "SEARCH article USING INDEX sqlite_autoindex_article_1 (id=?)"
