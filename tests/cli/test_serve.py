"""What `serve` says when it begins."""

import signal

import pytest

from tests.cli.conftest import PATIENCE_S, Commands


def _welcome(commands: Commands, *words: str) -> str:
    process = commands.start("serve", "--port", "0", *words)
    assert process.stdout is not None
    told = ""
    while "Ctrl+C" not in told:
        line = process.stdout.readline()
        assert line, process.communicate()
        told += line
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE_S)
    return told


@pytest.mark.parametrize(
    ("environment", "words"),
    [({"LOREWRIGHT_AUTH__ENABLED": "true"}, ()), ({}, ("--only", "retrieval"))],
    ids=["login", "retrieval"],
)
def test_where_its_suggestions_would_not_fit_there_are_none(
    commands: Commands, environment: dict[str, str], words: tuple[str, ...]
) -> None:
    """Whose wiki they are to act on is not known, or it is not served."""
    commands.environment |= environment
    address, data, nothing, end = _welcome(commands, *words).strip().splitlines()
    assert address.startswith("Lorewright listens on http://127.0.0.1:")
    assert (data, nothing) == (f"Its data lies in {commands.data_dir}", "")
    assert end == "Ctrl+C ends it."


def test_they_name_the_variables_that_say_where_the_data_lies(commands: Commands) -> None:
    commands.environment["LOREWRIGHT_BLOBS__URL"] = "s3://bucket?endpoint=http://127.0.0.1:9"
    assert "in another terminal with LOREWRIGHT_BLOBS__URL set as here:\n" in _welcome(commands)
