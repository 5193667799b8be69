"""What a sentence tells in a clause, as a sentence by itself."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.parts import parts
from lorewright.knowledge.words import listed

_WORD = re.compile(r"\w+")
TOLD_IN = {
    "The study is a survey of the Netherlands; a total of 720 people were identified.": "A total of 720 people were identified.",
    "In one trial twenty-seven patients were divided into five groups.": "Twenty-seven patients were divided into five groups.",
    "A shunt was present in 44 (47% [95% CI 37 to 58%]) patients and 16 controls (p < 0.001).": "A shunt was present in 44 patients and 16 controls.",
    "Moss Lake () is the last lake in the valley, in the Orle Islands off Varnia.": "Moss Lake is the last lake in the valley.",
    "After two hours of debate, the council did not approve it.": "The council did not approve it.",
    "In the end the council did not approve it.": "The council did not approve it.",
    "The tram runs every hour on weekdays, but it does not run on Sundays.": "It does not run on Sundays.",
}


@pytest.mark.parametrize(("sentence", "part"), TOLD_IN.items())
def test_a_clause_is_a_sentence_by_itself(sentence: str, part: str) -> None:
    assert part in parts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The lighthouse of Varn (1865) is painted red.",
        "In women under 45 the number of seizures fell by 47%.",
        "The mill, which was built in 1823, stands at the ford.",
    ],
)
def test_what_tells_one_thing_has_no_parts(sentence: str) -> None:
    assert parts(sentence) == ()


@given(
    st.lists(
        st.sampled_from([*listed("the tower in study was not built and"), "(", ")", "[", "5%", ";", ",", ":", "."]),
        max_size=25,
    )
)
def test_no_part_tells_what_the_sentence_does_not(row: list[str]) -> None:
    sentence = " ".join(row)
    for part in parts(sentence):
        rest = iter(_WORD.findall(sentence.lower()))
        assert all(word in rest for word in _WORD.findall(part.lower()))
