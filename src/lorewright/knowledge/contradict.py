"""Claims that contradict each other: the same said of the same thing with another value, another day, or denied.

Not all pairs are compared. Statements (`statements`) are found by what they speak of, and only two of which one speaks of all that
the other does are held against each other. Told apart from contradictions: another time, another scope, the same value in
other words, and what was so before.
"""

from collections import Counter
from collections.abc import Callable, Sequence, Set
from enum import StrEnum
from itertools import islice
from math import inf
from typing import NamedTuple

import msgspec

from lorewright.knowledge.disputes import attributes, events, relations
from lorewright.knowledge.disputes.attributes import stemmed
from lorewright.knowledge.disputes.comparable import of_one_facet, of_one_wording
from lorewright.knowledge.disputes.english import in_english
from lorewright.knowledge.disputes.literal import word_for_word
from lorewright.knowledge.disputes.lookup import candidates
from lorewright.knowledge.disputes.quantities import CURRENCIES, Bound, differ
from lorewright.knowledge.disputes.relations import apart
from lorewright.knowledge.disputes.statements import Claim, Relation, Says, Statement


class Kind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    NAME = "name"


class Certainty(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"


class Finding(msgspec.Struct, frozen=True):
    kind: Kind
    relation: Relation
    one: Statement
    other: Statement
    certainty: Certainty
    reason: str
    """In words."""

    @property
    def values(self) -> tuple[str, str]:
        """What differs, as each claim writes it; empty where one denies what the other says."""
        return self.one.written, self.other.written


def statements(claim: Claim) -> tuple[Statement, ...]:
    """What the claim states that can be compared. It depends on the claim alone, and can be kept as long as that stands."""
    return (*(in_english(claim) if claim.language == "en" else ()), *word_for_word(claim))


ENOUGH_OF_A_CLAIM = 10
"""Others that a claim is told to contradict; more are told only of those of which fewer are. Else what is found grows with the square."""


class Compared(NamedTuple):
    pairs: int
    """Statements of two articles that were held against each other."""
    found: list[Finding]
    """At most one for each two claims, in an order that depends on the claims alone."""


STEP = 5_000
"""Pairs after which it is told how far the comparison has come."""
_AHEAD = 100_000
"""Pairs that are looked up before they are compared, so that it can be told how many there are."""


def compared(
    statements: Sequence[Statement],
    changed: Set[str] | None = None,
    check: Callable[[], None] = lambda: None,
    step: Callable[[int, int], None] = lambda _done, _of: None,
) -> Compared:
    """Statements of different articles; only those of which one article has `changed`. `check` may end it at any time by raising,
    `step` is told every so often how many pairs are done, of how many that are known.

    Where all of many contradict each other those that come first are told, enough of each claim.
    """
    pairs = 0
    told: Counter[str] = Counter()
    found: dict[tuple[str, str], Finding] = {}
    waiting = candidates(statements, changed, check)
    while ahead := list(islice(waiting, _AHEAD)):
        for done, (one, other) in enumerate(ahead, start=pairs):
            check()
            if done and done % STEP == 0:
                step(done, pairs + len(ahead))
            pair = (min(one.claim_id, other.claim_id), max(one.claim_id, other.claim_id))
            if pair not in found and min(told[id_] for id_ in pair) >= ENOUGH_OF_A_CLAIM:
                continue
            if finding := compare(one, other):
                told.update(pair if pair not in found else ())
                found[pair] = min(found.get(pair, finding), finding, key=_rank)
        pairs += len(ahead)
    return Compared(pairs, [found[pair] for pair in sorted(found)])


def _rank(finding: Finding) -> tuple[object, ...]:
    """Of several for the same two claims the first is told: of what is understood before what is alike word for word."""
    return finding.one.literal, finding.relation, finding.certainty, finding.kind, finding.values


# -- Comparing --------------------------------------------------------------------------------------------------------


def compare(one: Statement, other: Statement) -> Finding | None:
    """Whether the two contradict each other, or one has taken the other's place; None where both may be true."""
    if not _of_the_same(one, other):
        return None
    kind = _kind(one, other)
    if kind is None:
        return None
    relation = _relation(one, other, kind)
    if relation is None:
        return None
    first, second = _newer_first(one, other) if relation is Relation.SUPERSEDES else _ordered(one, other)
    return Finding(kind, relation, first, second, _certainty(first, second), _reason(kind, relation, first, second))


def _kind(one: Statement, other: Statement) -> Kind | None:
    if one.name and other.name:
        return Kind.NAME if apart(one.name, other.name) else None
    if one.value and other.value:
        if one.value.unit != other.value.unit or not differ(one.value, other.value):
            return None
        return Kind.DATE if one.value.tells_when else Kind.NUMBER
    if one.is_facet:
        return Kind.NEGATION
    if not (_never(one, other) or _never(other, one)) and (
        one.keys != other.keys or not _rotated(one.order, other.order)
    ):
        return None
    if one.denied != other.denied and one.turned == other.turned:
        return Kind.NEGATION
    if one.turned != other.turned and not (one.denied or other.denied):
        return Kind.OPPOSITE
    return None


def _never(one: Statement, other: Statement) -> bool:
    """Whether one says that never happened what the other tells, with whatever besides: "married in 1902"."""
    return one.never and not other.denied and one.past == other.past and one.order == other.order[: len(one.order)]


def _rotated(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the two are alike, at most with what stands first in one moved to the end: "In 1998 sales fell"."""
    return len(one) == len(other) and any((*other[i:], *other[:i]) == tuple(one) for i in range(max(1, len(other))))


_SAYS_WHICH = 5
"""Keys of a fact that tell what it is about, though no name begins it: "Supplements with lime reduced the risk of cracks in the Opal trial"."""


_FIRST = "1."
_SERIES = 3
"""Words that the titles of a series have in common."""


def _of_the_same(one: Statement, other: Statement) -> bool:
    if one.subject == other.subject and one.qualified != other.qualified:
        return False
    if _are_of_a_series(one.subject, other.subject):
        return False
    if one.literal or other.literal:
        return of_one_wording(one, other)
    if one.is_facet:
        return of_one_facet(one, other)
    mine, theirs = one.keys - other.keys, other.keys - one.keys
    shared = sum(":" not in key or key.startswith(relations.WHO) for key in one.keys & other.keys)
    same = not one.about.isdisjoint(other.about)
    if same:
        subject = one.subject & other.subject
        if not (mine.isdisjoint(subject) or theirs.isdisjoint(subject)):
            return False  # of an article about two things
        mine, theirs = mine - subject, theirs - subject
        shared += one.definite or other.definite or not subject.isdisjoint(one.keys | other.keys)
    elif _is_part(one, other):
        same, shared, theirs = True, shared + 1, theirs - one.subject
    elif _is_part(other, one):
        same, shared, mine = True, shared + 1, mine - other.subject
    if _never(one, other) or _never(other, one):
        mine = theirs = frozenset()
    first = (one.spare | other.spare) & {_FIRST}  # "first published" and "published"
    if (
        mine - first and theirs - first and one.says not in (Says.AMOUNT, Says.NAME) and not _happens_once(one, other)
    ) or shared < 2:
        return False
    if not (mine <= one.spare and theirs <= other.spare):
        return False
    if mine & (kinds := stemmed(attributes.GENERIC)) and theirs & kinds:
        return False  # "Orle Church" and "Orle Castle"
    if not (one.where <= other.keys | other.near and other.where <= one.keys | one.near):
        return False
    if same:
        return True
    named = (one.names & other.keys and other.names & one.keys) or _is_titled(one, other) or _is_titled(other, one)
    if named and not (one.definite or other.definite):
        return True
    keys = max(len(one.keys), len(other.keys))
    if keys >= _SAYS_WHICH and one.order == other.order and not (one.definite or other.definite):
        return True
    # What nothing names is said of everything of its kind, or of something that only its article tells.
    return not (one.definite or other.definite or one.past or other.past) and keys > 2


def _are_of_a_series(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether what two titles name differs in a number, "Delmar 200 pump" and "Delmar 300 pump", or in one word of many, "holiday rules for staff in Orle"
    and "in Varn"."""
    mine, theirs = one - other, other - one
    are_numbered = all(any(any(map(str.isdigit, key)) for key in keys) for keys in (mine, theirs))
    shared = len(one & other)
    return (shared > 0 and are_numbered) or (shared >= _SERIES and len(mine) == len(theirs) == 1)


def _is_titled(one: Statement, other: Statement) -> bool:
    """Whether the other names all that the title of the one's article does, and the one speaks of that."""
    return bool(one.names) and one.names <= one.subject <= one.keys and one.subject <= other.keys


def _is_part(one: Statement, other: Statement) -> bool:
    """Whether "the dam", in an article about a mill, is the other's "dam of the mill"."""
    return one.definite and not other.definite and bool(one.subject - one.keys) and one.subject <= other.keys


def _happens_once(one: Statement, other: Statement) -> bool:
    """Whether both date what happens once, so that neither needs to tell what the other does besides."""
    return one.says is Says.MOMENT and not (one.keys & other.keys).isdisjoint(events.ONLY_ONCE)


# -- Time -------------------------------------------------------------------------------------------------------------

_AGE = 180
"""Days between two sources after which what changes may have changed."""
_YEAR = 366


def _relation(one: Statement, other: Statement, kind: Kind) -> Relation | None:
    """How two stand to each other that differ: None where they speak of two times and nothing was replaced."""
    spoken = {attributes.SAME.get(key, key) for key in one.keys | other.keys}
    changing = bool(spoken & stemmed(attributes.CHANGING)) or kind is Kind.NEGATION
    periodic = bool(spoken & stemmed(attributes.PERIODIC)) and _is_of_a_period(one, other)
    replaced = Relation.SUPERSEDES if changing and not periodic else None
    if kind is Kind.DATE:
        return Relation.CONTRADICTS
    if kind is Kind.NAME:
        return _relation_of_names(one, other)
    if one.times and other.times:
        return Relation.CONTRADICTS if _meet(one.times, other.times) else replaced
    if _present(one) != _present(other):
        return Relation.SUPERSEDES
    if one.times or other.times:
        timed, bare = (one, other) if one.times else (other, one)
        if _meet(timed.times, _around(bare)):
            return Relation.CONTRADICTS
        return replaced if changing or periodic or kind is Kind.OPPOSITE else Relation.CONTRADICTS
    if periodic:
        return None
    return replaced if changing and kind is Kind.NUMBER and not _near(one, other) else Relation.CONTRADICTS


def _relation_of_names(one: Statement, other: Statement) -> Relation | None:
    """Where it may be another at another time, both must speak of one time."""
    told = {key.removeprefix(relations.WHO) for key in one.keys if key.startswith(relations.WHO)}
    changing = not told.isdisjoint(relations.CHANGING)
    if changing and (one.past != other.past or bool(one.times) != bool(other.times)):
        return None
    if not told.isdisjoint(relations.PASSING_ON) and one.past and not one.times:
        return None
    told_by_time = changing or not told.isdisjoint(events.OF_WORKS)
    if told_by_time and one.times and other.times and not _meet(one.times, other.times):
        return None
    return Relation.CONTRADICTS if _present(one) == _present(other) else None


def _is_of_a_period(one: Statement, other: Statement) -> bool:
    """A reactor produces 900 MW all the time; what it produced, or is worth, was so in some year."""
    return one.past or other.past or not one.value or one.value.unit in CURRENCIES


def _meet(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return any(low <= end and start <= high for low, high in one for start, end in other)


def _around(one: Statement) -> tuple[tuple[float, float], ...]:
    """What a source may mean that tells no time: the year before it."""
    return ((one.dated.toordinal() - _YEAR, one.dated.toordinal()),) if one.dated else ()


def _near(one: Statement, other: Statement) -> bool:
    """Whether their sources are of one time, as far as that is known."""
    return not (one.dated and other.dated) or abs((one.dated - other.dated).days) <= _AGE


def _newer_first(one: Statement, other: Statement) -> tuple[Statement, Statement]:
    if _present(one) != _present(other):
        return (one, other) if _present(one) > _present(other) else (other, one)
    newer, older = sorted(_ordered(one, other), key=_moment, reverse=True)
    return newer, older


def _present(one: Statement) -> int:
    """1 of what is so now, -1 of what once was; 0 of what says neither, or both."""
    return one.now - one.once


def _moment(one: Statement) -> float:
    """The last day that it speaks of; what tells no time and has none speaks of today."""
    if one.times:
        return max(high for _, high in one.times)
    return one.dated.toordinal() if one.dated else inf


def _ordered(one: Statement, other: Statement) -> tuple[Statement, Statement]:
    return (one, other) if (one.claim_id, one.article_id) <= (other.claim_id, other.article_id) else (other, one)


# -- Words ------------------------------------------------------------------------------------------------------------


def _certainty(one: Statement, other: Statement) -> Certainty:
    plain = one.keys == other.keys and bool(one.names & other.names)
    exact = all(value is None or value.bound is Bound.EXACT for value in (one.value, other.value))
    return Certainty.HIGH if plain and exact else Certainty.MEDIUM


def _reason(kind: Kind, relation: Relation, one: Statement, other: Statement) -> str:
    if kind is Kind.NEGATION:
        said = "one denies what the other says"
    elif kind is Kind.OPPOSITE:
        said = "one says the opposite of the other"
    else:
        said = f"“{one.written}” against “{other.written}”"
    return f"{said}, of another time" if relation is Relation.SUPERSEDES else said
