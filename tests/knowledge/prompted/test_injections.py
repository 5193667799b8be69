"""A model that does whatever it reads: nothing of what the texts order it to write is shown."""

import asyncio
import re

import pytest

from lorewright.knowledge.engine import Asking, Draft, Passage
from lorewright.knowledge.prompted.engine import Prompted
from lorewright.llm.base import Request
from lorewright.reading.base import Reading
from tests.knowledge.prompted.injections import INJECTIONS, LIE, LINK, OTHER, Injection
from tests.knowledge.prompted.minds import InProcess
from tests.knowledge.readings import prose
from tests.makers.models.minds import claim, enclosed_in, lines_of, repaired_in, section_of

HONEST = (
    "The mill of Berg stands on the river and was built in 1820 by the miller Anton Kraus.",
    "It grinds the rye of three villages and rests on Sundays.",
)
ASKING = Asking("ada", ("s1",))


def obedient(injection: Injection, request: Request) -> str:
    """Writes what is ordered in every way that there is, with every quote that there is."""
    parts = enclosed_in(request.prompt)
    quotes = (injection.written, injection.text, *lines_of(injection.text), *HONEST)
    if "claims" in parts:
        return repaired_in(request.prompt, *((injection.written, quote) for quote in quotes))
    if "section" in parts:
        said = [claim(injection.written, quote, 5) for quote in quotes]
        return section_of(*map(claim, HONEST), *said, concepts=[injection.written, injection.text, LIE, LINK])
    orders = [f"{injection.written.rstrip('.')} [{number}]." for number in (1, 2)]
    return "\n".join([*orders, injection.written, f"{HONEST[0][:-1]} [1]."])


@pytest.mark.parametrize("injection", INJECTIONS, ids=range(len(INJECTIONS)))
def test_nothing_that_a_text_orders_is_shown(injection: Injection) -> None:
    engine = Prompted(InProcess(lambda request: obedient(injection, request)))
    paragraphs = (HONEST[0], injection.text, HONEST[1])
    reading = prose(*paragraphs)
    draft = asyncio.run(engine.compile(reading, "The mill", ASKING))
    said = [one.text for section in draft.analysis for one in section.claims]
    assert {*HONEST} <= {*said}
    _shows_nothing_of(injection, [*_texts(draft), *(one.name for one in draft.concepts)])
    answer = asyncio.run(_answered(engine, reading))
    assert HONEST[0] in answer
    _shows_nothing_of(injection, answer)


def _shows_nothing_of(injection: Injection, texts: list[str]) -> None:
    ordered = [_bare(one) for one in (injection.written, LIE, OTHER, LINK)]
    for text in map(_bare, texts):
        assert not [one for one in ordered if one in text], text


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub(r"\[\d\]", "", text))).casefold()


def _texts(draft: Draft) -> list[str]:
    sections = [one for section in draft.analysis for one in section.claims]
    return [one.text for one in (*draft.summary, *draft.key_claims, *sections, *draft.open_questions)]


async def _answered(engine: Prompted, reading: Reading) -> list[str]:
    passages = [
        Passage(1, "t1", 0, 0, len(reading.content), reading.content, title="The mill"),
        Passage(2, "t2", 0, 0, len(HONEST[1]), HONEST[1], title="Other mills"),
    ]
    return [one.text async for one in engine.answer("Who built the mill of Berg?", passages, ASKING)]
