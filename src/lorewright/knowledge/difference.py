"""What a claim in other words says that its quotes do not, and what it leaves out that changes their sense.

A claim is compared with each sentence of its quotes as an editor compares two versions: token by token, in order. What the
two share must be most of the claim, and what they do not share must be harmless. So a number that changed, two names that
changed places, a "not" that came or went, a "may" left out, all show up as differences of a kind that is not harmless.
English only, since the lexicons of `facts` are.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from lorewright.knowledge import words
from lorewright.knowledge.facts import SPECIFIC, Kind, Token, normalised, tokens
from lorewright.knowledge.omission import dropped, named
from lorewright.knowledge.replacement import Gap, put_otherwise
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.units import TIMES

_ALIGNED_FLOOR = 0.7
"""Share of a claim's content that its quote must hold in the same order."""
_OWN_WORDS = 1 / 6
"""Share of a claim's content that may stand in words that its quote does not have; one word always may."""
_LONGEST_CLAIM = 120
"""Tokens; a longer sentence is borne only by its own words, so that the comparison stays within milliseconds."""


def unborne(claim: str, quotes: Sequence[str]) -> Iterator[str]:
    """For each sentence of the claim the reasons why no sentence of the quotes bears it; nothing where one does."""
    stem = stemmer("en")
    borne_by = [tokens(piece, stem) for quote in quotes for piece in _pieces(quote)]
    for piece in _pieces(claim):
        said = tokens(piece, stem)
        if len(said) > _LONGEST_CLAIM:
            yield "the claim is too long to compare in other words"
            continue
        yield from _least_difference(said, borne_by)


def _least_difference(said: list[Token], bearers: list[list[Token]]) -> tuple[str, ...]:
    least: tuple[str, ...] = ()
    for bearer, variants in _pairings(said, bearers):
        # What is specific and nowhere in the sentence needs no comparison in order, which takes most of the time.
        found = tuple(_absent(said, bearer))
        for one, other in () if found else variants:
            found = _difference(one, other)
            if not found:
                return ()
            least = min(least or found, found, key=len)
        least = min(least or found, found, key=len) if found else least
    return least or ("nothing in the quote is like the claim",)


def _absent(said: list[Token], borne: list[Token]) -> Iterator[str]:
    keys = {token.key for token in borne}
    for token in said:
        if token.kind in SPECIFIC and token.key not in keys and not any(_same(token, other) for other in borne):
            yield named(token, "is not in")


def _pieces(text: str) -> list[str]:
    text = normalised(text)
    return [text[start:end] for start, end in sentences(text)]


_MOST_BEARERS = 3
_ALIKE_FLOOR = 0.55
"""Share of a claim's keys that a sentence must hold to be compared at all."""


_Pair: TypeAlias = tuple[list[Token], list[Token]]


def _pairings(said: list[Token], bearers: list[list[Token]]) -> Iterator[tuple[list[Token], Iterator[_Pair]]]:
    """The sentences most like the claim, and with each the pairs to compare."""
    keys = {token.key for token in said if token.kind not in (Kind.LIGHT, Kind.BREAK)}
    if not keys:
        return
    likeness = [len(keys & {token.key for token in bearer}) for bearer in bearers]
    best = sorted(range(len(bearers)), key=lambda i: (-likeness[i], i))[:_MOST_BEARERS]
    for i in best:
        too_long = len(bearers[i]) > 2 * _LONGEST_CLAIM
        if likeness[i] >= _ALIKE_FLOOR * len(keys) and not too_long and _asks(said) == _asks(bearers[i]):
            yield bearers[i], _variants(said, bearers[i])


def _variants(said: list[Token], borne: list[Token]) -> Iterator[_Pair]:
    """Both as they are, and each side also with its opening clause moved to its end."""
    yield said, borne
    for variant in _opening_moved(said):
        yield variant, borne
    for moved in _opening_moved(borne):
        yield said, moved
        for variant in _closing_moved(said):
            yield variant, borne


