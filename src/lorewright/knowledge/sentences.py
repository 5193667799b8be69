"""Where sentences begin and end, in any language.

A stop ends a sentence unless it belongs to an abbreviation, an initial, a number or a list mark, or unless what follows
goes on in lower case (but for a line that has no capitals at all, or a stop that stands by itself). Full-width stops always end one. Scripts that write no stop (Thai, Lao, Khmer, Burmese) are cut at
the spaces that part their clauses. A line break ends a sentence, since a paragraph of a `Reading` is one line.
Linear in the length of the text: each candidate looks at most a few words back and one word ahead.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from lorewright.reading.base import Block, BlockKind

Bounds: TypeAlias = tuple[int, int]
"""Start and end (exclusive) of a piece of text."""

# The guards before each run of stops keep the search linear: a run is tried once, from its first character.
_CANDIDATE = re.compile(
    r"(?<![。！？｡…])(?P<wide>…*+[。！？｡][。！？｡…]*+)(?P<wide_close>[\"'”’»)\]】」』）〕》〉]*+)\s*"
    r"|(?<![.!?…؟۔।॥።։])(?P<stop>[.!?…؟۔।॥።։]++)"
    r"(?P<close>\d{1,3}(?=\s)|[\"'”’»)\]*_」』]*+(?:\[[^\[\]\n]{1,12}\](?::\s?\d{1,4})?){0,8}+)(?:\s++|$)"
)
_STOP = re.compile("[.!?…؟۔।॥።։。！？｡]")
"""With one of these each match of it begins."""
_WORD = re.compile(r"[^\W_][\w'’-]{0,30}")
_ENUMERATOR = re.compile(r"\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s{0,3}")
SMALL_FIRST = re.compile(r"[^\W\d_A-Z]{1,7}-?[A-Z]")
"""A word that begins in lower case wherever it stands: "gamma-Tocopherol", "mRNA", "pH"."""
_OPENING = "\"'“‘«([{¿¡„‚「『（*_—–-•"
_LOOK_BACK = 40
"""Characters before a stop that may hold the word it belongs to."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER_LAST = _words(
    """mr mrs ms mx dr prof rev hon gen col capt lt sgt cmdr gov sen rep pres supt messrs mme mlle mgr st ste mt ft
    vs e.g i.e cf viz approx ca resp incl esp pron
    hr fr frl bzw z.b d.h u.a s.o vgl evtl ggf sog abs bspw
    sr sra srta dna ud uds p.ej pág núm av dña
    sig sigg dott ing avv ecc
    т.е т.к т.н им ул г"""
)
_NOT_BEFORE_NUMBER = _words(
    """no nos nr fig figs eq eqs sec secs art arts p pp vol vols ch chap tab ref refs pt par para app ex cl ver v
    jan feb mar apr jun jul aug sep sept oct nov dec nº n art bd bde kap abb s § c"""
)
_RARELY_LAST = _words(
    """inc corp co ltd llc plc bros jr sr etc al ed eds dept univ assn est ave blvd rd a.m p.m am pm ph.d b.a m.a
    u.s u.k u.n e.u usw mio mrd cie"""
)
"""These end a sentence only before a word that begins one."""

_BEGINNERS = _words(
    """the a an in on at by for from to with of as if it its this that these those he she they we you i his her their our
    my there then when where while after before however but and or so since during under although because such both each
    all some many most other no not one two what who how why is are was were
    der die das ein eine im am es sie er wir ich und aber le la les un une il elle ils elles nous vous en dans el los las
    una o os as uno gli"""
)
_ORDINAL_FOLLOWERS = _words(
    """januar februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts
    januari marts maj oktober december"""
)
_SPACED_CLAUSES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_CLAUSE_LENGTH = 60
"""Characters after which a space may part two clauses of a script without stops."""


def sentences(text: str, start: int = 0) -> list[Bounds]:
    """The sentences of `text` in order, trimmed of white space, without overlap; `start` is added to every offset.

    Nothing but white space stands between them, so together they hold every visible character.
    """
    found: list[Bounds] = []
    line_start = 0
    while line_start < len(text):
        line_end = text.find("\n", line_start)
        if line_end < 0:
            line_end = len(text)
        found.extend(_in_line(text, line_start, line_end))
        line_start = line_end + 1
    return [(begin + start, end + start) for begin, end in found] if start else found


def block_sentences(content: str, block: Block) -> list[Bounds]:
    """Offsets into `content` of the sentences of one block: a heading or a caption is one, a table has one a row."""
    text = content[block.start : block.end]
    if block.kind in (BlockKind.TABLE, BlockKind.CODE):
        return _lines(text, block.start)
    if block.kind is BlockKind.HEADING:
        return [_trimmed(content, block.start, block.end)] if text.strip() else []
    return sentences(text, block.start)


