"""What language models cost this month."""

from fastapi import APIRouter

from lorewright.http.dependencies import Reading, TheWorld
from lorewright.platform.accounts.me import Me
from lorewright.platform.costs import queries
from lorewright.platform.costs.rules import month_of
from lorewright.platform.costs.schemas import CostBreakdownResponse, CostSummaryResponse

router = APIRouter(prefix="/settings/llm/cost", tags=["settings"])


@router.get("", summary="Show what was spent of the month's budget")
def get_cost(tx: Reading, world: TheWorld, me: Me) -> CostSummaryResponse:
    month = month_of(world.clock.now())
    return queries.summary(tx, me.id, month, cap_usd=world.settings.llm.monthly_budget_usd)


@router.get("/breakdown", summary="Show the month's cost by provider and by task")
def get_breakdown(tx: Reading, world: TheWorld, me: Me) -> CostBreakdownResponse:
    month = month_of(world.clock.now())
    return queries.breakdown(tx, me.id, month, cap_usd=world.settings.llm.monthly_budget_usd)
