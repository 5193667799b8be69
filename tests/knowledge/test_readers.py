"""Claims read by two processes."""

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import date

import psutil
import pytest

from lorewright.knowledge.contradict import statements
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.readers import AHEAD, WORTH_A_CHILD, Readers, Said, Stated

TOWNS = ("Varn", "Orle", "Lisk", "Harrow")
BATCHES: list[Said] = [
    {
        f"{town}-{number}": [
            Claim(
                f"{town}-{number}-{ordinal}",
                f"{town}-{number}",
                text.format(town),
                language,
                date(2020, 5, 1),
                frozenset({town.lower()}),
                town,
                lead=f"{town} is a town.",
            )
            for ordinal, (text, language) in enumerate(
                [
                    ("{} was founded in 1820 and has 4,200 inhabitants.", "en"),
                    ("The bridge of {} is not open to cars.", "en"),
                    ("{} wurde im Jahr 1820 gegründet.", "de"),
                    ("What is told of {}?", None),
                ]
            )
        ]
        for town in TOWNS
    }
    for number in range(5)
]
ALONE: Stated = {
    id_: [each for one in claims for each in statements(one)] for batch in BATCHES for id_, claims in batch.items()
}


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def _children() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if "lorewright.knowledge.readers" in one.cmdline()]


def _all(stated: Iterable[Stated]) -> Stated:
    return {id_: each for one in stated for id_, each in one.items()}


@pytest.mark.usefixtures("two_cores")
def test_two_processes_read_what_one_does() -> None:
    assert all(ALONE[f"{town}-0"] for town in TOWNS)
    with closing(Readers(WORTH_A_CHILD)) as readers:
        [child] = _children()
        assert _all(readers.read(BATCHES)) == ALONE
        nobody: list[Said] = [{"nobody": []}]
        for some in (BATCHES[:1], BATCHES[:AHEAD], nobody, BATCHES[:0]):
            stated = list(readers.read(some))
            assert sorted(map(sorted, stated)) == sorted(map(sorted, some))
    assert not child.is_running()


@pytest.mark.usefixtures("two_cores")
def test_few_are_read_by_one_process() -> None:
    with closing(Readers(WORTH_A_CHILD - 1)) as readers:
        assert _all(readers.read(BATCHES)) == ALONE
        assert _children() == []


def test_one_core_has_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with closing(Readers(WORTH_A_CHILD)) as readers:
        assert _all(readers.read(BATCHES)) == ALONE
        assert _children() == []


@pytest.mark.usefixtures("two_cores")
def test_a_child_that_was_killed_is_done_without() -> None:
    def batches() -> Iterator[Said]:
        """The child is killed while it has all it may have."""
        for place, batch in enumerate(BATCHES):
            if place == AHEAD:
                [child] = _children()
                child.suspend()
                child.kill()
            yield batch

    with closing(Readers(WORTH_A_CHILD)) as readers:
        assert _all(readers.read(batches())) == ALONE
        assert _all(readers.read(BATCHES)) == ALONE
        assert _children() == []


@pytest.mark.usefixtures("two_cores")
def test_what_is_left_in_the_middle_ends_with_the_child() -> None:
    with closing(Readers(WORTH_A_CHILD)) as readers:
        [child] = _children()
        next(readers.read(BATCHES))
    assert not child.is_running()
