"""Words to terms: what the lexical index holds of a text, and what a query asks for.

Text is brought to NFKC and case-folded. A word becomes its Snowball stem without diacritics. The stemmer is that of the
text's language where the language is known and written in the word's script; else one by script (Latin: English, Cyrillic:
Russian, ...). A query's language is not known, so it asks for the stems of every language that the scope holds: for any
text there, the query's word becomes the same term as the text's word did. Numbers stay whole ("1,200.5" is "1200.5",
"2,3 %" is "2.3"), compounds give their parts and the joined word ("COVID-19": covid, 19, covid19). Scripts that put no
spaces between words give each character and each pair of neighbours.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lorewright.index.rules import MAX_LENGTH
from lorewright.index.stopwords import STOP_WORDS

MAX_TERM = 64
"""Characters; what is longer is cut."""

BY_SCRIPT = "-"
"""Stands for the languages that the script of a word tells (English for Latin letters, ...), and for those not known."""

# Han, kana, Hangul, Thai, Lao, Myanmar, Khmer, Tibetan. Hangul has spaces, but a word there is a whole phrase.
_UNSPACED = (
    "\u0e01-\u0e4e\u0e81-\u0ece\u0f40-\u0fbc\u1000-\u103f\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007"
    "\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3100-\u312f\u3131-\u318e\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# Signs that stand on or beside a letter and are not letters for `\w`: accents, points, the vowel signs of India.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a"
    "\u0900-\u0963\u0970-\u0df3\u1dc0-\u1dff\u200c\u200d\u20d0-\u20f0"
)
_WORD = rf"[^\W_{_UNSPACED}]+(?:[{_MARKS}]+[^\W_{_UNSPACED}]*)*"
_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)+(?!\w))"
    r"|(?P<initials>(?<!\w)(?:[^\W\d_]\.){2,})"
    rf"|(?P<word>{_WORD}(?:[-_&'’‐‑]{_WORD})*)"
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
)
_GROUPING = re.compile(r",(?=\d{3}(?!\d))")
_JOINERS = re.compile(r"[-_&'’‐‑]")
_POSSESSIVE = re.compile(r"['’]s$")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})

_NUMBER = re.compile(r"\d+(?:[.,]\d+)+", re.ASCII)
_AROUND = ".,;:!?()[]\"'$%"
"""Marks around a word or number that are no part of it."""

# Soft hyphens are no part of a word; signs of trade would become letters.
_DROPPED = (("\u00ad", ""), ("\u200b", " "), ("™", " "), ("℠", " "), ("®", " "), ("©", " "))

_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
# First and last code point of a script, and the language whose stemmer serves it where the text's language does not.
_SCRIPTS = (
    (0x0000, 0x024F, "latin", "en"),
    (0x0370, 0x03FF, "greek", "el"),
    (0x0400, 0x052F, "cyrillic", "ru"),
    (0x0530, 0x058F, "armenian", "hy"),
    (0x0600, 0x06FF, "arabic", "ar"),
    (0x0900, 0x097F, "devanagari", "hi"),
    (0x0B80, 0x0BFF, "tamil", "ta"),
    (0x1E00, 0x1EFF, "latin", "en"),
    (0x1F00, 0x1FFF, "greek", "el"),
)
_WRITTEN_IN = {
    "el": "greek", "ru": "cyrillic", "sr": "cyrillic", "hy": "armenian", "ar": "arabic", "fa": "arabic",
    "hi": "devanagari", "ne": "devanagari", "ta": "tamil", "yi": "hebrew",
}  # fmt: skip


MOST_KNOWN = 1_000
"""Words of a language of which a process remembers the terms: a quarter of a megabyte, which four times as many would take an hour to fill, and be
no quicker by more than a twentieth."""

SECONDARY = 0.3
"""Weight in a query of what only backs up something else: a joined compound, the shorter n-grams of unspaced text."""


class Terms(NamedTuple):
    """A passage as the index holds it."""

    counts: Mapping[str, int]
    length: int
    """In words; stop words and what is secondary do not count."""


class _Piece(NamedTuple):
    text: str
    is_word: bool
    """A word that has a stem; else the text is the term."""
    is_secondary: bool


def language_key(language: str | None) -> str:
    """What the terms of a text depend on: a language that its script does not tell, else `BY_SCRIPT`."""
    key = (language or "").lower().replace("_", "-").split("-")[0]
    if key not in _STEMMERS or any(key == default for *_, default in _SCRIPTS):
        return BY_SCRIPT
    return key


def tokenizer() -> str:
    """Identifies the rules here and the version of the stemmer; a scope made by another is rebuilt."""
    import Stemmer

    return f"words-1 snowball-{Stemmer.version()}"


class Analyser:
    """Cuts texts into terms, for a scope with texts in the given languages. For one call: not shared between threads."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._stems = [_Stems(language) for language in languages]

    def passage(self, text: str) -> Terms:
        """The terms of a passage in the first of the languages."""
        stems = self._stems[0]
        counts: Counter[str] = Counter()
        length = 0
        for (kind, token), times in Counter(_tokens(text)).items():
            for piece in _parts(kind, token):
                term, is_stop_word = stems.of(piece.text) if piece.is_word else (piece.text, False)
                counts[term] += times
                if not (is_stop_word or piece.is_secondary):
                    length += times
        return Terms(counts, min(length, MAX_LENGTH))

    def query(self, text: str) -> dict[str, float]:
        """Term -> weight. Stop words only where there is nothing else."""
        wanted: dict[str, float] = {}
        ignored: dict[str, float] = {}
        for piece in _pieces(text):
            weight = SECONDARY if piece.is_secondary else 1.0
            for term, is_stop_word in self._variants(piece).items():
                chosen = ignored if is_stop_word else wanted
                chosen[term] = chosen.get(term, 0.0) + weight
        return wanted or ignored

    def every(self, text: str) -> set[str]:
        """All terms that the text can have been given in any of the languages."""
        return {term for piece in _pieces(text) for term in self._variants(piece)}

    def every_of(self, words: Collection[str]) -> dict[str, set[str]]:
        """The same of each of many words of small letters, most of which are none: those are not remembered."""
        plain = [word for word in words if word.isascii()]
        found = {word: set(terms) for word, terms in zip(plain, self._plain_terms(plain), strict=True)}
        return found | {word: self.every(word) for word in words if not word.isascii()}

    def places(self, texts: Iterable[str], wanted: Set[str]) -> list[list[tuple[int, str]]]:
        """Of each text: (index of a word, term) wherever one of the wanted terms stands, in order."""
        runs_of = [_folded(text).split() for text in texts]  # no token goes over white space
        runs = set(chain.from_iterable(runs_of))
        # What most are goes without the pattern, which would find the same.
        plain = {run: word for run in runs if (word := run.strip(_AROUND)).isascii() and word.isalnum()}
        odd: dict[str, tuple[int, Sequence[tuple[int, str]]]] = {
            run: (1, [(0, term) for term in dict.fromkeys(terms) if term in wanted])
            for run, terms in zip(plain, self._plain_terms(list(plain.values())), strict=True)
            if not wanted.isdisjoint(terms)
        }
        for run in runs - plain.keys():
            size, places = self._held(run, wanted)
            if places or size != 1:
                odd[run] = size, places
        return [_placed(runs, odd) for runs in runs_of]

    def _plain_terms(self, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
        """Of each word of small Latin letters and digits, its term in each of the languages."""
        return zip(*(stems.of_plain(words) for stems in self._stems), strict=True)

    def _held(self, run: str, wanted: Set[str]) -> tuple[int, Sequence[tuple[int, str]]]:
        """How many words a folded run is, and which of them have which of the wanted terms."""
        word = run.strip(_AROUND)
        if _NUMBER.fullmatch(word):
            return 1, [(0, one) for one in (_number(word),) if one in wanted]
        pieces = [piece for kind, token in _matched(run) for piece in _parts(kind, token)]
        return len(pieces), [
            (at, one) for at, piece in enumerate(pieces) for one in self._variants(piece) if one in wanted
        ]

    def is_stop_word(self, word: str) -> bool:
        """In all of the languages."""
        return all(is_stop for piece in _pieces(word) for is_stop in self._variants(piece).values())

    def _variants(self, piece: _Piece) -> dict[str, bool]:
        """Term -> whether the word is a stop word in every language that makes this term of it."""
        if not piece.is_word:
            return {piece.text: False}
        variants: dict[str, bool] = {}
        for stems in self._stems:
            term, is_stop_word = stems.of(piece.text)
            variants[term] = variants.get(term, True) and is_stop_word
        return variants


def _placed(runs: Sequence[str], odd: Mapping[str, tuple[int, Sequence[tuple[int, str]]]]) -> list[tuple[int, str]]:
    """Where the terms of a text stand. `odd`: the runs that hold any, or are not one word; the size of each, and its own places."""
    found: list[tuple[int, str]] = []
    shift = 0
    for start, run in enumerate(runs):
        if run in odd:
            size, places = odd[run]
            found += [(start + shift + at, term) for at, term in places]
            shift += size - 1
    return found


@cache
def _known_in(_language: str) -> dict[str, tuple[str, bool]]:
    """What words have become before; of all threads, which can do no harm: it is the same whoever finds it."""
    return {}


class _Stems:
    """Words to terms in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._stemmers: dict[str, Any] = {}
        self._known = _known_in(language)

    def of(self, word: str) -> tuple[str, bool]:
        """The term of a case-folded word, and whether the word is a stop word."""
        found = self._known.get(word)
        if found is None:
            serving = _serving(self._language, word)
            stem = word if serving is None else self._stemmer(serving).stemWord(word)
            found = _plain(stem)[:MAX_TERM], word in STOP_WORDS.get(serving or "", ())
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            if word.isalpha() and len(word) <= MAX_TERM:  # codes have no end, and seldom come again
                self._known[word] = found
        return found

    def of_plain(self, words: Sequence[str]) -> list[str]:
        """The terms of words of small Latin letters and digits; they are not looked up, and not remembered."""
        serving = _serving(self._language, "a")
        stems = words if serving is None else self._stemmer(serving).stemWords(words)
        if not "".join(stems).isascii():  # Turkish, Serbian and Esperanto have letters of their own to give
            stems = [_plain(stem) for stem in stems]
        return [stem[:MAX_TERM] for stem in stems]

    def _stemmer(self, language: str) -> Any:
        if language not in self._stemmers:
            import Stemmer

            self._stemmers[language] = Stemmer.Stemmer(_STEMMERS[language], 0)  # its own memory costs more than a stem
        return self._stemmers[language]


def _serving(language: str, word: str) -> str | None:
    """The language whose stemmer and stop words serve a word of a text in `language`."""
    letter = ord(word[0])
    for first, last, script, default in _SCRIPTS:
        if first <= letter <= last:
            is_own = language in _STEMMERS and _WRITTEN_IN.get(language, "latin") == script
            return language if is_own else default
    return None


def _plain(stem: str) -> str:
    if stem.isascii():
        return stem
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", stem)).translate(_PLAIN))


def _pieces(text: str) -> Iterable[_Piece]:
    if text.isascii() and text.isalnum():  # one word, as most are that are asked for; the pattern would find the same
        return (_Piece(text.lower(), True, False),)
    return (piece for kind, token in _tokens(text) for piece in _parts(kind, token))


def _tokens(text: str) -> Iterator[tuple[str | None, str]]:
    """Each token and which group of the pattern it is."""
    return _matched(_folded(text))


def _matched(folded: str) -> Iterator[tuple[str | None, str]]:
    return ((match.lastgroup, match.group()) for match in _TOKEN.finditer(folded))


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()  # the rest would change nothing
    for sign, plain in _DROPPED:
        text = text.replace(sign, plain)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _parts(kind: str | None, token: str) -> Iterable[_Piece]:
    if kind == "word":
        return _compound(token)
    if kind == "number":
        return [_Piece(_number(token), False, False)]
    if kind == "initials":
        return [_Piece(token.replace(".", "")[:MAX_TERM], True, False)]
    return _grams(token)


def _number(token: str) -> str:
    return _GROUPING.sub("", token).replace(",", ".")[:MAX_TERM]


def _compound(token: str) -> Iterator[_Piece]:
    """A word, or the parts of a compound and, of short ones, the joined word."""
    token = _POSSESSIVE.sub("", token)
    if token.isalnum():
        yield _Piece(token, True, False)
        return
    parts = _JOINERS.split(token)
    for part in parts:
        yield _Piece(part, True, False)
    if 1 < len(parts) <= 4:
        yield _Piece("".join(parts), True, True)


def _grams(run: str) -> Iterator[_Piece]:
    """Neighbouring characters of text without spaces: pairs, backed up by single ones, where a character is a syllable or
    a word; of the alphabets (Thai, Lao, Tibetan, Burmese, Khmer) threes, backed up by pairs."""
    size = min(len(run), 3 if run[0] < "\u1100" or "\u1780" <= run[0] < "\u1800" else 2)
    for start in range(len(run) - size + 1):
        yield _Piece(run[start : start + size], False, False)
    if size > 1:
        for start in range(len(run) - size + 2):
            yield _Piece(run[start : start + size - 1], False, True)
