"""What stands before the C library."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built where there is a C compiler; where the faults are asked for there has to be one."""
    compiler = shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        if "LOREWRIGHT_TEST_FAULTS" in os.environ:
            pytest.fail("install a C compiler: without it no call of SQLite's can be broken")
        pytest.skip("breaks calls of the C library, which takes Linux and a C compiler")
    built = tmp_path_factory.mktemp("shim") / "shim.so"
    source = Path(__file__).with_name("shim.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", built, source, "-ldl"], check=True)
    return built


def behind(shim: Path) -> dict[str, str]:
    """The environment of a process whose calls can be broken."""
    # A thread that numpy starts would not outlive a fork.
    return {**os.environ, "LD_PRELOAD": str(shim), "OPENBLAS_NUM_THREADS": "1"}
