"""Which sentence answers first, what is said after it, and in which language a question is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.knowledge.extractive.answers import LAMPS, TOWN, answered, first_said, passages, said


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When was the Harbour Bridge opened?", "It was opened on 3 May 1932"),
        ("when was the power station built", "in 1911"),
        ("Who opened the Harbour Bridge of Port Ellis?", "Anne Whitlock"),
        ("How much did building the Harbour Bridge cost?", "6.2 million pounds"),
        ("Why did families lose their houses in Port Ellis?", "because the northern approach"),
        ("What lit the streets of Port Ellis?", "Gas lamps lit the streets"),
        ("How does sourdough bread rise?", "wild yeast"),
    ],
)
def test_the_sentence_that_answers_comes_first(question: str, words: str) -> None:
    assert words in first_said(question, *TOWN)


def test_both_sides_of_a_question_are_answered() -> None:
    text = " ".join(said("When was the Harbour Bridge opened, and when was the power station built?", *TOWN))
    assert "1932" in text
    assert "1911" in text


def test_what_two_passages_say_alike_is_said_once() -> None:
    again = "Gas lamps lit the streets of Port Ellis until the power station was built in the year 1911."
    assert len(said("What lit the streets of Port Ellis until the power station was built?", LAMPS, again)) == 1


def test_what_shares_only_the_word_for_size_adds_nothing() -> None:
    ship = "The Lindholm ferry\n\nThe new ship is driven by batteries of 4.2 MWh. Its yard lies in Odense."
    models = "Large language models are becoming the crucial part of agents that use 3 tools or more for new tasks."
    assert said("How large are the batteries of the new ship?", ship, models) == [
        "The new ship is driven by batteries of 4.2 MWh."
    ]


def test_prose_goes_before_a_row_where_no_figure_is_asked_for() -> None:
    table = "Results of Acme\n\nMillions | 2019 | 2018\nOperating income | 410 | 395"
    prose = "Operating income of Acme fell because the price of copper rose in the summer."
    assert first_said("Why did the operating income of Acme fall?", table, prose) == prose


@pytest.mark.parametrize(
    ("question", "content", "first"),
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
        (
            "กรุงเทพมีประชากรเท่าไร",
            "เชียงใหม่อยู่ทางเหนือ\nกรุงเทพมีประชากรสิบล้านคน",
            "กรุงเทพมีประชากรสิบล้านคน",
        ),
        (
            "Wann wurde der Kölner Dom vollendet?",
            "Der Kölner Dom ist eine Kirche am Rhein. Der Kölner Dom wurde im Jahr 1880 vollendet. Die Stadt hat viele Brücken.",
            "Der Kölner Dom wurde im Jahr 1880 vollendet.",
        ),
        (
            "Когда построен первый мост в городе Москва?",
            "Москва стоит на реке. В городе Москва первый мост построен в 1687 году мастером.",
            "В городе Москва первый мост построен в 1687 году мастером.",
        ),
    ],
)
def test_other_languages_are_answered(question: str, content: str, first: str) -> None:
    assert first_said(question, content) == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("¿Quién inauguró la biblioteca?", "La biblioteca fue inaugurada en 1934 por la maestra Inés Calderón."),
        ("Combien de producteurs le marché réunit-il ?", "Le marché réunit quarante producteurs de la région."),
        ("Какова глубина озера?", "Наибольшая глубина озера составляет 61 метр."),
        ("祭りはいつ行われますか？", "山頂の神社では毎年八月に祭りが行われる。"),
    ],
)
def test_a_question_is_read_in_the_language_of_the_passage_that_fits_it_best(question: str, first: str) -> None:
    library = [
        "The Harbour Bridge of Port Ellis carries trams and trains over the strait.",
        "Der Turm wurde im Jahr 1887 von der Gemeinde erbaut und ist 34 Meter hoch.",
        "La biblioteca fue inaugurada en 1934 por la maestra Inés Calderón.",
        "Le marché réunit quarante producteurs de la région. Il a lieu le samedi.",
        "Озеро лежит на севере. Наибольшая глубина озера составляет 61 метр.",
        "白樺山は火山である。山頂の神社では毎年八月に祭りが行われる。",
    ]
    assert first_said(question, *sorted(library, key=lambda content: first not in content)) == first


TEXT = st.text(alphabet="abc DE12.?!|,\n東京。กข'’“()é", max_size=80)


@given(TEXT, st.lists(TEXT, max_size=4))
def test_any_question_to_any_passages_is_answered_from_them_or_not_at_all(question: str, contents: list[str]) -> None:
    given = passages(*contents)
    assert answered(question, given) == answered(question, given)
