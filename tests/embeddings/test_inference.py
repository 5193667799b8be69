"""Whether two sentences contradict each other, as the built-in models tell it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from lorewright.core.errors import Unavailable
from lorewright.embeddings.cross import segments_of
from lorewright.embeddings.files import FILES, FOLDER
from lorewright.embeddings.inference import Inferring

needs_model = pytest.mark.skipif(
    not all((FOLDER / name).is_file() for name in FILES), reason="the built-in models are not set up: run `make setup`"
)
PAIRS = {
    "contradiction": (
        "Varn ferry: It carries up to forty cars.",
        "Varn ferry: Cars are not taken on board, only bicycles.",
    ),
    "agreement": (
        "Varn Museum: The museum was founded in 1932 by a teacher.",
        "The museum: A teacher set it up in 1932.",
    ),
    "neither": ("The Varn: The roof was repaired in 1951.", "The Varn: Sheep graze on the island."),
}


@pytest.fixture(scope="module")
def inferring() -> Inferring:
    return Inferring()


def test_without_its_files_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="make setup"):
        Inferring(tmp_path).infer("one", "other")


def test_a_piece_tells_whether_the_other_text_has_it() -> None:
    ids = np.array([101, 7, 8, 9, 102, 7, 5, 9, 102], np.int32)
    of = np.array([0, 0, 0, 0, 0, 1, 1, 1, 1], np.int32)
    assert segments_of(ids, of).tolist() == [2, 0, 2, 0, 0, 1, 3, 1, 1]


@needs_model
@pytest.mark.parametrize("expected", PAIRS)
def test_the_likeliest_of_three_is_told(inferring: Inferring, expected: str) -> None:
    told = inferring.infer(*PAIRS[expected])._asdict()
    assert max(told, key=lambda name: told[name]) == expected
    assert sum(told.values()) == pytest.approx(1, abs=1e-5)


@needs_model
def test_whichever_is_the_first(inferring: Inferring) -> None:
    for one, other in PAIRS.values():
        assert inferring.infer(one, other) == inferring.infer(other, one)


@needs_model
@pytest.mark.parametrize("text", ["", "港は冬に凍ることが多い。", "ice " * 400])
def test_any_text_is_read(inferring: Inferring, text: str) -> None:
    assert sum(inferring.infer(text, "The harbour is open.")) == pytest.approx(1, abs=1e-5)


@needs_model
def test_several_threads_may_ask_at_once() -> None:
    fresh = Inferring()
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: fresh.infer(*PAIRS["contradiction"]), range(8)))
    assert len(set(told)) == 1
