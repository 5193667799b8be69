"""The built-in embedder: what its vectors are, and that it keeps to itself."""

import platform
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from lorewright.core.errors import Unavailable
from lorewright.embeddings.files import FILES, FOLDER
from lorewright.embeddings.minilm import MiniLM

needs_model = pytest.mark.skipif(
    not all((FOLDER / name).is_file() for name in FILES), reason="the embedding model is not set up: run `make setup`"
)

TEXTS = [
    "The harbour freezes over in most winters.",
    "In cold years ships cannot leave the port because of ice.",
    "Sourdough needs a warm place to rise.",
    "港は冬に凍ることが多い。",
    "",
    "ice " * 400,
]


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM()


def test_without_its_files_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="make setup"):
        MiniLM(tmp_path).embed(["a text"])


@needs_model
def test_vectors_have_unit_length_and_stand_in_order(embedder: MiniLM) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(embedder.embed(TEXTS[::-1]), vectors[::-1])


@needs_model
def test_vector_does_not_depend_on_its_neighbours(embedder: MiniLM) -> None:
    together = embedder.embed(TEXTS)
    alone = np.vstack([embedder.embed([text]) for text in TEXTS])
    np.testing.assert_array_equal(together, alone)


@needs_model
def test_texts_of_one_meaning_are_nearer_than_others(embedder: MiniLM) -> None:
    harbour, port, bread = embedder.embed(TEXTS[:3])
    assert harbour @ port > 0.5 > 0.2 > harbour @ bread


@needs_model
def test_what_follows_the_last_piece_is_not_seen(embedder: MiniLM) -> None:
    short, long = embedder.embed(["ice " * 254, "ice " * 254 + "and fire"])
    np.testing.assert_array_equal(short, long)


@needs_model
def test_no_texts_give_no_vectors(embedder: MiniLM) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


@needs_model
def test_threads_share_one_model() -> None:
    embedder = MiniLM()
    with ThreadPoolExecutor(4) as threads:
        first, *others = threads.map(lambda _: embedder.embed(TEXTS), range(4))
    for vectors in others:
        np.testing.assert_array_equal(vectors, first)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which ports freeze over in winter?", True),
        ("Größe und Lage der Häfen", True),
        ("Cảng nào đóng băng?", True),
        ("the α-helix of β-catenin", True),
        ("2022: 10.5 %", True),
        ("", True),
        ("港は冬に凍りますか。", False),
        ("哪些港口冬天结冰？", False),
        ("ท่าเรือใดเป็นน้ำแข็งในฤดูหนาว", False),
        ("Какие порты замерзают зимой?", False),
        ("什么是 BERT 的预训练任务", False),
    ],
)
def test_reads_what_is_written_mostly_in_latin_letters(text: str, expected: bool) -> None:
    assert MiniLM().reads(text) is expected


# Kills its process at the first socket and at the first file opened for writing, in whatever language that is asked for.
CAGE = """
import ctypes, os, platform, struct, sys

SOCKET, OPENAT = {"x86_64": (41, 257), "aarch64": (198, 56)}[platform.machine()]
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
program = b"".join(struct.pack("HBBI", *instruction) for instruction in [
    (LOAD, 0, 0, 0),  # the number of the system call
    (EQUAL, 4, 0, SOCKET),
    (EQUAL, 0, 2, OPENAT),
    (LOAD, 0, 0, 32),  # its third argument: how to open
    (ANY_BIT, 1, 0, os.O_WRONLY | os.O_RDWR | os.O_CREAT),
    (RETURN, 0, 0, 0x7FFF0000),  # allowed
    (RETURN, 0, 0, 0x80000000),  # killed
])

class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("program", ctypes.c_char_p)]

prctl = ctypes.CDLL(None).prctl
SET_SECCOMP, SET_NO_NEW_PRIVILEGES, FILTER = 22, 38, 2
if prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or prctl(SET_SECCOMP, FILTER, ctypes.byref(Filter(7, program))):
    sys.exit(77)
"""

needs_cage = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="the cage is for Linux"
)


def run_caged(code: str) -> int:
    command = [sys.executable, "-B", "-c", CAGE + code]
    status = subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode
    if status == 77:
        pytest.skip("this machine allows no seccomp filter")
    return status


@needs_cage
@needs_model
def test_embedding_opens_no_socket_and_writes_no_file() -> None:
    assert run_caged("from lorewright.embeddings.minilm import MiniLM\nMiniLM().embed(['a text', 'another'])") == 0


@needs_cage
@pytest.mark.parametrize("code", ["import socket; socket.socket()", "open('/dev/null', 'w')"])
def test_cage_holds(code: str) -> None:
    assert run_caged(code) == -signal.SIGSYS
