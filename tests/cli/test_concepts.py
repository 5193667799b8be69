"""Concepts and links on the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Commands

MILL = """# The {kind} of {place}

A {kind} is a mill that the ebb drives. The {kind} of {place} was closed in {year}. Every {kind} has a wheel.
"""


@pytest.fixture
def wiki(commands: Commands, tmp_path: Path) -> Commands:
    for number, (kind, place) in enumerate((("tidal mill", "Nordvik"), ("tidal mill", "Hovden"))):
        file = tmp_path / f"mill-{number}.md"
        file.write_text(MILL.format(kind=kind, place=place, year=1931 + number))
        commands.run("ingest", str(file))
    return commands


def test_concepts_their_pages_and_the_graph(wiki: Commands) -> None:
    assert "tidal-mill" in wiki.run("wiki", "concepts")
    assert "synthesizes" not in wiki.run("wiki", "graph")
    told = wiki.run("wiki", "concepts", "--rebuild").splitlines()
    assert ["tidal", "mill", "2", "tidal-mill"] in [line.split() for line in told]
    shown = wiki.run("wiki", "concepts", "tidal-mill")
    assert shown.startswith("tidal mill (2)\n")
    assert "A tidal mill is a mill that the ebb drives." in shown
    assert wiki.json("wiki", "concepts", "Tidal mill")["article_count"] == 2
    assert "page_type: concept" in wiki.run("wiki", "show", "tidal-mill")
    page = wiki.json("wiki", "concepts", "tidal-mill")["id"]
    edges = [one for one in wiki.json("wiki", "graph")["edges"] if one["source"] == page]
    assert [one["relation_type"] for one in edges] == ["synthesizes", "synthesizes"]
    assert "synthesizes" in wiki.run("wiki", "graph")
    assert wiki.run("wiki", "merges") == "No two names were decided to mean one concept.\n"
    assert wiki.json("wiki", "merges") == []
    assert wiki.run("wiki", "splits") == "No name was decided to mean several things.\n"
    assert wiki.json("wiki", "splits") == []
    assert "Decision not found" in wiki.run("wiki", "splits", "--undo", "nothing", status=1)
    assert "Concept not found: nothing" in wiki.run("wiki", "concepts", "nothing", status=1)
    assert "Decision not found" in wiki.run("wiki", "merges", "--undo", "nothing", status=1)


def test_a_store_with_nothing_in_it(commands: Commands) -> None:
    assert commands.run("wiki", "concepts") == "There are no concepts.\n"
    assert commands.run("wiki", "graph") == "0 articles, none of which hangs together with another.\n"
