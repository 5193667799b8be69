"""The names and terms that a text is about."""

import pytest

from lorewright.knowledge.concepts import expansions
from lorewright.knowledge.engine import Concept
from lorewright.knowledge.extractive.phrases import key_phrases
from lorewright.knowledge.extractive.words import Words


def _names(language: str | None, title: str, lines: list[str], most: int = 9) -> list[str]:
    spelt_out = expansions(" ".join(lines))
    return [concept.name for concept in key_phrases(title, [], lines, Words(language), most, spelt_out)]


@pytest.mark.parametrize(
    ("language", "title", "lines", "expected"),
    [
        (
            "en",
            "",
            ["The granite dam leaks.", "A granite dam of the valley held.", "They saw granite dams."],
            "granite dam",
        ),
        ("en", "", ["The town of New York grew.", "Nobody left New York."], "New York"),
        ("en", "", ["Later, Smith & Berg built it.", "The firm of Smith & Berg closed."], "Smith & Berg"),
        ("en", "Turbines", ["The turbines run.", "New turbines came."], "turbines"),
        ("de", "", ["Die alte Talsperre versorgt Ulm.", "Ulm kaufte die alte Talsperre."], "alte Talsperre"),
        ("zh", "", ["大坝由花岗岩建成。", "大坝为城镇供水。"], "大坝"),
        (None, "", ["kaya tree grows", "kaya tree falls"], "kaya tree"),
    ],
)
def test_key_phrases(language: str | None, title: str, lines: list[str], expected: str) -> None:
    assert expected in _names(language, title, lines)


def test_no_phrase_holds_another() -> None:
    lines = [
        "The granite dam wall leaks.",
        "A granite dam wall held.",
        "One granite dam wall fell.",
        "Granite was dear.",
    ]
    phrases = _names("en", "", lines)
    assert not any(one != other and one in other for one in phrases for other in phrases)


def test_no_phrase_is_another_one_shifted() -> None:
    lines = ["Old granite dam wall gates leak.", "They saw old granite dam wall gates."]
    phrases = [set(phrase.lower().split()) for phrase in _names("en", "", lines)]
    assert not any(one is not other and len(one & other) > 1 for one in phrases for other in phrases)


def test_a_common_word_said_once_is_no_concept() -> None:
    lines = ["The turbines run.", "New turbines came by boat.", "No boy saw turbines."]
    assert _names("en", "", lines) == ["turbines"]


def test_at_most_so_many() -> None:
    assert len(_names("en", "", [f"Dam {c * 4} held." for c in "abcdefgh"], most=3)) <= 3


def test_a_verb_is_part_of_no_concept() -> None:
    lines = ["Water measures provide useful rainfall figures.", "Water measures provide useful rainfall figures again."]
    assert not any("provide" in phrase for phrase in _names("en", "", lines))


def test_what_always_stands_before_a_noun_is_no_concept_alone() -> None:
    lines = [
        "The valve has an immediate danger.",
        "There is an immediate risk.",
        "A danger of the valve is there.",
        "A valve leaks.",
    ]
    found = _names("en", "", lines)
    assert "immediate" not in found
    assert "valve" in found


