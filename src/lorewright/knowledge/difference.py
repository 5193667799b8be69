"""What a claim in other words says that its quotes do not, and what it leaves out that changes their sense.

A claim is compared with each sentence of its quotes as an editor compares two versions: token by token, in order. What the
two share must be most of the claim, and what they do not share must be harmless. So a number that changed, two names that
changed places, a "not" that came or went, a "may" left out, all show up as differences of a kind that is not harmless.
English only, since the lexicons of `facts` are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lorewright.knowledge.facts import OPENERS, SPECIFIC, Kind, Token, normalised, tokens
from lorewright.knowledge.sentences import sentences

_ALIGNED_FLOOR = 0.7
"""Share of a claim's content that its quote must hold in the same order."""
_OWN_WORDS = 1 / 6
"""Share of a claim's content that may stand in words that its quote does not have; one word always may."""
_LONGEST_CLAIM = 120
"""Tokens; a longer sentence is borne only by its own words, so that the comparison stays within milliseconds."""


def unborne(claim: str, quotes: Sequence[str]) -> Iterator[str]:
    """For each sentence of the claim the reasons why no sentence of the quotes bears it; nothing where one does."""
    from Stemmer import Stemmer  # not thread-safe, so made anew: 5 µs

    stem: Callable[[str], str] = Stemmer("english").stemWord
    borne_by = [tokens(piece, stem) for quote in quotes for piece in _pieces(quote)]
    for piece in _pieces(claim):
        said = tokens(piece, stem)
        if len(said) > _LONGEST_CLAIM:
            yield "the claim is too long to compare in other words"
            continue
        yield from _least_difference(said, borne_by)


def _least_difference(said: list[Token], bearers: list[list[Token]]) -> tuple[str, ...]:
    least: tuple[str, ...] = ()
    for variant, bearer in _pairings(said, bearers):
        found = _difference(variant, bearer)
        if not found:
            return ()
        least = min(least or found, found, key=len)
    return least or ("nothing in the quote is like the claim",)


def _pieces(text: str) -> list[str]:
    text = normalised(text)
    return [text[start:end] for start, end in sentences(text)]


_MOST_BEARERS = 3
_ALIKE_FLOOR = 0.55
"""Share of a claim's keys that a sentence must hold to be compared at all."""


def _pairings(said: list[Token], bearers: list[list[Token]]) -> Iterator[tuple[list[Token], list[Token]]]:
    """The sentences most like the claim beside it, each side also with its opening clause moved to its end."""
    keys = {token.key for token in said if token.kind not in (Kind.LIGHT, Kind.BREAK)}
    if not keys:
        return
    likeness = [len(keys & {token.key for token in bearer}) for bearer in bearers]
    best = sorted(range(len(bearers)), key=lambda i: (-likeness[i], i))[:_MOST_BEARERS]
    for i in best:
        too_long = len(bearers[i]) > 2 * _LONGEST_CLAIM
        if likeness[i] < _ALIKE_FLOOR * len(keys) or too_long or _asks(said) != _asks(bearers[i]):
            continue
        yield said, bearers[i]
        for variant in _opening_moved(said):
            yield variant, bearers[i]
        for bearer in _opening_moved(bearers[i]):
            yield said, bearer
            for variant in _closing_moved(said):
                yield variant, bearers[i]


def _opening_moved(row: list[Token]) -> Iterator[list[Token]]:
    """ "In 2019, sales rose." as "Sales rose in 2019." """
    if not row or row[0].written.lower() not in OPENERS:
        return
    for i, token in enumerate(row[:15]):
        if token.key == "," and len(row) - i > 3:
            rest, end = row[i + 1 :], []
            while rest and rest[-1].kind is Kind.BREAK:
                end.append(rest.pop())
            yield [*rest, *row[:i], *reversed(end)]


def _closing_moved(row: list[Token]) -> Iterator[list[Token]]:
    """ "Sales rose in 2019." as "In 2019 sales rose." """
    openers = [i for i, token in enumerate(row) if i > 2 and token.written in OPENERS]
    for i in openers[-2:]:
        yield [*row[i:], *row[:i]]


def _asks(row: list[Token]) -> bool:
    return any(token.key == "?" for token in row[-2:])


def _same(said: Token, borne: Token) -> bool:
    if said.key == borne.key:
        return True
    # A claim may be less precise about a day than its source.
    return said.kind is Kind.DATE is borne.kind and borne.key.startswith(said.key + "-")


_WEIGHTS = {Kind.WORD: 6, Kind.ROLE: 3, Kind.LIGHT: 1, Kind.BREAK: 0}


