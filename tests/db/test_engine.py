"""What a transaction promises, on both databases."""

import threading
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, delete, event, insert, make_url, select, text

from lorewright.core.errors import NotFound, Unavailable
from lorewright.db import engine
from lorewright.db.engine import Database, sqlite_url
from lorewright.knowledge.tables import scope


def _names(database: Database) -> list[str]:
    with database.reading() as tx:
        return list(tx.execute(select(scope.c.name).order_by(scope.c.name)).scalars())


def _row(name: str) -> dict[str, str]:
    return {"user_id": "u", "kind": "wiki", "name": name}


def test_a_block_that_ends_well_is_committed_and_one_that_fails_leaves_nothing(database: Database) -> None:
    with database.writing() as tx:
        tx.execute(insert(scope), _row("kept"))
    with pytest.raises(KeyError), database.writing() as tx:
        tx.execute(insert(scope), _row("lost"))
        raise KeyError
    assert _names(database) == ["kept"]


def test_only_a_reading_transaction_remembers_what_it_was_told(database: Database) -> None:
    for opened, told in ((database.reading, ["first", "first"]), (database.writing, ["first", "second"])):
        answers = iter(["first", "second"])
        with opened() as tx:
            assert [tx.known("name", partial(next, answers)) for _ in told] == told
            assert tx.known("other", str) == ""


def test_a_reading_transaction_sees_one_moment(database: Database) -> None:
    with database.reading() as tx:
        assert tx.execute(select(scope.c.name)).all() == []
        with database.writing() as other:
            other.execute(insert(scope), _row("later"))
        assert tx.execute(select(scope.c.name)).all() == []
    assert _names(database) == ["later"]


def test_a_reading_transaction_cannot_write(database: Database) -> None:
    with pytest.raises(Unavailable, match="read-only"), database.reading() as tx:
        tx.execute(insert(scope), _row("no"))
    assert _names(database) == []


def test_a_database_that_may_only_be_read_says_so(database: Database) -> None:
    if database.dialect == "sqlite":
        closed = Database(database.url.replace("sqlite:///", "sqlite:///file:") + "?mode=ro&uri=true")
    else:
        url = make_url(database.url).update_query_dict({"options": "-cdefault_transaction_read_only=on"})
        closed = Database(url.render_as_string(hide_password=False))
    with pytest.raises(Unavailable, match="The database is read-only: nothing was stored"), closed.writing() as tx:
        tx.execute(insert(scope), _row("no"))
    assert _names(closed) == []
    closed.close()


def test_what_runs_before_the_first_statement_holds_no_lock(database: Database) -> None:
    with database.writing() as waiting, database.writing() as busy:
        busy.execute(insert(scope), _row("first"))
        busy.commit()
        busy.close()
        waiting.execute(insert(scope), _row("second"))
    assert _names(database) == ["first", "second"]


