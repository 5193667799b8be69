"""Which words of earlier questions a follow-up is still about."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.extractive.followup import standalone

HARBOUR = "When was the harbour of Nordvik deepened?"
BEES = "How do bees find home in summer?"
EXPORTS = "What made up the exports of Nordvik in 1950?"


@pytest.mark.parametrize(
    ("earlier", "question", "understood"),
    [
        # A word that stands for what was named.
        ([HARBOUR], "What did it cost?", "What did harbour Nordvik cost?"),
        ([HARBOUR, "What did it cost?"], "How long did it take?", "How long did harbour Nordvik take?"),
        ([HARBOUR], "Who paid for that?", "Who paid for harbour Nordvik?"),
        (["How many shops does Berg & Sons have?"], "Who owns it?", "Who owns Berg Sons?"),
        (["How many boats did Nordvik lose in 1950?"], "Who ran its port?", "Who ran Nordvik port?"),
        ([EXPORTS], "Who ran its port?", "Who ran exports Nordvik port?"),
        (["Who was Anna Berg?"], "Where did she live?", "Where did Anna Berg live?"),
        # Too little to be a question: what is like it is replaced.
        ([BEES], "And in winter?", "How do bees find home in winter?"),
        ([BEES], "In winter?", "How do bees find home in winter?"),
        ([EXPORTS], "And in 1960?", "What made up the exports of Nordvik in 1960?"),
        ([EXPORTS, "And in 1960?"], "And in 1970?", "What made up the exports of Nordvik in 1970?"),
        ([EXPORTS], "What about Bergen?", "What made up the exports of Bergen in 1950?"),
        ([EXPORTS], "And in Bergen?", "What made up the exports in Bergen in 1950?"),
        (["When did Hank Snow move to Nashville?"], "What about Neil Young?", "When did Neil Young move to Nashville?"),
        (
            ["How often is Nature Physics published?"],
            "And Climate Dynamics?",
            "How often is Climate Dynamics published?",
        ),
        (["Who was in the Church of the Gesù in 1568?"], "And in 1584?", "Who was in the Church of the Gesù in 1584?"),
        ([HARBOUR], "Why?", "Why harbour Nordvik deepened?"),
        # What goes on, or speaks of something as known, is of the same place.
        ([HARBOUR], "And when was the lighthouse built?", "when was the lighthouse built Nordvik?"),
        ([HARBOUR], "How deep is the harbour?", "How deep is the harbour Nordvik?"),
        # Other languages.
        (["Wann wurde der Hafen von Nordvik vertieft?"], "Was kostete das?", "Was kostete Hafen Nordvik?"),
        (["Wie finden Bienen im Sommer nach Hause?"], "Und im Winter?", "Wie finden Bienen im Winter nach Hause?"),
        (
            ["Quand le port de Nordvik a-t-il été approfondi ?"],
            "Combien a-t-il coûté ?",
            "Combien a port Nordvik coûté?",
        ),
        (["Comment vivent les abeilles en été ?"], "Et en hiver ?", "Comment vivent les abeilles en hiver?"),
        (["¿Cuándo fue construido el puerto de Nordvik?"], "¿Cuánto costó?", "¿Cuánto costó puerto Nordvik?"),
        (["¿Cómo viven las abejas en verano?"], "¿Y en invierno?", "¿Cómo viven las abejas en invierno?"),
        (["Quando fu costruito il porto di Nordvik?"], "Quanto costò?", "Quanto costò porto Nordvik?"),
        (["Quando foi construído o porto de Nordvik?"], "Quanto custou?", "Quanto custou porto Nordvik?"),
        (["Hoe leven bijen in de zomer?"], "En in de winter?", "Hoe leven bijen in de winter?"),
    ],
)
def test_a_follow_up_is_about_what_was_named_before(earlier: list[str], question: str, understood: str) -> None:
    assert standalone(question, earlier) == understood


@pytest.mark.parametrize(
    ("earlier", "question"),
    [
        ([HARBOUR], "Who won the chess olympiad of 1958?"),
        ([HARBOUR], "How long does it take to sail from Oslo to Bergen?"),
        ([HARBOUR], "Is it true that Anna Berg built a lighthouse?"),
        ([HARBOUR], "When did Anna Berg sell her house?"),
        ([HARBOUR], "What is photosynthesis?"),
        ([HARBOUR], "Is there a cure for measles?"),
        ([HARBOUR], "What happened this year?"),
        ([BEES], "How do bees make honey?"),
        (["Wann wurde der Hafen von Nordvik vertieft?"], "Wie machen Bienen Honig?"),
        (["Wann wurde der Hafen von Nordvik vertieft?"], "Gibt es in Oslo ein Museum?"),
        (["Quand le port de Nordvik a-t-il été approfondi ?"], "Quand le moulin de Berg a-t-il été construit ?"),
        (["Quand le port de Nordvik a-t-il été approfondi ?"], "Y a-t-il un musée ?"),
        (["¿Cuándo fue construido el puerto de Nordvik?"], "¿Qué es la fotosíntesis?"),
        (["Quando fu costruito il porto di Nordvik?"], "Che cos'è la fotosintesi?"),
        (["Wanneer werd de haven van Nordvik uitgediept?"], "Wie schilderde de Mona Lisa?"),
        # Of languages that are not known nothing is said.
        (["諾德維克港是什麼時候加深的？"], "它花了多少錢？"),
    ],
)
def test_a_question_that_stands_by_itself_is_left_as_it_is(earlier: list[str], question: str) -> None:
    assert standalone(question, earlier) == question


def test_a_new_subject_is_what_later_questions_are_about() -> None:
    thread = [HARBOUR, "Who won the chess olympiad of 1958?"]
    assert standalone("And in 1960?", thread) == "Who won the chess olympiad in 1960?"
    assert "Nordvik" not in standalone("Who came second in it?", thread)


_QUESTION = st.text(st.sampled_from(list("And it in the Nordvik 1950 was she? ¿y él—\n'")), max_size=60)


@given(st.lists(_QUESTION, max_size=5), _QUESTION)
def test_nothing_is_made_up(earlier: list[str], question: str) -> None:
    """Every word stands in the thread; and the first question is always left as it is."""
    understood = standalone(question, earlier)
    assert set(re.findall(r"\w+", understood.lower())) <= set(
        re.findall(r"\w+", " ".join([*earlier, question]).lower())
    )
    assert standalone(question, []) == question
