"""Settings that may be changed at run time, and what language models cost this month."""

from fastapi import APIRouter

from lorewright.http.dependencies import JsonOnly, Reading, TheWorld, Writing
from lorewright.http.errors import may_answer
from lorewright.platform.accounts.me import Me, OwnerOnly
from lorewright.platform.costs.queries import breakdown, summary
from lorewright.platform.costs.rules import month_of
from lorewright.platform.costs.schemas import CostBreakdownResponse, CostSummaryResponse
from lorewright.platform.preferences import actions, models, queries
from lorewright.platform.preferences.schemas import (
    AllSettingsResponse,
    APIKeyRequest,
    DefaultProviderRequest,
    DefaultProviderResponse,
    LLMTestResponse,
    ProviderKeyResponse,
    SettingsUpdateRequest,
    SettingsUpdateResponse,
)

router = APIRouter(prefix="/settings", tags=["settings"])
BODY = may_answer(408, 413, 415)


@router.get("", summary="Show the settings that are in force")
def get_settings(tx: Reading, world: TheWorld, me: Me) -> AllSettingsResponse:
    return queries.all_settings(tx, world, me.id)


@router.patch("", summary="Change settings for good", dependencies=[OwnerOnly, JsonOnly], responses=BODY)
def update_settings(tx: Writing, world: TheWorld, me: Me, wanted: SettingsUpdateRequest) -> SettingsUpdateResponse:
    actions.change(tx, world, me.id, wanted)
    return SettingsUpdateResponse(status="ok")


@router.post(
    "/llm/default-provider",
    summary="Choose who compiles and answers",
    dependencies=[OwnerOnly, JsonOnly],
    responses=BODY,
)
def set_default_provider(
    tx: Writing, world: TheWorld, me: Me, wanted: DefaultProviderRequest
) -> DefaultProviderResponse:
    actions.change(tx, world, me.id, SettingsUpdateRequest(default_provider=wanted.provider))
    return DefaultProviderResponse(provider=wanted.provider, status="ok")


@router.post(
    "/llm/api-key",
    summary="Store a provider's key in the system's keychain",
    dependencies=[OwnerOnly, JsonOnly],
    responses=BODY,
)
def store_api_key(tx: Writing, world: TheWorld, me: Me, new: APIKeyRequest) -> ProviderKeyResponse:
    actions.store_key(tx, world, me.id, new.provider, new.api_key)
    return ProviderKeyResponse(provider=new.provider, configured=True)


@router.post("/llm/test", summary="Ask a provider's model a word")
async def test_provider(world: TheWorld, me: Me, provider: str) -> LLMTestResponse:
    return await models.try_provider(world, me.id, provider)


@router.get("/llm/cost", summary="Show what was spent of the month's budget")
def get_cost(tx: Reading, world: TheWorld, me: Me) -> CostSummaryResponse:
    cap_usd = queries.cap_of(world.settings.llm)(tx, me.id)
    return summary(tx, me.id, month_of(world.clock.now()), cap_usd=cap_usd)


@router.get("/llm/cost/breakdown", summary="Show the month's cost by provider and by task")
def get_cost_breakdown(tx: Reading, world: TheWorld, me: Me) -> CostBreakdownResponse:
    cap_usd = queries.cap_of(world.settings.llm)(tx, me.id)
    return breakdown(tx, me.id, month_of(world.clock.now()), cap_usd=cap_usd)
