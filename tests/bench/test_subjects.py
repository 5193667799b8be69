"""The wikis of bench/planted/subjects are marked as bench/subjects.py says."""

from pathlib import Path

import pytest

from bench import subjects

PATHS = [path for folder in (subjects.LEARNT, subjects.HELD_OUT) for path in sorted(folder.glob("*.txt"))]


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_each_mark_stands_behind_a_sentence_of_two_texts(path: Path) -> None:
    told = subjects.texts(path)
    wiki = subjects.wiki(path)
    pairs = [*wiki.contradictions, *wiki.agreements, *wiki.neither]
    assert sum(len(text.marked) for text in told) == 2 * len(pairs)
    assert all(one < other for (one, _), (other, _) in pairs)
    assert not any("{" in sentence for said in wiki.said for sentence in said)


def test_a_mark_belongs_to_the_sentence_it_stands_behind(tmp_path: Path) -> None:
    path = tmp_path / "quay.txt"
    path.write_text(
        "# Quay\nIt is long. It is 60 metres wide. {C1}{N1}\nA gate.\n\n# Notes\nIt is 70 metres wide. {C1} Rain. {N1}\n"
    )
    quay, notes = subjects.texts(path)
    assert quay.body == "It is long. It is 60 metres wide.\nA gate."
    assert (quay.said[quay.marked["C1"]], notes.said[notes.marked["N1"]]) == ("It is 60 metres wide.", "Rain.")
    assert list(subjects.wiki(path).contradictions) == [((0, 1), (1, 0))]
