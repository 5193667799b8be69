"""Looking at background jobs."""

from typing import Annotated

import typer

from lorewright.cli.output import print_fields, print_json, print_table
from lorewright.cli.store import AsJson, AsUser, DataDir, Limit, open_for
from lorewright.core.errors import BadInput, NotFound

app = typer.Typer(no_args_is_help=True, help="Look at background jobs.")


@app.command("list")
def list_(
    status: Annotated[str | None, typer.Option(help="Only those queued, running, complete or failed.")] = None,
    limit: Limit = 20,
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """List the jobs of the wiki, newest first. Of documents, voices and podcasts their own lists tell how far they are.

    \b
    Examples:
      lorewright jobs list
      lorewright jobs list --status failed
    """
    from lorewright.platform.jobs import queries  # the rooms are loaded by the command that needs them
    from lorewright.platform.jobs.tables import Status

    if status is not None and status not in list(Status):
        raise BadInput(f"There is no status {status}: there are {', '.join(Status)}.")
    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.list_jobs(tx, owner, status=status, limit=limit)
    if as_json:
        print_json(found)
        return
    if not found:
        typer.echo("There are no such jobs." if status else "There are no jobs.")
        return
    print_table(
        [
            (
                one.id,
                f"{one.queued_at:%Y-%m-%d %H:%M:%S}",
                one.job_type,
                one.status,
                one.error or one.result_summary or one.progress_message or "",
            )
            for one in found
        ]
    )


@app.command()
def show(
    job_id: Annotated[str, typer.Argument(help="The job's id, as `jobs list` shows it.")],
    as_json: AsJson = False,
    user: AsUser = None,
    data_dir: DataDir = None,
) -> None:
    """Show a job: where it stands, and how it ended."""
    from lorewright.platform.jobs import queries  # the rooms are loaded by the command that needs them

    with open_for(user, data_dir) as (world, owner), world.db.reading() as tx:
        found = queries.get_job(tx, owner, job_id)
    if found is None:
        raise NotFound("Job not found")
    if as_json:
        print_json(found)
        return
    print_fields(
        [
            ("id", found.id),
            ("kind", found.job_type),
            ("status", found.status),
            ("source", found.source_id),
            ("article", found.article_id),
            ("queued", found.queued_at),
            ("started", found.started_at),
            ("ended", found.completed_at),
            ("progress", f"{found.progress_pct} %"),
            ("doing", found.progress_message),
            ("result", found.result_summary),
            ("error", found.error),
        ]
    )
