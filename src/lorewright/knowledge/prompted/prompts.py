"""What models are asked, as files with a version: whatever changes in a prompt is a new file, since the ledger keeps answers by it."""

from functools import cache
from importlib import resources
from typing import NamedTuple


class Prompt(NamedTuple):
    id: str
    version: int
    text: str


@cache
def prompt(name: str) -> Prompt:
    """`name` is that of its file without the ending: `answer-1` is the first version of `answer`."""
    id_, _, version = name.rpartition("-")
    file = resources.files(__package__) / "prompts" / f"{name}.txt"
    return Prompt(id_, int(version), file.read_text("utf-8"))
