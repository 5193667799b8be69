"""Commands that meet a database which another program keeps locked."""

from pathlib import Path

from lorewright.core.settings import Settings
from tests.cli.conftest import Commands
from tests.gateway.test_conversations import HARBOUR
from tests.gateway.test_database_locked import BUSY, QUESTION, locked
from tests.gateway.test_database_lost import OTTERS


def test_a_command_that_meets_a_locked_database_says_so(commands: Commands, settings: Settings, folder: Path) -> None:
    (folder / "harbour.md").write_text(HARBOUR)
    (folder / "otters.md").write_text(OTTERS)
    commands.run("ingest", str(folder / "harbour.md"))
    [source] = commands.json("sources", "list")
    lines = [("ingest", str(folder / "otters.md")), ("ask", QUESTION), ("sources", "delete", source["id"], "--yes")]
    with locked(settings.database_url):
        running = [commands.start(*words) for words in lines]
        for process in running:
            out, err = process.communicate()
            assert process.returncode == 1, out + err
            assert BUSY in out + err
            assert "Traceback" not in out + err
        assert [one["status"] for one in commands.json("sources", "list")] == ["compiled"]
    for words in lines:
        commands.run(*words)
    assert commands.run("check").splitlines() == ["Everything holds."]
