"""What a draft takes from a text: its summary, claims, concepts and open questions."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.extractive.fitness import points_back
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.reading.base import BlockKind
from tests.knowledge.extractive.drafts import HEADING, PARAGRAPH, REPORT, claims_of, compiled, made_up, texts_of
from tests.knowledge.readings import Part, prose, reading_of


def test_a_report_becomes_an_article() -> None:
    draft = compiled(reading_of(REPORT))
    assert draft.title == "The Reservoir of Berg"
    assert draft.summary[0].text.startswith("The Berg reservoir is a lake behind a granite dam")
    assert {section.heading for section in draft.analysis} <= {"The Reservoir of Berg", "Construction", "Water use"}
    assert [claim.text for claim in draft.open_questions] == [
        "Can the granite dam be raised by two metres?",
        "It remains unclear how much water leaks through the granite dam in winter.",
    ]
    assert "granite dam" in [concept.name for concept in draft.concepts]


def test_what_is_no_prose_never_poses_as_a_claim() -> None:
    said = " ".join(texts_of(compiled(reading_of(REPORT))))
    assert not any(word in said for word in ("Figure 1", "million litres 19", "print", "history", "[3]"))


def test_a_short_text_says_what_it_says_of_it() -> None:
    """Also of a sentence that is shown by itself, as the first one is."""
    text = "Air Orle is an airline of Varn. It was founded by Ina Sorel in 1977. The town owned the airline until 2002."
    said = texts_of(compiled(reading_of([(PARAGRAPH, text)]), "Air Orle"))
    assert "Air Orle is an airline of Varn. It was founded by Ina Sorel in 1977." in said


def test_a_short_text_is_told_whole() -> None:
    """Also what is much like another sentence, and what points back at a sentence that does so itself."""
    text = (
        "Orle Museum is a museum of glass in Varn. Its name is that of the glazier Ina Orle. Founded in 2006, it was the first museum of "
        "the town. It closed for a year in 2008. The museum of glass has a room of bottles. The museum of glass has a room of blue lamps. "
        "The lamps of the room come from Lisk. A shop in the cellar sells copies of the bottles. Schools visit the museum in spring."
    )
    said = " ".join(texts_of(compiled(reading_of([(PARAGRAPH, text)]), "Orle Museum")))
    assert all(f"{sentence}." in said for sentence in text.rstrip(".").split(". "))


def test_a_text_of_a_page_is_told_whole() -> None:
    """Also what differs from another sentence in its figures alone, which are what somebody looks up."""
    text = (
        "Varn 1.0 was released in 2003. Varn 2.0 was released in 2007. Varn 3.0 of 2011 has a panel for layers. Test builds are published every "
        "Friday. In the first month 95 bugs were reported for Varn 2.0. In the first month 212 bugs were reported for Varn 3.0. Pascal is the "
        "language of the oldest parts. Trains of thought are drawn as arrows. The handbook exists in English and in no other language. A ticket to the "
        "conference of 2016 cost 60 euros. A ticket to the conference of 2018 cost 80 euros. The treasurer publishes the accounts every March. "
        "Lisk Works has 34 employees. Volunteers do the rest of the work without pay. A shop sells printed copies for 25 euros. The copyright in Varn is "
        "shared by all contributors. Schools use the program to draw the catchments of rivers. Members vote on the budget in May. A rival from Orle "
        "runs on a telephone."
    )
    said = " ".join(texts_of(compiled(reading_of([(PARAGRAPH, text)]), "Release history of Varn")))
    assert [one for one in text.rstrip(".").split(". ") if f"{one}." not in said] == []


def test_whom_the_title_names_is_meant_in_the_next_paragraph_too() -> None:
    paragraphs = [
        "Ina Sorel was a maker of kilns. She was born in Varn.",
        "In 1899 she built the first kiln of Lisk. It works. Ina Sorel employed her brother Karl.",
        "She sold the works in 1931. Her brother Karl went to Orle.",
        "He died in 1940.",
    ]
    said = " ".join(texts_of(compiled(reading_of([(PARAGRAPH, one) for one in paragraphs]), "Ina Sorel")))
    assert "In 1899 she built the first kiln of Lisk. It works." in said
    assert "Ina Sorel employed her brother Karl. She sold the works in 1931. Her brother Karl went to Orle." in said
    assert "He died in 1940." not in said


def test_what_the_title_names_is_meant_in_the_next_paragraph_too() -> None:
    paragraphs = [
        "Varn Quay is the quay of Lisk. Larch was used for it.",
        "It belongs to the town.",
        "Nothing grows there.",
    ]
    said = texts_of(compiled(reading_of([(PARAGRAPH, one) for one in paragraphs]), "Varn Quay"))
    assert "Varn Quay is the quay of Lisk. Larch was used for it. It belongs to the town." in said


def test_whom_a_paragraph_calls_he_the_next_one_may_call_so() -> None:
    paragraphs = [
        "Ivo Tomm, the harbour master of Lisk, died in 2016. As a boy he counted the boats. In the guild he kept the minutes.",
        "He took charge of the port in 1958. In all his years Tomm was never late.",
    ]
    said = " ".join(
        texts_of(compiled(reading_of([(PARAGRAPH, one) for one in paragraphs]), "Ivo Tomm, harbour master"))
    )
    assert (
        "In the guild he kept the minutes. He took charge of the port in 1958. In all his years Tomm was never late."
        in said
    )


def test_no_claim_points_back_at_what_is_not_shown() -> None:
    for claim in claims_of(compiled(reading_of(REPORT))):
        assert not points_back(claim.text, lexicon_of("en"))


def test_a_sentence_that_points_back_is_shown_with_the_one_before_it() -> None:
    town = prose(
        "Berg is a town in Warren Valley, nine miles south of Ulm. The population was 14,782 at the 2010 census. It is the "
        "seat of Warren Valley."
    )
    assert texts_of(compiled(town, "Berg, Warren Valley")) == [
        "Berg is a town in Warren Valley, nine miles south of Ulm.",
        "The population was 14,782 at the 2010 census. It is the seat of Warren Valley.",
    ]


def test_no_sentence_is_told_twice() -> None:
    reading = prose(*["The granite dam of the Berg reservoir was closed in 1911 by the council."] * 30)
    assert len(claims_of(compiled(reading))) == 1


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
        f"Gate number {n} was raised in 201{n} after winter {made_up(n)} had bent {made_up(n + 9)} beams."
        for n in range(9)
    ]
    draft = compiled(
        reading_of([(PARAGRAPH, line) for line in (*lines, "Berg is a maker of granite gates.")]), "Berg 2019"
    )
    assert "Berg is a maker of granite gates." in [claim.text for claim in draft.summary]


def test_good_will_is_left_out_where_there_is_more_to_say() -> None:
    lines = [
        f"Gate number {n} was raised after winter {made_up(n)} had bent {made_up(n + 9)} beams." for n in range(13)
    ]
    said = " ".join(texts_of(compiled(prose("We are committed to better water for all of the valley.", *lines))))
    assert "committed" not in said


def test_a_question_that_the_text_answers_is_not_open() -> None:
    reading = prose("Why was the old dam closed? The council closed the old dam because of a crack in the granite.")
    assert compiled(reading).open_questions == ()


def test_a_text_without_spaces_between_words() -> None:
    text = "水库是大坝后面的人工湖，为四个城镇供水。这座大坝建于一九一一年。大坝由花岗岩建成，高四十米。目前尚不清楚大坝冬天漏多少水。四个城镇去年用水一千二百万升。"
    draft = compiled(prose(text, language="zh"))
    assert draft.summary[0].text.startswith("水库是大坝后面的人工湖")
    assert [claim.text for claim in draft.open_questions] == ["目前尚不清楚大坝冬天漏多少水。"]
    assert "大坝" in [concept.name for concept in draft.concepts]


def test_a_very_long_text_gives_an_article_of_bounded_size() -> None:
    parts: list[Part] = []
    for chapter in range(60):
        lines = (
            f"The {made_up(chapter + n)} dam of {made_up(n * 7)} holds {made_up(n * 3)} water for {made_up(n + 99)}."
            for n in range(40)
        )
        parts += [(HEADING, f"Valley {chapter}", 1), (PARAGRAPH, " ".join(lines))]
    draft = compiled(reading_of(parts))
    assert 2 <= len(draft.summary) <= 4
    assert len(draft.key_claims) <= 12
    assert len(draft.analysis) <= 16
    assert all(1 <= len(section.claims) <= 5 for section in draft.analysis)


WORDS = st.sampled_from(
    ["The", "dam.", "of", "water,", "It", "However,", "1911", "(see", "[3])", "“granite”", "towns?", "水库。", "Berg\n",
     "-", "def", "x=1;", "www.dam"]
)  # fmt: skip


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
