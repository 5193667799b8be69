"""The sections in which a text is given to a model: by its headings and by size, together all of it but the apparatus."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lorewright.knowledge.engine import DraftClaim, DraftSection
from lorewright.knowledge.extractive.outline import Section as Part
from lorewright.knowledge.extractive.outline import outline, upper_sections
from lorewright.knowledge.passages import estimate_tokens
from lorewright.knowledge.sentences import block_sentences
from lorewright.reading.base import Block, BlockKind, Reading

BUDGET = 3_000
"""Tokens of a section, by `estimate_tokens`."""
_ENOUGH = BUDGET // 2
"""With so many a section ends before the next heading; with fewer it goes on over it."""
_LONGEST_SENTENCE = 8 * BUDGET
"""Characters, of which a token has eight at most: only a sentence that is over the budget by itself is cut."""


class Section(NamedTuple):
    """`content[start:end]`"""

    start: int
    end: int
    headings: tuple[str, ...]
    """Those it begins under, outermost first, itself without."""


class Plan:
    """Time linear in the length of the text."""

    def __init__(self, reading: Reading) -> None:
        self._blocks = reading.blocks or (Block(0, len(reading.content), BlockKind.PARAGRAPH),)
        outlined, self._part_of_block = outline(reading)
        self._parts: Sequence[Part] = outlined
        self._upper = upper_sections(outlined)
        if not reading.blocks:
            self._part_of_block = [0]
        self._starts = [block.start for block in self._blocks]
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

    def _part_at(self, place: int) -> int:
        return self._part_of_block[max(0, bisect_right(self._starts, place) - 1)]

    def _sections(self, content: str) -> Iterator[Section]:
        skipping = not all(self._parts[part].is_apparatus for part in self._part_of_block)
        begin = end = tokens = 0
        headings: tuple[str, ...] = ()
        for start, stop, part, opens in self._pieces(content):
            if skipping and self._parts[part].is_apparatus:
                if tokens:
                    yield Section(begin, end, headings)
                    tokens = 0
                continue
            own = estimate_tokens(content[start:stop])
            if tokens and (tokens + own > BUDGET or (opens and tokens >= _ENOUGH)):
                yield Section(begin, end, headings)
                tokens = 0
            if not tokens:
                begin = start
                path = self._parts[part].path
                headings = tuple(self._parts[i].heading for i in (path[:-1] if opens else path) if i)
            end, tokens = stop, tokens + own
        if tokens:
            yield Section(begin, end, headings)

    def _pieces(self, content: str) -> Iterator[tuple[int, int, int, bool]]:
        """Sentences in order: start, end, the part they stand in, whether they are its heading."""
        for block, part in zip(self._blocks, self._part_of_block, strict=True):
            for start, end in block_sentences(content, block):
                for begin, stop in pairwise((*range(start, end, _LONGEST_SENTENCE), end)):
                    yield begin, stop, part, block.kind is BlockKind.HEADING
