"""Questions to which nothing is said, because the passages only share words with them."""

import pytest

from tests.knowledge.extractive.answers import TOWN, answered, passages, said


@pytest.mark.parametrize(
    "question",
    [
        # Nothing of it is spoken of.
        "What is the boiling point of nitrogen?",
        "Which enzyme does aspirin inhibit?",
        "Was the treaty of 1648 signed in Westphalia?",
        # A bridge, a governor and a cost are, but of others.
        "When was the Golden Gate Bridge opened?",
        "Who is the governor of Texas?",
        "How much did the ZX81 cost in 1981?",
        "What is the capital of the country whose bridge was designed by Otto Kern?",
        # In a language that the passages are not in.
        "日本の首都はどこですか。",
        "Wie hoch ist der Eiffelturm?",
    ],
)
def test_what_the_passages_do_not_answer(question: str) -> None:
    assert not said(question, *TOWN)


HOLDINGS = (
    "The Company had no customer with more than 10% of its sales in 2023, 2022 and 2021. "
    "Costs of major acquisitions are expensed."
)


def test_years_alone_are_no_answer() -> None:
    given = passages(HOLDINGS, headings=("Varn Holdings",))
    assert not answered("What are major acquisitions that Varn Holdings has done in 2023, 2022 and 2021?", given)


def test_what_happened_is_told_by_its_year() -> None:
    mill = "The mill of Varn ground barley for two hundred years. In 1931 it burnt down to the ground."
    assert "burnt down" in said("What happened to the mill of Varn in 1931?", mill)[0]


@pytest.mark.parametrize("question", ["", "?", "the of and"])
def test_what_asks_nothing(question: str) -> None:
    assert not said(question, *TOWN)


@pytest.mark.parametrize("contents", [(), ("",), ("\n\n",), ("Port Ellis\n\nHarbour Bridge",)])
def test_passages_without_a_sentence(contents: tuple[str, ...]) -> None:
    assert not said("When was the Harbour Bridge of Port Ellis opened?", *contents)


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("北京的面积是多少？", "东京是日本的首都。东京的人口约为1400万人。"),
        ("谁发明了电话？", "东京是日本的首都。东京的人口约为1400万人。"),
        ("大阪の高さはどのくらいですか。", "富士山の高さは3776メートルである。"),
        ("부산의 면적은 얼마입니까?", "서울의 인구는 약 940만 명이다."),
        ("Когда построен первый собор в городе Казань?", "В городе Москва первый мост построен в 1687 году мастером."),
    ],
)
def test_other_languages_are_refused(question: str, content: str) -> None:
    assert not said(question, content)