@pytest.mark.parametrize(
    ("title", "lines", "expected", "not_expected"),
    [
        # An abbreviation is told as what it stands for.
        ("", ["A tidal current turbine (TCT) turns.", "Each TCT needs oil.", "TCTs rust."], "tidal current turbine", "TCT"),
        # A person by the full name, and of an office nobody.
        ("", ["Later Marta Lind spoke.", "Then Lind left.", "Nobody saw Lind again."], "Marta Lind", "Lind"),
        # A term rather than its vague head or its parts.
        ("", ["The tidal flow is strong.", "A tidal flow turns.", "Its tidal flow rises."], "tidal flow", "flow"),
        # A name that holds small words.
        ("", ["He led the Bank of Nordvik.", "Later the Bank of Nordvik failed."], "Bank of Nordvik", "Bank"),
        # The whole title is what the text is about, though the text says it otherwise.
        ("Stone-lifting", ["Men lift stones there.", "It is old.", "The stones are round."], "Stone-lifting", "Men"),
        ("Abbey of Nordvik", ["It was built of stone.", "The town has a ferry.", "Ferries leave at noon."], "Abbey of Nordvik", "town"),
        # Neither days nor months nor forms of address.
        ("", ["On Monday Mr Berg came.", "In March Mr Berg left.", "On Monday Berg slept."], "Berg", "Monday"),
        # A name with a digit.
        ("", ["The gene BRX7 is long.", "Mice without BRX7 die.", "Few mice have BRX7 twice."], "BRX7", "gene"),
        # A letter that tells one of a kind, and an initial that does not.
        ("", ["Few had vitamin D in spring.", "Then vitamin D fell.", "Vitamin D rose again."], "vitamin D", "vitamin"),
        ("", ["Later Marta L Lind spoke.", "Then Lind left.", "Nobody saw Marta L Lind again."], "Lind", "Marta L"),
        # The label of a part of an abstract.
        ("", ["BACKGROUND Malaria kills.", "There BACKGROUND Malaria came.", "Malaria is old."], "Malaria", "BACKGROUND Malaria"),
        # A name that is the title, whole, whatever words it is made of.
        ("First Tide Airways", ["First Tide Airways was a firm.", "Later First Tide Airways fell."], "First Tide Airways", "Tide Airways"),
        ("The Kites of the Pole", ["The Kites of the Pole is a film.", "It is long."], "Kites of the Pole", "Kites"),
        ("Berg Mill Group", ["Berg Mill Group was a firm.", "It sold ferries."], "Berg Mill Group", "Berg Mill"),
        ("Nordvik Films", ["Nordvik Films has Nordvik film rolls.", "The Nordvik film rolls are old."], "Nordvik Films", "Nordvik film"),
        ("Nordvik, Northland", ["Nordvik is a town.", "The ferry left Nordvik."], "Nordvik", "Nordvik, Northland"),
        ("Nordvik again", ["Nordvik is a town.", "The ferry left Nordvik."], "Nordvik", "Nordvik again"),
        ("Berg Boats Fair", ["They saw Berg Boats.", "Then Berg Boats fell.", "It was Berg Boats."], "Berg Boats", "Berg Boats Fair"),
        # A word that a longer name always goes on from is nobody's surname.
        ("", ["It stands in the Harbour District of Uptown San Berg.", "The City of San Berg fell.", "They saw Marta Lind."], "Marta Lind", "Uptown San"),
        # What is the title and the text says is what it is about, whatever words it begins or ends with.
        ("Primary stage", ["A primary stage is old.", "It is of tin."], "Primary stage", "stage"),
        # A person whose name is the title by that name, though the text says the surname alone, or another name between.
        ("Marta Lind (chemist)", ["Marta Eva Lind was born.", "Then Lind left.", "Later Lind spoke."], "Marta Lind", "Lind"),
        # What is said of something is no concept.
        ("", ["Berg Airways ceased operations in May.", "Nobody flew."], "Berg Airways", "ceased operations"),
        ("", ["The ferry dock ceased operations in May.", "The ferry dock fell."], "ferry dock", "ceased operations"),
        ("", ["A granite dam started leaking.", "The granite dam fell."], "granite dam", "started leaking"),
        ("", ["They saw trauma patients receiving water.", "The trauma patients sang."], "trauma patients", "trauma patients receiving"),
        # A generic word that is said but once tells no more with another.
        ("", ["The ferry has a hull of tin.", "A ferry has key components.", "No ferry sank."], "ferry", "key components"),
        # Nor does the exclamation a quotation begins with.
        ("", ['"Heavens! The ferry!"', '"Heavens, no ferry," Lind said.', "The ferry sank."], "ferry", "Heavens"),
        ("", ["They saw St. Olga.", "Nobody left St. Olga."], "St. Olga", "Olga"),
        # A number that belongs to a name, and one that does not.
        ("", ["Then came Last Monday.", "A granite dam fell.", "It was Last Monday."], "granite dam", "Last"),
        ("", ["It was in the Third Realm.", "Of the Third Realm nothing is left."], "Third Realm", "Realm"),
        # Whose it is, and of which country, is no concept.
        ("", ["The Norwegian dam leaks.", "A Norwegian dam held.", "That Norwegian dam fell."], "Norwegian dam", "Norwegian"),
    ],
)  # fmt: skip
def test_what_a_person_would_choose(title: str, lines: list[str], expected: str, not_expected: str) -> None:
    found = _names("en", title, lines)
    assert expected in found
    assert not_expected not in found


