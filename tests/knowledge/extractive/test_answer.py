"""Answers from passages: what is said, from where, in which order, and when nothing is said."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.engine import AnswerSentence, Passage
from lorewright.knowledge.evidence import check
from lorewright.knowledge.extractive.answer import MOST_SENTENCES, answer


def passages(*contents: str, headings: tuple[str, ...] = ()) -> list[Passage]:
    """One from each of several texts, each beginning at another offset of its text."""
    return [
        Passage(n + 1, f"text-{n}", 0, 100 * n, 100 * n + len(content), content, headings)
        for n, content in enumerate(contents)
    ]


def answered(question: str, given: Sequence[Passage]) -> list[AnswerSentence]:
    found = list(answer(question, given))
    assert len(found) <= MOST_SENTENCES
    assert len({sentence.text for sentence in found}) == len(found)
    for sentence in found:
        assert sentence.support
        slices = []
        for index, span in sentence.support:
            piece = given[index]
            slices.append(piece.content[span.start - piece.start : span.end - piece.start])
            assert span.quote == slices[-1] != ""
        assert check(sentence.text, slices, slices, None).passed
    return found


BRIDGE = (
    "The Harbour Bridge of Port Ellis carries trams and trains over the strait. It was opened on 3 May 1932 by the "
    "governor, Anne Whitlock. Building it took eight years and cost 6.2 million pounds. Many families lost their houses "
    "because the northern approach needed their land."
)
LAMPS = (
    "Gas lamps lit the streets of Port Ellis until the power station was built in 1911. The station burnt coal from the "
    "Moray mines. Electric trams replaced horses two years later."
)
BREAD = "Sourdough bread rises through wild yeast and bacteria. A starter is fed with flour and water every day."
TOWN = passages(BRIDGE, LAMPS, BREAD)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("When was the Harbour Bridge opened?", "It was opened on 3 May 1932"),
        ("Who opened the Harbour Bridge of Port Ellis?", "Anne Whitlock"),
        ("How much did building the Harbour Bridge cost?", "6.2 million pounds"),
        ("Why did families lose their houses in Port Ellis?", "because the northern approach"),
        ("What lit the streets of Port Ellis?", "Gas lamps lit the streets"),
        ("How does sourdough bread rise?", "wild yeast"),
        ("when was the power station built", "in 1911"),
    ],
)
def test_the_sentence_that_answers_comes_first(question: str, first: str) -> None:
    assert first in answered(question, TOWN)[0].text


@pytest.mark.parametrize(
    "question",
    [
        "What is the boiling point of nitrogen?",
        "When was the Golden Gate Bridge opened?",
        "Who is the governor of Texas?",
        "How much did the ZX81 cost in 1981?",
        "Which enzyme does aspirin inhibit?",
        "What is the capital of the country whose bridge was designed by Otto Kern?",
        "Was the treaty of 1648 signed in Westphalia?",
        "?",
        "",
        "the of and",
        "日本の首都はどこですか。",
        "Wie hoch ist der Eiffelturm?",
    ],
)
def test_nothing_is_said_where_nothing_answers(question: str) -> None:
    assert not answered(question, TOWN)


@pytest.mark.parametrize("given", [[], passages(""), passages("\n\n"), passages("Port Ellis\n\nHarbour Bridge")])
def test_nothing_is_said_from_nothing(given: list[Passage]) -> None:
    assert not answered("When was the Harbour Bridge of Port Ellis opened?", given)


def test_a_sentence_that_points_back_is_said_with_the_one_before() -> None:
    (sentence,) = answered("When was the Harbour Bridge opened by the governor?", TOWN)[:1]
    assert sentence.text.startswith("The Harbour Bridge of Port Ellis carries")
    assert len(sentence.support) == 1


def test_a_sentence_whose_noun_is_out_of_reach_is_not_said() -> None:
    orphan = passages("It was opened on 3 May 1932 by the governor of Port Ellis as its Harbour Bridge.")
    assert not answered("When was the Harbour Bridge of Port Ellis opened?", orphan)


def test_both_sides_of_a_question_are_answered() -> None:
    found = answered("When was the Harbour Bridge opened, and when was the power station built?", TOWN)
    text = " ".join(sentence.text for sentence in found)
    assert "1932" in text
    assert "1911" in text


def test_what_two_passages_say_alike_is_said_once() -> None:
    twice = passages(
        LAMPS, "Gas lamps lit the streets of Port Ellis until the power station was built in the year 1911."
    )
    found = answered("What lit the streets of Port Ellis until the power station was built?", twice)
    assert len(found) == 1


def test_a_connective_is_dropped() -> None:
    found = answered(
        "What does aspirin inhibit?",
        passages(
            "The drug has been sold for many years. However, aspirin inhibits two enzymes that make prostaglandins. It is "
            "cheap and is found in most of the pharmacies of the world."
        ),
    )
    assert found[0].text == "Aspirin inhibits two enzymes that make prostaglandins."


TABLE = passages(
    "Results of operations\n\nSales were in line with what the management expected for the group.\n\n"
    "Millions | 2019 | 2018\nNet revenue | 5,200 | 4,900\nOperating income | 410 | 395",
    headings=("Annual report of Acme",),
)


def test_a_figure_that_only_a_row_has_is_said_with_the_names_of_its_columns() -> None:
    (sentence,) = answered("How much was the net revenue of Acme in 2019?", TABLE)
    assert sentence.text == "Millions | 2019 | 2018: Net revenue | 5,200 | 4,900"
    assert [span.quote for _, span in sentence.support] == ["Millions | 2019 | 2018", "Net revenue | 5,200 | 4,900"]


def test_a_row_does_not_pose_as_a_sentence() -> None:
    prose = "Operating income of Acme fell because the price of copper rose in the summer."
    found = answered("Why did the operating income of Acme fall?", TABLE + passages("", prose)[1:])
    assert found[0].text == prose


def test_headings_and_questions_are_not_said() -> None:
    given = passages(
        "The History of the Harbour Bridge of Port Ellis\n\nWho built the Harbour Bridge of Port Ellis?\n\n" + BRIDGE
    )
    found = answered("Who built the Harbour Bridge of Port Ellis?", given)
    assert found
    assert not any(sentence.text.startswith(("The History", "Who")) for sentence in found)


@pytest.mark.parametrize(
    ("question", "content", "said"),
    [
        (
            "东京的人口是多少？",
            "东京是日本的首都。东京的人口约为1400万人。京都有很多寺庙。",
            "东京的人口约为1400万人。",
        ),
        (
            "富士山の高さはどのくらいですか。",
            "富士山の高さは3776メートルである。桜は春に咲く。",
            "富士山の高さは3776メートルである。",
        ),
        (
            "서울의 인구는 얼마입니까?",
            "서울은 대한민국의 수도이다. 서울의 인구는 약 940만 명이다. 부산은 항구이다.",
            "서울의 인구는 약 940만 명이다.",
        ),
        ("กรุงเทพมีประชากรเท่าไร", "เชียงใหม่อยู่ทางเหนือ\nกรุงเทพมีประชากรสิบล้านคน", "กรุงเทพมีประชากรสิบล้านคน"),
        (
            "Wann wurde der Kölner Dom vollendet?",
            "Der Kölner Dom ist eine Kirche am Rhein. Der Kölner Dom wurde im Jahr 1880 vollendet. Die Stadt hat viele Brücken "
            "und auch eine Seilbahn, die über den Fluss führt.",
            "Der Kölner Dom wurde im Jahr 1880 vollendet.",
        ),
    ],
)
def test_other_languages_are_answered(question: str, content: str, said: str) -> None:
    assert answered(question, passages(content))[0].text == said


def test_a_script_with_capitals_is_read_like_any_other() -> None:
    content = (
        "Москва стоит на реке и является столицей России. В городе Москва первый мост построен в 1687 году мастером."
    )
    assert answered("Когда построен первый мост в городе Москва?", passages(content))[0].text.startswith(
        "В городе Москва"
    )
    assert not answered("Когда построен первый собор в городе Казань?", passages(content))


@pytest.mark.parametrize(
    "question", ["北京的面积是多少？", "大阪の高さはどのくらいですか。", "谁发明了电话？", "부산의 면적은 얼마입니까?"]
)
def test_other_languages_are_refused(question: str) -> None:
    content = (
        "东京是日本的首都。东京的人口约为1400万人。富士山の高さは3776メートルである。서울의 인구는 약 940만 명이다."
    )
    assert not answered(question, passages(content))


TEXT = st.text(alphabet="abc DE12.?!|,\n東京。กข'’“()é", max_size=80)


@given(TEXT, st.lists(TEXT, max_size=4))
def test_any_question_to_any_passages_is_answered_from_them_or_not_at_all(question: str, contents: list[str]) -> None:
    given = passages(*contents)
    assert answered(question, given) == answered(question, given)
