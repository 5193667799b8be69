"""Whether a sentence answers a question, as the built-in model tells it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lorewright.core.errors import Unavailable
from lorewright.embeddings.answering import Answering
from lorewright.embeddings.files import FILES, FOLDER

needs_model = pytest.mark.skipif(
    not all((FOLDER / name).is_file() for name in FILES), reason="the built-in models are not set up: run `make setup`"
)
QUESTION = "How many people live in Varn?"
ANSWERING = "Varn: The town had 2,195 inhabitants at the census of 2010."
SEEMING = "Varn: The town lies 219 metres above the sea, on both banks of the Orr."


@pytest.fixture(scope="module")
def answering() -> Answering:
    return Answering()


def test_without_its_files_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="make setup"):
        Answering(tmp_path).answers(QUESTION, [ANSWERING])


@needs_model
def test_what_answers_is_told_from_what_seems_to(answering: Answering) -> None:
    one, other = answering.answers(QUESTION, [ANSWERING, SEEMING])
    assert one > 0.5 > other


@needs_model
@pytest.mark.parametrize("text", ["", "港は冬に凍ることが多い。", "ice " * 400])
def test_any_text_is_read(answering: Answering, text: str) -> None:
    assert [0 <= told <= 1 for told in answering.answers(text, [text, ANSWERING])] == [True, True]
    assert answering.answers(QUESTION, []) == []


@needs_model
def test_several_threads_may_ask_at_once() -> None:
    fresh = Answering()
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: fresh.answers(QUESTION, [ANSWERING])[0], range(8)))
    assert len(set(told)) == 1
