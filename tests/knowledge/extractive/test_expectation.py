"""A sentence answers only where it holds the kind of answer that is asked for."""

import pytest

from tests.knowledge.extractive.answers import NOTHING, first_said, said


@pytest.mark.parametrize(
    ("question", "content", "definition"),
    [
        (
            "What is a quern?",
            "Grain was brought to the quern in sacks. A quern is a hand mill of two stones.",
            "A quern is a hand mill of two stones.",
        ),
        (
            "What is the Moray seam?",
            "The miners dug what was known as the Moray seam until the war. Nobody counts the tons from the Moray seam.",
            "The miners dug what was known as the Moray seam until the war.",
        ),
        (
            "Who was Anne Whitlock?",
            "The letters of Anne Whitlock are lost. The bridge was opened by Anne Whitlock, a former governor of the strait.",
            "The bridge was opened by Anne Whitlock, a former governor of the strait.",
        ),
    ],
)
def test_a_definition_says_what_the_thing_is(question: str, content: str, definition: str) -> None:
    assert said(question, content) == [definition]


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("What is a quern?", "A quern breaks sooner in winter when the farmers grind frozen grain."),
        ("What is a tramway?", "The price of a tramway is high."),
        ("Who is Anne Whitlock?", "Anne Whitlock arrived at the bridge on a rainy day with her dogs."),
    ],
)
def test_to_speak_of_a_thing_is_not_to_define_it(question: str, content: str) -> None:
    assert not said(question, content)


@pytest.mark.parametrize("question", ["Who painted the Harbour Bridge?", "Where was the Harbour Bridge painted?"])
def test_a_person_and_a_place_must_be_named(question: str) -> None:
    content = "The Harbour Bridge was painted every seven years at great cost."
    assert not said(question, content, headings=("Harbour Bridge",))


@pytest.mark.parametrize(
    "content",
    [
        "The quarry of Penhale closed because the slate had run out.",
        "The quarry of Penhale was closed to make room for a road.",
        "The quarry of Penhale lost its only customer and therefore closed.",
    ],
)
def test_a_reason_says_that_it_is_one(content: str) -> None:
    question, fact = "Why did the quarry of Penhale close?", "The quarry of Penhale closed in March 1974."
    assert first_said(question, f"{fact} {content}") == content
    assert not said(question, fact)


TOM = "Tom Garrick did not win the Penhale Cup, though he led."
IDA = "The crew of Ida Frost won the Penhale Cup by a length."


@pytest.mark.parametrize(
    ("question", "content", "first"),
    [
        ("Who won the Penhale Cup?", TOM, NOTHING),
        ("Who won the Penhale Cup?", f"{TOM} {IDA}", IDA),
        ("Who did not win the Penhale Cup?", f"{TOM} {IDA}", TOM),
    ],
)
def test_a_denial_answers_only_where_it_is_asked_for(question: str, content: str, first: str) -> None:
    assert first_said(question, content) == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How wide is the bay of Penhale?", "The bay of Penhale is 30 metres wide."),
        ("How deep is the bay of Penhale?", NOTHING),
        ("What was the gross margin of Ferry in 2019?", "In 2019 the gross margin of Ferry fell to 31 %."),
        ("What was the net margin of Ferry in 2019?", NOTHING),
        ("What was Ferry's total cost in 2019?", "The cost of Ferry was 3,100 million in 2019."),
        ("What was the revenue of Ferry in 2019?", "In 2019 Ferry made $46.3 million in revenue."),
        ("How many people work at Orion?", "About 41,000 people work at Orion."),
        ("How many employees does Orion have?", "About 41,000 people work at Orion."),
        ("How many depots does Orion have?", NOTHING),
    ],
)
def test_a_figure_is_of_the_measure_asked_for(question: str, first: str) -> None:
    content = (
        "The bay of Penhale is 30 metres wide.",
        "In 2019 the operating margin of Ferry rose to 8 %. In 2019 the gross margin of Ferry fell to 31 %. "
        "The cost of Ferry was 3,100 million in 2019.",
        "Deferred revenue of Ferry was $3.5 million in 2019. In 2019 Ferry made $46.3 million in revenue.",
        "About 41,000 people work at Orion. Its depots are old.",
    )
    assert first_said(question, *content) == first


@pytest.mark.parametrize(
    ("question", "content", "first"),
    [
        ("青山塔建于哪一年？", "青山塔建于1968年。青山塔高三百米，位于海边。", "青山塔建于1968年。"),
        ("青山塔有多高？", "青山塔建于1968年。青山塔高三百米，位于海边。", "青山塔高三百米，位于海边。"),
        ("青山塔有多高？", "青山塔建于1968年。青山塔位于海边，每年有二十万人参观。", NOTHING),
        ("青山塔高多少米？", "青山塔建于1968年。青山塔有一家餐厅，位于海边。", NOTHING),
        ("多少人参观青山塔？", "青山塔高三百米。每年有二十万人参观青山塔。", "每年有二十万人参观青山塔。"),
        ("白河大桥有多长？", "白河大桥由工程师李伟设计。白河大桥全长1200米。", "白河大桥全长1200米。"),
        ("白河大桥是谁设计的？", "白河大桥由工程师李伟设计。白河大桥全长1200米。", "白河大桥由工程师李伟设计。"),
        (
            "緑川橋の長さは何メートルですか。",
            "緑川橋は1972年に完成した。緑川橋の長さは三百二十メートルである。",
            "緑川橋の長さは三百二十メートルである。",
        ),
        ("緑川橋の長さはどのくらいですか。", "緑川橋は1972年に完成した。緑川橋は赤く塗られている。", NOTHING),
    ],
)
def test_a_year_is_no_extent_and_figures_may_be_ideographs(question: str, content: str, first: str) -> None:
    assert first_said(question, content) == first
