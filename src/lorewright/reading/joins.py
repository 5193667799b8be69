"""Putting together again what a line's end has cut: words, and lines of a paragraph."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from lorewright.reading.characters import is_unspaced

_BROKEN_WORD = re.compile("(?P<before>[-\u2010]?)(?P<word>\\w+)[-\u2010]$")
_LONGEST = 100
"""Characters from the end of a line in which a broken word is looked for: a longer one is no word."""
_FIRST_WORD = re.compile(r"\w+")
_WORD = re.compile(r"\w+(?:[-\u2010]\w+)*")

_RARE = 0.015
"""Share of the lines below which a hyphen at the end is no printer's: then every one of them is the word's own."""


class Vocabulary(NamedTuple):
    """What a document's own lines tell about its hyphens."""

    words: Counter[str]
    """In lower case, compounds with their hyphens, each as often as it stands within a line."""
    breaks_words: bool
    """Whether words are broken at the ends of lines at all."""


def vocabulary(lines: Iterable[str]) -> Vocabulary:
    """The words of all lines in their order, without the halves that a hyphen at a line's end has made."""
    words: Counter[str] = Counter()
    cut = False
    total = cuts = 0
    for line in lines:
        found = _WORD.findall(line.lower())
        begin = 1 if cut else 0
        cut = _broken(line) is not None
        total, cuts = total + 1, cuts + cut
        found = found[begin : len(found) - cut]
        words.update(found)
        for compound in found:
            if "-" in compound:
                words.update(compound.split("-"))
    return Vocabulary(words, cuts > _RARE * total)


def joined(left: str, right: str, vocabulary: Vocabulary) -> str:
    """`left` and the line after it. A hyphen at the end goes where it only marked the break.

    It stays where the document writes the compound elsewhere ("long-term"), where both halves are words of the document and the
    whole is not, in a compound of several words, and before anything but a small letter ("Anglo-\\nSaxon", "10-\\n12").
    """
    if not left or not right:
        return left + right
    broken = _broken(left)
    if broken:
        return _healed(left, broken, right, vocabulary)
    if left[-1] in "\u2014/" or right[0] == "\u2014" or (is_unspaced(left[-1]) and is_unspaced(right[0])):
        return left + right
    return f"{left} {right}"


def _broken(line: str) -> re.Match[str] | None:
    """The word that a hyphen at the end of the line breaks."""
    return _BROKEN_WORD.search(line, max(0, len(line) - _LONGEST)) if line.endswith(("-", "\u2010")) else None


def _healed(left: str, broken: re.Match[str], right: str, vocabulary: Vocabulary) -> str:
    following = _FIRST_WORD.match(right)
    if following is None:
        return f"{left} {right}"
    words = vocabulary.words
    first, second = broken["word"].lower(), following.group().lower()
    if not following.group()[0].islower() or not first[-1].isalpha() or broken["before"]:
        return left + right
    if words[first + second]:
        return left[:-1] + right
    if words[f"{first}-{second}"] or (words[first] and words[second]) or not vocabulary.breaks_words:
        return left + right
    return left[:-1] + right
