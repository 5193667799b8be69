"""Cutting an answer into sentences while it comes, each with the numbers of the passages that it names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from lorewright.knowledge.sentences import sentences

_STOPS = ".!?…。！？｡"
_MARK = r"\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]"
_MARKS = re.compile(rf"\s*({_MARK})")
_AFTER_STOP = re.compile(rf"([{_STOPS}]+)\s*((?:{_MARK}\s*)+)")
_WHOLE_WITH_MARKS_BEHIND = re.compile(rf"[{_STOPS}]+[\"'”’»)]*\s*(?:{_MARK}\s*)+(?=[^\s\[])")
_BEFORE_STOP = re.compile(rf"{_MARK}[{_STOPS}]+[\"'”’»)]*")
_LIST_MARK = re.compile(r"^(?:[-*•–]|\d{1,2}[.)]|#{1,6})\s+")
_LONGEST = 4_000
"""Characters of a sentence; what has no end by then is given up."""


class Said(NamedTuple):
    text: str
    numbers: tuple[int, ...]
    """Of passages, from 1, in the order in which they are named."""


class Sentences:
    """Takes an answer in pieces, and gives each sentence as soon as it is whole: when the marks of its passages and its stop are
    there, when the next has begun, at the end of a line, or at the end."""

    def __init__(self) -> None:
        self._rest = ""

    def hear(self, piece: str) -> Iterator[Said]:
        self._rest += piece
        while (end := self._end_of_first()) is not None:
            whole, self._rest = self._rest[:end], self._rest[end:]
            yield from _said(whole)
        self._rest = self._rest[-_LONGEST:]

    def end(self) -> Iterator[Said]:
        for line in self._rest.splitlines():
            moved = _moved(line)
            for start, end in sentences(moved):
                yield from _said(moved[start:end])
        self._rest = ""

    def _end_of_first(self) -> int | None:
        """Where the first sentence of what is there ends, or None as long as that is not certain."""
        rest = self._rest
        line_end = rest.find("\n")
        line = rest if line_end < 0 else rest[:line_end]
        marked = [found.end() for found in (_BEFORE_STOP.search(line), _WHOLE_WITH_MARKS_BEHIND.search(line)) if found]
        # A mark may still come: "... trout. [1]" is one sentence.
        over = next((start for start, _ in sentences(line)[1:] if line[start] != "["), None)
        ends = [*marked, *filter(None, (over, line_end + 1))]
        return min(ends, default=None)


def _moved(text: str) -> str:
    """With the marks before the stop, wherever they stood."""
    return _AFTER_STOP.sub(lambda match: f" {''.join(match[2].split())}{match[1]} ", text)


def _said(text: str) -> Iterator[Said]:
    line = _LIST_MARK.sub("", _moved(" ".join(text.split())).strip())
    numbers = [int(number) for mark in _MARKS.findall(line) for number in re.findall(r"\d+", mark)]
    bare = _MARKS.sub("", line).replace("**", "").strip()
    if any(map(str.isalnum, bare)):
        yield Said(bare, tuple(dict.fromkeys(numbers)))