def _opening_moved(row: list[Token]) -> Iterator[list[Token]]:
    """ "In 2019, sales rose." as "Sales rose in 2019." """
    if not row or row[0].written.lower() not in words.OPENERS:
        return
    for i, token in enumerate(row[:15]):
        if token.key == "," and len(row) - i > 3:
            rest, end = row[i + 1 :], []
            while rest and rest[-1].kind is Kind.BREAK:
                end.append(rest.pop())
            yield [*rest, *row[:i], *reversed(end)]


def _closing_moved(row: list[Token]) -> Iterator[list[Token]]:
    """ "Sales rose in 2019." as "In 2019 sales rose." """
    openers = [i for i, token in enumerate(row) if i > 2 and token.written in words.OPENERS]
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
    """Longest common subsequence by weight: index in `said` -> index in `borne`; what is alike at both ends is paired first."""
    start, most = 0, min(len(said), len(borne))
    while start < most and said[start].key == borne[start].key:
        start += 1
    end = 0
    while end < most - start and said[-1 - end].key == borne[-1 - end].key:
        end += 1
    pairs = {i: i for i in range(start)}
    middle = _aligned_middle(said[start : len(said) - end], borne[start : len(borne) - end])
    pairs |= {start + i: start + j for i, j in middle.items()}
    pairs |= {len(said) - k: len(borne) - k for k in range(end, 0, -1)}
    return _drawn_together({i: j for i, j in pairs.items() if said[i].kind is not Kind.BREAK}, said, borne)


def _aligned_middle(said: list[Token], borne: list[Token]) -> dict[int, int]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for j, token in enumerate(borne):
        places[token.key].append(j)
    rows = [[0] * (len(borne) + 1)]
    for token in said:
        above, weight = rows[-1], _WEIGHTS.get(token.kind, 9)
        alike = (
            [j for j, other in enumerate(borne) if _same(token, other)]
            if token.kind is Kind.DATE
            else places[token.key]
        )
        if not (weight and alike):
            rows.append(above)
            continue
        row = above.copy()
        for j in alike:
            # A row never falls: what is found at one place holds for those behind it, up to where more was found.
            found, k = above[j] + weight, j + 1
            while k < len(row) and row[k] < found:
                row[k] = found
                k += 1
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
    return dict(sorted(pairs.items()))


def _drawn_together(pairs: dict[int, int], said: list[Token], borne: list[Token]) -> dict[int, int]:
    """An article or auxiliary goes with what follows it, where it could as well."""
    for i in sorted(pairs, reverse=True):
        j, after = pairs[i], pairs.get(i + 1)
        if after is None or after == j + 1 or said[i].kind is not Kind.LIGHT or (i and pairs.get(i - 1) == j - 1):
            continue
        if borne[after - 1].key == said[i].key:
            pairs[i] = after - 1
    return pairs


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
        reasons += dropped(gap)
        reasons += put_otherwise(gap)
    reasons += _ruled(borne, min(pairs.values()), max(pairs.values()))
    return tuple(reasons)


def _added(said: list[Token], borne: list[Token], pairs: dict[int, int]) -> Iterator[str]:
    """What the claim says and the quote does not."""
    held = set(pairs.values())
    left_over = Counter(token.key for j, token in enumerate(borne) if j not in held)
    for i, token in enumerate(said):
        if i in pairs or token.kind in (Kind.LIGHT, Kind.BREAK):
            continue
        if token.kind in SPECIFIC or token.kind is Kind.ROLE:
            yield named(token, "stands elsewhere in" if left_over[token.key] else "is not in")
        elif left_over[token.key]:
            yield f"“{token.written}” stands elsewhere in the quote"
        elif i == 0:
            yield f"“{token.written}” is not what the quote speaks of"
        elif said[i - 1].kind in (Kind.NUMBER, Kind.DATE) and said[i - 1].key[-1:].isalnum():
            yield f"“{said[i - 1].written} {token.written}” is not in the quote"
        elif number := _measured(said, i):
            yield f"“{token.written}” of “{number.written}” is not in the quote"


