"""Claims read by two processes."""

import os
from contextlib import closing
from datetime import date

import psutil
import pytest

from lorewright.knowledge.contradict import statements
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.halves import WORTH_A_CHILD, Halves

CLAIMS = [
    Claim(
        f"{town}-{number}",
        town,
        text.format(town),
        language,
        date(2020, 5, 1),
        frozenset({town.lower()}),
        town,
        lead=f"{town} is a town.",
    )
    for town in ("Varn", "Orle", "Lisk", "Harrow")
    for number, (text, language) in enumerate(
        [
            ("{} was founded in 1820 and has 4,200 inhabitants.", "en"),
            ("The bridge of {} is not open to cars.", "en"),
            ("{} wurde im Jahr 1820 gegründet.", "de"),
            ("What is told of {}?", None),
        ]
    )
]
STATED = [statements(one) for one in CLAIMS]


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def _children() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if "lorewright.knowledge.halves" in one.cmdline()]


@pytest.mark.usefixtures("two_cores")
def test_two_processes_read_what_one_does() -> None:
    assert sum(map(len, STATED)) > len(CLAIMS)
    with closing(Halves(WORTH_A_CHILD)) as halves:
        [child] = _children()
        for some in (CLAIMS, CLAIMS[:5], CLAIMS[:1], []):
            assert halves.read(some) == STATED[: len(some)]
    assert not child.is_running()


@pytest.mark.usefixtures("two_cores")
def test_few_are_read_by_one_process() -> None:
    with closing(Halves(WORTH_A_CHILD - 1)) as halves:
        assert halves.read(CLAIMS) == STATED
        assert _children() == []


def test_one_core_has_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with closing(Halves(WORTH_A_CHILD)) as halves:
        assert halves.read(CLAIMS) == STATED
        assert _children() == []


@pytest.mark.usefixtures("two_cores")
def test_a_child_that_was_killed_is_done_without() -> None:
    with closing(Halves(WORTH_A_CHILD)) as halves:
        assert halves.read(CLAIMS) == STATED
        [child] = _children()
        child.kill()
        assert halves.read(CLAIMS) == STATED
        assert halves.read(CLAIMS) == STATED
        assert _children() == []
