"""The reader child and its cage."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.makers import pdf as make
from tests.reading.checks import check

from lorewright.core.errors import Unavailable, Unreadable
from lorewright.reading import read
from lorewright.reading.cage import Limits, ReaderProcess, Readers

TEXT = "The harbour of Velmar was dredged in the spring of 1911, when the council had found a contractor for it."
PDF = make.pages_of([TEXT])


@pytest.fixture(scope="module")
def process() -> Iterator[ReaderProcess]:
    process = ReaderProcess()
    yield process
    process.close()


def _pid(process: ReaderProcess) -> int:
    assert process._child is not None
    return process._child.process.pid


def test_the_child_reads_what_this_process_would(process: ReaderProcess) -> None:
    assert process.read(PDF, "pdf") == read(PDF, "pdf")
    assert process.head(PDF, "pdf").pages == 1
    with pytest.raises(Unreadable, match="not a PDF"):
        process.read(b"a letter", "pdf")


def test_text_needs_no_child() -> None:
    with Readers() as readers:
        assert readers.read(TEXT.encode(), "text").content == TEXT
        assert readers._process._child is None
        assert readers.read(PDF, "pdf").content == TEXT


def test_a_text_made_to_take_for_ever_is_given_up_in_the_child() -> None:
    with Readers(Limits(cpu_s=1)) as readers:
        with pytest.raises(Unreadable, match="more than 1 seconds of work"):
            readers.read(b"# Brackets\n\n" + b"[" * 2_000_000, "text", "brackets.md")
        long = b"# Otters\n\n" + b"The otter eats trout. " * 20_000
        assert len(readers.read(long, "text", "otters.md").content) > 400_000


def test_threads_wait_for_each_other(process: ReaderProcess) -> None:
    texts = [f"{TEXT} It was the {number}th attempt." for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda text: process.read(make.pages_of([text]), "pdf").content, texts)
        assert list(found) == texts


def test_a_child_that_was_killed_is_replaced(process: ReaderProcess) -> None:
    process.head(PDF, "pdf")
    first = _pid(process)
    os.kill(first, signal.SIGKILL)
    assert process.read(PDF, "pdf").content == TEXT
    assert _pid(process) != first


def test_a_child_is_replaced_after_so_many_files_and_ends_with_close() -> None:
    process = ReaderProcess(Limits(documents=2))
    process.head(PDF, "pdf")
    first = _pid(process)
    process.head(PDF, "pdf")
    process.head(PDF, "pdf")
    second = _pid(process)
    assert second != first
    process.close()
    assert not psutil.pid_exists(second)


def test_a_child_that_cannot_start_or_is_closed_is_no_fault_of_the_file() -> None:
    process = ReaderProcess(Limits(memory_bytes=1 << 20))
    with pytest.raises(Unavailable, match="could not be started"):
        process.head(PDF, "pdf")
    process.close()
    with pytest.raises(Unavailable, match="closed"):
        process.head(PDF, "pdf")


def test_a_file_that_takes_too_long_is_given_up_and_the_next_one_read() -> None:
    process = ReaderProcess(Limits(wall_s=0.02))
    with pytest.raises(Unreadable, match=r"took more than 0\.02 seconds"):
        process.read(make.pages_of([TEXT] * 400), "pdf")
    process.close()


def test_a_file_that_needs_too_much_memory_is_given_up() -> None:
    process = ReaderProcess(Limits(memory_bytes=400 << 20))
    with pytest.raises(Unreadable, match="memory"):
        process.read(PDF + bytes(300 << 20), "pdf")
    assert process.read(PDF, "pdf").content == TEXT
    process.close()


def test_the_child_dies_with_its_parent() -> None:
    parent = subprocess.run(
        [
            sys.executable,
            "-c",
            textwrap.dedent("""
                import os, signal, sys
                from lorewright.reading.cage import ReaderProcess
                process = ReaderProcess()
                process.head(sys.stdin.buffer.read(), "pdf")
                print(process._child.process.pid, flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            """),
        ],
        input=PDF,
        capture_output=True,
        check=False,
    )
    child = int(parent.stdout)
    if psutil.pid_exists(child):
        psutil.wait_procs([psutil.Process(child)], timeout=20)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")
@pytest.mark.parametrize(
    ("attempt", "error"),
    [
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "PermissionError"),
        ("import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)", "PermissionError"),
        ("import os; os.execv('/bin/true', ['true'])", "PermissionError"),
        ("open(path, 'w').write('x' * 100_000)", "OSError"),
        ("bytearray(1 << 30)", "MemoryError"),
    ],
    ids=["connect", "datagram", "program", "file", "memory"],
)
def test_what_the_child_gives_up(attempt: str, error: str, tmp_path: os.PathLike[str]) -> None:
    code = f"path = {os.fspath(tmp_path) + '/x'!r}\nfrom lorewright.reading.confinement import confine\nprint(confine(512 << 20))\n{attempt}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.stdout.strip() == "open":
        pytest.skip("this system has neither seccomp nor network namespaces")
    assert error in done.stderr


@settings(max_examples=60)
@given(st.data())
def test_damaged_files_are_read_or_refused(process: ReaderProcess, data: st.DataObject) -> None:
    damaged = bytearray(PDF)
    for place in data.draw(st.lists(st.integers(0, len(PDF) - 1), max_size=20)):
        damaged[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(PDF)))
    for attempt in (bytes(damaged), PDF[:cut], PDF[cut:], bytes(damaged[:cut])):
        try:
            reading = process.read(attempt, "pdf")
        except Unreadable:
            continue
        check(reading)
