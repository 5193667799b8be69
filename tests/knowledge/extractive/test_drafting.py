from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.engine import Draft, DraftClaim, Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.extractive.fitness import points_back
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.reading.base import BlockKind, Reading
from tests.knowledge.readings import Part, prose, reading_of

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


ENGINE: Engine = Extractive()


def compiled(reading: Reading, title: str | None = None) -> Draft:
    draft = ENGINE.compile(reading, title)
    for claim in claims_of(draft):
        assert claim.spans
        assert all(reading.content[span.start : span.end] == span.quote for span in claim.spans)
    return draft


def claims_of(draft: Draft) -> list[DraftClaim]:
    sections = chain.from_iterable(section.claims for section in draft.analysis)
    return [*draft.summary, *draft.key_claims, *sections, *draft.open_questions]


def texts(draft: Draft) -> str:
    return " ".join(claim.text for claim in claims_of(draft))


def test_a_report_becomes_an_article() -> None:
    draft = compiled(reading_of(REPORT))
    assert draft.title == "The Reservoir of Berg"
    assert draft.summary[0].text.startswith("The Berg reservoir is a lake behind a granite dam")
    assert {section.heading for section in draft.analysis} <= {"The Reservoir of Berg", "Construction", "Water use"}
    assert [claim.text for claim in draft.open_questions] == [
        "Can the granite dam be raised by two metres?",
        "It remains unclear how much water leaks through the granite dam in winter.",
    ]
    assert "granite dam" in draft.concepts


def test_what_is_no_prose_never_poses_as_a_claim() -> None:
    said = texts(compiled(reading_of(REPORT)))
    assert not any(word in said for word in ("Figure 1", "million litres 19", "print", "history", "However", "[3]"))


def test_no_claim_points_back_at_what_is_not_shown() -> None:
    for claim in claims_of(compiled(reading_of(REPORT))):
        assert not points_back(claim.text, lexicon_of("en"))


def test_a_sentence_that_points_back_is_shown_with_the_one_before_it() -> None:
    reading = prose(
        "The valley dam was designed by Anna Berg of Ulm. It holds 12 million litres of valley water for the dam's four towns."
    )
    shown = [claim.text for claim in claims_of(compiled(reading))]
    assert all(not text.startswith("It") for text in shown)


def test_a_short_note_is_told_with_its_lines() -> None:
    note = reading_of(
        [
            (PARAGRAPH, "Met with Priya about the valley dam. She wants the second gate removed.", 0),
            (BlockKind.LIST_ITEM, "Priya sends the drawings by Thursday", 0),
            (BlockKind.LIST_ITEM, "Ask Tom about the length of the trial", 0),
        ]
    )
    said = texts(compiled(note))
    assert all(words in said for words in ("Met with Priya", "Priya sends the drawings", "Ask Tom"))


def test_an_announcement_opens_the_summary() -> None:
    draft = compiled(
        prose(
            "Water for the towns is dear in summer. The council has long asked for more.",
            "ULM, May 4, 2024 – Berg Dams today announced that, as part of its plan, the granite dam will be raised.",
            *[f"The granite dam of Berg holds {n} million litres for town number {n}." for n in range(2, 9)],
        )
    )
    assert any("Berg Dams today announced" in claim.text for claim in draft.summary)


def test_a_summary_says_who_speaks_though_the_text_says_it_last() -> None:
    lines = [
        f"Gate number {n} was raised in 201{n} after winter {name(n)} had bent {name(n + 9)} beams." for n in range(9)
    ]
    draft = compiled(
        reading_of([(PARAGRAPH, line) for line in (*lines, "Berg is a maker of granite gates.")]), "Berg 2019"
    )
    assert "Berg is a maker of granite gates." in [claim.text for claim in draft.summary]


def test_good_will_is_left_out_where_there_is_more_to_say() -> None:
    lines = [f"Gate number {n} was raised after winter {name(n)} had bent {name(n + 9)} beams." for n in range(13)]
    said = texts(compiled(prose("We are committed to better water for all of the valley.", *lines)))
    assert "committed" not in said


def test_no_sentence_is_told_twice() -> None:
    reading = prose(*["The granite dam of the Berg reservoir was closed in 1911 by the council."] * 30)
    assert len(claims_of(compiled(reading))) == 1


