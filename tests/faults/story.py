"""What is done while something breaks: the main job from end to end, as the service's clients and its worker do it.

A journal outside the data folder says what was asked and what was answered, so that whoever comes after a crash knows what
must be there. Each step can be taken up again by a client that was not answered.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from lorewright.app import create_app
from lorewright.core.errors import Unavailable
from lorewright.core.settings import DatabaseSettings, Settings
from lorewright.db import schema
from lorewright.db.engine import Database
from lorewright.gateway.articles.tasks import notice_changes
from lorewright.platform.events.feed import Feed
from lorewright.platform.jobs.queries import count_live
from lorewright.platform.jobs.tasks import run_next
from lorewright.worker import TASKS
from lorewright.world import World, open_world
from tests.conftest import served
from tests.gateway.test_deletion import NEIGHBOUR, WORD
from tests.makers.embedders import Letters, Only

SECRET = f"# The {WORD} of Nordvik\n\n" + "\n\n".join(
    f"## {WORD} in {year}\n\nTraders of Nordvik sold {year - 1900} crates of {WORD} to Scotland in {year}. "
    f"The {WORD} of that year weighed {year - 1800} kilograms and was kept in a shed of slate by the harbour. "
    + f"The harbour master wrote down every crate of {WORD} that left the mine in {year}, and its price in crowns. "
    * 4
    for year in range(1931, 1936)
)
"""Long enough to be written in several steps."""
TEXTS = {"neighbour": NEIGHBOUR, "secret": SECRET}
QUESTIONS = {
    "first": "What was sold to Scotland in 1931, and when was the mine of Nordvik opened?",
    "second": "How many people of Nordvik worked in the mine in 1925?",
}
REMARK = "My grandmother worked there."
SENT = "She kept the books of the mine."
WAIT_S = 2.0
WAITS = 60


class BrokenError(Exception):
    """What a client or a worker must never see."""


class Journal:
    """Lines of what was begun, done and refused."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, step: str, what: str, **told: object) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps({"step": step, "what": what, **told}) + "\n")

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._path.read_text().splitlines()] if self._path.exists() else []

    def done(self, step: str) -> dict[str, Any] | None:
        """What a step was answered; None where it was not, or was not taken."""
        return next((one for one in self.read() if (one["step"], one["what"]) == (step, "done")), None)

    def unanswered(self, step: str) -> int:
        """How often a step was begun and nobody knows what became of it."""
        told = [one["what"] for one in self.read() if one["step"] == step]
        return told.count("begun") - told.count("done") - told.count("refused")


class Clock:
    """The system's clock, as far put forward as a file says; `read` is called at each look."""

    def __init__(self, path: Path, read: Callable[[], None] = lambda: None) -> None:
        self._path = path
        self.read = read

    def now(self) -> datetime:
        self.read()
        return datetime.now(UTC) + timedelta(seconds=self._ahead_s())

    def advance(self, seconds: float) -> None:
        self._path.write_text(str(self._ahead_s() + seconds))

    def _ahead_s(self) -> float:
        return float(self._path.read_text()) if self._path.exists() else 0.0


@dataclass
class Kept:
    """What a fork finds worked out: statements are compiled, and the routes are made."""

    settings: Settings | None = None
    databases: dict[str, Database] = field(default_factory=dict)
    """Closed, by who opens them."""
    app: FastAPI | None = None


@dataclass(frozen=True)
class Place:
    """A run's folder, and the database where it is not SQLite's file in it."""

    folder: Path
    url: str | None
    kept: Kept = field(default_factory=Kept)

    @property
    def data_dir(self) -> Path:
        return self.folder / "data"

    @property
    def journal(self) -> Journal:
        return Journal(self.folder / "journal")

    @property
    def clock(self) -> Clock:
        return Clock(self.folder / "clock")

    def open(self, who: str, clock: Clock | None = None) -> World:
        settings = self.kept.settings = self.kept.settings or Settings(
            data_dir=self.data_dir, database=DatabaseSettings(url=self.url)
        )
        db = self.kept.databases.setdefault(who, Database(settings.database_url))
        return replace(open_world(settings), db=db, embedders=Only(Letters()), clock=clock or self.clock)

    def app(self, world: World) -> FastAPI:
        app = self.kept.app = self.kept.app or create_app(world)
        app.state.world, app.state.feed = world, Feed(world)
        return app


