"""Records that the models learn from are written as bench/lessons.py says: what it cannot read it would leave out."""

from pathlib import Path

import pytest

from bench import lessons

FOLDERS = (lessons.RECORDS, lessons.NEAR, lessons.PASSING, lessons.NOTED)


def test_each_line_of_a_record_is_read() -> None:
    for folder, asked in zip(FOLDERS, lessons.records(), strict=True):
        lines = [line for path in folder.glob("*.txt") for line in path.read_text("utf-8").splitlines() if line.strip()]
        assert sum(len(said) for one in asked for said in one.record.values()) == len(lines), folder
        for one in asked:
            assert len(one.record["T"]) == len(one.record["S"]) == 1, one.record
            assert one.record["C"], one.record


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
