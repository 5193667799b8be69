"""Whoever waits until names are free holds up nobody who asks for a job: on PostgreSQL the two would wait for each other."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select, text

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles.actions import lock_names
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind, job
from tests.conftest import Gateway
from tests.gateway.fetching import fetching
from tests.gateway.threads import BUILT, DEEPENED, HARBOUR, LIGHTHOUSE, article, ask, file, thread
from tests.makers.site import Page, Site, site
from tests.test_processes import wait_until

WAITING = text("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        yield made


@pytest.fixture
def gateway(settings: Settings, pages: Site) -> Iterator[Gateway]:
    if settings.database.url is None:
        pytest.skip("on SQLite transactions that write come one after another anyway")
    with fetching(settings, pages) as opened:
        yield opened


def _ask_for_a_job_while_it_waits(gateway: Gateway, work: Callable[[], object]) -> None:
    def waits() -> bool:
        with gateway.world.db.reading() as tx:
            return tx.execute(WAITING).first() is not None

    with ThreadPoolExecutor(1) as pool:
        with gateway.world.db.writing() as tx:
            lock_names(tx, LOCAL_USER_ID)
            working = pool.submit(work)
            wait_until(waits)
            enqueue(tx, LOCAL_USER_ID, Kind.ERASE_REMAINS, now=gateway.world.clock.now())
        working.result()
    gateway.settle()
    with gateway.world.db.reading() as tx:
        assert set(tx.execute(select(job.c.attempts)).scalars()) <= {0, 1}, "none was tried again"
    assert list(violations(gateway.world)) == []


def test_filing_again_what_has_grown(gateway: Gateway) -> None:
    gateway.feed(HARBOUR)
    gateway.feed(LIGHTHOUSE)
    id_ = thread(gateway, DEEPENED)
    filed = file(gateway, id_)
    ask(gateway, BUILT, id_)
    gateway.settle()
    _ask_for_a_job_while_it_waits(gateway, lambda: file(gateway, id_))
    assert [one["section"] for one in article(gateway, filed)["claims"]] == [DEEPENED, BUILT]


def test_compiling_a_page_that_has_changed(gateway: Gateway, pages: Site) -> None:
    def take_in(year: int) -> None:
        said = f"<h1>Otters of Mirefall</h1><p>Hunting otters at Mirefall has been forbidden since {year}.</p>"
        pages.pages["/otters"] = Page(f"<article>{said}</article>".encode(), "text/html; charset=utf-8")
        answer = gateway.http.post("/ingest/url", json={"url": f"{pages.address}/otters"})
        assert answer.status_code == 200, answer.text
        gateway.settle()

    take_in(1968)
    _ask_for_a_job_while_it_waits(gateway, lambda: take_in(1971))
    assert "1971" in gateway.http.get("/wiki/articles/otters-of-mirefall").json()["content"]
