"""English words as they are spelt on either side of the Atlantic."""

import re

_ENDS = r"(?=(?:e[ds]?|ers?|ing|ations?)\b)"
_PAIRS = (
    # British, American
    (r"our(?=s?\b)", r"or(?=s?\b)", "our", "or"),
    (rf"is{_ENDS}", rf"iz{_ENDS}", "is", "iz"),
    (rf"ys{_ENDS}", rf"yz{_ENDS}", "ys", "yz"),
    (r"(?<!is)tre(?=s?\b)", r"ter(?=s?\b)", "tre", "ter"),  # a ministre is French
)
_AMERICAN = tuple((re.compile(british), american) for british, _, _, american in _PAIRS)
_BRITISH = tuple((re.compile(american), british) for _, american, british, _ in _PAIRS)


def american(words: str) -> str:
    """Alike for words that only their spelling tells apart; "noise" becomes no word by it."""
    for british, here in _AMERICAN:
        words = british.sub(here, words)
    return words


def other_spellings(word: str) -> set[str]:
    """How it may be written as well, if it is a word at all: realised, realized."""
    return {pattern.sub(other, word) for pattern, other in (*_AMERICAN, *_BRITISH)} - {word}
