"""Looking the wiki through from the command line."""

from pathlib import Path

from tests.cli.conftest import Commands
from tests.gateway.test_contradictions import LONG, LONGER


def _feed(commands: Commands, folder: Path) -> None:
    (folder / "long.md").write_text(LONG)
    (folder / "longer.md").write_text(LONGER)
    commands.run("ingest", str(folder))


def test_a_contradiction_is_found_and_dismissed(commands: Commands, folder: Path) -> None:
    assert "There are no reports" in commands.run("lint", "list")
    _feed(commands, folder)
    told = commands.run("lint", "run")
    assert told.startswith("Articles: 2. Contradictions: 1, orphans: 0, other findings: 0; dismissed: 0.")
    assert "“Harlow Bridge is 503 metres long.”" in told
    [finding] = commands.json("lint", "show")["contradictions"]
    assert commands.run("lint", "dismiss", finding["id"]) == "Dismissed.\n"
    assert f"{finding['id']}, dismissed" in commands.run("lint", "show", "--all")
    assert finding["report_id"] in commands.run("lint", "list")


def test_a_contradiction_is_decided(commands: Commands, folder: Path) -> None:
    assert "No lint reports exist yet" in commands.run("lint", "show", status=1)
    _feed(commands, folder)
    commands.run("lint", "run")
    ends = ("harlow-bridge", "harlow-bridge-again")
    assert "one of source_a_wins" in commands.run("lint", "resolve", *ends, "maybe", status=1)
    assert commands.run("lint", "resolve", *ends, "source_a_wins", "--note", "measured") == "Decided: source_a_wins.\n"
    assert "Articles: 2. Contradictions: 0," in commands.run("lint", "show")
    assert ", decided: source_" in commands.run("lint", "show", "--all")
    assert "contradicts this; that is right" in commands.run("wiki", "show", "harlow-bridge-again")
    assert "Contradicts, decided: source_" in commands.run("ask", "How long is Harlow Bridge?")
