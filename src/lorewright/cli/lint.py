"""Having the wiki looked through, and deciding what was found."""

from typing import TYPE_CHECKING, Annotated

import typer

from lorewright.cli.output import print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import Unavailable

if TYPE_CHECKING:
    from lorewright.gateway.lint.schemas import FindingEntry, ReportDetailEntry

app = typer.Typer(
    no_args_is_help=True, help="Look the wiki through for contradictions and whatever else is wrong with it."
)

Dismissed = Annotated[bool, typer.Option("--all", help="Also what is dismissed or decided.")]


@app.command()
def run(user: AsUser = None, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Look the wiki through now. Only what has changed since the last time is compared again.

    \b
    Examples:
      lorewright lint run
      lorewright lint run --json
    """
    from lorewright.cli.work import STOPPED, work_off  # the rooms are loaded by the command that needs them
    from lorewright.gateway.lint import actions, queries
    from lorewright.platform.jobs.tables import Kind

    with open_for(user, data_dir) as (world, owner):
        with world.db.writing() as tx:
            actions.run(tx, world, owner)
        if not work_off(world, owner, (Kind.LINT_WIKI, Kind.PROJECT_FILES)):
            raise Unavailable(STOPPED)
        with world.db.reading() as tx:
            found = queries.latest(tx, owner)
    _tell(found, as_json)


@app.command()
def show(
    report: Annotated[str | None, typer.Argument(help="The report's id.", show_default="the most recent")] = None,
    dismissed: Dismissed = False,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show what a report found.

    \b
    Examples:
      lorewright lint show
      lorewright lint show --all
    """
    from lorewright.gateway.lint import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        if report is None:
            found = queries.latest(tx, owner, include_dismissed=dismissed)
        else:
            found = queries.get_report(tx, owner, report, include_dismissed=dismissed)
    _tell(found, as_json)


@app.command("list")
def list_(
    limit: Annotated[int, typer.Option(min=1, max=100, help="At most so many.")] = 20,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List the reports, most recent first."""
    from lorewright.gateway.lint import queries  # the rooms are loaded by the command that needs them
    from lorewright.gateway.lint.schemas import LintReport

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.list_reports(tx, owner, limit)
    if as_json:
        print_json([LintReport.model_validate(each, from_attributes=True) for each in found])
    elif not found:
        typer.echo("There are no reports; `lorewright lint run` makes one.")
    else:
        rows = [
            (f"{one.generated_at:%Y-%m-%d %H:%M}", one.id, one.status, f"{one.total_findings} found") for one in found
        ]
        print_table(rows)


@app.command()
def dismiss(
    finding: Annotated[str, typer.Argument(help="The finding's id, as `lint show` has it.")],
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Dismiss a finding: no later report tells it again."""
    from lorewright.gateway.lint import actions, queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.writing() as tx:
        kind = queries.kind_of(tx, owner, finding)
        done = actions.dismiss(tx, world, owner, kind, finding)
    if as_json:
        print_json(done)
    else:
        typer.echo("Dismissed.")


@app.command()
def resolve(
    one: Annotated[str, typer.Argument(help="An article's slug or id: a.")],
    other: Annotated[str, typer.Argument(help="The other's: b.")],
    resolution: Annotated[str, typer.Argument(help="source_a_wins, source_b_wins, both_valid or superseded.")],
    note: Annotated[str | None, typer.Option(help="Why.")] = None,
    user: AsUser = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Decide what two articles contradict each other in; both then show it, and no later report tells it.

    \b
    Examples:
      lorewright lint resolve harlow-bridge harlow-bridge-again source_a_wins
    """
    from pydantic import ValidationError  # the rooms are loaded by the command that needs them

    from lorewright.cli.work import write_files
    from lorewright.gateway.articles.queries import id_of
    from lorewright.gateway.contradictions import actions
    from lorewright.gateway.contradictions.schemas import ResolveContradictionRequest

    try:
        new = ResolveContradictionRequest(resolution=resolution, resolution_note=note)
    except ValidationError as error:
        raise typer.BadParameter("; ".join(one["msg"] for one in error.errors())) from None
    with open_for(user, data_dir) as (world, owner):
        begun = world.clock.now()
        with world.db.writing() as tx:
            ends = [id_of(tx, owner, name) for name in (one, other)]
            done = actions.resolve(tx, world, owner, ends[0], ends[1], new)
        left = write_files(world, owner, begun)
    if as_json:
        print_json(done)
    else:
        typer.echo(f"Decided: {done.resolution}.")
    if left is not None:
        raise Unavailable(left)


def _tell(found: "ReportDetailEntry", as_json: bool) -> None:
    """Ends with 1 where the report could not be made."""
    from lorewright.gateway.lint.schemas import LintReportDetail

    if as_json:
        print_json(LintReportDetail.model_validate(found, from_attributes=True))
    else:
        _print(found)
    if found.report.error_message:
        raise typer.Exit(1)


def _print(found: "ReportDetailEntry") -> None:
    report = found.report
    typer.echo(
        f"Articles: {report.article_count}. Contradictions: {len(found.contradictions)}, orphans: {len(found.orphans)}, "
        f"other findings: {len(found.structurals)}; dismissed: {report.dismissed_count}."
    )
    if report.error_message:
        typer.secho(report.error_message, err=True, fg=typer.colors.RED)
    for one in found.contradictions:
        decided = f", decided: {one.resolution}" if one.resolution else ""
        _tell_finding(one, f"“{one.article_a_claim}”", f"“{one.article_b_claim}”", marks=decided)
    for other in (*found.orphans, *found.structurals):
        _tell_finding(other)


def _tell_finding(one: "FindingEntry", *claims: str, marks: str = "") -> None:
    typer.echo(f"\n{typer.style(one.description, bold=True)}")
    for line in (*claims, f"{one.id}{', dismissed' if one.dismissed else ''}{marks}"):
        typer.echo(f"    {line}")
