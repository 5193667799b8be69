"""Text in many encodings, plain and Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reading.checks import blocks, check, texts

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, Reading

PARAGRAPH, HEADING, ITEM = BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM

PROSE = {
    "fr": "Été à la plage, le garçon naïf — « Le cœur » coûte cinq euros. Où est-ce qu’il va ? À la forêt, puis à l’hôtel.",
    "de": "Über die Brücke fährt ein größerer Zug, täglich um fünf. Die Förderung in Österreich läuft bis März.",
    "pl": "Zażółć gęślą jaźń. Wczoraj świeciło słońce, a dziś pada śnieg w całej Łodzi i w Gdańsku.",
    "ru": "Съешь ещё этих мягких французских булок, да выпей чаю. Сегодня хорошая погода.",
    "el": "Η γρήγορη καφέ αλεπού πηδάει πάνω από τον τεμπέλη σκύλο. Σήμερα είναι καλή μέρα.",
    "he": "שלום עולם, זהו טקסט בעברית שנכתב לבדיקה של קידוד ישן.",
    "ja": "これは日本語の文章です。今日は天気がいいので、公園へ散歩に行きました。カタカナも含みます。",
    "zh": "这是一个中文句子。今天天气很好，我们去公园散步。经济增长了百分之五。",
    "ko": "이것은 한국어 문장입니다. 오늘은 날씨가 좋아서 공원에 산책하러 갔습니다.",
    "th": "นี่คือประโยคภาษาไทย วันนี้อากาศดีมาก เราไปเดินเล่นที่สวนสาธารณะ",
}


def _read(text: str, name: str | None = None) -> Reading:
    reading = read(text.encode(), "text", name)
    check(reading)
    return reading


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *((language, encoding) for language in PROSE for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32")),
        *((language, encoding) for language in ("fr", "de", "ru") for encoding in ("utf-16-le", "utf-16-be")),
        ("fr", "cp1252"),
        ("de", "cp1252"),
        ("de", "latin-1"),
        ("pl", "cp1250"),
        ("pl", "iso8859-2"),
        ("ru", "cp1251"),
        ("ru", "koi8-r"),
        ("ru", "iso8859-5"),
        ("el", "cp1253"),
        ("he", "cp1255"),
        ("ja", "cp932"),
        ("ja", "euc_jp"),
        ("ja", "iso2022_jp"),
        ("zh", "gb18030"),
        ("ko", "cp949"),
        ("th", "tis-620"),
    ],
)
def test_encodings(language: str, encoding: str) -> None:
    reading = read(PROSE[language].encode(encoding), "text")
    assert reading.content == PROSE[language]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *((PROSE[language], language) for language in ("el", "he", "ja", "zh", "ko", "th")),
        ("The boats went out on the tide and came back with the morning, and the catch was sold in the town.", "en"),
        ("Die Boote fuhren mit der Flut aus, und der Fang wurde in der Stadt auf dem Markt verkauft.", "de"),
        ("Лодки уходили с вечерним приливом и возвращались утром, а улов продавали на рынке в городе.", "ru"),
        ("Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod tempor.", None),
        ("Velmar, 1911", None),
    ],
)
def test_languages_are_told_by_script_or_common_words(text: str, language: str | None) -> None:
    assert read(text.encode(), "text").language == language


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b" \n\t\r\n ", "white space"),
        ("\ufeff".encode(), "empty"),
        (b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\xff\xff\x00\x00 a program", "binary"),
        (b"a text with\0one NUL", "binary"),
        (bytes(range(1, 32)) * 20 + b"\xff\xfe\xfa" * 50, "no characters|binary"),
    ],
)
def test_what_is_no_text_says_why(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(data, "text")


def test_controls_surrogates_and_invisible_characters_go_and_are_counted() -> None:
    data = "The\u200b har\u00adbour\x07 of\r\nVelmar\x85 cafe\u0301".encode() + b"\xed\xa0\x80!"
    reading = read(data, "text")
    check(reading)
    assert "harbour of" in reading.content
    assert reading.content.endswith("café!")
    assert {skipped.what for skipped in reading.coverage.skipped} == {
        "1 control characters",
        "2 invisible characters",
        "1 lone surrogates",
    }


def test_the_mark_for_a_hyphen_at_the_end_of_a_line_is_a_hyphen() -> None:
    reading = _read("They work in\ufffehome on a long\x02term plan.\ufffe It ends\ufffe.")
    assert reading.content.strip() == "They work in-home on a long-term plan. It ends."


def test_a_broken_byte_in_utf8_costs_one_character() -> None:
    text = PROSE["ru"] * 5
    reading = read(text.encode()[:-1] + b"\xff.", "text")
    assert reading.content.startswith(PROSE["ru"])
    assert [skipped.what for skipped in reading.coverage.skipped] == ["1 characters"] or reading.coverage.skipped


WRAPPED = """The harbour of Velmar was dredged in the spring of 1911, when the
council had found a contractor who would work through the tides. The
work took three seasons and cost twice what had been promised, but
ships could reach the quay.
"""


def test_wrapped_lines_are_one_paragraph() -> None:
    assert blocks(_read(WRAPPED + "\n" + WRAPPED)) == [(PARAGRAPH, " ".join(WRAPPED.split()))] * 2


def test_wrapped_lines_without_spaces_are_joined_without_spaces() -> None:
    line = "港口在一九一一年春天疏浚，当时市议会终于找到了一位愿意在潮汐间施工的承包商，工程"
    assert texts(_read(f"{line}\n{line}\n持续了三年。\n"), PARAGRAPH) == [f"{line}{line}持续了三年。"]


@pytest.mark.parametrize(
    "lines",
    [
        ["Mr E. Morrow", "14 Quay Street", "Velmar"],
        ["The tide is out,", "The boats lie still,", "And nobody has come", "Down from the hill"],
        ["Milk", "Bread", "A dozen eggs"],
    ],
    ids=["address", "poem", "shopping"],
)
def test_lines_that_stand_for_themselves_stay_apart(lines: list[str]) -> None:
    assert [text for _, text in blocks(_read(WRAPPED + "\n" + "\n".join(lines)))][1:] == lines


LONG_TITLE = "Dredging the basin of Velmar between the wars: contractors, tides and the price of a harbour that nobody had asked for"


@pytest.mark.parametrize(
    ("text", "heading", "level"),
    [
        ("The harbour\n===========\n\n", "The harbour", 1),
        ("The harbour\n-----------\n", "The harbour", 2),
        ("THE HARBOUR OF VELMAR\n\n", "THE HARBOUR OF VELMAR", 2),
        ("2.1 Dredging the basin\n\n", "2.1 Dredging the basin", 2),
        ("How the harbour was dredged\n\n", "How the harbour was dredged", 1),
        ("柳溪港\n\n", "柳溪港", 1),
        ("Who dredged the harbour?\n\n", "Who dredged the harbour?", 1),
        (f"{LONG_TITLE}\n\n", LONG_TITLE, 1),
    ],
)
def test_headings_of_plain_text(text: str, heading: str, level: int) -> None:
    reading = _read(text + WRAPPED, "note.txt")
    assert blocks(reading) == [(HEADING, heading), (PARAGRAPH, " ".join(WRAPPED.split()))]
    assert reading.blocks[0].level == level


@pytest.mark.parametrize(
    "text",
    [
        "Done.\n\n",
        "It was in 1911\nthat they came.\n\n",
        "1911 was the year.\n\n",
        "12,400\n\n",
        "Dear Anna,\n\n",
        "- Bring a rope\n\n",
    ],
)
def test_what_is_no_heading(text: str) -> None:
    assert texts(_read(text + WRAPPED, "note.txt"), HEADING) == []


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("boat,crew\nAurora,4\nStella,2\n", "boat | crew\nAurora | 4\nStella | 2"),
        ('boat;master\nAurora;"Berg; Anna"\n', "boat | master\nAurora | Berg; Anna"),
        ("boat\tcrew\nAurora\t4\n\nStella\t\n", "boat | crew\nAurora | 4\nStella"),
        ("boat,crew,berth\nAurora,,north\nStella,2,\n", "boat | crew | berth\nAurora |  | north\nStella | 2"),
        ("船,人\n曙光,四\n", "船 | 人\n曙光 | 四"),
    ],
)
def test_rows_that_a_program_wrote_are_a_table(text: str, table: str) -> None:
    assert blocks(_read(text)) == [(BlockKind.TABLE, table)]


@pytest.mark.parametrize(
    "text",
    [
        "The boats are old, the men are young,\nand nobody, so it is said, complains.",
        "one,two\nthree\nfour",
        "Berg,Anna wrote this.\nOrrin,Paul read it.",
        "boat,crew",
        "The harbour, ten years on\n\nThe basin cost 61,300 crowns. It was dredged by Orrin.",
    ],
)
def test_lines_with_commas_are_no_table(text: str) -> None:
    assert all(kind is not BlockKind.TABLE for kind, _ in blocks(_read(text)))


def test_lists_of_plain_text() -> None:
    reading = _read(
        "Bring:\n- a rope\n  of ten metres\n  - and a knife\n- bread\n\n1. Go out.\n2. Come back.\n", "n.txt"
    )
    assert [(text, block.level) for (_, text), block in zip(blocks(reading), reading.blocks, strict=True)] == [
        ("Bring:", 0),
        ("a rope of ten metres", 1),
        ("and a knife", 2),
        ("bread", 1),
        ("Go out.", 1),
        ("Come back.", 1),
    ]


def test_lines_of_a_paragraph_each_are_paragraphs() -> None:
    long = " ".join(WRAPPED.split())
    assert blocks(_read(f"{long}\n{long}\n")) == [(PARAGRAPH, long)] * 2


def test_a_hyphen_at_the_end_of_a_line_is_healed() -> None:
    text = (
        "The harbour of Velmar was dredged in the spring of the year by a com-\n"
        "pany of unknown reputation, and the mayor called it a long-term under-\n"
        "taking. Nobody believed him, but they paid.\n"
    )
    assert "by a company of unknown reputation" in _read(text).content
    assert "a long-term undertaking. Nobody" in _read(text).content


MARKDOWN = """---
title: "The harbour"
author: Edda Morrow
date: 2024-03-01
---