def _lines(text: str, start: int) -> list[Bounds]:
    found = []
    for line in text.splitlines(keepends=True):
        if line.strip():
            found.append(_trimmed(line, 0, len(line), start))
        start += len(line)
    return found


def _in_line(text: str, start: int, end: int) -> Iterator[Bounds]:
    begin = start
    cased = not text[start:end].islower()
    for candidate in _candidates(text, start, end):
        if _ends_sentence(text, begin, candidate, end, cased):
            yield from _clauses(text, begin, candidate.end())
            begin = candidate.end()
    yield from _clauses(text, begin, end)


def _candidates(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Where a sentence may end. One character of a class is found sooner than the whole pattern, which is tried where one is."""
    while stop := _STOP.search(text, start, end):
        candidate = _CANDIDATE.match(text, stop.start(), end)
        start = candidate.end() if candidate else stop.end()
        if candidate:
            yield candidate


def _clauses(text: str, start: int, end: int) -> Iterator[Bounds]:
    """The sentence itself; or its clauses, where its script writes no stops."""
    start, end = _trimmed(text, start, end)
    if start >= end:
        return
    if end - start > _CLAUSE_LENGTH and _is_unstopped(text[start:end]):
        begin = start
        while (space := text.find(" ", begin + _CLAUSE_LENGTH, end)) >= 0:
            if not _SPACED_CLAUSES.match(text, space - 1):
                space = text.find(" ", space + 1, end)
                if space < 0:
                    break
            yield _trimmed(text, begin, space)
            begin = space + 1
        start = begin
    yield _trimmed(text, start, end)


def _is_unstopped(text: str) -> bool:
    """Whether most of it is of a script without stops, and no name in brackets alone."""
    if not _SPACED_CLAUSES.search(text):
        return False
    bare = _IN_BRACKETS.sub("", text)
    return 2 * len(_SPACED_CLAUSES.findall(bare)) > sum(map(str.isalpha, bare))


def _trimmed(text: str, start: int, end: int, offset: int = 0) -> Bounds:
    piece = text[start:end]
    return start + offset + len(piece) - len(piece.lstrip()), start + offset + len(piece.rstrip())


def _ends_sentence(text: str, begin: int, candidate: re.Match[str], end: int, cased: bool) -> bool:
    after = candidate.end()
    if candidate["wide"]:
        # A quotation that the sentence goes on after: 「...。」と言った
        return not (candidate["wide_close"] and text.startswith(("と", "って"), after))
    if after >= end:
        return True
    following = _following_word(text, after, end)
    stands_alone = candidate["stop"] == "." and text[candidate.start() - 1].isspace()
    if following[:1].islower() and cased and not (stands_alone or SMALL_FIRST.match(following)):
        return False
    if candidate["stop"] != ".":
        return True
    if candidate["close"] and not candidate["close"].isdigit():
        return True
    token = _token_before(text, begin, candidate.start())
    if candidate["close"].isdigit():
        # "worldwide.12 Its": a note mark; but "3.12 The" is a number.
        return token.isalpha() and len(token) > 2
    return _stop_is_full(token, following, first=begin + len(token) >= candidate.start())


def _following_word(text: str, position: int, end: int) -> str:
    if mark := _ENUMERATOR.match(text, position, end):
        position = mark.end()
    while position < end and text[position] in _OPENING:
        position += 1
    word = _WORD.match(text, position, end)
    return word[0] if word else text[position : position + 1]


def _token_before(text: str, begin: int, stop: int) -> str:
    words = text[max(begin, stop - _LOOK_BACK) : stop].rsplit(None, 1)
    return words[-1].lstrip(_OPENING) if words else ""


def _stop_is_full(token: str, following: str, first: bool) -> bool:
    """Whether the full stop after `token` ends its sentence; `first`: the token is all there is of it so far."""
    word = token.lower()
    next_begins = following.lower() in _BEGINNERS
    if first and (len(word) <= 3 or word.replace(".", "").isdigit()) and not word.isalpha():
        return False  # "1. ", "2.3. ", "iv) ": a mark of a list
    if word in _NEVER_LAST or (first and len(word) == 1):
        return False
    if word in _NOT_BEFORE_NUMBER and (following[:1].isdigit() or _is_roman(following)):
        return False
    if word in _RARELY_LAST:
        return next_begins
    if len(word) == 1 and word.isalpha():
        return next_begins  # "J. Smith", but "vitamin C. The"
    if "." in word and word.replace(".", "").isalpha() and max(map(len, word.split("."))) <= 2:
        return next_begins  # "U.S.A. Today"
    return not (word.isdigit() and len(word) <= 2 and following.lower() in _ORDINAL_FOLLOWERS)


def _is_roman(word: str) -> bool:
    return bool(word) and len(word) <= 6 and not word.strip("IVXLC")
