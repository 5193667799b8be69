"""`lorewright costs`, on both databases."""

import asyncio
from datetime import UTC, datetime

from lorewright.core.ids import new_id
from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.llm.base import Call, Ending, Reply, Request
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.costs.actions import Asked, reserve
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.rules import Price, Usage
from lorewright.platform.costs.schemas import MonthCosts
from tests.cli.conftest import Commands
from tests.makers.model import AskedModel, oracle
from tests.platform.asking import everything_stays
from tests.platform.ledger import FixedClock

MOMENT = datetime(2026, 2, 28, 23, tzinfo=UTC)


def _spend(database: Database, settings: Settings) -> None:
    """Four times asked, of which one answer is there already, and one is cut; and a call that a crash cut off."""
    with oracle() as stub:
        stub.answer = lambda prompt: Reply(
            "It is.", Ending.CUT if "cut" in prompt else Ending.COMPLETE, input_tokens=50_000, output_tokens=2_500
        )
        model = Ledgered(
            AskedModel(stub.address),
            database,
            FixedClock(MOMENT),
            price=Price.per_million(1.0, 4.0),
            cap=lambda tx, owner: settings.llm.monthly_budget_usd,
            holds=everything_stays,
        )
        cut = (model.provider, model.name, Call(LOCAL_USER_ID, "compile", "p", 1, ()), Usage(10_000, 2_500))
        cut_off = Asked(new_id(), "", *cut, Price.per_million(1.0, 4.0), MOMENT)
        with database.writing() as tx:
            assert reserve(tx, LOCAL_USER_ID, cut_off, cap_usd=settings.llm.monthly_budget_usd) is None
        for about, purpose in (("tea", "compile"), ("tea", "compile"), ("cut", "answer"), ("salt", "answer")):
            call = Call(LOCAL_USER_ID, purpose, "p", 1, ())
            asyncio.run(model.complete(Request("", about), call))


def test_a_months_costs_are_told(commands: Commands, database: Database, settings: Settings) -> None:
    _spend(database, settings)
    told = commands.run("costs", "--month", "2026-02")
    assert told == (
        "2026-02: $0.2000 of $50.00 (0.4 %)\n"
        "calls:                    4\n"
        "tokens:                   150,000 in, 7,500 out\n"
        "answers used again:       1\n"
        "without a usable answer:  1 ($0.0600)\n"
        "without an outcome:       1 (at most $0.0200, counted)\n"
        "\n"
        "by provider:\n"
        "  openai_compatible  $0.2000  4 calls\n"
        "\n"
        "by task:\n"
        "  answer   $0.1200  2 calls\n"
        "  compile  $0.0800  2 calls\n"
    )
    found = MonthCosts.model_validate(commands.json("costs", "--month", "2026-02"))
    assert (found.call_count, found.reused_count, found.unusable_count, found.open_count) == (4, 1, 1, 1)
    assert (found.total_usd, found.budget_usd, found.budget_pct) == (0.2, 50.0, 0.4)


def test_a_month_without_calls_cost_nothing(commands: Commands) -> None:
    told = commands.run("costs").splitlines()
    assert told[0].endswith(": $0.00 of $50.00 (0.0 %)")
    assert told[1:] == ["calls:               0", "tokens:              0 in, 0 out", "answers used again:  0"]
    assert "2026-11" in commands.run("costs", "--month", "november", status=2)
    assert "2026-11" in commands.run("costs", "--month", "2026-13", status=2)
