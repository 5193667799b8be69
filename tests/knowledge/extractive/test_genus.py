"""Of what kind an article says that its subject is."""

import pytest

from lorewright.knowledge.engine import Concept
from lorewright.knowledge.extractive.genus import with_kinds


def kinds(title: str, *lines: str) -> list[str]:
    """Those that are told beside the subject, the narrowest first."""
    subject = Concept(title.partition(" (")[0])
    first, *more = with_kinds([subject], title, lines)
    assert first.name == subject.name
    assert all(one.is_kind for one in more)
    assert first.kind == (more[0].name if more else None)
    return [one.name for one in more]


@pytest.mark.parametrize(
    ("title", "line", "expected"),
    [
        ("Glass Harbour", "Glass Harbour is a 1986 American horror film directed by Ann Orle.", ["horror film", "film"]),
        ("Glass Harbour", "Glass Harbour is a 1986 film.", ["film"]),
        ("Lake Varn", "Lake Varn is the second largest lake within the province.", ["lake"]),
        ("Ann Orle (director)", "Ann Orle (born 3 May 1950) is a German director and actress.", ["actress"]),
        ("Ann Orle", 'Anna Maria "Ann" Orle (née Lisk; 1950 – 2001) was a jazz pianist, composer and singer.', ["jazz pianist", "pianist"]),
        ("Peter Orle", "Piet Lisk (1897 – 1971), who worked under the name Peter Orle, was an English actor.", ["actor"]),
        ("Orle Holdings", "Orle Holdings, Inc. is an American holding company headquartered in Varn.", ["company"]),
        ("WXYZ", "WXYZ is a radio station licensed to Varn.", ["radio station", "station"]),
        ("Baron locomotive", "Baron locomotive is a class of diesel locomotives built in Varn.", ["diesel locomotives", "locomotives"]),
        ("Migraine", "Migraine is a neurological disorder that comes with headaches.", ["disorder"]),
        ("Red Tide", "Red Tide is a science fiction film of 1961.", ["film"]),
        ("Battle of Lisk", "The Battle of Lisk took place in 1761.", ["battle"]),
        ("Orle County Museum", "The Orle County Museum opened in 1910.", ["museum"]),
        # What says what it is to something else, or nothing.
        ("Orle Island", "Orle Island is the gateway to the delta.", []),
        ("Glass Harbour", "Glass Harbour was released in 1986.", []),
        ("Glass Harbour", "Glass Harbour is a 1986 remake.", ["remake"]),
        ("Varn otter", "The Varn otter is endemic to the delta.", []),
        ("Varn", "The mayor of Varn is a teacher.", []),
        ("Orle Varn", "Orle, as they call Varn, which some live in, is a town.", ["town"]),
        ("Varn", "In Varn there is a museum.", []),
        ("Varn", "Varn's bridge is a listed building.", []),
        ("Lake", "Lake is a lake.", []),
        ("Glass Harbour", "Everybody liked it.", []),
    ],
)  # fmt: skip
def test_kinds(title: str, line: str, expected: list[str]) -> None:
    assert kinds(title, line) == expected


def test_it_is_told_wherever_the_sentence_stands() -> None:
    assert kinds("Lake Varn", "Many come here in summer.", "Lake Varn is a lake in Orle.") == ["lake"]


def test_what_is_a_concept_of_the_text_already_is_not_told_twice() -> None:
    found = with_kinds([Concept("lakes"), Concept("Lake Varn")], "Lake Varn", ["Lake Varn is a lake in Orle."])
    assert found == (Concept("lakes"), Concept("Lake Varn", kind="lake"))


def test_without_a_concept_of_its_own_nothing_is_of_a_kind() -> None:
    assert with_kinds([Concept("Orle")], "Lake Varn", ["Lake Varn is a lake in Orle."]) == (Concept("Orle"),)
    assert with_kinds([], "", []) == ()
