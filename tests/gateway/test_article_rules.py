"""What an article's rules make of words: Markdown that shows exactly them, and what kind of concept they name."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lorewright.gateway.articles.rules import concept_kind, escape

# Letters of several scripts, digits, what parts words, and whatever Markdown takes for more than it is.
_CHARACTERS = "aZéß水7 .,;:!?()'’\"-–/\u00a0\t_*`[]<>~$|\\#=+%&"


@given(st.text(alphabet=_CHARACTERS, min_size=1, max_size=30))
def test_a_title_is_shown_as_it_is(title: str) -> None:
    line = " ".join(title.split())
    shown = MarkdownIt("commonmark").render(f"[{escape(title)}](/wiki/x)").strip()
    assert html.unescape(shown) == f'<p><a href="/wiki/x">{line}</a></p>'


@pytest.mark.parametrize(
    "title", ["Harlow Bridge", "Tides, of the Rance (1966)", "Größe: 5 km – was sie heißt", "大坝 und Wasser"]
)
def test_a_title_of_plain_words_has_no_marks(title: str) -> None:
    assert escape(title) == title


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        *[("Harlow Bridge", "entity"), ("University of Kent", "entity"), ("PostgreSQL", "entity"), ("Émile", "entity")],
        *[
            ("tidal mill", "topic"),
            ("Harlow bridge", "topic"),
            ("of the", "topic"),
            ("", "topic"),
            ("3D print", "topic"),
        ],
    ],
)
def test_an_entity_is_what_has_a_name_of_its_own(label: str, kind: str) -> None:
    assert concept_kind(label) == kind