_BEFORE_MEASURE = frozenset({"role:by", "role:to", "role:from", "light:at", "light:of"})


def _measured(said: list[Token], i: int) -> Token | None:
    """The measure that this word says something of: "rose nearly 5 %", "fell to 5", "5 a week".

    Not the "5 proteins" found, nor the "5 days" after which something was.
    """
    if said[i - 1].key == "light:per":
        return said[i - 2]
    passed = False
    for token in said[i + 1 : i + 4]:
        if token.kind is Kind.NUMBER:
            unit = token.key.partition(" ")[2]
            return token if (unit or passed) and unit not in TIMES and not token.key.endswith(".") else None
        passed |= token.key in _BEFORE_MEASURE
        if token.key not in _BEFORE_MEASURE and token.kind not in (Kind.QUANTIFIER, Kind.DIRECTION):
            return None
    return None


def _gaps(said: list[Token], borne: list[Token], pairs: dict[int, int]) -> Iterator[Gap]:
    """The gaps of an alignment; at either end the quote's side reaches as far as the clause does."""
    ends = sorted(pairs.items())
    first, last = ends[0][1], ends[-1][1]
    head = next((j + 1 for j in range(first - 1, -1, -1) if borne[j].kind is Kind.BREAK), 0)
    tail = next((j for j in range(last + 1, len(borne)) if borne[j].kind is Kind.BREAK), len(borne))
    corners = [(-1, head - 1), *ends, (len(said), tail)]
    for (i, j), (k, m) in pairwise(corners):
        between = borne[j + 1 : m]
        marks = [n for n, token in enumerate(between) if token.kind is Kind.BREAK]
        yield Gap(
            [token for token in said[i + 1 : k] if token.kind is not Kind.BREAK],
            [token for token in between if token.kind is not Kind.BREAK],
            borne[j] if i >= 0 else None,
            borne[m] if k < len(said) else None,
            enclosed=len(marks) > 1 and marks[0] == 0 and marks[-1] == len(between) - 1,
            kept=said[i] if i >= 0 else None,
        )


_ATTRIBUTES = frozenset({"hedge:say", "hedge:claim", "hedge:believe", "hedge:suggest"})
_CONDITIONS = frozenset(
    {"hedge:condition", "hedge:unless", "hedge:theory", "negation:excepted", "negation:contrary", "quantifier:only"}
)


def _ruled(borne: list[Token], first: int, last: int) -> Iterator[str]:
    """A clause before or after what the claim keeps, on which that depends: a condition, an exception, whose word it is."""
    before, after = _clauses(borne[:first]), _clauses(borne[last + 1 :])
    for clause in filter(None, (*before[:-1], *after[1:])):
        opening = [token for token in clause[:2] if token.key not in ("light:but", "light:and")][:1]
        ends = (clause[0], clause[-1]) if len(clause) <= 8 else (clause[0],)
        if any(
            token.key in _CONDITIONS or (token.kind is Kind.NEGATION and len(clause) > 1 and token is not clause[0])
            for token in opening
        ):
            yield named(opening[0], "rules the claim in")
        elif clause[-1].key == "quantifier:only":
            yield named(clause[-1], "rules the claim in")
        elif attributed := [token for token in ends if token.key in _ATTRIBUTES]:
            yield named(attributed[0], "rules the claim in")


def _clauses(row: list[Token]) -> list[list[Token]]:
    """Between the marks of a row; the first and the last may be empty, which border on what is left out of the row."""
    found: list[list[Token]] = [[]]
    for token in row:
        if token.kind is Kind.BREAK:
            found.append([])
        else:
            found[-1].append(token)
    return [clause for i, clause in enumerate(found) if clause or i in (0, len(found) - 1)]
