"""What is the same concept, and which abbreviations a text spells out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.concepts import expansions, key_of

SAME = [
    ("en", "neural network", "Neural Networks", "neural-network", "NEURAL NETWORKS", "neural  network's"),
    ("en", "box", "boxes"),
    ("en", "virus", "viruses"),
    ("en", "house", "houses"),
    ("en", "analysis", "analyses"),
    ("en", "body", "bodies"),
    ("en", "movie", "movies"),
    ("en", "woman", "women"),
    ("en", "matrix", "matrices"),
    ("en", "hero", "heroes"),
    ("en", "class", "classes"),
    ("en", "Parkinson's disease", "Parkinson’s disease", "Parkinson disease", "parkinson diseases"),
    ("en", "Québec", "Quebec"),
    ("en", "API", "APIs"),
    ("en", "database", "data base", "data-bases"),
    (None, "dam", "dams"),
    ("fr", "réseau de neurones", "Réseaux de neurones"),
    ("es", "red neuronal", "redes neuronales"),
    ("de", "neuronales Netz", "neuronale Netze"),
    ("sv", "damm", "dammar"),
    ("zh", "深度学习", "深度 学习"),
    ("ja", "ニューラルネットワーク", "ニューラル・ネットワーク"),
]
OTHER = [
    ("en", "university", "universe"),
    ("en", "organ", "organization"),
    ("en", "AIDS", "aid"),
    ("en", "news", "new"),
    ("en", "C++", "C"),
    ("en", "C#", "C"),
    ("en", "plan", "plane"),
    ("en", "police", "policy"),
    ("zh", "深度学习", "机器学习"),
]


@pytest.mark.parametrize(("language", "names"), [(language, names) for language, *names in SAME])
def test_ways_of_writing_one_concept_have_one_key(language: str | None, names: list[str]) -> None:
    assert len({key_of(name, language) for name in names}) == 1


@pytest.mark.parametrize(("language", "one", "other"), OTHER)
def test_two_concepts_have_two_keys(language: str, one: str, other: str) -> None:
    assert key_of(one, language) != key_of(other, language)


@given(st.text(max_size=40), st.sampled_from([None, "en", "de", "fr", "zh"]))
def test_every_name_has_a_key_of_letters_and_digits(name: str, language: str | None) -> None:
    key = key_of(name, language)
    assert key == key_of(f"  {name} ", language)
    assert not any(one.isspace() for one in key)


@given(
    st.sampled_from(["box", "gate", "lens", "story", "hero", "turbine", "bus", "index", "wish"]),
    st.sampled_from(["old", "Red", "x"]),
)
def test_case_and_hyphen_never_tell_concepts_apart(noun: str, before: str) -> None:
    assert len({key_of(one, "en") for one in (f"{before} {noun}", f"{before}-{noun}".title())}) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tidal current turbines (TCTs) turn.", {"TCT": "tidal current turbines"}),
        ("TCT (tidal current turbine) is new.", {"TCT": "tidal current turbine"}),
        ("The Nordvik Bureau of Mines and Water (NBMW) met.", {"NBMW": "Nordvik Bureau of Mines and Water"}),
        ("Its profit before interest and taxes (PBIT) fell.", {"PBIT": "profit before interest and taxes"}),
        ("He has hexadiazole (HD) and rest.", {"HD": "hexadiazole"}),
        ("Give tetrabromoacetic acid (TBA) twice.", {"TBA": "tetrabromoacetic acid"}),
        ('The Harbour and Light Office ("HLO") met.', {"HLO": "Harbour and Light Office"}),
        ("mining and dredging (M&D) rose", {"M&D": "mining and dredging"}),
        ("post-trial stress (PTS) is rare", {"PTS": "post-trial stress"}),
        ("The Nordvik Tidal Company (NT) grew.", {"NT": "Nordvik Tidal"}),
        ("Nordvik Tidal Machines (using the trademark NTM) grew.", {"NTM": "Nordvik Tidal Machines"}),
        ("Nordvik Tidal Machines (in part NTM) grew.", {}),
        ("The Nordvik Tidal Company (NTC) grew.", {"NTC": "Nordvik Tidal Company"}),
        ("The town of Hovden (NO) grew.", {}),
        ("A dam (See page 3) and a gate (USA).", {}),
        ("Two turbines (TT) run. A tidal tower (TT) fell.", {}),
        ("nothing in brackets", {}),
    ],
)
def test_what_a_text_spells_out(text: str, expected: dict[str, str]) -> None:
    assert expansions(text) == expected


@given(st.text(alphabet="ABab (). ", max_size=200))
def test_what_is_spelt_out_stands_in_the_text(text: str) -> None:
    for short, long in expansions(text).items():
        assert short in text
        assert " ".join(long.split()) in " ".join(text.split())