def _aligned(said: list[Token], borne: list[Token]) -> dict[int, int]:
    """Longest common subsequence by weight: index in `said` -> index in `borne`."""
    rows = [[0] * (len(borne) + 1)]
    for token in said:
        above, weight = rows[-1], _WEIGHTS.get(token.kind, 9)
        row, best = [0], 0
        for j, other in enumerate(borne):
            best = max(best, above[j + 1])
            if weight and (token.key == other.key or _same(token, other)):
                best = max(best, above[j] + weight)
            row.append(best)
        rows.append(row)
    pairs, i, j = {}, len(said), len(borne)
    while i and j:
        if rows[i][j] == rows[i - 1][j]:
            i -= 1
        elif rows[i][j] == rows[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs[i] = j
    return pairs


class _Gap(NamedTuple):
    """What stands between two neighbours of the alignment: on the claim's side, on the quote's, and what comes next."""

    said: list[Token]
    borne: list[Token]
    before: Token | None
    after: Token | None
    enclosed: bool
    """The quote's side is a clause of its own, marked off on both sides."""


def _difference(said: list[Token], borne: list[Token]) -> tuple[str, ...]:
    """Why `borne` does not bear `said`; empty where it does."""
    pairs = _aligned(said, borne)
    content = [i for i, token in enumerate(said) if token.kind not in (Kind.LIGHT, Kind.BREAK, Kind.ROLE)]
    held = sum(i in pairs for i in content)
    if not content or held < _ALIGNED_FLOOR * len(content):
        return ("too little of the claim is in the quote",)
    reasons = [*_added(said, borne, pairs)]
    if len(content) - held > max(1, len(content) * _OWN_WORDS):
        reasons.append("too much of the claim is in other words")
    for gap in _gaps(said, borne, pairs):
        reasons += _dropped(gap)
    return tuple(reasons)


def _added(said: list[Token], borne: list[Token], pairs: dict[int, int]) -> Iterator[str]:
    """What the claim says and the quote does not."""
    left_over = Counter(token.key for j, token in enumerate(borne) if j not in set(pairs.values()))
    for i, token in enumerate(said):
        if i in pairs or token.kind in (Kind.LIGHT, Kind.BREAK):
            continue
        if token.kind in SPECIFIC or token.kind is Kind.ROLE:
            yield _named(token, "stands elsewhere in" if left_over[token.key] else "is not in")
        elif left_over[token.key]:
            yield f"“{token.written}” stands elsewhere in the quote"
        elif i == 0:
            yield f"“{token.written}” is not what the quote speaks of"
        elif said[i - 1].kind in _FACTS and said[i - 1].key[-1:].isalnum() and any(map(str.isdigit, said[i - 1].key)):
            yield f"“{said[i - 1].written} {token.written}” is not in the quote"


def _named(token: Token, what: str) -> str:
    return f"the {token.kind.value} “{token.written}” {what} the quote"


def _gaps(said: list[Token], borne: list[Token], pairs: dict[int, int]) -> Iterator[_Gap]:
    """The gaps of an alignment; at either end the quote's side reaches as far as the clause does."""
    ends = sorted(pairs.items())
    first, last = ends[0][1], ends[-1][1]
    head = next((j + 1 for j in range(first - 1, -1, -1) if borne[j].kind is Kind.BREAK), 0)
    tail = next((j for j in range(last + 1, len(borne)) if borne[j].kind is Kind.BREAK), len(borne))
    corners = [(-1, head - 1), *ends, (len(said), tail)]
    for (i, j), (k, m) in pairwise(corners):
        between = borne[j + 1 : m]
        marks = [n for n, token in enumerate(between) if token.kind is Kind.BREAK]
        yield _Gap(
            [token for token in said[i + 1 : k] if token.kind is not Kind.BREAK],
            [token for token in between if token.kind is not Kind.BREAK],
            borne[j] if i >= 0 else None,
            borne[m] if k < len(said) else None,
            enclosed=len(marks) > 1 and marks[0] == 0 and marks[-1] == len(between) - 1,
        )


_FACTS = (Kind.NUMBER, Kind.DATE, Kind.NAME)
_MODIFIERS = (Kind.NEGATION, Kind.DIRECTION, Kind.QUANTIFIER, Kind.HEDGE)


def _dropped(gap: _Gap) -> Iterator[str]:
    """What the quote says and the claim leaves out or puts in other words, where that changes the sense."""
    if not gap.borne or (gap.enclosed and not gap.said):
        return
    for token in gap.borne:
        if token.kind in _MODIFIERS:
            yield _named(token, "is left out of")
    put_otherwise = [token for token in gap.said if token.kind is Kind.WORD]
    facts = [token for token in gap.borne if token.kind in _FACTS]
    if put_otherwise and facts:
        yield f"“{put_otherwise[0].written}” stands where the quote has “{facts[0].written}”"
    if gap.after and any(token.kind is gap.after.kind for token in facts):
        yield f"“{gap.after.written}” belongs to something else in the quote"
    inside = gap.before and gap.after
    if inside and all(token.kind in (Kind.LIGHT, Kind.ROLE) for token in gap.borne):
        for token in gap.borne:
            if token.kind is Kind.ROLE:
                yield _named(token, "is left out of")
    if inside and facts and gap.borne[0].kind not in (Kind.LIGHT, Kind.ROLE):
        yield f"“{facts[0].written}” is left out of the quote"
    for token in put_otherwise:
        if any(_opposites(token.key, other.key) for other in gap.borne):
            yield f"“{token.written}” turns the sense of the quote"


_TURNING = ("un", "in", "im", "ir", "il", "non", "dis", "de", "anti", "mis")


def _opposites(one: str, other: str) -> bool:
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(shorter) > 2 and any(longer == prefix + shorter for prefix in _TURNING)
