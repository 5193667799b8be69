"""The ledger behind the front door: what it tells, and what a deletion leaves in it."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from lorewright.core.settings import FetchSettings, Settings
from lorewright.db.transaction import Transaction
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.sources.actions import lock_rows
from lorewright.llm.base import Call, Ending, Reply, Request
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.costs.actions import Holds
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.rules import Price
from tests.conftest import Gateway, open_gateway, serving, working
from tests.gateway.left_behind import traces
from tests.gateway.test_addresses import CHANGED, PAGE
from tests.gateway.test_deletion import SECRET, WORD, wait_until_blocked
from tests.makers.model import AskedModel, Oracle, oracle, until
from tests.makers.site import Page, Site, site

WORTH = Price.per_million(10.0, 40.0)


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        made.pages["/otters"] = Page(PAGE.encode(), "text/html; charset=utf-8")
        yield made


@pytest.fixture
def gateway(settings: Settings, pages: Site) -> Iterator[Gateway]:
    letting = settings.model_copy(update={"fetch": FetchSettings(allow_hosts=pages.host)})
    with serving(letting) as client, working(letting), open_gateway(letting, client) as opened:
        yield opened


@pytest.fixture
def stub() -> Iterator[Oracle]:
    with oracle() as made:
        yield made


def _ledgered(gateway: Gateway, stub: Oracle, holds: Holds = lock_rows) -> Ledgered:
    world = gateway.world
    return Ledgered(
        AskedModel(stub.address), world.db, world.clock, price=WORTH, cap=lambda tx, owner: 50.0, holds=holds
    )


def _call(*subjects: str, purpose: str = "compile") -> Call:
    return Call(LOCAL_USER_ID, purpose, "section", 1, subjects)


def _ask(model: Ledgered, about: str, call: Call) -> Reply:
    return asyncio.run(model.complete(Request("", f"Tell of {about}"), call))


def _feed_address(gateway: Gateway, url: str) -> str:
    answer = gateway.http.post("/ingest/url", json={"url": url})
    assert answer.status_code == 200, answer.text
    gateway.settle()
    return str(answer.json()["id"])


def test_the_months_cost_is_told_by_provider_and_task(gateway: Gateway, stub: Oracle) -> None:
    http = gateway.http
    assert http.get("/settings/llm/cost").json() == {
        "cost_this_month_usd": 0.0,
        "budget_usd": 50.0,
        "budget_remaining_usd": 50.0,
    }
    model = _ledgered(gateway, stub)
    stub.answer = lambda prompt: Reply("It is.", Ending.COMPLETE, 50_000, 25_000)
    for about, purpose in (("tea", "compile"), ("sand", "compile"), ("salt", "answer"), ("tea", "compile")):
        _ask(model, about, _call(purpose=purpose))
    assert http.get("/settings/llm/cost").json() == {
        "cost_this_month_usd": 4.5,
        "budget_usd": 50.0,
        "budget_remaining_usd": 45.5,
    }
    assert http.get("/settings/llm/cost/breakdown").json() == {
        "month": f"{gateway.world.clock.now():%Y-%m}",
        "total_usd": 4.5,
        "budget_usd": 50.0,
        "budget_pct": 9.0,
        "by_provider": {"openai_compatible": {"cost_usd": 4.5, "call_count": 3}},
        "by_task_type": {
            "compile": {"cost_usd": 3.0, "call_count": 2},
            "answer": {"cost_usd": 1.5, "call_count": 1},
        },
    }


def test_a_deleted_source_leaves_no_answer_and_all_of_its_cost(gateway: Gateway, stub: Oracle) -> None:
    source = gateway.feed(SECRET)["id"]
    other = gateway.feed("Salt was carried across the desert by camel. The caravan had twelve thousand camels.")["id"]
    model = _ledgered(gateway, stub)
    _ask(model, WORD, _call(source, other))
    _ask(model, "salt", _call(other))
    assert "ledger_call.answer" in traces(gateway, WORD)
    spent = gateway.http.get("/settings/llm/cost/breakdown").json()
    assert spent["total_usd"] > 0

    assert gateway.http.delete(f"/ingest/sources/{source}").status_code == 200
    gateway.settle()
    assert traces(gateway, WORD) == []
    assert gateway.http.get("/settings/llm/cost/breakdown").json() == spent
    assert list(violations(gateway.world)) == []
    _ask(model, "salt", _call(other))
    assert stub.asked == [f"Tell of {WORD}", "Tell of salt"], "what had nothing of it is still used again"


@pytest.mark.parametrize("is_asked_before", [True, False])
def test_an_answer_that_comes_after_the_deletion_is_not_kept(
    gateway: Gateway, stub: Oracle, is_asked_before: bool
) -> None:
    """Whoever asks has read the passages before."""
    source = gateway.feed(SECRET)["id"]
    model = _ledgered(gateway, stub)

    async def ask() -> Reply:
        stub.gate.clear()
        asking = asyncio.create_task(model.complete(Request("", f"Tell of {WORD}"), _call(source)))
        if is_asked_before:
            await until(lambda: bool(stub.asked))
        await asyncio.to_thread(gateway.http.delete, f"/ingest/sources/{source}")
        stub.gate.set()
        return await asking

    assert WORD in asyncio.run(ask()).text
    if not is_asked_before:
        _ask(model, WORD, _call(source))
        assert len(stub.asked) == 2
    gateway.settle()
    assert traces(gateway, WORD) == []
    assert list(violations(gateway.world)) == []


def test_a_source_deleted_while_an_answer_is_written_down_leaves_nothing(gateway: Gateway, stub: Oracle) -> None:
    source = gateway.feed(SECRET)["id"]
    gone: list[Future[httpx.Response]] = []
    with ThreadPoolExecutor(1) as pool:

        def holds(tx: Transaction, owner: str, source_ids: Iterable[str]) -> set[str]:
            held = lock_rows(tx, owner, source_ids)
            gone.append(pool.submit(gateway.http.delete, f"/ingest/sources/{source}"))
            wait_until_blocked(gateway.world)
            return held

        _ask(_ledgered(gateway, stub, holds), WORD, _call(source))
        assert [one.result().status_code for one in gone] == [200]
    gateway.settle()
    assert traces(gateway, WORD) == []
    assert list(violations(gateway.world)) == []


def test_a_renewed_page_leaves_no_answer_about_what_it_was(gateway: Gateway, stub: Oracle, pages: Site) -> None:
    url = f"{pages.address}/otters"
    source = _feed_address(gateway, url)
    model = _ledgered(gateway, stub)
    _ask(model, "forty-two otters", _call(source))
    _ask(model, "forty-three otters", _call(source, purpose="answer"))
    pages.pages["/otters"] = Page(CHANGED.encode(), "text/html; charset=utf-8")
    told = gateway.http.post("/ingest/url", json={"url": url, "auto_compile": False}).json()
    assert told["id"] == source
    gateway.settle()
    assert traces(gateway, "forty-three otters") == []
    _ask(model, "fifty-one otters", _call(source, purpose="answer"))
    gateway.http.post(f"/jobs/compile/{source}")  # which asks for none of what was asked for before
    gateway.settle()
    assert traces(gateway, "forty-two otters") == []
    there = [one for one in traces(gateway, "fifty-one otters") if not one.startswith("lorewright.db")]
    assert there == ["ledger_call.answer"]
    assert list(violations(gateway.world)) == []


def test_check_tells_of_sums_that_are_wrong_and_answers_about_nothing(gateway: Gateway, stub: Oracle) -> None:
    source = gateway.feed(SECRET)["id"]
    _ask(_ledgered(gateway, stub), WORD, _call(source))
    _run(gateway, "UPDATE ledger_month SET spent = spent + 1")
    _run(gateway, "UPDATE ledger_subject SET source_id = 'nowhere'")
    month = f"{gateway.world.clock.now():%Y-%m}"
    found = list(violations(gateway.world))
    assert f"The ledger's sums of {month} are not what the calls of anonymous come to." in found
    assert any(one.endswith("keeps an answer about source nowhere, which is not there.") for one in found)
    assert len(found) == 2


def _run(gateway: Gateway, statement: str) -> Any:
    with gateway.world.db.writing() as tx:
        return tx.execute(text(statement))
