"""Whatever breaks, at whatever moment: what was acknowledged is there, nothing is there twice, and nothing is left over.

`make test` breaks a few moments, evenly chosen; `make faults` every single one.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.conftest import behind
from tests.faults.faults import FAULTS

ROOT = Path(__file__).parents[2]
WHOLE = os.environ.get("LOREWRIGHT_TEST_FAULTS") == "whole"
FEW = 2


@pytest.mark.timeout(7_200)  # on a busy machine; a process that hangs is told of by the rig
@pytest.mark.parametrize("fault", [one.name for one in FAULTS] if WHOLE else ["any"])
def test_nothing_is_lost_doubled_or_left_over(fault: str, shim: Path, database_url: str) -> None:
    command = [sys.executable, "-m", "tests.faults.rig"]
    command += ["--fault", fault] if WHOLE else ["--few", str(FEW)]
    command += [] if database_url.startswith("sqlite") else ["--postgres", database_url]
    done = subprocess.run(command, cwd=ROOT, env=behind(shim), capture_output=True, text=True, check=False)
    print(done.stdout)  # `make faults` shows how many occurrences there were
    assert done.returncode == 0, done.stdout + done.stderr
