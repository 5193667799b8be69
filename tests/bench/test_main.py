import argparse
import os
from collections.abc import Iterator
from types import ModuleType
from unittest.mock import patch

import pytest
from bench.__main__ import BENCHMARKS, main
from bench.postgres import NAMED, URL


class Seeing(ModuleType):
    """A benchmark that notes the environment in which it runs."""

    def __init__(self) -> None:
        super().__init__("seeing", "What a benchmark sees.")
        self.seen: dict[str, str] = {}

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Has none."""

    def run(self, _options: argparse.Namespace) -> None:
        self.seen = dict(os.environ)


@pytest.fixture
def seeing() -> Iterator[Seeing]:
    one = Seeing()
    with patch.dict(BENCHMARKS, {"seeing": one}), patch.dict(os.environ):
        yield one


def test_settings_of_whoever_measures_reach_no_benchmark(seeing: Seeing) -> None:
    os.environ |= {URL: "postgresql://me@localhost/mine", "LOREWRIGHT_DATA_DIR": "/mine", NAMED: "of the tests"}
    main(["seeing"])
    assert [name for name in seeing.seen if name.startswith("LOREWRIGHT_")] == [NAMED]
    assert seeing.seen["PATH"] == os.environ["PATH"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["size"],
        ["conversations"],
        ["retrieval"],
        ["claims", "--collection", "scifact", "--collection", "cranfield"],
        ["speed", "--only", "feeding", "--only", "asking"],
        ["lint", "--of", "somewhere"],
    ],
)
def test_no_two_stores_share_a_database(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with patch.dict(os.environ), pytest.raises(SystemExit) as ended:
        main(["--postgres", *arguments])
    assert ended.value.code == 2
    assert "--postgres" in capsys.readouterr().err.splitlines()[-1]