GERMAN = [
    "Die Gezeitenmühle von Husum wurde im Jahr 1632 gebaut.",
    "Eine Gezeitenmühle ist eine Mühle, die von der Ebbe angetrieben wird.",
    "Bei Ebbe leert sich das Staubecken der Gezeitenmühle von Husum.",
    "Jedes Jahr fasst das Staubecken zwei Millionen Liter Wasser.",
    "Im Jahr 1931 wurde die Gezeitenmühle von Husum im Zweiten Weltkrieg zerstört.",
    "Größere Mühlen gab es nach dem Zweiten Weltkrieg.",
]
LEARNING = [
    "Das Verfahren der künstlichen Intelligenz ist alt.",
    "Die künstliche Intelligenz braucht immer größere Sprachmodelle.",
    "Alle Sprachmodelle der künstlichen Intelligenz verbrauchen Strom.",
    "Die Forscher bauen größere Sprachmodelle.",
]
FRENCH = [
    "Les habitants de la ville connaissent le moulin à marée.",
    "La marée haute remplit le bassin, et l'intelligence artificielle le règle.",
    "Les meuniers de la ville connaissent la marée haute.",
    "Chaque année, l'intelligence artificielle de la ville compte dix mille visiteurs.",
    "Les chercheurs développent des techniques permettant de la prévoir depuis la Première République.",
    "Les chercheurs développent la marée haute de la Première République.",
]


@pytest.mark.parametrize(
    ("language", "lines", "expected", "not_expected"),
    [
        ("de", GERMAN, {"Gezeitenmühle", "Staubecken"}, {"Jahr", "Gezeitenmühle von Husum", "Millionen Liter Wasser"}),
        ("de", GERMAN, {"Zweiten Weltkrieg"}, {"Größere Mühlen"}),
        ("de", LEARNING, {"künstliche Intelligenz", "Sprachmodelle"}, {"künstlichen Intelligenz", "größere Sprachmodelle"}),
        ("fr", FRENCH, {"marée haute", "intelligence artificielle"}, {"ville connaissent", "l'intelligence artificielle"}),
        ("fr", FRENCH, {"Première République"}, {"chercheurs développent", "techniques permettant", "année", "visiteurs"}),
        ("de", ["Später schrieb Otto von Bismarck.", "Dann ging Otto von Bismarck."], {"Otto von Bismarck"}, {"Bismarck"}),
    ],
)  # fmt: skip
def test_what_a_person_would_choose_in_other_languages(
    language: str, lines: list[str], expected: set[str], not_expected: set[str]
) -> None:
    found = set(_names(language, "", lines))
    assert expected <= found
    assert not not_expected & found


def test_two_names_that_share_a_word_are_both_told() -> None:
    lines = ["In May Berg Airways fell.", "In June the fleet of Lind Airways fell."]
    assert {"Berg Airways", "Lind Airways"} <= set(_names("en", "", lines))


def test_an_abbreviation_that_is_the_title_is_told_in_full() -> None:
    lines = ["Lind founded Nordvik Ferry Machines (NFM) in May.", "Today NFM makes hulls.", "The town lives on NFM."]
    found = key_phrases("NFM", [], lines, Words("en"), 9, expansions(lines[0]))
    assert found[0] == Concept("Nordvik Ferry Machines", "NFM")
    assert "NFM" not in [concept.name for concept in found]


@pytest.mark.parametrize("line", ["A B C D (ABCD) is.", "The a (AA) b.", "& & (AB)", "12 34 (A1B2)"])
def test_odd_abbreviations_do_no_harm(line: str) -> None:
    _names("en", line, [line, line, line])


def test_a_long_run_of_katakana_is_one_word() -> None:
    lines = ["ショートカットキーを押します。", "別のショートカットキーもあります。", "ショートカットキーは便利です。"]
    found = _names("ja", "", lines)
    assert found[0] == "ショートカットキー"
    assert not any(one in found[0] for one in found[1:])
