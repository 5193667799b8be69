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
    "in the 90s, the '80s and her 30s": "In the nineties, the eighties and her thirties",
    "4K video at 300 K for 50K people": "Four K video at three hundred kelvin for fifty thousand people",
    "Main St. was closed.": "Main Street was closed.",
    "He lives on Main St. The house is old.": "He lives on Main Street. The house is old.",
    "We went to St. Louis.": "We went to Saint Louis.",
    "9.81 m/s² and 3 kg/m³": "Nine point eight one metres per second squared and three kilograms per cubic metre",
    "1 g/cm³ at 10 m/s": "One gram per cubic centimetre at ten metres per second",
    "Call 555-1234 now.": "Call five five five, one two three four now.",
    "500-1000 people": "Five hundred to one thousand people",
    "It ended 3:2 after 2:03:59.": "It ended three to two after two hours three minutes fifty-nine seconds.",
    "10^6 of 10⁻⁹ in 5 m²": "Ten to the power of six of ten to the power of minus nine in five square metres",
    "apples, pears etc. The rest": "Apples, pears and so on. The rest",
    "the U.S. Senate and Acme Inc. It grew.": "The U S Senate and Acme Incorporated. It grew.",
    "between 1914–18": "Between nineteen fourteen and nineteen eighteen",
    "Henry VIII and Louis XIV of France": "Henry the eighth and Louis the fourteenth of France",
    "Elizabeth I was queen, and George I know.": "Elizabeth the first was queen, and George I know.",
}


@pytest.mark.parametrize("text", CASES)
def test_a_text_is_written_as_it_is_spoken(text: str) -> None:
    assert spoken(text) == CASES[text]


OF_HOSTS = {
    "de": {
        "Er stieg 1924 um 3,5 % [4] (siehe https://x.org).": "Er stieg 1924 um 3,5 Prozent, siehe.",
        "35 €, ca. 40 %, d. h. z. B. 5 km²": "35 Euro, zirka 40 Prozent, das heißt zum Beispiel 5 Quadratkilometer",
        "z.B. 9,81 m/s² bei -7 °C": "Zum Beispiel 9,81 Meter pro Quadratsekunde bei minus 7 Grad Celsius",
        "1939–45 starben 2 Mio. Menschen usw. Danach": "1939 bis 45 starben 2 Millionen Menschen und so weiter. Danach",
        "$35 & 3 Mrd. €": "35 Dollar und 3 Milliarden Euro",
        "1 t und 12.000 t": "1 Tonne und 12.000 Tonnen",
    },
    "fr": {
        "env. 35 € et 40 %": "Environ 35 euros et 40 pour cent",
        "1 km², p. ex. 5 km² à 80 km/h": "1 kilomètre carré, par exemple 5 kilomètres carrés à 80 kilomètres par heure",
        "12 000 m³ etc. Puis": "12 000 mètres cubes et cetera. Puis",
    },
    "es": {
        "unos 35 € y el 40 %": "Unos 35 euros y el 40 por ciento",
        "p. ej. 5 km² en EE. UU.": "Por ejemplo 5 kilómetros cuadrados en Estados Unidos.",
        "de -7 °C a 1 kg/m³": "De menos 7 grados Celsius a 1 kilogramo por metro cúbico",
    },
}


@pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language, cases in OF_HOSTS.items() for text in cases]
)
def test_what_hosts_speak_has_units_abbreviations_and_symbols_as_words(language: str, text: str) -> None:
    assert spoken(text, language) == OF_HOSTS[language][text]


def test_other_languages_lose_what_no_voice_can_say() -> None:
    assert spoken("Wzrósł w 1924 o 3,5 % [4] (https://x.org).", "pl") == "Wzrósł w 1924 o 3,5 %."


@given(
    st.text(alphabet=st.sampled_from("abcXYZ 0123456789.,:;-–%$€£/()[]°²'’\"&+=<>#@\nkmhs"), max_size=80),
    st.sampled_from(sorted(OF_HOSTS)),
)
@settings(max_examples=300)
def test_no_symbol_is_left_in_what_hosts_speak(text: str, language: str) -> None:
    said = spoken(text, language)
    assert not set(said) & set('$€£%&+=<>[]()#@²°\n"/'), said
    assert {one for one in said if one.isdigit()} <= set(text)


@given(st.text(alphabet=st.sampled_from("abcXYZ 0123456789.,:;-–%$€£/()[]°²'’\"&+=<>#@\n"), max_size=80))
@settings(max_examples=300)
def test_nothing_is_left_that_only_the_eye_can_read(text: str) -> None:
    said = spoken(text)
    assert not set(said) & set('0123456789$€£%&+=<>[]()#@²°\n"/'), said
    assert "  " not in said
    assert said == said.strip()


@given(st.text(max_size=200))
@settings(max_examples=200)
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
