"""How words become terms, and what a query asks for."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lorewright.index.stopwords import STOP_WORDS
from lorewright.index.terms import BY_SCRIPT, MAX_TERM, MOST_KNOWN, Analyser, _known_in, language_key


def terms(text: str, language: str = BY_SCRIPT) -> set[str]:
    return set(Analyser([language]).passage(text).counts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running runs", {"run"}),
        ("The company's CAFÉ", {"the", "compani", "cafe"}),
        ("1,200.5 tons", {"1200.5", "ton"}),
        ("rose 2.3% or 2,3 %", {"rose", "2.3", "or"}),
        ("1,234,567", {"1234567"}),
        ("COVID-19", {"covid", "19", "covid19"}),
        ("vitamin‑D", {"vitamin", "d", "vitamind"}),
        ("2023-04-01", {"2023", "04", "01", "20230401"}),
        ("AT&T snake_case", {"at", "t", "att", "snake", "case", "snakecas"}),
        ("U.S.A. today", {"usa", "today"}),
        ("end.Next", {"end", "next"}),
        ("straße Łódź", {"strass", "lodz"}),
        ("ﬁle² Ａｃｍｅ™", {"file2", "acm"}),
        ("co\u00adoperate", {"cooper"}),
        ("黑猫", {"黑猫", "黑", "猫"}),
        ("東京tower", {"東京", "東", "京", "tower"}),
        ("猫", {"猫"}),
        ("ไทย", {"ไทย", "ไท", "ทย"}),
        ("книги", {"книг"}),
        ("हिन्दी", {"हिन्द"}),
        ("x" * 200, {"x" * MAX_TERM}),
        ("?! -- …", set()),
        ("\x00\ud800", set()),
    ],
)
def test_terms_of_a_text(text: str, expected: set[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Häuser", {"haus"}),
        ("fr", "l'économie nationale", {"l", "econom", "national", "leconom"}),
        ("ru", "книги running", {"книг", "run"}),
        ("de", "книги", {"книг"}),
    ],
)
def test_language_of_the_text_chooses_the_stemmer(language: str, text: str, expected: set[str]) -> None:
    assert terms(text, language) == expected


@pytest.mark.parametrize(
    ("language", "key"),
    [("de", "de"), ("DE-at", "de"), ("pt_BR", "pt"), ("en", "-"), ("ru", "-"), ("zh", "-"), ("xx", "-"), ("", "-"), (None, "-")],
)  # fmt: skip
def test_only_a_language_that_its_script_does_not_tell_is_a_key(language: str | None, key: str) -> None:
    assert language_key(language) == key


@pytest.mark.parametrize(
    ("query", "languages", "expected"),
    [
        ("What is the harvest of the river?", ["-"], {"harvest": 1.0, "river": 1.0}),
        ("to be or not to be", ["-"], {"to": 2.0, "be": 2.0, "or": 1.0, "not": 1.0}),
        ("river river", ["-"], {"river": 2.0}),
        ("Häuser", ["-", "de"], {"hauser": 1.0, "haus": 1.0}),
        ("how did she die", ["-", "de"], {"how": 1.0, "did": 1.0, "she": 1.0, "die": 1.0}),
        ("e-mail", ["-"], {"e": 1.0, "mail": 1.0, "email": 0.3}),
        ("黑猫", ["-"], {"黑猫": 1.0, "黑": 0.3, "猫": 0.3}),
        ("猫", ["-"], {"猫": 1.0}),
        ("", ["-"], {}),
    ],
)
def test_what_a_query_asks_for(query: str, languages: Sequence[str], expected: dict[str, float]) -> None:
    assert Analyser(languages).query(query) == pytest.approx(expected)


def test_length_counts_neither_stop_words_nor_what_is_secondary() -> None:
    analyser = Analyser([BY_SCRIPT])
    assert analyser.passage("the harvest of COVID-19").length == 3
    assert analyser.passage("黑猫坐").length == 2
    assert analyser.passage("of the").length == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running water, running; the well-run run.", [(0, "run"), (2, "run"), (5, "run"), (7, "run")]),
        ("¨run\u3000run\x1crun", [(0, "run"), (1, "run"), (2, "run")]),
        ("猫が run", [(3, "run")]),
        ('(R.U.N.) the run\'s "run".', [(0, "run"), (2, "run"), (3, "run")]),
        ("nothing of it", []),
    ],
)
def test_places_of_wanted_terms(text: str, expected: list[tuple[int, str]]) -> None:
    analyser = Analyser([BY_SCRIPT])
    assert analyser.places([text, "a run", text], {"run"}) == [expected, [(1, "run")], expected]


@pytest.mark.parametrize(
    ("text", "places"), [("($1,200.50)", [0]), ("of 1,200.50% or", [1]), ("1200.5", []), ("1,200.50-3 x", [0])]
)
def test_places_of_a_number(text: str, places: list[int]) -> None:
    [found] = Analyser([BY_SCRIPT]).places([text], {"1200.50"})
    assert [index for index, _ in found] == places


FIGURES = st.text(st.sampled_from("aé1,.-$%()' 0_’猫"))


@given(text=st.text() | FIGURES, language=st.sampled_from([BY_SCRIPT, *STOP_WORDS]))
def test_the_places_of_all_terms_are_those_of_the_text(text: str, language: str) -> None:
    analyser = Analyser([language])
    (places,) = analyser.places([text], analyser.every(text))
    assert {term for _, term in places} == set(analyser.passage(text).counts)
    assert [index for index, _ in places] == list(range(len(places)))


@given(
    words=st.sets(st.text(st.sampled_from("aeßéñstingя"), min_size=1, max_size=80)),
    languages=st.sets(st.sampled_from([BY_SCRIPT, *STOP_WORDS]), min_size=1),
)
@example(words={"backward"}, languages={"tr"})  # whose stem ends in a letter that no plain word has
def test_many_words_have_the_terms_that_each_has(words: set[str], languages: set[str]) -> None:
    analyser = Analyser(sorted(languages))
    assert analyser.every_of(words) == {word: analyser.every(word) for word in words}


def test_what_a_process_remembers_of_words_stays_bounded() -> None:
    analyser = Analyser([BY_SCRIPT])
    text = " ".join(f"runs{number}" for number in range(MOST_KNOWN + 1))
    first = analyser.passage(text).counts
    assert len(_known_in(BY_SCRIPT)) <= MOST_KNOWN
    assert analyser.passage(text).counts == first


@given(
    text=st.text(), language=st.sampled_from([BY_SCRIPT, *STOP_WORDS]), other=st.sampled_from([BY_SCRIPT, *STOP_WORDS])
)
def test_a_query_in_the_words_of_a_text_asks_for_its_terms(text: str, language: str, other: str) -> None:
    held = terms(text, language)
    analyser = Analyser(sorted({language, other}))
    assert held <= analyser.every(text)
    assert all(0 < len(term) <= MAX_TERM for term in held)
    assert bool(analyser.query(text)) == bool(held)
