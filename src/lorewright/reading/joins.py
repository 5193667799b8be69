"""Putting together again what a line's end has cut: words, and lines of a paragraph."""

import re
from collections import Counter
from collections.abc import Iterable

from lorewright.reading.characters import is_unspaced

_HYPHENS = "-\u2010\u00ad"
_BROKEN_WORD = re.compile(f"(\\w+)[{_HYPHENS}]$")
_FIRST_WORD = re.compile(r"\w+")
_WORD = re.compile(r"\w+(?:[-\u2010]\w+)*")

Vocabulary = Counter[str]
"""Words of a document in lower case, compounds with their hyphens, and how often each stands within a line."""


def vocabulary(lines: Iterable[str]) -> Vocabulary:
    """The words of all lines in their order, without the halves that a hyphen at a line's end has made."""
    words: Vocabulary = Counter()
    cut = False
    for line in lines:
        found = _WORD.findall(line.lower())
        begin = 1 if cut else 0
        cut = line.rstrip().endswith(tuple(_HYPHENS))
        found = found[begin : len(found) - cut]
        words.update(found)
        for compound in found:
            if "-" in compound:
                words.update(compound.split("-"))
    return words


def joined(left: str, right: str, words: Vocabulary) -> str:
    """`left` and the line after it. A hyphen at the end goes where it only marked the break.

    It stays where the document writes the compound elsewhere ("long-term"), where both halves are words of the document and the
    whole is not, and before anything but a small letter ("Anglo-\\nSaxon", "10-\\n12").
    """
    if not left or not right:
        return left + right
    broken = _BROKEN_WORD.search(left)
    if broken and not left[: broken.end(1)].endswith(tuple(_HYPHENS)):
        return _healed(left, broken.group(1), right, words)
    if left[-1] in "\u2014/" or right[0] == "\u2014" or (is_unspaced(left[-1]) and is_unspaced(right[0])):
        return left + right
    return f"{left} {right}"


def _healed(left: str, first: str, right: str, words: Vocabulary) -> str:
    following = _FIRST_WORD.match(right)
    if following is None:
        return f"{left} {right}"
    second = following.group()
    soft = left[-1] == "\u00ad"
    if soft:
        return left[:-1] + right
    if not second[0].islower() or not first[-1].isalpha():
        return left + right
    low_first, low_second = first.lower(), second.lower()
    if words[low_first + low_second]:
        return left[:-1] + right
    if words[f"{low_first}-{low_second}"]:
        return left + right
    if words[low_first] and words[low_second]:
        return left + right
    return left[:-1] + right
