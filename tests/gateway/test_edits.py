"""What a person writes into a wiki file: it becomes a version of its own, stays, and proves nothing by itself."""

import json
from typing import Any

import pytest
from sqlalchemy import text

from tests.conftest import Gateway
from tests.gateway.test_deletion import traces

KESTREL = """# Kestrel Bridge

The Kestrel Bridge was built in 1907 by Erik Dahl. It crosses the river Ane near the town of Hovden.

Erik Dahl designed four bridges for the county of Hovden. The Kestrel Bridge is the longest of them.
"""
FERRY = """# Hovden ferry

The Hovden ferry crossed the river Ane until 1907. Erik Dahl bought the ferry in 1910.
"""
REMARK = "My grandfather painted it green."


def _edit(gateway: Gateway, slug: str, old: str, new: str) -> None:
    """Changes the file; it is looked at when the article is compiled again."""
    path = gateway.data_dir / "wiki" / f"{slug}.md"
    content = path.read_text()
    assert old in content
    path.write_text(content.replace(old, new))


def _compile(gateway: Gateway, source: dict[str, Any]) -> None:
    assert gateway.http.post(f"/jobs/compile/{source['id']}").status_code == 200
    gateway.settle()


def _article(gateway: Gateway, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{slug}").json()
    return found


def test_an_edit_survives_every_recompilation(gateway: Gateway) -> None:
    source = gateway.feed(KESTREL)
    _edit(gateway, "kestrel-bridge", "\n## Key Claims", f"\n{REMARK}\n\n## Key Claims")
    for _ in range(3):
        _compile(gateway, source)
        assert REMARK in _article(gateway, "kestrel-bridge")["content"]
        assert REMARK in (gateway.data_dir / "wiki" / "kestrel-bridge.md").read_text()


def test_what_a_person_changed_in_a_claim_is_no_longer_marked_as_proved(gateway: Gateway) -> None:
    source = gateway.feed(KESTREL)
    assert "built in 1907 by Erik Dahl. [sourced]" in _article(gateway, "kestrel-bridge")["content"]
    _edit(gateway, "kestrel-bridge", "built in 1907", "built in 1999")
    _compile(gateway, source)
    content = _article(gateway, "kestrel-bridge")["content"]
    assert "built in 1999 by Erik Dahl." in content
    assert "built in 1999 by Erik Dahl. [" not in content
    assert "The Kestrel Bridge is the longest of them. [sourced]" in content


def test_an_edited_page_lets_go_of_a_neighbour_that_is_deleted(gateway: Gateway) -> None:
    kestrel = gateway.feed(KESTREL)
    ferry = gateway.feed(FERRY, title="The Quillfeather ferry")
    _compile(gateway, kestrel)
    assert "Quillfeather" in _article(gateway, "kestrel-bridge")["content"]
    _edit(gateway, "kestrel-bridge", "\n## Related\n\n", f"\n## Related\n\n{REMARK}\n")
    _compile(gateway, kestrel)
    assert "Quillfeather" in _article(gateway, "kestrel-bridge")["content"]
    assert gateway.http.delete(f"/ingest/sources/{ferry['id']}").status_code == 200
    gateway.settle()
    assert REMARK in _article(gateway, "kestrel-bridge")["content"]
    assert traces(gateway, "Quillfeather") == []


def test_an_article_is_as_sure_as_its_claims_are_now(gateway: Gateway) -> None:
    gateway.feed(KESTREL)
    with gateway.world.db.writing() as tx:
        tx.execute(text("UPDATE span SET start_char = start_char + 1"))
    article = _article(gateway, "kestrel-bridge")
    assert (article["confidence"], article["linter_score"]) == ("inferred", 0.0)
    assert '\nconfidence: "inferred"\n' in article["content"]
    assert "[sourced]" not in article["content"]


@pytest.mark.parametrize("name", ["Null", "Yes"])
def test_front_matter_holds_text_whatever_it_says(gateway: Gateway, name: str) -> None:
    gateway.feed(f"# {name}\n\n{name} is a village in Norway. {name} has a church of 1931. {name} lies by a river.")
    [line] = [one for one in _article(gateway, name.lower())["content"].splitlines() if one.startswith("concepts: ")]
    assert all(isinstance(one, str) for one in json.loads(line.removeprefix("concepts: ")))
