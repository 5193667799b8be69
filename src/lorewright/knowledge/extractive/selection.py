"""Which sentences become claims: the best ones that do not repeat each other."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from lorewright.knowledge.engine import DraftClaim, Span
from lorewright.knowledge.extractive.fitness import LONGEST, length_in_words, tidy
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.ranking import Sentence

_ALIKE, _ALIKE_IF_SHORT, _SHORT = 0.65, 0.8, 5
"""Share of the shorter one's terms that makes two claims say the same; more where these are few."""
_ALIKE_WHERE_FEW = 0.95
"""The same in a short text, which has room for all that it says."""
_LONGEST_CHAIN = 4 * LONGEST
"""Words of several sentences of a short text that each need the one before."""
_OPENING = 24
"""Characters within which a sentence says whom it means: "In 1899 she"."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_JOINED_WORTH = 0.85
"""A claim of two sentences is longer, so it is taken only where it tells more."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence, or one that points back together with the one before it."""

    sentences: tuple[Sentence, ...]
    text: str
    terms: frozenset[str]
    score: float

    @property
    def quality(self) -> float:
        """Of its weakest sentence."""
        return min(one.fitness.quality for one in self.sentences)

    @property
    def figures(self) -> frozenset[str]:
        """Which are no terms."""
        return frozenset(_FIGURE.findall(self.text))

    @property
    def number(self) -> int:
        return self.sentences[0].number

    @property
    def section(self) -> int:
        return self.sentences[0].section

    def claim(self, content: str) -> DraftClaim:
        """As a claim that rests on its place in `content`, the text it was read from."""
        start, end = self.sentences[0].start, self.sentences[-1].end
        return DraftClaim(self.text, (Span(start, end, content[start:end]),))


def candidates(found: Sequence[Sentence], content: str) -> Iterator[Candidate]:
    """What can be shown of these sentences, in reading order."""
    before: Sentence | None = None
    for sentence in found:
        if sentence.fitness.quality and not sentence.fitness.points_back:
            yield Candidate((sentence,), sentence.text, sentence.terms, sentence.score)
        elif (
            sentence.fitness.quality
            and before is not None
            and not before.fitness.points_back
            and _follows(sentence, before)
        ):
            joined = _joined((before, sentence), content)
            if length_in_words(joined.text) <= LONGEST:
                yield joined
        before = sentence


def chains(found: Sequence[Sentence], content: str, lexicon: Lexicon, title_terms: Set[str]) -> Iterator[Candidate]:
    """Each sentence that stands by itself with all behind it that point back, one at the other, as long as that may get."""

    chain: tuple[Sentence, ...] = ()
    for sentence in found:
        if (
            sentence.fitness.points_back
            and chain
            and (_follows(sentence, chain[-1]) or _tells_on(sentence, chain, lexicon, title_terms))
        ):
            chain = (*chain, sentence)
            joined = _joined(chain, content)
            if length_in_words(joined.text) <= _LONGEST_CHAIN:
                yield joined
            else:
                chain = ()
        else:
            chain = (sentence,) if sentence.fitness.quality and not sentence.fitness.points_back else ()


def _follows(sentence: Sentence, before: Sentence) -> bool:
    return before.block == sentence.block and _is_next(sentence, before)


def _is_next(sentence: Sentence, before: Sentence) -> bool:
    return before.number + 1 == sentence.number and bool(before.fitness.quality and sentence.fitness.quality)


def _tells_on(sentence: Sentence, chain: Sequence[Sentence], lexicon: Lexicon, title_terms: Set[str]) -> bool:
    """Whether a paragraph goes on with whom or what the title names, of which the one before it tells, as this chain ends it: it begins with "it",
    with "In all her years Ada", or with "she" as this chain has. "She" may be whom its last sentence calls so, too.
    """

    def is_named(one: Sentence) -> bool:
        return not title_terms.isdisjoint(one.terms)

    if chain[-1].section != sentence.section or not _is_next(sentence, chain[-1]):
        return False
    is_of_title, opening = any(map(is_named, chain)), sentence.text[:_OPENING].lower()
    if meant := lexicon.person.search(opening):
        told = [said for one in reversed(chain) for said in lexicon.person.findall(one.text.lower())]
        return is_named(chain[-1]) or (meant[0] in told and (is_of_title or told[0] == meant[0]))
    return is_of_title and (bool(lexicon.thing.match(opening)) or is_named(sentence))


def _joined(some: tuple[Sentence, ...], content: str) -> Candidate:
    # A connective between two stays: there it joins what it should.
    text = " ".join([some[0].text, *(tidy(content[one.start : one.end]) for one in some[1:])])
    score = _JOINED_WORTH * sum(one.score for one in some) / len(some)
    return Candidate(some, text, frozenset().union(*(one.terms for one in some)), score)


def _alike(one: frozenset[str], other: frozenset[str], share: float) -> bool:
    """Whether two claims of these terms say the same."""
    if not one or not other:
        return one == other
    shorter = min(len(one), len(other))
    return len(one & other) >= shorter * (share if shorter > _SHORT else max(share, _ALIKE_IF_SHORT))


class Selection:
    """What has been taken so far, over all parts of a draft, so that none repeats another."""

    def __init__(self, part_of: Sequence[int], chains: Iterable[Candidate] = (), *, is_short: bool = False) -> None:
        """`part_of`: for each section the number of the part of the article it belongs to. `chains`: the last of these that
        begins with a sentence takes its place, wherever that is taken. `is_short`: of a text with room for all that it says.
        """
        self._part_of = part_of
        self._joined = {one.number: one for one in chains}
        self._is_short = is_short
        self._taken: list[Candidate] = []
        self._numbers: set[int] = set()

    def leave_out(self, shown: Iterable[Candidate]) -> None:
        """Never take these sentences: another part of the draft has them."""
        self._numbers.update(sentence.number for candidate in shown for sentence in candidate.sentences)

    def take(
        self,
        ranked: Iterable[Candidate],
        most: int,
        most_a_part: int | None = None,
    ) -> list[Candidate]:
        """The first `most` of `ranked` that are new, in reading order."""
        chosen: list[Candidate] = []
        of_part: Counter[int] = Counter()
        for candidate in ranked:
            if len(chosen) == most:
                break
            part = self._part_of[candidate.section]
            if most_a_part is not None and of_part[part] >= most_a_part:
                continue
            if self._is_new(candidate):
                taken = self._joined.get(candidate.number, candidate)
                chosen.append(taken)
                of_part[part] += 1
                self._taken.append(taken)
                self._numbers.update(sentence.number for sentence in taken.sentences)
        return sorted(chosen, key=lambda candidate: candidate.number)

    def _is_new(self, candidate: Candidate) -> bool:
        return self._numbers.isdisjoint(sentence.number for sentence in candidate.sentences) and not any(
            self._repeats(candidate, taken) for taken in self._taken
        )

    def _repeats(self, candidate: Candidate, taken: Candidate) -> bool:
        """In a short text one that has a figure of its own repeats nothing: "Version 2 came out in 2007"."""
        if not self._is_short:
            return _alike(candidate.terms, taken.terms, _ALIKE)
        return candidate.figures <= taken.figures and _alike(candidate.terms, taken.terms, _ALIKE_WHERE_FEW)


def best_first(found: Iterable[Candidate]) -> list[Candidate]:
    """By score; of equal ones that first which stands first."""
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.number))
