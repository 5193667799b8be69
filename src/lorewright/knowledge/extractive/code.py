"""What code says in words: the whole sentences of its comments, its docstrings and the text between its tags."""

import re
from collections.abc import Iterator

from lorewright.knowledge.sentences import Bounds, sentences
from lorewright.reading.base import Block

_WORDS = re.compile(
    r"(?:^|(?<=\s))(?://+|#+|--+|;+|%+)[ \t]+(?P<rest>[^\n]+)"
    r"|/\*+(?P<block>.{1,500}?)\*/|<!--(?P<remark>.{1,500}?)-->"
    r"|\"\"\"(?P<double>.{1,500}?)\"\"\"|'''(?P<single>.{1,500}?)'''"
    r"|(?<=>)(?P<text>[^<>{}\n]{4,2000})(?=</)",
    re.DOTALL | re.MULTILINE,
)
_WHOLE = re.compile(r"(?![a-zß-ÿ])[^\W\d_][^\s;{}=<>]* (?:[^\s;{}=<>]+ ){2,}[^\s;{}=<>]+[.!]")
"""Four words and a stop, and nothing of what code is written with: most comments are no sentence, or code that was taken out."""


def said_in_code(content: str, block: Block) -> Iterator[Bounds]:
    """In order. A sentence that runs over several lines is left out: between its words stand the marks of a comment."""
    for match in _WORDS.finditer(content, block.start, block.end):
        name = match.lastgroup or 0
        begin = match.start(name)
        for start, end in sentences(match[name]):
            if _WHOLE.fullmatch(" ".join(match[name][start:end].split())):
                yield begin + start, begin + end
