"""The words of a text as terms: stems without stop words, and pairs of characters where a script writes no spaces."""

import re
from collections.abc import Callable

from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.extractive.naming import naming_of
from lorewright.knowledge.stems import stemmer

CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
UNSPACED = CJK + "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Characters of the scripts that write no spaces between words, as a range for a regular expression."""

_WORD = re.compile(rf"[{UNSPACED}]+|[^\W\d_](?:(?![{UNSPACED}])[^\W\d_])*(?:['’\-](?:(?![{UNSPACED}])[^\W\d_])+)*")
_ASCII_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
"""What `_WORD` matches in a text of ASCII, several times quicker."""
_UNSPACED_RUN = re.compile(rf"[{UNSPACED}]")
_CONTRACTED = re.compile(r"'(?:s|re|ve|ll|m|d)$")


class Words:
    """Turns text of one language (ISO 639-1, or None where it is not known) into terms; remembers each word's stem."""

    def __init__(self, language: str | None) -> None:
        stop_words = lexicon_of(language).stop_words
        self.language = language
        self.knows_stop_words = bool(stop_words)
        self.capitalises_nouns = language in ("de", "lb")
        self.naming = naming_of(language)
        self._terms = _Terms(stop_words, stemmer(language))

    def terms(self, text: str) -> list[str]:
        """The terms of `text` in order, repeated where it repeats them."""
        if text.isascii():
            return [term for term in map(self._terms.__getitem__, _ASCII_WORD.findall(text)) if term]
        found: list[str] = []
        for word in _WORD.findall(text):
            if _UNSPACED_RUN.match(word):
                found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
            elif term := self._terms[word]:
                found.append(term)
        return found

    def term(self, word: str) -> str:
        """The stem of one word; empty for a stop word or a single letter."""
        return self._terms[word]


class _Terms(dict[str, str]):
    """The term of each word met so far."""

    def __init__(self, stop_words: frozenset[str], stem: Callable[[str], str]) -> None:
        self._stop_words = stop_words
        self._stem = stem

    def __missing__(self, word: str) -> str:
        lower = word.lower().replace("’", "'")
        if "'" in lower:
            lower = _CONTRACTED.sub("", lower)
        term = "" if len(lower) < 2 or lower in self._stop_words else self._stem(lower)
        self[word] = term
        return term