@pytest.mark.parametrize(
    ("reading", "given", "title"),
    [
        (reading_of(REPORT, title="Untitled"), None, "The Reservoir of Berg"),
        (reading_of(REPORT, title="Water for four towns"), None, "Water for four towns"),
        (reading_of(REPORT, title="Microsoft Word - scan_0012.docx"), None, "The Reservoir of Berg"),
        (reading_of(REPORT), "My dam", "My dam"),
        (prose("Buy milk and eggs tomorrow", language=None), None, "Buy milk and eggs tomorrow"),
        (prose("The dam opens at 3 p.m."), None, "The dam opens at 3 p.m."),
        (reading_of([(HEADING, "TOTAL $9.90", 1), (PARAGRAPH, "Berg Hardware")]), None, "Berg Hardware"),
        (
            reading_of([(HEADING, "1 Gates", 1), (PARAGRAPH, "Dams hold water."), (HEADING, "2 Walls", 1)]),
            None,
            "Dams hold water",
        ),
        (
            reading_of([(HEADING, "Chapter I", 1), (PARAGRAPH, '"Well, the dam," said Anna Berg. Anna Berg laughed.')]),
            None,
            "Anna Berg",
        ),
        (
            reading_of([(HEADING, "Report Date: 2024-11-15", 1), (PARAGRAPH, "Dams hold water.")]),
            None,
            "Dams hold water",
        ),
        (reading_of([(HEADING, "3.1 Gates", 1), (PARAGRAPH, "Dams hold water.")]), None, "Gates"),
        (prose("..."), None, "Untitled"),
    ],
)
def test_titles(reading: Reading, given: str | None, title: str) -> None:
    assert compiled(reading, given).title == title


def test_a_long_title_is_shortened_at_a_word() -> None:
    assert compiled(reading_of([(HEADING, "granite dam " * 11, 1), (PARAGRAPH, "Held.")])).title.endswith(" granite…")


@pytest.mark.parametrize("note", ["The dam opens to visitors on Tuesday at noon.", "call the dam keeper", "ok"])
def test_a_note_of_one_line_is_its_own_summary_and_nothing_else(note: str) -> None:
    draft = compiled(prose(note, language=None))
    assert [claim.text for claim in claims_of(draft)] == [note]
    assert draft.summary


@pytest.mark.parametrize(
    "reading",
    [
        reading_of([]),
        reading_of([(CODE, "def dam(x):\n    return x + 1")]),
    ],
)
def test_without_prose_there_are_no_claims(reading: Reading) -> None:
    assert claims_of(compiled(reading)) == []


@pytest.mark.parametrize(
    "code",
    [
        "# The gate shuts when the lake is full.\ngate = 1  # to be done\n# gate = shut(lake) if lake.",
        "/* The gate shuts when the lake is full. The\n   lake is never full. */\nint gate = 1; // gate = 2;",
        'def gate(lake):\n    """The gate shuts when the lake is full."""\n    return 1',
        "<p>The gate shuts when the lake is full.</p><b>Gate and lake</b><i>if (gate == 2) { shut the lake. }</i>",
        "<!-- The gate shuts when the lake is full. -->\n<gate/>",
    ],
)
def test_code_alone_says_what_its_words_say(code: str) -> None:
    draft = compiled(reading_of([(HEADING, "Gate", 1), (CODE, code)]))
    assert [claim.text for claim in claims_of(draft)] == ["The gate shuts when the lake is full."]


def test_of_a_text_with_prose_no_code_is_told() -> None:
    said = texts(compiled(reading_of([*REPORT, (CODE, "# The gate shuts when the lake is full.\ngate = 1")])))
    assert "gate shuts" not in said


BILL: list[Part] = [
    (HEADING, "Berg Hardware", 1),
    (PARAGRAPH, "Gate road 7, Ulm"),
    (PARAGRAPH, "Date: 14/03/2023"),
    (PARAGRAPH, "Brass hinge with screws"),
    (PARAGRAPH, "HNG-12 2 @ $4.50"),
    (PARAGRAPH, "$9.00"),
    (TABLE, "Sales tax | $0.90"),
    (HEADING, "TOTAL $9.90", 3),
    (PARAGRAPH, "Thank you for coming"),
    *[(PARAGRAPH, f"{word} road") for word in ("Harbour", "Mill", "Tower", "Garden", "Valley") * 30],
]


