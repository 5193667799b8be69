"""Texts as they are spoken."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorewright.knowledge.script.numerals import cardinal, ordinal, year
from lorewright.knowledge.script.spoken import spoken

CASES = {
    "$1.2bn": "One point two billion dollars",
    "It cost $3.50, e.g. for milk.": "It cost three dollars and fifty cents, for example for milk.",
    "It cost $5 mıllion.": "It cost five dollars mıllion.",
    "£3.50, €1 million and ¥300": "Three pounds fifty, one million euros and three hundred yen",
    "a $1 coin": "A one dollar coin",
    "On 2024-03-05 it rose 5–10%.": "On March fifth, twenty twenty-four it rose five to ten percent.",
    "It opened on 5 March 1924.": "It opened on March fifth, nineteen twenty-four.",
    "on Sept. 3": "On September third",
    "the 1990s, the 21st century": "The nineteen nineties, the twenty-first century",
    "1,234,567 people in 2005": "One million two hundred and thirty-four thousand five hundred and sixty-seven people in two thousand and five",
    "It was 3.14, not 0.5.": "It was three point one four, not zero point five.",
    "At 10:05 and 12:00": "At ten oh five and twelve o'clock",
    "5 km/h over 1 m² at -7°C": "Five kilometres per hour over one square metre at minus seven degrees Celsius",
    "a 16 GB disk, 12.5 kWh": "A sixteen gigabytes disk, twelve point five kilowatt hours",
    "Python 3.11.2": "Python three point eleven point two",
    "World War II (1939–45) was long": "World War two, nineteen thirty-nine to nineteen forty-five, was long",
    "3/4 of MP3 & B2B": "Three quarters of MP three and B two B",
    "No. 5 of Smith et al. [12]": "Number five of Smith and others.",
    "See https://x.org/a?b=1 now.": "See now.",
    "Mail (me@example.org).": "Mail.",
    "so – it seems — “yes”": "So, it seems, yes",
    "Acme Inc. grew.": "Acme Incorporated grew.",
    "": "",
    "…": "",
}


@pytest.mark.parametrize("text", CASES)
def test_a_text_is_written_as_it_is_spoken(text: str) -> None:
    assert spoken(text) == CASES[text]


def test_other_languages_keep_their_numbers_and_lose_what_no_voice_can_say() -> None:
    said = spoken("Er stieg 1924 um 3,5 % [4] (siehe https://x.org).", "de")
    assert said == "Er stieg 1924 um 3,5 %, siehe."


@given(st.text(alphabet=st.sampled_from("abcXYZ 0123456789.,:;-–%$€£/()[]°²'’\"&+=<>#@\n"), max_size=80))
@settings(max_examples=300, deadline=None)
def test_nothing_is_left_that_only_the_eye_can_read(text: str) -> None:
    said = spoken(text)
    assert not set(said) & set('0123456789$€£%&+=<>[]()#@²°\n"/'), said
    assert "  " not in said
    assert said == said.strip()


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_one_line_without_ascii_digits(text: str) -> None:
    said = spoken(text)
    assert "\n" not in said
    assert not any(one in "0123456789" for one in said)


@given(st.integers(0, 10**15 - 1))
def test_a_number_in_words_is_told_from_its_neighbour(number: int) -> None:
    assert cardinal(number) != cardinal(number + 1)
    assert not any(map(str.isdigit, cardinal(number)))


def test_ordinals_and_years() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 5, 8, 9, 12, 20, 21, 100)] == [
        "first", "second", "third", "fifth", "eighth", "ninth", "twelfth", "twentieth", "twenty-first", "one hundredth",
    ]  # fmt: skip
    assert [year(n) for n in (1066, 1900, 1905, 1999, 2000, 2005, 2010, 2024)] == [
        "ten sixty-six", "nineteen hundred", "nineteen oh five", "nineteen ninety-nine", "two thousand",
        "two thousand and five", "twenty ten", "twenty twenty-four",
    ]  # fmt: skip


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    import time

    text = "On 5 March 1924 it cost $3.50 (e.g. 5–10%) at 12.5 km/h, 1,234 of them, see www.x.org. " * 50

    def taken(text: str) -> float:
        began = time.process_time()
        spoken(text)
        return time.process_time() - began

    taken(text)
    assert taken(text * 8) < 40 * max(taken(text), 0.001)
