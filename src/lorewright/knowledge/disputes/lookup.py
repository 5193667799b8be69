"""Which statements can be held against each other: those of two articles, of which one speaks of all that the other cannot do without.

They are found by what they speak of, without comparing all pairs.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from lorewright.knowledge.disputes.statements import Statement


def candidates(
    statements: Sequence[Statement], changed: Set[str] | None, check: Callable[[], None]
) -> Iterator[tuple[Statement, Statement]]:
    """Pairs of different articles, of which one speaks of all that the other cannot do without."""
    if changed is None or all(one.article_id in changed for one in statements):
        looked_up = [(_Index(statements), statements)]
    else:
        new = [one for one in statements if one.article_id in changed]
        old = [one for one in statements if one.article_id not in changed]
        wanted: defaultdict[str, set[str]] = defaultdict(set)
        for one in new:
            wanted[_sort(one)].update(one.keys, map(_subject, one.about))
        looked_up = [(_Index(statements, wanted), new), (_Index(new), old)]
    for index, probes in looked_up:
        for one, other in index.speaking_of(probes):
            check()
            if one.article_id != other.article_id and not _comes_again(one, other):
                yield one, other


class Within:
    """Whether statements may be held against some `new` ones, as hardly any of a large wiki may."""

    def __init__(self, new: Iterable[Statement]) -> None:
        self._keys: defaultdict[str, set[str]] = defaultdict(set)
        self._needed: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
        self._about: set[str] = set()
        self._any: set[str] = set()
        for one in new:
            self._any |= one.keys
            self._keys[_sort(one)] |= one.keys
            self._needed[_sort(one)] |= {one.keys - one.spare} - {frozenset()}
            self._about |= one.about

    def reach(self, one: Statement) -> bool:
        """True of each of the new ones, too."""
        # Of nearly all no key is any of theirs, which is the quickest to tell.
        if one.keys.isdisjoint(self._any) and one.about.isdisjoint(self._about):
            return False
        sort = _sort(one)
        if sort not in self._keys:
            return False
        if not (one.literal or self._about.isdisjoint(one.about)):
            return True
        return one.keys - one.spare <= self._keys[sort] or any(map(one.keys.issuperset, self._needed[sort]))


def _comes_again(one: Statement, other: Statement) -> bool:
    """Whether the pair is a candidate the other way round as well, and that comes first by its claims."""
    return one.claim_id > other.claim_id and _reaches(other, one)


def _reaches(one: Statement, other: Statement) -> bool:
    needed = one.keys - one.spare
    if not one.literal and not one.about.isdisjoint(other.about):
        return needed - one.subject <= other.keys
    return bool(needed) and needed <= other.keys


def _subject(name: str) -> str:
    """The key of all statements of articles about that."""
    return f"about:{name}"


class _Index:
    """Statements by what they speak of; by nothing but the `wanted` keys of their sort, where these are given."""

    def __init__(self, statements: Iterable[Statement], wanted: Mapping[str, Set[str]] | None = None) -> None:
        self._all: list[Statement] = list(statements)
        self._by_key: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, one in enumerate(self._all):
            sort = _sort(one)
            keys = one.keys.union(map(_subject, one.about))
            for key in keys if wanted is None else keys & wanted.get(sort, frozenset()):
                self._by_key[sort, key].append(number)

    def speaking_of(self, probes: Iterable[Statement]) -> Iterator[tuple[Statement, Statement]]:
        """Each probe with each statement that has all keys of it that are not spare, or only tell the subject that both are about."""
        for one in probes:
            sort = _sort(one)
            numbers = dict.fromkeys(self._fewest(sort, one.keys - one.spare))
            if not one.literal:
                for name in one.about:
                    numbers |= dict.fromkeys(self._by_key.get((sort, _subject(name)), ()))
            for number in numbers:
                other = self._all[number]
                if other is not one and _reaches(one, other):
                    yield one, other

    def _fewest(self, sort: str, keys: Set[str]) -> Sequence[int]:
        """The statements that have that of these keys which fewest have."""
        fewest: Sequence[int] | None = None
        for key in keys:
            found = self._by_key.get((sort, key))
            if found is None:
                return ()
            if fewest is None or len(found) < len(fewest):
                fewest = found
        return fewest or ()


def _sort(one: Statement) -> str:
    """Statements of two sorts have nothing to compare."""
    return f"{one.literal} {one.is_facet} {one.language} {one.value.unit if one.value else one.says}"