def test_a_bill_tells_its_lines() -> None:
    draft = compiled(reading_of(BILL))
    assert draft.title == "Berg Hardware"
    assert [claim.text for claim in draft.key_claims] == [
        "Date: 14/03/2023",
        "Brass hinge with screws HNG-12 2 @ $4.50 $9.00",
        "Sales tax: $0.90",
        "TOTAL $9.90",
    ]


def test_a_table_tells_its_rows_with_their_columns() -> None:
    draft = compiled(reading_of([(TABLE, "boat | crew | berth 1\nAurora | 4 | north\nStella | | south")]))
    assert draft.title == "boat, crew, berth 1"
    assert [claim.text for claim in draft.key_claims] == [
        "boat: Aurora; crew: 4; berth 1: north",
        "boat: Stella; berth 1: south",
    ]


@pytest.mark.parametrize(
    "table",
    [
        "☐ | Amendment\n☐ | Notice",
        "Ulm | (State or\nof Berg) | 4",
        "1 | 2\n3 | 4",
        "Date | /s/ A. Berg",
        "Ulm | 1-2345 | 67-89\n(Seat of the | (Number in the | (Number at\ntown) | register) | the court)",
        "# | # | gates | locks\nof towers | of walls | old new | all\nUlm | 4 | 7.5 | 12",
    ],
)
def test_rows_that_say_nothing_by_themselves_are_not_told(table: str) -> None:
    assert claims_of(compiled(reading_of([(HEADING, "Dams", 1), (TABLE, table)]))) == []


def test_a_long_table_tells_its_total() -> None:
    rows = [f"{name(n)} | {n}.50 kg" for n in range(500)]
    draft = compiled(reading_of([(TABLE, "\n".join(["catch | weight", *rows, "Total | 9000 kg"]))]))
    assert draft.key_claims[-1].text == "catch: Total; weight: 9000 kg"


def test_a_printed_row_with_a_cell_missing_is_not_told() -> None:
    table = reading_of([(TABLE, "boat | crew | berth\nAurora | 4 | north\nStella | south")])
    printed = Reading(table.content, table.blocks, table.coverage, page_starts=(0,))
    assert [claim.text for claim in claims_of(compiled(printed))] == ["boat: Aurora; crew: 4; berth: north"]


HOUSE = (
    "We were founded by the council of Ulm in 1911.",
    "Our boats carry granite and water to the four towns of the valley.",
    "Our captains decide which of the boats leaves the harbour first in the morning.",
    "The harbour of the valley is cleaned by the council of the four towns every spring.",
    "Granite from the valley is cut by hand in the quarries above the harbour.",
    "The captains of the boats meet the council in the harbour twice a year.",
    "The price of granite follows the price of water in the four towns.",
    "Granite is weighed in the harbour before the boats leave for the towns.",
    "The water of the valley is sold to the towns by the council.",
    "We had 38 boats in the harbour at the end of 1990.",
)


def test_who_speaks_as_we_is_told_before_what_is_said_of_us() -> None:
    speaker = 'Unless otherwise stated, "we," "us" and "our" in this report refer to Berg Boats and its captains.'
    said = [claim.text for claim in compiled(prose(speaker, *HOUSE)).summary]
    assert said[0] == speaker
    assert HOUSE[0] in said


def test_what_a_house_has_and_does_is_told_of_it() -> None:
    assert {HOUSE[0], HOUSE[-1]} <= {claim.text for claim in compiled(prose(*HOUSE)).summary}


def test_a_wide_table_is_called_by_its_first_columns() -> None:
    names = [f"{name(n)} of the boat" for n in range(12)]
    table = "\n".join([" | ".join(names), " | ".join(["north"] * 12)])
    title = compiled(reading_of([(TABLE, table)])).title
    assert title == ", ".join([*names[:4], "…"])


def test_rows_of_bare_figures_are_told_with_their_columns() -> None:
    draft = compiled(reading_of([(TABLE, "year | boats\n1990 | 12\n2000 | 15")]))
    assert [claim.text for claim in draft.key_claims] == ["year: 1990; boats: 12", "year: 2000; boats: 15"]


def test_a_row_that_does_not_say_what_it_is_of_is_not_told() -> None:
    draft = compiled(reading_of([(TABLE, "boat | crew | berth\nAurora | 4 | north\n | 2 | south")]))
    assert [claim.text for claim in draft.key_claims] == ["boat: Aurora; crew: 4; berth: north"]