class Story:
    """One process that serves, and does the work of a worker when it is told to."""

    def __init__(self, place: Place, http: httpx.Client, worker: World, clock: Clock) -> None:
        self.journal = place.journal
        self.http = http
        self.worker = worker
        self.clock = clock
        self.is_working = False

    def go_on(self, last: str | None = None, reached: Callable[[str], None] = lambda _step: None) -> None:
        """Takes each step that is not done, up to the last one or to the end. Raises `BrokenError`."""
        for step, take in STEPS.items():
            if self.journal.done(step) is None:
                take(self, step)
            reached(step)
            if step == last:
                return

    def ask_for(self, step: str, method: str, path: str, body: object = None) -> dict[str, Any]:
        """What the service answers, at the third time at the latest."""
        for _ in range(3):
            self.journal.write(step, "begun")
            answer = self.http.request(method, path, json=body)
            if answer.status_code == 200:
                told: dict[str, Any] = answer.json()
                self.journal.write(step, "done", answer=told)
                return told
            self.journal.write(step, "refused")
            gone = method == "DELETE" and answer.status_code == 404 and self.journal.unanswered(step)
            if gone:  # by the request that was cut off
                self.journal.write(step, "done", answer=None)
                return {}
            if answer.status_code != 503:
                raise BrokenError(f"“{step}” was answered {answer.status_code}: {answer.text}")
        raise BrokenError(f"“{step}” was refused three times")

    def work(self, step: str) -> None:
        """Runs jobs until none is left, as a worker does that meets a database which cannot serve for a moment."""
        self.is_working = True
        work_off(self.worker, self.clock)
        self.is_working = False
        self.journal.write(step, "done")


def work_off(world: World, clock: Clock) -> None:
    for _ in range(WAITS):
        try:
            while run_next(world, TASKS, threading.Event()):
                pass
            with world.db.reading() as tx:
                if not count_live(tx):
                    return
        except Unavailable:
            pass
        clock.advance(WAIT_S)
    raise BrokenError("Jobs are left that do not come to an end.")


def _ingest(story: Story, step: str) -> None:
    story.ask_for(step, "POST", "/ingest/text", {"content": TEXTS[step.split()[1]]})


def _ask(story: Story, step: str) -> None:
    first = story.journal.done("ask first")
    known = {"conversation_id": first["answer"]["conversation"]["id"]} if first else {}
    story.ask_for(step, "POST", "/query", {"question": QUESTIONS[step.split()[1]], **known})


def _edit(story: Story, step: str) -> None:
    """As an editor saves: a whole new file in the old one's place."""
    path = story.worker.settings.wiki_dir / "the-mine-of-nordvik.md"
    new = story.worker.settings.data_dir.parent / "edited"
    there = path.read_text()
    new.write_text(there.replace("\n## Key Claims", f"\n{REMARK}\n\n## Key Claims", 1))
    assert there != new.read_text()
    os.utime(new, (time.time() - 60,) * 2)  # else it would be waited for: its writer may be in the middle of a sentence
    os.replace(new, path)
    story.journal.write(step, "done")


def _take_edit_over(story: Story, step: str) -> None:
    for _ in range(3):
        try:
            notice_changes(story.worker)
            break
        except Unavailable:
            continue
    story.work(step)


def _send_edit(story: Story, step: str) -> None:
    """Again from what the article says by now, where nobody answered."""
    article = story.http.get("/wiki/articles/the-mine-of-nordvik").raise_for_status().json()
    if SENT in article["content"]:  # by the request that was cut off
        story.journal.write(step, "done")
        return
    content = article["content"].replace(REMARK, f"{REMARK} {SENT}", 1)
    edit = {"base_version": article["version"], "content": content}
    story.ask_for(step, "PATCH", f"/wiki/articles/{article['id']}", edit)


def _recompile(story: Story, step: str) -> None:
    article = story.http.get("/wiki/articles/the-mine-of-nordvik").raise_for_status().json()
    story.ask_for(step, "POST", f"/wiki/articles/{article['id']}/recompile")


def _lint(story: Story, step: str) -> None:
    story.ask_for(step, "POST", "/lint/run")


def _delete(story: Story, step: str) -> None:
    told = story.journal.done("ingest secret")
    assert told is not None
    story.ask_for(step, "DELETE", f"/ingest/sources/{told['answer']['id']}")


STEPS: dict[str, Callable[[Story, str], None]] = {
    "ingest neighbour": _ingest,
    "ingest secret": _ingest,
    "compile": Story.work,
    "ask first": _ask,
    "ask second": _ask,
    "edit": _edit,
    "edit taken over": _take_edit_over,
    "edit sent": _send_edit,
    "recompile": _recompile,
    "recompiled": Story.work,
    "lint": _lint,
    "linted": Story.work,
    "delete": _delete,
    "delete erased": Story.work,
}


def next_work(step: str) -> str | None:
    """The next step in which the worker works off what was asked for up to then; None after the last."""
    names = list(STEPS)
    later = names[names.index(step) + 1 :]
    return next((one for one in later if STEPS[one] in (Story.work, _take_edit_over)), None)


def opened(place: Place, held: ExitStack) -> Story:
    """Server and worker, each with a world of its own, for as long as `held` is open."""
    clock = place.clock
    worker = held.enter_context(closing(place.open("worker", clock)))
    schema.upgrade(worker.db, place.data_dir, datetime.now(UTC))
    client = held.enter_context(served(place.app(place.open("server", clock))))
    return Story(place, client, worker, clock)
