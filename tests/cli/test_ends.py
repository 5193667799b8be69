"""How a command ends whose job fails, or which Ctrl+C stops while it waits."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from sqlalchemy import update

from lorewright.core.clock import SystemClock
from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.actions import claim, enqueue
from lorewright.platform.jobs.queries import list_jobs
from lorewright.platform.jobs.tables import Kind, Status, job
from tests.cli.conftest import PATIENCE_S, Commands
from tests.cli.test_commands import GLASS

STOPPED = "Error: Stopped: a worker, when one runs, goes on with it.\n"
GIVEN_UP = "The work was interrupted 5 times without coming further, and was given up."


@pytest.fixture
def wiki(commands: Commands, settings: Settings, folder: Path) -> Commands:
    (folder / "glass.md").write_text(GLASS)
    commands.run("ingest", str(folder / "glass.md"))
    return commands


def _hold(settings: Settings, kind: Kind) -> None:
    """Has a job of this kind be at work elsewhere, for longer than any test takes."""
    database = Database(settings.database_url)
    now = SystemClock().now()
    with database.writing() as tx:
        enqueue(tx, LOCAL_USER_ID, kind, now=now)
        assert claim(tx, now=now, lease_s=PATIENCE_S, kinds=[kind]) is not None
    database.close()


def _stopped(commands: Commands, settings: Settings, kind: Kind, *words: str) -> tuple[int, str, str]:
    """Ctrl+C comes when the command's own job of this kind has ended."""
    database = Database(settings.database_url)

    def ended() -> int:
        with database.reading() as tx:
            done = list_jobs(tx, LOCAL_USER_ID, status=Status.COMPLETE, limit=100)
        return sum(one.job_type is kind for one in done)

    before = ended()
    deadline = time.monotonic() + PATIENCE_S
    process: subprocess.Popen[str] = commands.start(*words)
    while ended() == before:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)
    database.close()
    return process.returncode, out, err


def _wear_out(settings: Settings, kind: Kind, owner: str = LOCAL_USER_ID) -> None:
    """Has the next job of this kind be given up at once, as one is that was interrupted again and again."""
    database = Database(settings.database_url)
    with database.writing() as tx:
        id_ = enqueue(tx, owner, kind, now=SystemClock().now())
        tx.execute(update(job).where(job.c.id == id_).values(attempts=100))
    database.close()


def test_ctrl_c_is_no_success(wiki: Commands, settings: Settings) -> None:
    conversation = wiki.json("ask", "Who made clear cristallo glass?")["conversation"]["id"]
    _hold(settings, Kind.PROJECT_FILES)
    for kind, *words in (
        (Kind.RECOMPILE_ARTICLE, "wiki", "recompile", "how-glass-is-made"),
        (Kind.REBUILD_CONCEPTS, "wiki", "concepts", "--rebuild"),
        (Kind.LINT_WIKI, "lint", "run"),
    ):
        assert _stopped(wiki, settings, kind, *words) == (1, "", STOPPED), words
    status, out, err = _stopped(wiki, settings, Kind.PROJECT_FILES, "conversations", "file", conversation)
    assert (status, out.startswith("Filed as"), err) == (1, True, STOPPED)
    title = ("wiki", "edit", "how-glass-is-made", "--title", "Glass")
    status, out, err = _stopped(wiki, settings, Kind.PROJECT_FILES, *title)
    assert (status, out, err) == (1, "how-glass-is-made is at version 2: Glass\n", STOPPED)


def test_a_report_that_could_not_be_made_is_told_by_the_status(wiki: Commands, settings: Settings) -> None:
    _wear_out(settings, Kind.LINT_WIKI)
    assert wiki.json("lint", "run", status=1)["report"]["status"] == "failed"
    [failed] = wiki.json("lint", "list")
    for report in ([], [failed["id"]]):
        assert wiki.json("lint", "show", *report, status=1)["report"]["status"] == "failed"
        with wiki.start("lint", "show", *report) as process:
            _, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, err) == (1, f"{failed['error_message']}\n")


def test_files_of_the_wiki_that_could_not_be_written_are_told(wiki: Commands, settings: Settings) -> None:
    conversation = wiki.json("ask", "Who made clear cristallo glass?")["conversation"]["id"]
    for words, done in (
        (("wiki", "edit", "how-glass-is-made", "--title", "Glass"), "how-glass-is-made is at version 2: Glass\n"),
        (("wiki", "restore", "how-glass-is-made", "1"), "how-glass-is-made is at version 3: "),
        (("wiki", "recompile", "how-glass-is-made"), "how-glass-is-made is at version "),
        (("conversations", "file", conversation), "Filed as "),
        (("ask", "--file-back", "Who made clear cristallo glass?"), ""),
    ):
        _wear_out(settings, Kind.PROJECT_FILES)
        with wiki.start(*words) as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        assert out.startswith(done), words
        assert err == f"Error: It is kept, but not all files of the wiki could be written: {GIVEN_UP}\n", words
        assert process.returncode == 1


def test_concepts_that_could_not_be_placed_are_told_by_the_status(wiki: Commands, settings: Settings) -> None:
    _wear_out(settings, Kind.REBUILD_CONCEPTS)
    assert GIVEN_UP in wiki.run("wiki", "concepts", "--rebuild", status=1)


def test_an_erasure_that_fails_is_told_by_whatever_deletes(
    commands: Commands, settings: Settings, folder: Path
) -> None:
    (folder / "glass.md").write_text(GLASS)
    commands.run("import", str(folder / "glass.md"), "--collection", "Crafts")
    [document] = commands.json("documents", "list", "Crafts")
    commands.run("ingest", str(folder / "glass.md"))
    [source] = commands.json("sources", "list")
    for words, deleted in (
        (("documents", "delete", document["id"]), "“glass.md”"),
        (("collections", "delete", "Crafts"), "“Crafts”"),
        (("sources", "delete", source["id"]), "“glass”"),
    ):
        _wear_out(settings, Kind.ERASE_REMAINS)
        with commands.start(*words, "--yes") as process:
            out, err = process.communicate(timeout=PATIENCE_S)
        assert out.startswith(f"Deleted {deleted}")
        assert err == f"Error: It is gone for every query, but not erased from the disk: {GIVEN_UP}\n"
        assert process.returncode == 1
