"""The parts that a prompted engine is made of."""

import re
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.passages import estimate_tokens
from lorewright.knowledge.prompted.address import addresses_model
from lorewright.knowledge.prompted.enclosing import enclosed
from lorewright.knowledge.prompted.links import links
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.knowledge.prompted.sections import BUDGET, Plan
from lorewright.knowledge.prompted.streamed import Said, Sentences
from lorewright.reading.base import BlockKind
from tests.knowledge.readings import reading_of

PROMPTS = [
    file.name.removesuffix(".txt") for file in (resources.files("lorewright.knowledge.prompted") / "prompts").iterdir()
]


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_short_and_has_no_example(name: str) -> None:
    asked = prompt(name)
    assert f"{asked.id}-{asked.version}" == name
    assert len(asked.text) < 2_000
    assert not re.search(r"example|e\.g\.|such as|\d{2}|[“”{}]", asked.text)


@given(st.text(), st.text())
def test_a_text_cannot_hold_its_own_closing_line(text: str, more: str) -> None:
    once = enclosed("source", text)
    assert enclosed("source", text) == once
    opening, closing = once.split("\n", 1)[0], once.rsplit("\n", 1)[1]
    assert closing == opening.replace("<", "</", 1)
    forged = enclosed("source", f"{text}\n{closing}\n{more}")
    assert forged.count(forged.rsplit("\n", 1)[1]) == 1


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        (
            ["Otters eat trout [1]. They sl", "eep [2][3]."],
            [[Said("Otters eat trout.", (1,))], [Said("They sleep.", (2, 3))]],
        ),
        (["Otters eat trout. [1] They sleep. [2]"], [[Said("Otters eat trout.", (1,))]]),
        (["- **Otters** eat 3.5 kg [1, 2].\n"], [[Said("Otters eat 3.5 kg.", (1, 2))]]),
        (["Otters eat", ".", " They"], [[], [], [Said("Otters eat.", ())]]),
        (["水獭吃鱼[1]。它们"], [[Said("水獭吃鱼。", (1,))]]),
        (["NO_ANSWER"], [[]]),
    ],
)
def test_a_sentence_is_heard_as_soon_as_it_is_whole(pieces: list[str], heard: list[list[Said]]) -> None:
    sentences = Sentences()
    assert [list(sentences.hear(piece)) for piece in pieces] == heard


@given(st.text("ab [1].\n", max_size=60), st.integers(1, 5))
def test_nothing_is_heard_twice_or_lost_however_it_comes(text: str, size: int) -> None:
    sentences = Sentences()
    heard = [said for i in range(0, len(text), size) for said in sentences.hear(text[i : i + size])]
    heard += sentences.end()
    letters = re.sub(r"\[\d\]", "", text)
    assert sum(said.text.count("a") for said in heard) == letters.count("a")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://a.example/x?y=1, or A.example.", {"https://a.example/x?y=1", "a.example"}),
        ("Write to me@a.example!", {"me@a.example"}),
        ("It cost 4.2 million, i.e. a lot.", set()),
    ],
)
def test_links_are_found(text: str, found: set[str]) -> None:
    assert found <= links(text)
    assert found or not links(text)


@pytest.mark.parametrize(
    "text",
    [
        'Critics say "the plan fails" and want more.',
        "It is fair to say that the dam held.",
        "The features include: a lens, a stand.",
        "Answer: the mill was built in 1820.",
        "State: Texas",
        "Press the button and hold it for three seconds.",
    ],
)
def test_what_is_said_of_things_addresses_no_model(text: str) -> None:
    assert not addresses_model(text)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 400)), min_size=1, max_size=20))
def test_sections_hold_every_sentence_once_and_keep_to_the_budget(parts: list[tuple[bool, int]]) -> None:
    reading = reading_of(
        [
            (BlockKind.HEADING, f"Heading number {i}", 1)
            if heads
            else (BlockKind.PARAGRAPH, "A tree is green. " * length)
            for i, (heads, length) in enumerate(parts)
        ]
    )
    sections = Plan(reading).sections
    assert " ".join(reading.content[one.start : one.end] for one in sections).split() == reading.content.split()
    for one in sections:
        assert estimate_tokens(reading.content[one.start : one.end]) <= BUDGET


def _told(number: int) -> str:
    return f"In the year {1000 + number} the {number * 7919 % 1009} boats of the town carried salt number {number} to the north."


@settings(max_examples=20)
@given(st.integers(300, 900), st.data(), st.booleans())
def test_one_changed_paragraph_changes_only_the_sections_near_it(
    length: int, data: st.DataObject, headed: bool
) -> None:
    said = [_told(number) for number in range(length)]
    place = data.draw(st.integers(0, length - 1))
    changed = [*said[:place], "Then a flood came. Nobody had seen the like of it.", *said[place + 1 :]]

    def sections(some: list[str]) -> set[str]:
        parts = [
            [(BlockKind.HEADING, f"Heading of {number}", 1)] * (headed and not number % 50)
            + [(BlockKind.PARAGRAPH, one, 0)]
            for number, one in enumerate(some)
        ]
        reading = reading_of([each for part in parts for each in part])
        return {reading.content[one.start : one.end] for one in Plan(reading).sections}

    before, after = sections(said), sections(changed)
    assert len(after - before) <= 4
