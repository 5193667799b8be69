"""Concepts through the front door: one slug for a concept however each article writes it, gone with the last that says it."""

from typing import Any

import pytest

from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway
from tests.gateway.left_behind import traces

GRANITE = "# {0} of Nordvik\n\nThe {0} hold the water of Nordvik. Many {0} were built in 1931. Two {0} leak in winter."
SPELT = """# Tidal current turbines of Ane

The tidal current turbines (TCTs) of Ane turn slowly. Eleven tidal current turbines were built in 1931. All TCTs need oil.
"""
BARE = """# Oil for each TCT

The TCT of Hovden needs oil. Nobody sells oil for a TCT in winter. A TCT without oil stands still.
"""
OTHER = """# Total clearing time

The total clearing time (TCT) of a fuse is short. A long total clearing time harms the wire. Each fuse has its TCT.
"""


def _concepts(gateway: Gateway) -> dict[str, list[str]]:
    """Of each article, by its title."""
    return {one["title"]: one["concepts"] for one in gateway.http.get("/wiki/articles").json()}


def _about(gateway: Gateway, concept: str) -> set[str]:
    found: list[dict[str, Any]] = gateway.http.get("/wiki/articles", params={"concept": concept}).json()
    assert all(concept in one["concepts"] for one in found)
    return {one["title"] for one in found}


def _delete(gateway: Gateway, source: dict[str, Any]) -> None:
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()


@pytest.mark.parametrize("first", ["granite dams", "Granite dam", "granite-dams"])
@pytest.mark.parametrize("second", ["granite dam", "Granite Dams"])
def test_a_concept_has_one_slug_however_it_is_written(gateway: Gateway, first: str, second: str) -> None:
    gateway.feed(GRANITE.format(first), "First")
    gateway.feed(GRANITE.format(second), "Second")
    found = _concepts(gateway)
    assert len({one for one in [*found["First"], *found["Second"]] if one.startswith("granite-dam")}) == 1
    slug = next(one for one in found["First"] if one.startswith("granite-dam"))
    assert _about(gateway, slug) == {"First", "Second"}
    for title in ("first", "second"):
        assert f'"{slug}"' in gateway.http.get(f"/wiki/articles/{title}").json()["content"]
        assert f'"{slug}"' in (gateway.data_dir / "wiki" / f"{title}.md").read_text()


@pytest.mark.parametrize("texts", [(SPELT, BARE), (BARE, SPELT)])
def test_an_abbreviation_is_the_concept_that_a_text_spells_it_out_as(gateway: Gateway, texts: tuple[str, str]) -> None:
    for text in texts:
        gateway.feed(text)
    slug = "tidal-current-turbines"
    assert _about(gateway, slug) == {"Tidal current turbines of Ane", "Oil for each TCT"}
    assert _about(gateway, "tct") == set()
    assert f'"{slug}"' in (gateway.data_dir / "wiki" / "oil-for-each-tct.md").read_text()


def test_an_abbreviation_of_two_things_stands_for_itself(gateway: Gateway) -> None:
    for text in (SPELT, BARE):
        gateway.feed(text)
    other = gateway.feed(OTHER)
    assert _about(gateway, "tct") == {"Oil for each TCT"}
    assert _about(gateway, "tidal-current-turbines") == {"Tidal current turbines of Ane"}
    assert _about(gateway, "total-clearing-time") == {"Total clearing time"}
    _delete(gateway, other)
    assert _about(gateway, "tct") == set()
    assert "Oil for each TCT" in _about(gateway, "tidal-current-turbines")


def test_what_only_a_deleted_source_said_names_nothing(gateway: Gateway) -> None:
    source = gateway.feed(SPELT)
    gateway.feed(BARE)
    assert traces(gateway, "tidal-current")
    _delete(gateway, source)
    assert _about(gateway, "tct") == {"Oil for each TCT"}
    for words in ("tidal", "turbine"):
        assert traces(gateway, words) == []
    assert list(violations(gateway.world)) == []


def test_an_edited_file_keeps_no_name_that_another_source_gave(gateway: Gateway) -> None:
    source = gateway.feed(SPELT)
    bare = gateway.feed(BARE)
    path = gateway.data_dir / "wiki" / "oil-for-each-tct.md"
    path.write_text(path.read_text() + "\nMy uncle oils them.\n")
    assert gateway.http.post(f"/jobs/compile/{bare['id']}").status_code == 200
    gateway.settle()
    content = gateway.http.get("/wiki/articles/oil-for-each-tct").json()["content"]
    assert "My uncle oils them." in content
    assert '\nconcepts: ["tidal-current-turbines"' in content
    _delete(gateway, source)
    content = gateway.http.get("/wiki/articles/oil-for-each-tct").json()["content"]
    assert "My uncle oils them." in content
    assert '\nconcepts: ["tct"' in content
    assert traces(gateway, "tidal") == []


def test_compiling_again_changes_no_name(gateway: Gateway) -> None:
    source = gateway.feed(GRANITE.format("granite dam"), "First")
    gateway.feed(GRANITE.format("granite dams"), "Second")
    gateway.feed(SPELT)
    gateway.feed(BARE)
    before = _concepts(gateway)
    assert gateway.http.post(f"/jobs/compile/{source['id']}").status_code == 200
    gateway.settle()
    assert _concepts(gateway) == before
    assert list(violations(gateway.world)) == []
