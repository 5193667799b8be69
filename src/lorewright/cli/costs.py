"""What language models cost."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for

if TYPE_CHECKING:
    from lorewright.platform.costs.schemas import CostBreakdownEntry, MonthCosts


def _month(name: str) -> str:
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", name, re.ASCII):
        raise typer.BadParameter("it must be a year and a month, such as 2026-11.")
    return name


def costs(
    month: Annotated[
        str | None,
        typer.Option(parser=_month, metavar="YYYY-MM", help="Of this month (UTC).", show_default="this month"),
    ] = None,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Show what language models cost in a month, by provider and by task.

    \b
    Examples:
      lorewright costs
      lorewright costs --month 2026-10
    """
    from lorewright.platform.costs import queries  # the rooms are loaded by the command that needs them
    from lorewright.platform.costs.rules import month_of
    from lorewright.platform.preferences.queries import cap_of

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        cap_usd = cap_of(world.settings.llm)(tx, owner)
        found = queries.month_costs(tx, owner, month or month_of(world.clock.now()), cap_usd=cap_usd)
    if as_json:
        print_json(found)
        return
    typer.echo(f"{found.month}: {_usd(found.total_usd)} of {_usd(cap_usd)} ({found.budget_pct:.1f} %)")
    _print_totals(found)
    for name, entries in (("by provider", found.by_provider), ("by task", found.by_task_type)):
        if entries:
            typer.echo(f"\n{name}:")
            print_table([_row(one, entry) for one, entry in entries.items()])


def _print_totals(found: "MonthCosts") -> None:
    unusable = f"{found.unusable_count} ({_usd(found.unusable_usd)})" if found.unusable_count else None
    open_ = f"{found.open_count} (at most {_usd(found.open_usd)}, counted)" if found.open_count else None
    print_fields(
        [
            ("calls", found.call_count),
            ("tokens", f"{found.input_tokens:,} in, {found.output_tokens:,} out"),
            ("answers used again", found.reused_count),
            ("without a usable answer", unusable),
            ("without an outcome", open_),
        ]
    )


def _row(name: str, entry: "CostBreakdownEntry") -> tuple[str, str, str]:
    calls = "1 call" if entry.call_count == 1 else f"{entry.call_count:,} calls"
    return f"  {name}", _usd(entry.cost_usd), calls


def _usd(amount: float) -> str:
    """To the cent, and to the hundredth of one where that says more."""
    return f"${amount:,.2f}" if amount >= 1 or amount == 0 else f"${amount:,.4f}"
