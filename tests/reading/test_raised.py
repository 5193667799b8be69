"""Raised and lowered text on one line: exponents stay, marks of notes go, and neither is taken for the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.reading.raised import lowered, raised


@pytest.mark.parametrize(
    ("before", "text", "after", "line"),
    [
        ("10", "3", " newtons", "10^3 newtons"),
        ("10", "-3", " mol", "10^-3 mol"),
        ("6.02 × 10", "23", "", "6.02 × 10^23"),
        ("2", "n", " ways", "2^n ways"),
        ("2", "n+1", "", "2^(n+1)"),
        ("50 km", "2", " of land", "50 km² of land"),
        ("3 m", "3", ", he says", "3 m³, he says"),
        ("5m", "2", "", "5m²"),
        ("inhabitants/km", "2", "", "inhabitants/km²"),
        ("Area (km", "2", ")", "Area (km²)"),
        ("50 км", "2", "", "50 км²"),
        ("12 in", "2", "", "12 in²"),
        ("9.8 m/s", "2", "", "9.8 m/s²"),
        ("W m", "−2", "", "W m⁻²"),
        ("mol", "-1", "", "mol⁻¹"),
        ("E = mc", "2", "", "E = mc²"),
        ("x", "2", " + 1", "x² + 1"),
        ("The R", "2", " was", "The R² was"),
        ("I", "2", " = 45%", "I² = 45%"),
        ("χ", "2", "", "χ²"),
        ("e", "x", "", "e^x"),
        ("Ca", "2+", "", "Ca2+"),
        ("Cl", "−", "", "Cl−"),
        ("SO4", "2−", "", "SO4^2−"),
        ("of ", "14", "C in wood", "of 14C in wood"),
        ("(", "137", "Cs)", "(137Cs)"),
        ("the 19", "th", " century", "the 19th century"),
        ("la 2", "e", " fois", "la 2e fois"),
        ("XX", "e", " siècle", "XXe siècle"),
        ("25", "o", "C", "25°C"),
        ("M", "me", " Curie", "Mme Curie"),
        ("the n", "th", " day", "the nth day"),
        ("1", "1", "/", "1 1/"),
        ("about ", "3", "⁄", "about 3⁄"),
        ("Gatelock", "TM", "", "Gatelock™"),
        ("a gate.", "3", "", "a gate."),
        ("a gate", "3", " of oak", "a gate of oak"),
        ("a gate", "1,2", "", "a gate"),
        ("a gate", "3–5", "", "a gate"),
        ("in 2019", "[3]", "", "in 2019"),
        ("50 km", "[3]", "", "50 km"),
        ("in 2019", "1,2", "", "in 2019"),
        ("12.5", "a", "", "12.5"),
        ("12.5", "**", "", "12.5"),
        ("a gate", "[citation needed]", "", "a gate"),
        ("it's", "2", "", "it's"),
        ("the 1990s", "2", "", "the 1990s"),
        ("vitamin D", "2", " is", "vitamin D is"),
        ("the U.S", "2", "", "the U.S"),
        ("10 km", "12", "", "10 km"),
        ("paid $5m", "2", "", "paid $5m"),
        ("closed in", "2", "", "closed in"),
        ("", "1", "Department of Gates", "Department of Gates"),
        ("", "2", "In the year", "In the year"),
        ("a gate", "†", "", "a gate"),
    ],
)
def test_raised_text_is_told_by_what_stands_around_it(before: str, text: str, after: str, line: str) -> None:
    assert before + raised(text, before, after) + after == line


@pytest.mark.parametrize(
    ("before", "text", "line"),
    [("H", "2", "H2"), ("CO", "2", "CO2"), ("101", "2", "101_2"), ("log", "10", "log10"), ("x", "max", "xmax")],
)
def test_lowered_text_is_told_from_the_figure_before_it(before: str, text: str, line: str) -> None:
    assert before + lowered(text, before) == line


@given(st.text(max_size=20), st.text(max_size=8), st.text(max_size=8))
def test_a_number_never_runs_into_the_figure_before_it(before: str, text: str, after: str) -> None:
    for said in (raised(text, f"{before}7", after), lowered(text, f"{before}7")):
        assert not said[:1].isdecimal()


@given(st.text(max_size=20), st.integers(0, 999), st.text(max_size=8))
def test_what_stands_in_brackets_is_a_note_whatever_stands_before_it(before: str, number: int, after: str) -> None:
    assert raised(f"[{number}]", before, after) == ""
