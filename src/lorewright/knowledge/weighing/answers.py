"""Which sentences of two articles about one thing answer one question, and which of them alone do.

Of two sentences by themselves that is told in `questions.py`. In two articles the only values of their unit answer one question whatever words stand
beside them: where each tells one length, that is the length; and where each counts something once, as pipes, that is how many there are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.weighing.candidates import Candidates, Said
from lorewright.knowledge.weighing.questions import answer_one_question
from lorewright.knowledge.weighing.surety import ALONE, BOTH
from lorewright.knowledge.weighing.told import Told
from lorewright.knowledge.weighing.values import apart, are_told, counted

_OF_ONE_THING = 0.15
"""How much two articles share that are about one thing."""
_HELD = 2_000
"""Articles of which it is remembered which values they tell, and pairs of them of which how much they share."""


class Answers:
    """Of the articles of one wiki."""

    def __init__(self, candidates: Candidates, told: Callable[[Said], Told]) -> None:
        self._all, self._told = candidates, told
        self._values = lru_cache(maxsize=_HELD)(self._values_of)
        self.related = lru_cache(maxsize=_HELD)(candidates.related)

    def are_one(self, one: Said, other: Said) -> bool:
        """Whether they answer one question of one thing."""
        return self._are_of_one_thing(one.by, other.by) and (
            answer_one_question(self._told(one), self._told(other)) or self._are_only_values(one, other)
        )

    def are_alone(self, one: Said, other: Said) -> bool:
        """Whether they do by the only values of which that can be asked."""
        return (
            self._are_of_one_thing(one.by, other.by)
            and answer_one_question(self._told(one), self._told(other))
            and self._are_only_values(one, other)
        )

    def nearness(self, one: Said, other: Said) -> int:
        """`ALONE`, or `BOTH` where nothing else in either article answers the question of the other's; 0 where that is not told by what they answer."""
        if self.are_alone(one, other):
            return ALONE
        return BOTH if self.are_one(one, other) and self._are_only_answers(one, other) else 0

    def alone(self, by: int, others: Iterable[int]) -> Iterator[tuple[Said, Said]]:
        """What alone answers one question in this article and one of those, that of the earlier article first."""
        for other in others:
            first, second = sorted((by, other))
            if self._are_of_one_thing(first, second):
                mine, theirs = self._own_values(first, second), self._own_values(second, first)
                pairs = ((mine[unit], theirs[unit]) for unit in sorted(mine.keys() & theirs.keys()))
                yield from (pair for pair in pairs if self.are_alone(*pair))

    def _are_of_one_thing(self, one: int, other: int) -> bool:
        return self.related(one, other) >= _OF_ONE_THING

    def _are_only_answers(self, one: Said, other: Said) -> bool:
        return self._are_only_values(one, other) or all(
            sum(answer_one_question(self._told(said), self._told(each)) for each in self._all.said_by(by)) == 1
            for said, by in ((one, other.by), (other, one.by))
        )

    def _are_only_values(self, one: Said, other: Said) -> bool:
        """Whether they differ in a value that is the only one of its kind in either article, but for what the other tells too."""
        differing = apart(self._told(one).heard, self._told(other).heard)
        kinds = frozenset().union(*(self._kinds(one, mine) & self._kinds(other, theirs) for mine, theirs in differing))
        if not kinds:
            return False
        own = self._own_values(one.by, other.by).keys() & self._own_values(other.by, one.by).keys()
        return not kinds.isdisjoint(own)

    def _own_values(self, of: int, against: int) -> dict[str, Said]:
        """Kind -> the sentence that tells the only value of it in the one article, but for those that the other tells too."""
        others = [value for value, _ in self._values(against)]
        values = [(value, said) for value, said in self._values(of) if not are_told(others, value)]
        own = [(kind, said) for value, said in values for kind in self._kinds(said, value)]
        counts = Counter(kind for kind, _ in own)
        return {kind: said for kind, said in own if counts[kind] == 1}

    def _kinds(self, said: Said, value: Quantity) -> frozenset[str]:
        """The unit of a value; of a number without one what it counts."""
        return frozenset({value.unit}) if value.unit else counted(self._told(said).heard, value)

    def _values_of(self, by: int) -> list[tuple[Quantity, Said]]:
        return [(value, said) for said in self._all.said_by(by) for value in self._told(said).heard.values]
