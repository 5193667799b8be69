"""What a concept is called: which ways of writing name the same one, and which abbreviations a text itself spells out."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence

from lorewright.knowledge.stems import stemmer

# -- The same name in other letters ------------------------------------------------------------------------------------

_DIACRITICS = re.compile("[\u0300-\u036f]")
_WORD = re.compile(r"[^\W_]+[+#]*")
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
_SHORT_PLURAL = re.compile(r"([A-Z][A-Z\d]+)s")
_IRREGULAR = {
    "bias": "bias", "lens": "lens", "news": "news",
    "children": "child", "criteria": "criterion", "feet": "foot", "geese": "goose", "indices": "index",
    "knives": "knife", "lives": "life", "matrices": "matrix", "men": "man", "mice": "mouse", "phenomena": "phenomenon",
    "teeth": "tooth", "vertices": "vertex", "wives": "wife", "wolves": "wolf", "women": "woman",
}  # fmt: skip
_SIBILANT_E = re.compile(r"(?<=[szx])e$|(?<=[cs]h)e$")


def key_of(name: str, language: str | None) -> str:
    """Equal for the ways in which one concept is written: case, plural, possessive, hyphen or space, diacritics.

    `language`: ISO 639-1. In English, and where it is not known, only plurals are undone, since a stemmer would make one of a
    university and the universe; other languages also inflect the words before the noun, and their stemmers undo that.
    Empty where the name has no letter or digit.
    """
    stem = _singular if language in (None, "en") else stemmer(language)
    words = _WORD.findall(_POSSESSIVE.sub("", unicodedata.normalize("NFC", name)))
    # Of words that are all in capitals none is an abbreviation by that.
    keeps = len(words) == 1 or not name.isupper()
    return "".join(
        _plain(word).casefold() if keeps and word.isupper() else stem(_plain(word).casefold())
        for word in map(without_plural, words)
    )


def without_plural(word: str) -> str:
    """An abbreviation without the small s of its plural; in the capitals of "AIDS" the last letter is its own."""
    match = _SHORT_PLURAL.fullmatch(word)
    return match[1] if match else word


def _plain(word: str) -> str:
    return unicodedata.normalize("NFC", _DIACRITICS.sub("", unicodedata.normalize("NFKD", word)))


def _singular(word: str) -> str:
    """The same for singular and plural, and not always a word (after the S stemmer: Harman 1991, "How effective is suffixing?").

    Where only the plural has an e, as in "boxes", neither keeps one.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or word.endswith(("ss", "us")):
        return word
    if word.endswith("oes") and len(word) > 5:
        return word[:-2]
    bare = word.removesuffix("is") if word.endswith("is") else word.removesuffix("s")
    if bare.endswith("ie") and len(bare) > 4:  # "movie" as well as "study" makes "-ies"
        return f"{bare[:-2]}y"
    return _SIBILANT_E.sub("", bare)


# -- Abbreviations that a text spells out ------------------------------------------------------------------------------

_LONGEST_SHORT = 10
_SHORT = rf"[A-Z\d][\w&./-]{{1,{_LONGEST_SHORT - 1}}}"
_CALLED = r"(?:[a-z]+ ){0,3}(?:abbreviated|abbreviation|acronym|as|called|or|trademark) "
_IN_BRACKETS = re.compile(rf" \((?:{_CALLED})?[“\"']?(?P<short>{_SHORT})[”\"']?\)")
_LONGEST_BEFORE = 150
_CLAUSE_END = re.compile(r"[()\n.;:]")
_SPELT_AFTER = re.compile(rf"\b(?P<short>{_SHORT}) \((?P<long>[^()\n.;:]{{5,100}})\)")
_CAPITAL = re.compile(r"[A-Z]")
_JOINING = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
    "de", "der", "des", "di", "du", "e", "et", "la", "las", "le", "les", "los", "und", "y",
})  # fmt: skip
_LEGAL_FORMS = frozenset({"AG", "Company", "Corporation", "GmbH", "Inc", "Limited", "Ltd"})
"""They may give no letter."""


def expansions(text: str) -> dict[str, str]:
    """Abbreviation -> what the text says it stands for: "world health organization (WHO)", "WHO (world health organization)".

    One that is spelt out in two ways is left out. (After Schwartz & Hearst 2003, "A simple algorithm for identifying
    abbreviation definitions in biomedical text"; stricter: every word but a joining one gives its first letter.)
    """
    found: dict[str, str] = {}
    keys: defaultdict[str, set[str]] = defaultdict(set)
    for short, long in _definitions(text):
        found.setdefault(short, long)
        keys[short].add(key_of(long, None))
    return {short: long for short, long in found.items() if len(keys[short]) == 1}


def _definitions(text: str) -> Iterator[tuple[str, str]]:
    if "(" not in text:
        return
    for match in _IN_BRACKETS.finditer(text):
        before = _CLAUSE_END.split(text[max(0, match.start() - _LONGEST_BEFORE) : match.start()])[-1]
        words = before.split()[-2 * len(match["short"]) :]
        found = [*_defined(match["short"], words, whole=False)]
        if not found and words and words[-1] in _LEGAL_FORMS:
            found = [*_defined(match["short"], words[:-1], whole=False)]
        yield from found
    for match in _SPELT_AFTER.finditer(text):
        yield from _defined(match["short"], match["long"].split(), whole=True)


def _defined(short: str, words: Sequence[str], *, whole: bool) -> Iterator[tuple[str, str]]:
    """The abbreviation and those of the words, or all where it must be the `whole`, that spell it out."""
    short = without_plural(short)
    if len(_CAPITAL.findall(short)) < 2:
        return
    parts = [(part, number) for number, word in enumerate(words) for part in _WORD.findall(word.casefold())]
    start = _spelt_from("".join(filter(str.isalnum, short.casefold())), [part for part, _ in parts], len(parts))
    if start is not None and not (whole and start):
        yield short, " ".join(words[parts[start][1] :]).strip(",")


_LETTERS_OF_A_WORD = 3
"""Of an abbreviation, at most: "TB" is tuberculosis."""


def _spelt_from(letters: str, words: Sequence[str], end: int) -> int | None:
    """From which word on `words[:end]` spell the letters out."""
    if not letters:
        return end
    if not end:
        return None
    word = words[end - 1]
    for taken in range(1, min(_LETTERS_OF_A_WORD, len(letters)) + 1):
        if _gives(word, letters[-taken:]):
            start = _spelt_from(letters[:-taken], words, end - 1)
            if start is not None or word in _JOINING:
                return start
    return _spelt_from(letters, words, end - 1) if word in _JOINING else None


def _gives(word: str, letters: str) -> bool:
    """Whether the word begins with the first of the letters and has the others after it, in order."""
    rest = iter(word)
    return word[0] == letters[0] and all(letter in rest for letter in letters)
