"""Whether a claim is borne by its quotes: the one rule that decides what may be shown as sourced.

First each quote must stand where its span says. Then a claim in the words of its quotes passes in any language; one in other
words only where `difference` finds nothing that changes the sense, and only in the languages it knows.
What the rule cannot see is written in docs/decisions/0003-evidence-rule.md.
"""

import difflib
import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from lorewright.knowledge.difference import unborne
from lorewright.knowledge.extractive.fitness import tidy
from lorewright.knowledge.extractive.lexicon import Lexicon, lexicon_of
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.sentences import sentences
from lorewright.reading.language import language_of

_CHECKED_LANGUAGES = frozenset({"en"})
"""Languages whose lexicons `facts` has; in others a claim is borne only by its own words."""

_LOCATED_FLOOR = 0.85
"""Share of a quote's words, by `difflib`'s ratio, that the text must hold."""


class How(StrEnum):
    """By which comparison a claim passed, strictest first."""

    EXACT = "exact"
    NORMALISED = "normalised"
    FUZZY = "fuzzy"


class Verdict(NamedTuple):
    passed: bool
    how: How
    """The comparison that decided."""
    reasons: tuple[str, ...] = ()
    """What is not borne, in words; empty where the claim passed."""


def still_stands(quote: str, piece: str) -> bool:
    """Whether the text at a span is still the quote, but for what `normalised` does not tell apart."""
    return quote == piece or normalised(quote) == normalised(piece)


def whole(text: str, start: int, end: int) -> str:
    """`text[start:end]` with what is left of the sentences that it begins and ends in.

    A row of a table is no sentence: a cell of it stays as it is.
    """
    return text[min(start, _edges(text, start)[0]) : max(end, _edges(text, max(start, end - 1))[1])]


_CELLS = " | "
_LONGEST_SENTENCE = 2_000
"""Characters to either side in which the rest of a sentence is looked for."""


def _edges(text: str, place: int) -> tuple[int, int]:
    """Of the sentence that holds the character at `place`."""
    begin = max(text.rfind("\n", 0, place) + 1, place - _LONGEST_SENTENCE)
    end = text.find("\n", place)
    end = min(len(text) if end < 0 else end, place + _LONGEST_SENTENCE)
    if _CELLS not in text[begin:end]:
        for bounds in sentences(text[begin:end], begin):
            if bounds[0] <= place < bounds[1]:
                return bounds
    return place, place


def check(
    claim: str, quotes: Sequence[str], slices: Sequence[str], language: str | None, wholes: Sequence[str] | None = None
) -> Verdict:
    """Whether `quotes`, which stand in the texts as `slices`, bear the claim. `language` (ISO 639-1) is the texts'.

    `wholes` are the slices as `whole` gives them; where one is more than its slice, it has to bear the claim too, since
    "coffee causes cancer" may have been cut out of "There is no evidence that coffee causes cancer".
    """
    verdict = _checked(claim, quotes, slices, language)
    cut = wholes is not None and any(map(_is_cut, slices, wholes))
    if not verdict.passed or wholes is None or not cut:
        return verdict
    in_full = _checked(claim, wholes, wholes, language)
    return (
        in_full if in_full.passed else in_full._replace(reasons=("a quote is cut out of a sentence", *in_full.reasons))
    )


def _is_cut(slice_: str, whole_: str) -> bool:
    """Whether words are missing, not only marks."""
    return sum(map(str.isalnum, slice_)) < sum(map(str.isalnum, whole_))


def _checked(claim: str, quotes: Sequence[str], slices: Sequence[str], language: str | None) -> Verdict:
    if not claim.strip() or not quotes:
        return Verdict(False, How.EXACT, ("there is no quote to rest on",))
    if len(quotes) != len(slices) or not all(map(still_stands, quotes, slices)):
        return Verdict(False, How.NORMALISED, ("a quote does not stand at its span",))
    if tuple(quotes) == tuple(slices) and claim in quotes:
        return Verdict(True, How.EXACT)
    if _verbatim(claim, quotes, lexicon_of(language or language_of(quotes[0]) or "en")):
        return Verdict(True, How.NORMALISED)
    if language not in _CHECKED_LANGUAGES:
        return Verdict(False, How.NORMALISED, ("the claim is not in the words of its source",))
    reasons = tuple(dict.fromkeys(unborne(claim, quotes)))
    return Verdict(not reasons, How.FUZZY, reasons)


# -- Verbatim ---------------------------------------------------------------------------------------------------------

_LEADING, _TRAILING = " .,;:|!", " .,;:|!…。！"
"""Marks that may differ. Not a question mark, nor a minus sign before a number."""


