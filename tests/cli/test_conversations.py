"""`lorewright conversations` as a person runs it."""

import pytest

from lorewright.core.settings import Settings
from tests.cli.conftest import Commands

HARBOUR = b"""# The harbour of Nordvik

The harbour of Nordvik was deepened in 1931. The work cost 4.2 million kroner and took three years.
"""
DEEPENED = "When was the harbour of Nordvik deepened?"


def test_a_thread_is_asked_forked_exported_and_filed(commands: Commands, settings: Settings) -> None:
    assert "Begin one" in commands.run("conversations", "list")
    commands.run("ingest", "-", stdin=HARBOUR)
    asked = commands.json("ask", DEEPENED)
    id_ = asked["conversation"]["id"]
    forked = commands.json("conversations", "fork", id_, "0", "What did the work cost?")
    assert forked["conversation"]["parent_conversation_id"] == id_
    assert "4.2 million" in commands.run("conversations", "fork", id_, "1", "What did the work cost?")

    listed = commands.json("conversations", "list")
    assert [one["turn_count"] for one in listed] == [2, 1, 1]
    assert [line.split()[0] for line in commands.run("conversations", "list").splitlines()] == [
        one["id"] for one in listed
    ]
    shown = commands.run("conversations", "show", listed[0]["id"])
    for part in (
        f"0. {DEEPENED}",
        "1. What did the work cost?",
        "forked from:",
        "“The harbour of Nordvik was deepened",
    ):
        assert part in shown
    assert commands.json("conversations", "show", id_)["queries"] == [asked["query"]]

    exported = commands.run("conversations", "export", listed[0]["id"])
    assert f"\n## Q1: {DEEPENED}\n" in exported
    written = settings.data_dir.parent
    commands.run("conversations", "export", listed[0]["id"], "-o", str(written))
    assert (written / "What did the work cost?.md").read_text() == exported
    again = commands.run("conversations", "export", listed[0]["id"], "-o", str(written), status=1)
    assert "cannot be written: File exists" in again

    assert f"Filed as “{DEEPENED}”" in commands.run("conversations", "file", id_)
    assert (settings.wiki_dir / "when-was-the-harbour-of-nordvik-deepened.md").is_file()
    assert commands.json("conversations", "file", id_)["was_update"] is True
    chosen = commands.json("conversations", "file", listed[0]["id"], "--turn", "1", "--title", "The cost")
    assert chosen["article"]["title"] == "The cost"
    filed = commands.json("ask", "What did the work in Nordvik cost?", "--file-back")
    assert filed["query"]["filed_back"] is True
    assert commands.json("wiki", "list", "--limit", "1")[0]["page_type"] == "answer"
    assert commands.run("check").strip().endswith(".")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "none"), "Conversation not found"),
        (("export", "none"), "Conversation not found"),
        (("fork", "none", "0", "Why?"), "Conversation not found"),
        (("fork", "none", "0", " "), "not blank"),
        (("file", "none"), "Conversation not found: none"),
        (("file", "none", "--title", "x"), "--turn"),
        (("file", "none", "--turn", "0", "--title", " "), "not blank"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(commands: Commands, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in commands.run("conversations", *words, status=1)
