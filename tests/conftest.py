"""What tests stand on: both databases, and the real service over HTTP with a real worker beside it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import settings as property_settings
from sqlalchemy import or_, select

from lorewright import tables
from lorewright.app import create_app
from lorewright.core.settings import DatabaseSettings, LimitSettings, Settings
from lorewright.db.engine import Database, sqlite_url
from lorewright.http.server import make_server
from lorewright.platform.jobs.actions import hasten
from lorewright.platform.jobs.tables import QUEUED, RUNNING, Kind, Status, job
from lorewright.worker import work_forever
from lorewright.world import World
from tests.makers.lean import make_tables, open_database, open_lean
from tests.makers.postgres import Databases, fresh_database, postgres_server, template
from tests.makers.s3 import CREDENTIALS, s3_server

PATIENCE_S = 120.0
property_settings.register_profile("lorewright", deadline=None)  # how long a busy machine takes is no finding
property_settings.load_profile("lorewright")

assert tables.__all__, "a schema is made of the tables that have been loaded"


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a database with all tables and nothing in them, which tests have copies of: on the PostgreSQL that is named, else on one
    from the package, which stops with the tests."""
    with postgres_server() as server, template(server, tmp_path_factory.mktemp("template")) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_databases(postgres_url: str) -> Iterator[Databases]:
    with closing(Databases(postgres_url)) as databases:
        yield databases


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database with nothing in it, once of each kind; on PostgreSQL the tables are there."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "data" / "lorewright.db")
    else:
        with request.getfixturevalue("postgres_databases").lend() as url:
            yield url


@pytest.fixture(params=["sqlite", "postgres"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of a database without any table, once of each kind."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "empty.db")
    else:
        with fresh_database(request.getfixturevalue("postgres_url"), template="template0") as url:
            yield url


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    """With all tables, and nothing in them."""
    database = open_database(database_url)
    make_tables(database, tmp_path / "data")
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


def settle(db: Database) -> None:
    """Waits until no job waits or runs; files that alone are left to be made are made without their delay."""
    deadline, pause_s = time.monotonic() + PATIENCE_S, 0.02
    while time.monotonic() < deadline:
        with db.reading() as tx:
            live = {tuple(one) for one in tx.execute(_LIVE)}
        if not live:
            return
        if live == {_DELAYED}:
            with db.writing() as tx:
                hasten(tx)
            pause_s = min(pause_s, 0.05)
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.2)  # each look takes its time from the work
    raise AssertionError(f"jobs still live: {live}")


_LIVE = select(job.c.kind, job.c.status, job.c.attempts).where(
    or_(job.c.status == QUEUED, job.c.status == RUNNING)  # as the index has it
)
_DELAYED = (Kind.PROJECT_FILES.value, Status.QUEUED.value, 0)
"""Nobody has tried yet; what failed waits as long as ever."""


@dataclass(frozen=True)
class Gateway:
    """The service as a client sees it, and what lies behind it for a test that looks."""

    http: httpx.Client
    world: World
    data_dir: Path

    def settle(self) -> None:
        """Waits until no job waits or runs."""
        settle(self.world.db)

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
    world = open_lean(settings)
    make_tables(world.db, settings.data_dir)
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
        with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False, verify=False) as client:  # noqa: S501 - on loopback
            yield client
        server.should_exit = True
        thread.join()


@contextmanager
def working(settings: Settings) -> Iterator[None]:
    world = open_lean(settings)
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
    world = open_lean(settings)
    yield Gateway(client, world, settings.data_dir)
    world.close()