def test_a_running_head_is_no_row() -> None:
    page = reading_of([(TABLE, "The granite dams of the upper valley | 12"), (TABLE, "Gates shut | 4"), (ITEM, "Done")])
    printed = Reading(page.content, page.blocks, page.coverage, page_starts=(0,))
    assert "Gates shut: 4" in texts(compiled(printed))
    assert "upper valley" not in texts(compiled(printed))


def test_what_stands_on_every_form_is_told_only_where_nothing_else_is() -> None:
    form = "Title of each class | Trading symbols\nCommon stock | BRG"
    vote = "Nominee | For | Against\nAnna Berg | 120 | 40"
    assert "BRG" in texts(compiled(reading_of([(TABLE, form)])))
    said = texts(compiled(reading_of([(TABLE, form), (TABLE, vote)])))
    assert "Anna Berg" in said
    assert "BRG" not in said


def test_a_few_figures_are_told_with_the_line_that_says_what_they_count() -> None:
    vote = reading_of(
        [(ITEM, "The towns refused the second gate:"), (TABLE, "For | 120\nAgainst | 340"), (ITEM, "Done")]
    )
    assert "The towns refused the second gate: For: 120; Against: 340" in texts(compiled(vote))


def test_a_text_with_sentences_tells_no_row() -> None:
    said = texts(compiled(reading_of([*REPORT, (PARAGRAPH, "Owner: the council of 1911")])))
    assert "million litres;" not in said
    assert "Owner" not in said


def test_a_lone_word_says_nothing_beside_others() -> None:
    note = reading_of([(PARAGRAPH, "Call the dam keeper"), (ITEM, "gates"), (ITEM, "two valves")])
    assert [claim.text for claim in claims_of(compiled(note))] == ["Call the dam keeper", "two valves"]


def test_a_text_without_spaces_between_words() -> None:
    text = "水库是大坝后面的人工湖，为四个城镇供水。这座大坝建于一九一一年。大坝由花岗岩建成，高四十米。目前尚不清楚大坝冬天漏多少水。四个城镇去年用水一千二百万升。"
    draft = compiled(prose(text, language="zh"))
    assert draft.summary[0].text.startswith("水库是大坝后面的人工湖")
    assert [claim.text for claim in draft.open_questions] == ["目前尚不清楚大坝冬天漏多少水。"]
    assert "大坝" in draft.concepts


def test_a_question_that_the_text_answers_is_not_open() -> None:
    reading = prose("Why was the old dam closed? The council closed the old dam because of a crack in the granite.")
    assert compiled(reading).open_questions == ()


def name(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number * 7919 % 100_000:05}")


def test_a_very_long_text_gives_an_article_of_bounded_size() -> None:
    parts: list[Part] = []
    for chapter in range(60):
        parts.append((HEADING, f"Valley {chapter}", 1))
        parts.append(
            (
                PARAGRAPH,
                " ".join(
                    f"The {name(chapter + n)} dam of {name(n * 7)} holds {name(n * 3)} water for {name(n + 99)}."
                    for n in range(40)
                ),
            )
        )
    draft = compiled(reading_of(parts))
    assert 2 <= len(draft.summary) <= 4
    assert len(draft.key_claims) <= 12
    assert len(draft.analysis) <= 16
    assert all(1 <= len(section.claims) <= 5 for section in draft.analysis)


WORDS = st.sampled_from(
    [
        "The",
        "dam.",
        "of",
        "water,",
        "It",
        "However,",
        "1911",
        "(see",
        "[3])",
        "“granite”",
        "towns?",
        "水库。",
        "Berg\n",
        "-",
        "def",
        "x=1;",
        "www.dam",
    ]
)


@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(st.sampled_from(list(BlockKind)), st.lists(WORDS, min_size=1, max_size=40), st.integers(1, 6)),
        max_size=12,
    )
)
def test_any_text_gives_the_same_draft_twice_with_true_quotes(blocks: list[tuple[BlockKind, list[str], int]]) -> None:
    reading = reading_of([(kind, " ".join(words), level) for kind, words, level in blocks])
    draft = compiled(reading)
    assert draft == compiled(reading)
    assert draft.title
