"""What calls of language models cost, as it leaves the building."""

from pydantic import BaseModel


class CostSummaryResponse(BaseModel):
    cost_this_month_usd: float
    budget_usd: float
    budget_remaining_usd: float


class CostBreakdownEntry(BaseModel):
    cost_usd: float
    call_count: int


class CostBreakdownResponse(BaseModel):
    month: str
    total_usd: float
    budget_usd: float
    budget_pct: float
    by_provider: dict[str, CostBreakdownEntry]
    by_task_type: dict[str, CostBreakdownEntry]


class MonthCosts(CostBreakdownResponse):
    """With what else the ledger knows of a month."""

    call_count: int
    input_tokens: int
    output_tokens: int
    reused_count: int
    """Answers that were there already, so that no call was made."""
    unusable_count: int
    """Calls that were paid and gave no answer that can be used."""
    unusable_usd: float
    open_count: int
    """Calls under way, or cut off by a crash: they count at what they cost at most."""
    open_usd: float
