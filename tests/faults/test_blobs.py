"""Blobs on a disk whose fsync fails now and then: what has failed is not taken for done at the next try."""

import subprocess
import sys
from pathlib import Path

from tests.faults.conftest import behind

SCRIPT = """
import ctypes, errno, io, os, sys
from pathlib import Path
from lorewright.blobs.folder import FolderBlobs
from lorewright.core.errors import Unavailable
from tests.faults.faults import SYNC

folder = Path(sys.argv[1])
shim = ctypes.CDLL(os.environ["LD_PRELOAD"])

def counted(work, fails_at=0):
    shim.arm(str(folder).encode(), SYNC, errno.EIO, ctypes.c_long(fails_at))
    try:
        work()
    except Unavailable:
        return "unavailable"
    return shim.counted()

def put(owner):
    return lambda: FolderBlobs(folder).put(owner, io.BytesIO(b"bytes"))

assert counted(put("first")) == 4  # the owner's folder, the file, the folder of its first digits, its place there
again = []
for nth in (1, 2, 3, 4):
    assert counted(put(f"o{nth}"), nth) == "unavailable"
    again.append(counted(put(f"o{nth}")))
assert again == [4, 3, 3, 2], again  # what had failed, and all that comes after it
[name] = {name for _, name in FolderBlobs(folder).all()}
delete = lambda: FolderBlobs(folder).delete("first", name)
assert counted(delete, 1) == "unavailable"
assert counted(delete) == 1, "the removal was not made durable"
"""


def test_what_could_not_be_made_durable_is_so_after_the_next_try(shim: Path, tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "blobs")]
    done = subprocess.run(
        command, env=behind(shim), cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