def test_writers_take_turns_and_none_is_lost(database: Database) -> None:
    def write(number: int) -> None:
        for turn in range(5):
            with database.background() as tx:
                tx.execute(insert(scope), _row(f"{number}-{turn}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(_names(database)) == 20


@pytest.mark.parametrize("ends_well", [True, False])
def test_what_postgresql_prepared_for_one_transaction_serves_the_next(database: Database, ends_well: bool) -> None:
    if database.dialect == "sqlite":
        pytest.skip("on SQLite statements are kept by the driver, whatever becomes of the transaction")
    for _ in range(10):
        with suppress(NotFound), database.reading() as tx:
            assert tx.execute(select(scope.c.name)).all() == []
            if not ends_well:
                raise NotFound("such as an article that is not there")
    with database.reading() as tx:
        used = tx.execute(text("SELECT generic_plans + custom_plans FROM pg_prepared_statements")).scalars().all()
    assert used == [5]  # the first five times it is not worth it


def test_connections_that_were_cut_while_nobody_used_them_cost_no_transaction(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("nobody cuts connections to a file")
    with database.reading() as tx, database.writing() as other:
        for one in (tx, other):
            one.execute(select(scope.c.name))
    admin = create_engine(database.url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        cut = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = current_database()"
        assert connection.execute(text(f"{cut} AND pid <> pg_backend_pid()")).scalar_one() == 2
    admin.dispose()
    assert _names(database) == []
    with database.writing() as tx:
        tx.execute(insert(scope), _row("after"))
    assert _names(database) == ["after"]


def test_connections_that_are_cut_whenever_they_are_opened_are_told_of(database: Database) -> None:
    if database.dialect == "sqlite":
        pytest.skip("nobody cuts connections to a file")
    admin = create_engine(database.url, isolation_level="AUTOCOMMIT")

    def cut(opened: Any, _record: Any) -> None:
        with admin.connect() as connection:
            connection.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": opened.info.backend_pid})

    database.engine.dispose()
    event.listen(database.engine, "connect", cut)
    for transaction in (database.reading, database.writing):
        with pytest.raises(Unavailable, match="cannot be reached"), transaction() as tx:
            tx.execute(select(scope.c.name))
    event.remove(database.engine, "connect", cut)
    admin.dispose()
    assert _names(database) == []


def test_a_watch_notices_what_another_connection_announced(database: Database) -> None:
    watch = database.watch()
    with database.writing() as tx:
        tx.execute(insert(scope), _row("news"))
        tx.announce()
    assert watch.wait(5.0)
    watch.close()


def test_a_watch_waits_no_longer_once_it_is_to_stop(database: Database) -> None:
    stop = threading.Event()
    with closing(database.watch(30.0, stop=stop)) as watch:
        stopping = threading.Timer(0.1, stop.set)
        stopping.start()
        began = time.monotonic()
        assert not watch.wait(30.0)
        assert time.monotonic() - began < 20.0
        assert not watch.wait(30.0)
        stopping.join()


def test_a_database_that_cannot_be_opened_says_so_to_whoever_would_watch_it(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path / "nowhere" / "lorewright.db"))
    with pytest.raises(Unavailable):
        database.watch()


def test_moments_come_back_as_they_went_in(database: Database) -> None:
    from lorewright.gateway.conversations.tables import conversation

    moment = datetime(2024, 2, 29, 23, 59, 59, 123456, tzinfo=UTC)
    row = {"id": "c", "user_id": "u", "title": "t", "created_at": moment, "updated_at": moment, "turn_count": 0}
    with database.writing() as tx:
        tx.execute(insert(conversation), row)
        assert tx.execute(select(conversation.c.created_at)).scalar_one() == moment
        tx.execute(delete(conversation))


def test_a_database_locked_by_another_program_is_unavailable_and_then_works_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL locks rows, not the database")
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_S", 0.1)
    other = Database(database.url)
    impatient = Database(database.url)
    with other.writing() as tx:
        tx.execute(insert(scope), _row("theirs"))
        with pytest.raises(Unavailable), impatient.writing() as mine:
            mine.execute(insert(scope), _row("mine"))
    with impatient.writing() as mine:
        mine.execute(insert(scope), _row("mine"))
    assert _names(database) == ["mine", "theirs"]
    other.close()
    impatient.close()


def test_those_that_were_refused_hold_nothing_however_long_their_errors_are_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.dialect != "sqlite":
        pytest.skip("PostgreSQL locks rows and tables, not the database")
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_S", 0.05)
    impatient = Database(database.url)
    refused = []
    with database.writing() as tx:
        tx.execute(insert(scope), {"user_id": "u", "kind": "wiki", "name": "held"})
        for _ in range(3):
            with pytest.raises(Unavailable) as one, impatient.writing() as other:
                other.execute(delete(scope))
            refused.append(one)
    with impatient.writing() as tx:
        tx.execute(delete(scope))
    impatient.close()


def test_sqlite_is_durable_and_overwrites_what_it_deletes(database: Database) -> None:
    if database.dialect != "sqlite":
        pytest.skip("pragmas are SQLite's")
    with database.writing() as tx:
        assert tx.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert tx.execute(text("PRAGMA synchronous")).scalar() == 2
        assert tx.execute(text("PRAGMA secure_delete")).scalar() == 1
