"""Records that the models learn from are written as bench/lessons.py says: what it cannot read it would leave out."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bench import lessons

PATHS = [
    path for folder in (lessons.RECORDS, lessons.NEAR, lessons.PASSING, lessons.NOTED) for path in folder.glob("*.txt")
]


@pytest.mark.parametrize("path", sorted(PATHS), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_line_of_a_record_is_read(path: Path) -> None:
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        roles = Counter(match[0] for match in re.findall(r"^([TASCEN])(?: \w+)?: +\S", block, re.MULTILINE))
        assert sum(roles.values()) == len(block.strip().splitlines()), block
        assert roles["T"] == roles["S"] == 1, block
        assert roles["C"], block


def test_what_is_noted_stands_under_the_title_of_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mill.txt").write_text(
        "T: Mill\nA: A walk\nA: Diary\nS: It grinds rye.\nC: It grinds oats.\nE: Rye is ground.\nN: It stands on a hill.\n"
    )
    monkeypatch.setattr(lessons, "NOTED", tmp_path)
    [asked] = lessons.records()[-1]
    assert [(one.titles[1], one.sentences, one.label) for one in asked.pairs] == [
        ("A walk", ("It grinds rye.", "It grinds oats."), lessons.CONTRADICTION),
        ("Diary", ("It grinds rye.", "Rye is ground."), lessons.AGREEMENT),
        ("A walk", ("It grinds rye.", "It stands on a hill."), lessons.NEITHER),
    ]
