"""Rules of the house that no other tool checks."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_origin

import pytest
from pydantic import BaseModel
from scripts.write_openapi import TARGET, description

from lorewright.core.settings import FetchSettings, LimitSettings, Settings
from lorewright.platform.jobs.tables import Kind
from lorewright.worker import TASKS

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
DOORS = {"__init__", "routes", "schemas", "actions", "queries", "tables", "tasks", "rules"}
STRANGERS = {
    "events": {"feed"},
    "costs": {"ledgered"},
    "preferences": {"models"},
    "accounts": {"me", "gate", "folders"},
    "articles": {"computed", "drafts", "edits", "files", "links", "pages", "slugs", "versions"},
    "conversations": {"answering"},
    "contradictions": {"cited"},
    "lint": {"structure"},
    "admin": {"rows", "hanging", "reports", "contents", "disk", "pages"},
}
"""Files that a room has beside its doors, each with its reason in docs/map.md."""

LATER = {Kind.SYNC_PUSH, Kind.SYNC_PULL}
"""Kinds that are declared by the interface and that nothing asks for yet."""


def _variables(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        by_name = get_args(kind)[1] if get_origin(kind) is dict else None
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _variables(kind, f"{prefix}{name}__")
        elif by_name is not None:
            yield from _variables(by_name, f"{prefix}{name}__<NAME>__")
        else:
            yield str(field.validation_alias or f"{prefix}{name}").upper()


def test_every_setting_is_in_the_manual() -> None:
    manual = (ROOT / "docs/manual/settings.md").read_text()
    told = set(re.findall(r"^\| `([A-Z][A-Z_<>]+)`", manual, re.MULTILINE))
    assert told == set(_variables(Settings, "LOREWRIGHT_"))


def test_what_may_come_in_by_default_is_as_large_as_the_interface_says() -> None:
    limits, fetch = LimitSettings(), FetchSettings()
    assert (limits.upload_bytes, limits.body_bytes, limits.voices) == (100 << 20, 8 << 20, 10)
    assert (fetch.page_bytes, fetch.timeout_s) == (20 << 20, 30)


def test_every_kind_of_job_has_a_task() -> None:
    assert set(TASKS) | LATER == set(Kind)


def test_the_description_of_the_interface_is_what_is_served() -> None:
    assert json.loads(TARGET.read_text()) == json.loads(description()), "run make openapi"


def test_no_room_has_a_stranger_in_it() -> None:
    rooms = [
        path
        for house in ("gateway", "retrieval", "platform")
        for path in (ROOT / "src/lorewright" / house).glob("*/*.py")
    ]
    assert rooms
    for path in rooms:
        assert path.stem in DOORS | STRANGERS.get(path.parent.name, set()), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


def test_only_edges_commit() -> None:
    committing = {
        str(path.relative_to(ROOT / "src/lorewright")) for path in SOURCES if re.search(r"\.commit\(", path.read_text())
    }
    assert committing == {"db/engine.py", "db/schema.py", "db/transaction.py"}


def test_errors_are_never_swallowed_whole() -> None:
    """`except Exception` stands only at an edge: of a task, where every job must end, of a stream that has begun, of
    the thread that follows events for all who listen, and of the worker's loops."""
    broad = {
        str(path.relative_to(ROOT / "src/lorewright"))
        for path in SOURCES
        if re.search(r"except (Base)?Exception\b(?!.*:\n\s+.*raise)", path.read_text())
    }
    assert broad <= {
        "platform/jobs/tasks.py",
        "worker.py",
        "blobs/folder.py",
        "db/engine.py",
        "gateway/articles/files.py",
        "gateway/conversations/routes.py",
        "platform/events/feed.py",
    }