def _verbatim(claim: str, quotes: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the claim is made of whole sentences of its quotes, in their order, or of whole quotes.

    A sentence may lose what `tidy` takes: its list mark, marks of notes and citations, and the connective it begins with.
    """
    parts = [quote[start:end] for quote in quotes for start, end in sentences(quote)]
    pieces = (*quotes, *parts)
    rows = (quotes, parts, [tidy(piece) for piece in pieces], [tidy(piece, lexicon) for piece in pieces])
    return any(_consumed(_bare(claim), row) for row in rows)


def _consumed(claim: str, pieces: Sequence[str]) -> bool:
    """Whether the claim is a row of some of the pieces, in order, with nothing between them but marks and spaces."""
    if not claim:
        return False
    for piece in map(_bare, pieces):
        if piece and claim.startswith(piece) and not claim[len(piece) : len(piece) + 1].isalnum():
            claim = _bare(claim[len(piece) :].removeprefix(" - "))
    return not claim


def _bare(text: str) -> str:
    """The text normalised, without the marks at its ends, its first letter small."""
    text = normalised(text).rstrip(_TRAILING).lstrip(_LEADING)
    return text[:1].casefold() + text[1:]


# -- Locating ---------------------------------------------------------------------------------------------------------


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Start and end (exclusive) of the quote in `text`: as it is, then normalised, then the piece most like it.

    None where less than `_LOCATED_FLOOR` of its words stand together in order.
    """
    quote = quote.strip()
    if not quote:
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    return _located_normalised(quote, text) or _located_fuzzily(quote, text)


_ALIKE = {"'": "['‘’‚‛′ʼ`´]", '"': '["“”„‟″«»]', "-": "[-‐‑‒–—―−]"}
_MARK = re.compile(r"\\-|['\"]")
"""As it stands in a pattern."""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


def _located_normalised(quote: str, text: str) -> tuple[int, int] | None:
    words = normalised(quote).split()
    if not words:
        return None
    pattern = r"\s+".join(_MARK.sub(lambda mark: _ALIKE[mark[0][-1]], re.escape(word)) for word in words)
    found = _near_its_longest_word(re.compile(pattern), words, text)
    if found or (unicodedata.is_normalized("NFKC", text) and not any(one in text for one in _UNSEEN)):
        return found
    return _located_folded(quote, _Folded(text, normalised)) or _located_folded(quote, _Folded(text, _in_line))


def _located_folded(quote: str, folded: "_Folded") -> tuple[int, int] | None:
    match = re.search(r"\s+".join(map(re.escape, folded.fold(quote).split())), folded.text)
    return (folded.origin(match.start()), folded.origin(match.end() - 1) + 1) if match else None


def _in_line(text: str) -> str:
    """Raised and lowered digits too, as a model may write them: what is found is quoted as it stands."""
    return unicodedata.normalize("NFKC", normalised(text))


def _near_its_longest_word(pattern: re.Pattern[str], words: Sequence[str], text: str) -> tuple[int, int] | None:
    """Where the pattern stands in the text; it is tried only where its longest word is, which is five times quicker."""
    anchor = max((word for word in words if word.isalnum()), key=len, default="")
    if len(anchor) < _SHORTEST_ANCHOR:
        found = pattern.search(text)
        return found.span() if found else None
    reach = 2 * sum(map(len, words)) + _WIDEST_GAP
    place = text.find(anchor)
    while place >= 0:
        if found := pattern.search(text, max(0, place - reach), place + reach):
            return found.span()
        place = text.find(anchor, place + 1)
    return None


_SHORTEST_ANCHOR = 5
_WIDEST_GAP = 100
"""Characters of white space that a quote may stand apart by, beside its own length."""

_PIECE = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]")


class _Folded:
    """A text with each of its characters folded, and where each of the result came from."""

    def __init__(self, text: str, fold: Callable[[str], str]) -> None:
        self.fold = fold
        folded: list[str] = []
        self._begins: list[int] = []
        self._origins: list[int] = []
        length = 0
        for match in _PIECE.finditer(text):
            piece = match[0]
            plain = piece if piece.isascii() else fold(piece) or (" " if piece.isspace() else "")
            folded.append(plain)
            self._begins.append(length)
            self._origins.append(match.start())
            length += len(plain)
        self._origins.append(len(text))
        self.text = "".join(folded)

    def origin(self, place: int) -> int:
        """The character that the one at `place` came from; a ligature gives several."""
        piece = bisect_right(self._begins, place) - 1
        return min(self._origins[piece] + place - self._begins[piece], self._origins[piece + 1] - 1)


_WORD = re.compile(r"\w+")
_ANCHORS = 8
_MOST_OF_AN_ANCHOR = 50
_MOST_PLACES = 3


def _located_fuzzily(quote: str, text: str) -> tuple[int, int] | None:
    """Places where the quote's longest words stand as far apart as in the quote, and of these the one most like it."""
    words = list(_WORD.finditer(quote))
    said = [word[0].casefold() for word in words]
    counts = Counter(said)
    size = max(20, len(quote) // 2)
    best, best_span = 0.0, None
    for stretch in _likely_stretches(words, text, size):
        there = list(_WORD.finditer(text, max(0, (stretch - 1) * size), (stretch + 3) * size + len(quote)))
        heard = [word[0].casefold() for word in there]
        if (counts & Counter(heard)).total() * (2 - _LOCATED_FLOOR) < _LOCATED_FLOOR * len(said):
            continue  # in whatever order they stand
        matcher = difflib.SequenceMatcher(None, said, heard, autojunk=False)
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        first, last = blocks[0].b, blocks[-1].b + blocks[-1].size - 1
        ratio = 2 * sum(block.size for block in blocks) / (len(said) + last - first + 1)
        if ratio > best:
            best, best_span = ratio, (there[first].start(), there[last].end())
    return best_span if best >= _LOCATED_FLOOR else None


def _likely_stretches(words: Sequence[re.Match[str]], text: str, size: int) -> list[int]:
    """In which stretches of `size` characters the quote of these words may begin: the likeliest, no two of them neighbours."""
    votes: Counter[int] = Counter()
    for anchor in sorted(words, key=lambda word: -len(word[0]))[:_ANCHORS]:
        place = text.find(anchor[0])
        for _ in range(_MOST_OF_AN_ANCHOR):
            if place < 0:
                break
            votes[(place - anchor.start()) // size] += 1
            place = text.find(anchor[0], place + 1)
    chosen: list[int] = []
    for stretch, _ in votes.most_common():
        if len(chosen) == _MOST_PLACES:
            break
        if all(abs(stretch - one) > 1 for one in chosen):  # what is looked at reaches over the neighbours
            chosen.append(stretch)
    return chosen
