"""The main verb of a question, and that an answer says the same was done."""

import pytest

from lorewright.knowledge.extractive.predicate import predicate
from tests.knowledge.extractive.answers import said


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("When was the old house sold?", "sold"),
        ("Where did the mill at Arden close?", "close"),
        ("Who first climbed the tower?", "climbed"),
        ("When was the comet last seen?", "seen"),
        ("Wann wurde die Burg verkauft?", "verkauft"),
        ("Quand le moulin a-t-il été vendu ?", "vendu"),
        ("Where is the house located?", ""),
        ("What is a quern?", ""),
    ],
)
def test_the_verb_is_told_by_its_form(question: str, verb: str) -> None:
    assert predicate(question) == verb


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When was the old house sold?", "The sale of the old house was in 1954."),
        ("Who constructed the old dam?", "The old dam was built by Josef Brandt."),
        ("When did the mill at Arden close?", "The mill at Arden closed in March 1974."),
        ("When does the quarry shop open?", "The quarry shop opens on 4 May."),
        ("What did the hunter eat?", "The hunter ate a wild rabbit on 5 November."),
        ("When did the river freeze?", "The river froze over in January 1963."),
        ("When was the king overthrown?", "The council overthrew the king in 1848."),
    ],
)
def test_what_was_done_may_be_said_in_another_form_or_word(question: str, sentence: str) -> None:
    assert said(question, sentence) == [sentence]


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When was the old house on the square sold?", "The old house on the square was built in 1912."),
        ("Who designed the old dam?", "The old dam was built by Josef Brandt."),
        ("When did the mill at Arden open?", "The mill at Arden closed in March 1974."),
        ("Wann wurde die Burg am Fluss verkauft?", "Die Burg am Fluss wurde 1340 von dem Grafen erbaut und ist alt."),
        ("Quand le moulin de Versac a-t-il été vendu ?", "Le moulin de Versac a été construit en 1820 par la commune."),
    ],
)
def test_what_else_was_done_is_no_answer(question: str, sentence: str) -> None:
    assert not said(question, sentence)
