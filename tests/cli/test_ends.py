"""How a command ends whose job fails."""

from pathlib import Path

import pytest
from sqlalchemy import update

from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind, job
from lorewright.world import SystemClock
from tests.cli.conftest import Commands
from tests.cli.test_commands import GLASS

GIVEN_UP = "The work was interrupted 5 times and was given up."


@pytest.fixture
def wiki(commands: Commands, settings: Settings, folder: Path) -> Commands:
    (folder / "glass.md").write_text(GLASS)
    commands.run("ingest", str(folder / "glass.md"))
    return commands


def _wear_out(settings: Settings, kind: Kind, owner: str = LOCAL_USER_ID) -> None:
    """Has the next job of this kind be given up at once, as one is that was interrupted again and again."""
    database = Database(settings.database_url)
    with database.writing() as tx:
        id_ = enqueue(tx, owner, kind, now=SystemClock().now())
        tx.execute(update(job).where(job.c.id == id_).values(attempts=100))
    database.close()


def test_a_report_that_could_not_be_made_is_told_by_the_status(wiki: Commands, settings: Settings) -> None:
    _wear_out(settings, Kind.LINT_WIKI)
    assert wiki.json("lint", "run", status=1)["report"]["status"] == "failed"
    assert wiki.json("lint", "show")["report"]["status"] == "failed"


def test_concepts_that_could_not_be_placed_are_told_by_the_status(wiki: Commands, settings: Settings) -> None:
    _wear_out(settings, Kind.REBUILD_CONCEPTS)
    assert GIVEN_UP in wiki.run("wiki", "concepts", "--rebuild", status=1)
