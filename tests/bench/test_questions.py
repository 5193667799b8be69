"""The questions of bench/planted/questions are written as bench/questions.py says."""

from pathlib import Path

import pytest

from bench import questions

PATHS = [path for folder in (questions.LEARNT, questions.HELD_OUT) for path in sorted(folder.glob("*.tsv"))]


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_each_piece_stands_in_a_sentence_of_its_texts(path: Path) -> None:
    said = [" ".join(sentence.split()) for text in questions.texts_of(path) for sentence in text.said]
    asked = questions.asked(path)
    assert len({one.question for one in asked}) == len(asked)
    for one in asked:
        for piece in one.pieces:
            assert any(piece in sentence for sentence in said), piece


def test_nothing_is_learnt_and_held_out() -> None:
    learnt, held_out = (
        {path.stem for path in folder.glob("*.tsv")} for folder in (questions.LEARNT, questions.HELD_OUT)
    )
    assert learnt.isdisjoint(held_out)


@pytest.mark.parametrize(
    ("is_answered", "quotes", "expected"),
    [
        (True, ["It has 40 rooms."], "right"),
        (True, ["It has 12 floors."], "otherwise"),
        (True, ["It has 12 floors.", "It has\n40 rooms."], "right"),
        (True, [], "refused"),
        (False, [], "refused rightly"),
        (False, ["It has 40 rooms."], "told without an answer"),
    ],
)
def test_an_answer_is_right_where_it_cites_what_answers(is_answered: bool, quotes: list[str], expected: str) -> None:
    one = questions.Asked("How many rooms are there?", is_answered, ("has 40 rooms",))
    assert questions.judged(one, {"citations": [{"quote": quote} for quote in quotes]}) == expected
