"""What of a heading or a title can be said in a question."""

import re
from collections.abc import Callable, Sequence

_NUMBERING = re.compile(
    r"^(?:(?:chapter|section|part|item|appendix|step)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[IVX]{1,5}|[A-Z])[.):]?\s+(?=\S)|^(?:chapter|part|section|step) \w+:?\s*",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^(?:introduction|intro|overview|summary|abstract|background|preface|foreword|contents|general|miscellaneous|other|others|more|notes?|details"
    r"|description|about|home|welcome|example|examples|usage|appendix|part|page|untitled|document|article|section|chapter|discussion|conclusions?"
    r"|(?:from|to|on|in|at|by|with|for|of|and|or|but|when|where|after|before|between|towards?|into|about|as) .*|results?|methods?|materials and methods|history|\W*)\W*$",
    re.IGNORECASE,
)
_LONGEST = 8
"""Words."""
_ODD = re.compile(r"[()\[\]{}<>=|\\/@#*_~^`$\"“”]|\d{3,}|: |--|\b[a-z]+[A-Z]")
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|may|might|should|must|do|does|did|don['’]t|isn['’]t|you|we|I|my|our|your|let['’]s)\b",
    re.IGNORECASE,
)


def topic_of(heading: str, is_name: Callable[[str], bool]) -> str:
    """What it names, as it is written within a sentence; empty where a question about it would say nothing, or sound odd.

    A heading that asks is given as it is. `is_name`: whether a word is written with a capital wherever it stands.
    """
    text = _NUMBERING.sub("", " ".join(heading.split())).strip(" .:–—-")
    if not text or len(text.split()) > _LONGEST or _ODD.search(text) or _NOTHING.match(text):
        return ""
    if text.endswith("?"):
        return text if len(text.split()) > 2 and _ASKS.match(text) else ""
    if text.endswith(("!", ";", ",")) or _CLAUSE.search(text) or not re.search(r"[^\W\d_]{3}", text):
        return ""
    if text.isupper():
        return " ".join(next(filter(is_name, (word, word.capitalize())), word.lower()) for word in text.split())
    words = text.split()
    titled = all(word[0].isupper() or word[0].isdigit() for word in words if len(word) > 3)
    if titled and any(word != word.lower() and (word != word.capitalize() or is_name(word)) for word in words):
        return text  # a name, or written as one
    return " ".join(word if word != word.capitalize() or is_name(word) else word.lower() for word in words)


def name_of(title: str, phrases: Sequence[str]) -> str:
    """What to call a text aloud: its title without the site's name; of one that names nothing, what the text is about."""
    bare = _SITE.sub("", _RUBRIC.sub("", " ".join(title.split()))).strip(" .:;,–—-|") or title
    if _FILE.match(bare):
        bare = re.sub(r"[-_]+", " ", bare)
        bare = bare[0].upper() + bare[1:]
    if (not bare or _NAMES_NOTHING.match(bare)) and phrases:
        return phrases[0][0].upper() + phrases[0][1:]
    return bare


_ASKS = re.compile(r"(?:what|why|how|who|when|where|which|is|are|do|does|can|should)\b", re.IGNORECASE)
_SITE = re.compile(
    r"\s+[|–—·»]\s+[^|–—·»]{2,40}$|\s+- (?:Wikipedia|[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3})$|\s*\[[\w.]+\]$"
)
_RUBRIC = re.compile(r"^(?:Opinion|Analysis|Review|News|Video|Watch|Exclusive) ?[|:] ")
_FILE = re.compile(r"[a-z\d]+(?:[-_]+[a-z\d]+)+$")
_NAMES_NOTHING = re.compile(
    r"(?:(?:chapter|part|section|page|volume|book|document|doc|file|note|notes|untitled|scan|image|text|test|contents|title|readme|index)\b"
    r"(?:[\W_]*(?:\d+|[ivxlc]+|document|file))?)\W*$|[\W\d_]+$",
    re.IGNORECASE,
)
