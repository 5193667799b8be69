"""Making the search index again."""

from typing import TYPE_CHECKING

import typer

from lorewright.cli.output import print_json
from lorewright.cli.progress import Show, showing
from lorewright.cli.store import AsJson, AsUser, DataDir, open_for
from lorewright.core.errors import Unavailable

if TYPE_CHECKING:
    from lorewright.platform.jobs.schemas import Job
    from lorewright.world import World


def reindex(as_json: AsJson = False, user: AsUser = None, data_dir: DataDir = None) -> None:
    """Make the search index again, beside the one that serves until the new one holds all.

    You seldom need it: after an upgrade, or when the settings name another embedding model, the worker asks for it by itself,
    and `check --repair` mends a damaged index. Use it to have that done now, or where searches find what they should not.

    The words of all passages are indexed anew. Vectors that the chosen model has made are kept, and those that it has not are
    made; when it has made all, they are searched and an older model's are erased. With Ctrl+C a worker, or the same command
    again, goes on from there.

    \b
    Example:
      lorewright reindex
    """
    with open_for(user, data_dir) as (world, owner), showing() as show:
        job = _done(world, owner, show)
    if job.error is not None:
        raise Unavailable(job.error)
    if as_json:
        print_json(job)
    else:
        typer.echo(f"Done: {job.result_summary}.")


def _done(world: "World", owner: str, show: Show) -> "Job":
    """The job that was asked for, when it has ended. Raises `Unavailable` where Ctrl+C came before."""
    from lorewright.cli.work import work_until  # the rooms are loaded by the command that needs them
    from lorewright.db.transaction import Transaction
    from lorewright.gateway.admin.actions import request_reindex
    from lorewright.platform.jobs.queries import get_job

    with world.db.writing() as tx:
        job_id = request_reindex(tx, world, owner)

    def now(tx: Transaction) -> "Job":
        job = get_job(tx, owner, job_id)
        if job is None:
            raise Unavailable("The job is gone.")
        return job

    def shown() -> None:
        with world.db.reading() as tx:
            job = now(tx)
        show(f"Indexing: {job.progress_message or 'waiting'}", job.progress_pct, 100)

    if not work_until(world, [], lambda tx: now(tx).completed_at is not None, shown):
        raise Unavailable("Stopped: a worker, or the same command again, goes on from there.")
    with world.db.reading() as tx:
        return now(tx)
