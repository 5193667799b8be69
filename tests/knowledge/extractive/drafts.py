"""A report written out by hand, and what is drafted from readings."""

import asyncio
from itertools import chain

from lorewright.knowledge.engine import Asking, Draft, DraftClaim, Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.reading.base import BlockKind, Reading
from tests.knowledge.readings import Part
from tests.makers.lean import BUILT_IN

HEADING, PARAGRAPH, ITEM = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM
TABLE, CODE, CAPTION = BlockKind.TABLE, BlockKind.CODE, BlockKind.CAPTION

REPORT: list[Part] = [
    (HEADING, "The Reservoir of Berg", 1),
    (
        PARAGRAPH,
        "The Berg reservoir is a lake behind a granite dam that supplies four towns with drinking water. It was built in 1911. "
        "The council of the valley owns the reservoir and sells its water to the towns.",
    ),
    (HEADING, "Construction", 2),
    (
        PARAGRAPH,
        "Anna Berg, an engineer from Ulm, designed the granite dam in three years. However, the first winter opened a crack in the "
        "dam. The crack was closed with 400 tonnes of concrete.[3] This took two months.",
    ),
    (CAPTION, "Figure 1 The granite dam in its first winter seen from the valley."),
    (TABLE, "Year | Water\n1911 | 4 million litres\n1912 | 5 million litres"),
    (HEADING, "Water use", 2),
    (
        PARAGRAPH,
        "The four towns used 12 million litres of water in 2019, a third more than in 1990. Farmers took most of the additional water "
        "from the reservoir in dry summers. The council raised the price of water by 8 % in 2020. In dry summers the water level falls "
        "by nine metres.",
    ),
    (CODE, "level = 9\nprint(level)"),
    (HEADING, "Open questions", 2),
    (ITEM, "Can the granite dam be raised by two metres?"),
    (PARAGRAPH, "It remains unclear how much water leaks through the granite dam in winter."),
    (HEADING, "References", 2),
    (PARAGRAPH, "Berg wrote the history of the granite dam and its water in 1931 for the council of the valley."),
]

ENGINE: Engine = Extractive(BUILT_IN)


def compiled(reading: Reading, title: str | None = None) -> Draft:
    """The draft, of which is checked what every draft promises: each claim stands where it says."""
    draft = asyncio.run(ENGINE.compile(reading, title, Asking("ada", ("s1",))))
    for claim in claims_of(draft):
        assert claim.spans
        assert all(reading.content[span.start : span.end] == span.quote for span in claim.spans)
    return draft


def claims_of(draft: Draft) -> list[DraftClaim]:
    sections = chain.from_iterable(section.claims for section in draft.analysis)
    return [*draft.summary, *draft.key_claims, *sections, *draft.open_questions]


def texts_of(draft: Draft) -> list[str]:
    return [claim.text for claim in claims_of(draft)]


def made_up(number: int) -> str:
    """A word that no other number gives."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number * 7919 % 100_000:05}")