# History

The *harbour* of **Velmar** was [dredged](https://example.org/x) in
`1911`.

![The quay at low water](quay.png)

- one
  - two, \\
    in two lines
- three

> Nobody remembers.

| Year | Cost |
|------|-----:|
| 1911 | 4 |

```python
print("hello")

print("world")
```

<div><p>Raw &amp; plain</p><script>alert(1)</script></div>

Second heading
--------------
"""


def test_markdown() -> None:
    reading = _read(MARKDOWN)
    assert blocks(reading) == [
        (HEADING, "History"),
        (PARAGRAPH, "The harbour of Velmar was dredged in 1911."),
        (BlockKind.CAPTION, "The quay at low water"),
        (ITEM, "one"),
        (ITEM, "two, in two lines"),
        (ITEM, "three"),
        (BlockKind.QUOTE, "Nobody remembers."),
        (BlockKind.TABLE, "Year | Cost\n1911 | 4"),
        (BlockKind.CODE, 'print("hello")\n\nprint("world")'),
        (PARAGRAPH, "Raw & plain"),
        (HEADING, "Second heading"),
    ]
    assert (reading.title, reading.author, reading.published) == ("The harbour", "Edda Morrow", "2024-03-01")
    assert [block.level for block in reading.blocks if block.kind in {HEADING, ITEM}] == [1, 1, 2, 1, 2]
    assert [skipped.what for skipped in reading.coverage.skipped] == ["<script> in the Markdown"]


def test_struck_out_text_of_markdown_is_left_out() -> None:
    text = """# The ~~old~~ ferry

The ferry costs ~~4 crowns **in winter**~~ 6 crowns, ~5 with a card, and `~~` strikes out.

- ~~one~~
- two ~~or three
"""
    reading = read(text.encode(), "text", "note.md")
    check(reading)
    assert blocks(reading) == [
        (HEADING, "The ferry"),
        (PARAGRAPH, "The ferry costs 6 crowns, ~5 with a card, and ~~ strikes out."),
        (ITEM, "two ~~or three"),
    ]
    assert [skipped.what for skipped in reading.coverage.skipped] == ["3 struck-out texts"]


def test_notes_of_markdown_are_footnotes_and_leave_no_mark() -> None:
    text = (
        "The quay was built in 1911.[^1] It stands.[^why]\n\n[^1]: By the town of Orrin.\n[^why]: Nobody *knows* why.\n"
    )
    assert blocks(_read(text, "a.md")) == [
        (PARAGRAPH, "The quay was built in 1911. It stands."),
        (BlockKind.FOOTNOTE, "By the town of Orrin."),
        (BlockKind.FOOTNOTE, "Nobody knows why."),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The quay <script>var quay = 1;</script>stands.", ["The quay stands."]),
        ("<div><script>\n\nvar quay = 1;\n\n    indented()\n\n</script></div>\n\nIt stands.", ["It stands."]),
        ("<div>\n<style>\n\n.quay { color: red }\n</style>Stone</div>\n\nIt stands.", ["Stone", "It stands."]),
        ("The tag <script> begins code.\n\nIt stands.", ["The tag begins code.", "It stands."]),
        ("```html\n<script>quay()</script>\n```", ["<script>quay()</script>"]),
    ],
)
def test_what_stands_in_scripts_and_styles_is_no_text(text: str, kept: list[str]) -> None:
    assert [found for _, found in blocks(_read(text, "a.md"))] == kept


def test_raw_html_keeps_its_lists_and_headings() -> None:
    text = "<div><h3>Boats</h3><ul><li>a cog<ul><li>of oak</li></ul></li><li>a hulk</ul>At sea.</div>"
    reading = _read(text, "a.md")
    assert blocks(reading) == [
        (HEADING, "Boats"),
        (ITEM, "a cog"),
        (ITEM, "of oak"),
        (ITEM, "a hulk"),
        (PARAGRAPH, "At sea."),
    ]
    assert [block.level for block in reading.blocks] == [3, 1, 2, 1, 0]


def test_the_name_decides_where_it_says_what_it_is() -> None:
    text = "# 1\n\n**Not** [marked](https://example.org) down.\n"
    assert blocks(_read(text, "a.txt"))[-1][1].startswith("**Not**")
    assert blocks(_read("plain *but* named\n", "a.md")) == [(PARAGRAPH, "plain but named")]


def test_deeply_nested_markdown_is_read() -> None:
    assert "deep" in _read("> " * 3000 + "deep\n", "a.md").content
    assert "deep" in _read("\n".join("  " * n + "- deep" for n in range(300)), "a.md").content


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for name in (None, "a.md"):
        try:
            reading = read(data, "text", name)
        except Unreadable:
            continue
        check(reading)


@given(
    st.text(st.sampled_from("aB1 .,-*#>|`~=_[]()<!/&\n\t\u0301é中\u200b\x85&;:"), max_size=120),
    st.sampled_from(["a.md", "a.txt"]),
)
def test_any_text_is_mapped_without_gap_or_overlap(text: str, name: str) -> None:
    try:
        reading = read(text.encode(), "text", name)
    except Unreadable:
        return
    check(reading)
