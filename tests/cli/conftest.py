"""The commands as a person runs them: processes of their own over a data folder of the test's."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lorewright.core.settings import Settings
from tests.cli.prefork import Prefork

PATIENCE_S = 100.0

ON_BOTH = {"test_conversations", "test_locked", "test_reindex", "test_repair"}
"""Modules whose commands are run on both databases. The others show what the rooms do, whose own tests ask both: each command is a
process that takes its time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [one for one in items if not _is_spared(one)]


def _is_spared(item: pytest.Item) -> bool:
    if item.path.parent != Path(__file__).parent or item.path.stem in ON_BOTH:
        return False
    return isinstance(item, pytest.Function) and "postgres" in item.name.rpartition("[")[2].rstrip("]").split("-")


class Commands:
    """`run` runs `lorewright` with these words, and `start` starts it in a process made from nothing, as a shell does."""

    def __init__(self, settings: Settings, prefork: Prefork) -> None:
        self._prefork = prefork
        self.data_dir = settings.data_dir
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("LOREWRIGHT_")},
            "LOREWRIGHT_DATA_DIR": str(settings.data_dir),
            "LOREWRIGHT_JOBS__LEASE_S": "2",
            "NO_COLOR": "1",
            "COLUMNS": "200",
        }
        if settings.database.url:
            self.environment["LOREWRIGHT_DATABASE__URL"] = settings.database.url

    def start(self, *words: str) -> subprocess.Popen[str]:
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
            # A shell has what it starts in the background ignore Ctrl+C, and so all that this starts.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        line = [sys.executable, "-m", "lorewright.cli", *words]
        return subprocess.Popen(line, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words: str, stdin: bytes = b"", status: int = 0) -> str:
        """What it printed; on standard error where it was to fail. No trace of the code is ever shown."""
        done = self._prefork.run(words, self.environment, stdin)
        out, err = done.out.decode(), done.err.decode()
        assert done.status == status, out + err
        assert "Traceback" not in out + err
        return out if out.strip() else err

    def json(self, *words: str, status: int = 0) -> Any:
        return json.loads(self.run(*words, "--json", status=status))


@pytest.fixture(scope="session")
def prefork() -> Iterator[Prefork]:
    prefork = Prefork(PATIENCE_S)
    yield prefork
    prefork.close()


@pytest.fixture
def commands(settings: Settings, prefork: Prefork) -> Commands:
    return Commands(settings, prefork)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """For the files of a test."""
    made = tmp_path / "files"
    made.mkdir()
    return made
