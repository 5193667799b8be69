from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.sentences import block_sentences, sentences
from lorewright.reading.base import Block, BlockKind


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Dr. Weber of the U.S. Army met J. R. Miller.", "He paid 3.5 dollars, e.g. in cash."],
        ["See Fig. 3 and p. 5.", "No. 7 won vs. Brown et al. in 2010."],
        ["Acme Inc. Ltd grew.", "It was bought by Acme Inc.", "The price was high."],
        ["They left at 5 p.m. Eastern time.", "Nobody stayed in Washington, D.C.", "The rest went home."],
        ['He said "Stop!" and left.', '"Go."', "She went."],
        ['"What?" he asked.', "“Really?” she replied."],
        ["(See it.)", "The end...", "Or not?", "Yes!"],
        ["It grew ... slowly.", "It stopped…", "Then it fell."],
        ["Sales rose.[11]", "Costs fell.[12][13]", "Profit grew later.[23]: 105", "He left."],
        ["Sales rose worldwide.12", "Costs were 3.12 per unit."],
        ["1. First thing.", "2. Second thing.", "B. Third thing."],
        ["Am 3. Oktober war ein Fest.", "Es kamen z.B. Gäste aus Bonn."],
        ["M. Dupont est arrivé.", "Elle est partie."],
        ["这是第一句。", "这是第二句！", "真的吗？", "是的。"],
        ["彼は「行く。」と言った。", "終わり。"],
        ["यह पहला वाक्य है।", "यह दूसरा है।"],
        ["هل هذا سؤال؟", "نعم هو كذلك."],
        ["Version 2.0.1 of example.com is out.", "Download it."],
        ["no capital letter.", "not one here.", "it costs approx. 5 euros."],
        ["The flow is laminar .", "its heat was measured ."],
        ["It was lost.", "mRNA was found.", "gamma-Carotene was not."],
        ["The Ulm (pron. OOLM-a) is a river."],
        [
            "The airport of Chiang Rai (Thai: ท่าอากาศยานแม่ฟ้าหลวง เชียงราย, ท่าอากาศยานเชียงราย) lies in the north of the country."
        ],
    ],
)
def test_sentences_of_a_line(parts: list[str]) -> None:
    text = ("" if "。" in parts[0] or "。" in parts[-1] else " ").join(parts)
    assert split(text) == parts


def test_a_line_break_ends_a_sentence() -> None:
    assert split("one line\nanother line\n\n  third  ") == ["one line", "another line", "third"]


def test_offsets_are_shifted_by_start() -> None:
    assert sentences("One. Two.", start=100) == [(100, 104), (105, 109)]


def test_thai_is_cut_at_spaces_between_clauses() -> None:
    clause = "กรุงเทพมหานครเป็นเมืองหลวงและนครที่มีประชากรมากที่สุดของประเทศไทย"
    assert split(f"{clause} {clause} สั้น") == [clause, clause, "สั้น"]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (BlockKind.HEADING, "1.2 What is it? An overview", ["1.2 What is it? An overview"]),
        (BlockKind.TABLE, "a | 1.5\nb | 2. Next", ["a | 1.5", "b | 2. Next"]),
        (BlockKind.CODE, "x = 1. \n\nprint(x)", ["x = 1.", "print(x)"]),
        (BlockKind.LIST_ITEM, "First. Second.", ["First.", "Second."]),
    ],
)
def test_sentences_of_a_block(kind: BlockKind, text: str, expected: list[str]) -> None:
    content = f"before\n\n{text}\n\nafter"
    block = Block(8, 8 + len(text), kind)
    assert [content[start:end] for start, end in block_sentences(content, block)] == expected


@given(st.text(st.sampled_from("aB3 .!?…。」\"'()[]\n\té漢กDr") | st.characters(), max_size=200))
def test_sentences_hold_every_visible_character_once_and_in_order(text: str) -> None:
    found = sentences(text)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("unit", ["a", ".", "…x", '."', ". ", "a. ", "[1].", "。…", "ก", "ก ", "(", "\n", "e.g. "])
def test_half_a_million_characters_of_one_kind_are_cut_in_linear_time(unit: str) -> None:
    text = (unit * 500_000)[:500_000] + "x"
    assert "".join("".join(split(text)).split()) == "".join(text.split())
