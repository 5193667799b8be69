"""The sections in which a text is given to a model: by its headings and by size, together all of it but the apparatus."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from lorewright.knowledge.engine import DraftClaim, DraftSection
from lorewright.knowledge.extractive.outline import Section as Part
from lorewright.knowledge.extractive.outline import outline, upper_sections
from lorewright.knowledge.landmarks import landmarks, rank
from lorewright.knowledge.passages import estimate_tokens
from lorewright.knowledge.sentences import block_sentences
from lorewright.reading.base import Block, BlockKind, Reading

BUDGET = 3_000
"""Tokens of a section, by `estimate_tokens`."""
REACH = 2 * BUDGET // 5
"""Tokens. A longer text is parted at landmarks, before a heading where there is one; they are further apart than this."""
_LONGEST_SENTENCE = 8 * BUDGET
"""Characters, of which a token has eight at most: only a sentence that is over the budget by itself is cut."""


class Section(NamedTuple):
    """`content[start:end]`"""

    start: int
    end: int
    headings: tuple[str, ...]
    """Those it begins under, outermost first, itself without."""


class _Piece(NamedTuple):
    """A sentence."""

    number: int
    start: int
    end: int
    part: int
    """Of the outline: where it stands."""
    opens: bool
    """It is a heading."""
    tokens: int


class Plan:
    """What is changed in one section leaves those further off as they were. Time linear in the length of the text."""

    def __init__(self, reading: Reading) -> None:
        self._blocks = reading.blocks or (Block(0, len(reading.content), BlockKind.PARAGRAPH),)
        outlined, self._part_of_block = outline(reading)
        self._parts: Sequence[Part] = outlined
        self._upper = upper_sections(outlined)
        if not reading.blocks:
            self._part_of_block = [0]
        self._starts = [block.start for block in self._blocks]
        self._sentences: dict[Section, Sequence[_Piece]] = {}
        self.sections = list(self._sections(reading.content))

    def analysis(self, claims: Sequence[tuple[int, DraftClaim]]) -> tuple[DraftSection, ...]:
        """The claims, each with the place it stands at, under the two upper levels of the text's headings."""
        of_part: dict[int, list[DraftClaim]] = {}
        levels: dict[int, int] = {}
        for place, claim in claims:
            upper = self._upper[self._part_at(place)] or (0,)
            levels |= {part: level for level, part in enumerate(upper, start=1)}
            of_part.setdefault(upper[-1], []).append(claim)
        return tuple(
            DraftSection(self._parts[part].heading, levels[part], tuple(of_part.get(part, ())))
            for part in sorted(levels)
        )

    def halves(self, section: Section) -> Sequence[Section]:
        """One of these sections in two of like length; none where it is one sentence."""
        some = self._sentences[section]
        if len(some) < 2:
            return ()
        sums = list(accumulate(one.tokens for one in some))
        middle = min(max(1, bisect_right(sums, sums[-1] // 2)), len(some) - 1)
        return self._section(some[:middle]), self._section(some[middle:])

    def length(self, section: Section) -> int:
        """Sentences in one of these sections."""
        return len(self._sentences[section])

    def _part_at(self, place: int) -> int:
        return self._part_of_block[max(0, bisect_right(self._starts, place) - 1)]

    def _sections(self, content: str) -> Iterator[Section]:
        pieces = list(self._pieces(content))
        if not all(self._parts[one.part].is_apparatus for one in pieces):
            pieces = [one for one in pieces if not self._parts[one.part].is_apparatus]
        if sum(one.tokens for one in pieces) > BUDGET:
            ranks = [rank(content[one.start : one.end], weight=0 if one.opens else 1) for one in pieces]
            marks = set(landmarks(ranks, [one.tokens for one in pieces], REACH))
        else:
            marks = set()
        some: list[_Piece] = []
        tokens = 0
        for place, one in enumerate(pieces):
            apart = some and (one.number != some[-1].number + 1 or place in marks or tokens + one.tokens > BUDGET)
            if apart:
                yield self._section(some)
                some, tokens = [], 0
            some.append(one)
            tokens += one.tokens
        if some:
            yield self._section(some)

    def _section(self, some: Sequence[_Piece]) -> Section:
        path = self._parts[some[0].part].path
        above = path[:-1] if some[0].opens else path
        made = Section(some[0].start, some[-1].end, tuple(self._parts[part].heading for part in above if part))
        self._sentences[made] = some
        return made

    def _pieces(self, content: str) -> Iterator[_Piece]:
        """Sentences in their order."""
        number = count()
        for block, part in zip(self._blocks, self._part_of_block, strict=True):
            for start, end in block_sentences(content, block):
                for begin, stop in pairwise((*range(start, end, _LONGEST_SENTENCE), end)):
                    opens = block.kind is BlockKind.HEADING
                    yield _Piece(next(number), begin, stop, part, opens, estimate_tokens(content[begin:stop]))
