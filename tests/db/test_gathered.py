"""What belongs to a row comes with it, the same on both databases."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from lorewright.db.engine import Database
from lorewright.db.gathered import gathered
from lorewright.gateway.sources.tables import source
from lorewright.knowledge.tables import scope

FED = datetime(2026, 3, 1, 12, 30, 15, 123456, UTC)
ODD = ["plain", "it's", 'quo"ted', "back\\slash", "naïve 漢字 \U0001f33f", "a,b\n\t\x7f", ""]

# Whose sources, by the owner's name, newest first.
_MINE = (
    select(source.c.title, source.c.source_url, source.c.named_by_person, source.c.ingested_at)
    .where(source.c.user_id == scope.c.user_id)
    .order_by(source.c.ingested_at.desc())
    .correlate(scope)
)


@pytest.fixture
def rows(database: Database) -> dict[str, list[dict[str, Any]]]:
    made = [
        {
            "id": str(number),
            "user_id": "one",
            "source_type": "text",
            "title": title,
            "named_by_person": number,
            "status": "compiled",
            "ingested_at": FED + number * timedelta(microseconds=1),
            "content_hash": str(number),
            "blob": str(number),
            "media_type": "text/plain",
        }
        for number, title in enumerate(ODD)
    ]
    with database.writing() as tx:
        tx.execute(insert(scope), [{"user_id": name, "kind": "wiki", "name": ""} for name in ("one", "none")])
        tx.execute(insert(source), made)
    with database.reading() as tx:
        found = tx.execute(select(scope.c.user_id, gathered(_MINE).label("sources")))
        return {row.user_id: row.sources for row in found}


def test_rows_come_in_the_order_of_their_select(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert [one["title"] for one in rows["one"]] == ODD[::-1]


def test_values_are_what_their_columns_say(rows: dict[str, list[dict[str, Any]]]) -> None:
    oldest = rows["one"][-1]
    assert oldest == {"title": "plain", "source_url": None, "named_by_person": 0, "ingested_at": FED}


def test_where_there_is_no_row_the_list_is_empty(rows: dict[str, list[dict[str, Any]]]) -> None:
    assert rows["none"] == []
