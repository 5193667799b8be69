"""Conversations in a large wiki: reading, exporting, forking and filing them among 5,000 others, with one client and with eight.

The wiki is that of the collection scifact, the questions are its queries, each answered once by the built-in engine and stored again and
again. Asking on and forking are measured too, though they embed the question and answer it: the rest is reading and writing alone.
"""

import argparse
import asyncio
import json
import shutil
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from bench import report
from bench.corpora import Collection
from bench.load import Request, load
from bench.pages import OWNER, opened
from bench.retrieval import feed_and_settle
from bench.service import CACHE, check, serving
from lorewright.gateway.conversations import actions, answering
from lorewright.gateway.conversations.schemas import QueryRequest
from lorewright.knowledge.answering import answered
from lorewright.knowledge.answers import Sentence
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.world import World

OF = "scifact"
CONVERSATIONS = 5_000
LONG, TURNS = 100, 10
"""Conversations that go on, and how long they are."""
FORKS_EACH = 3
FILED = 200
REQUESTS = 400
"""Half of them by one client, half by eight."""
WARM_UP = 10
MADE = "made.json"

Made = dict[str, list[str]]
"""Kind of conversation -> ids."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="how many there are")
    parser.add_argument("--fresh", action="store_true", help="make them all again")


def run(options: argparse.Namespace) -> None:
    collection = Collection(OF)
    if not collection.is_there:
        print(f"  skipped: {collection.folder} is not on this machine")
        return
    questions = list(collection.queries.values())
    kept, folder = CACHE / "data" / "conversations", CACHE / "conversations"
    made = {} if options.fresh else _kept(kept)
    if not made or _count(made) < options.conversations:
        made = _made_anew(kept, collection, questions, options.conversations)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept, folder)  # asking, forking and filing change it
    with serving(folder) as service:
        service.settle("conversations")
        figures: dict[str, Any] = {"conversations": _count(made)}
        for what, requests in _requests(made, cycle(questions)).items():
            load(service.address, 1, requests[:WARM_UP])
            figures[what] = {
                "1 client": load(service.address, 1, requests[WARM_UP::2]).figures(),
                "8 clients": load(service.address, 8, requests[WARM_UP + 1 :: 2]).figures(),
            }
            print(f"  {what}: {figures[what]}", flush=True)
        service.settle("what was filed")
    figures["violations"] = len(check(folder)["violations"])
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("conversations", figures)


def _kept(folder: Path) -> Made:
    """What was made there before, if anything was."""
    made: Made = json.loads((folder / MADE).read_text()) if (folder / MADE).exists() else {}
    return made


def _made_anew(folder: Path, collection: Collection, questions: Sequence[str], wanted: int) -> Made:
    """So many conversations, in a copy of the collection's wiki."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(feed_and_settle(collection, fresh=False), folder)
    with opened(folder) as world:
        answers = [asyncio.run(_answered(world, one)) for one in questions]
        made = _make(world, answers, wanted)
    (folder / MADE).write_text(json.dumps(made))
    return made


def _count(made: Made) -> int:
    return sum(map(len, made.values()))


class _Answered(NamedTuple):
    question: str
    said: Sequence[Sentence]
    found: Sequence[str]


async def _answered(world: World, question: str) -> _Answered:
    with world.db.reading() as tx:
        reading = answering.read(tx, world, OWNER, question)
    sentences = answered(Extractive(world.embedders), OWNER, question, reading.passages)
    return _Answered(question, [one async for one in sentences], list(reading.titles))


def _make(world: World, answers: Sequence[_Answered], wanted: int) -> Made:
    """The ids of so many conversations: long ones, their forks, those that are filed, and others, that cite something or not."""
    asked = cycle(answers)
    made: Made = {"long": [], "forks": [], "filed": [], "cited": [], "others": []}

    def store(of: str | None = None, fork_at: int | None = None) -> tuple[str, bool]:
        one = next(asked)
        new = QueryRequest(question=one.question, conversation_id=of)
        stored = actions.store(world, OWNER, new, fork_at, one.said, "high", one.found, lambda: None)
        return stored.conversation.id, bool(one.said)

    while _count(made) < wanted:
        id_, is_answered = store()
        if len(made["long"]) < LONG:
            made["long"].append(id_)
            for _ in range(TURNS - 1):
                store(id_)
            made["forks"] += [store(id_, TURNS - turn)[0] for turn in range(FORKS_EACH)]
        elif not is_answered:
            made["others"].append(id_)
        elif len(made["filed"]) < FILED:
            made["filed"].append(id_)
            with world.db.writing() as tx:
                actions.file_conversation(tx, world, OWNER, id_)
        else:
            made["cited"].append(id_)
    return made


def _requests(made: Made, asked: Iterator[str]) -> dict[str, list[Request]]:
    def each(ids: Sequence[str], rest: str = "", method: str = "GET") -> list[Request]:
        return [Request(method, f"/query/conversations/{one}{rest}") for one in islice(cycle(ids), REQUESTS)]

    def selected(id_: str) -> dict[str, Any]:
        return {"selections": [{"conversation_id": id_, "turn_indices": [0]}]}

    return {
        "list of 50": [Request("GET", "/query/conversations")] * REQUESTS,
        "list of 1,000": [Request("GET", "/query/conversations?limit=1000")] * REQUESTS,
        f"one of {TURNS} turns": each(made["long"]),
        "a fork": each(made["forks"]),
        "history of 50": [Request("GET", "/query/history")] * REQUESTS,
        f"export of {TURNS} turns": each(made["long"], "/export"),
        "file again, nothing new": each(made["filed"], "/file-back", "POST"),
        "file a conversation": [
            Request("POST", f"/query/conversations/{one}/file-back") for one in made["cited"][:REQUESTS]
        ],
        "file a turn": [
            Request("POST", "/query/conversations/file-back", selected(one))
            for one in made["cited"][REQUESTS : 2 * REQUESTS]
        ],
        f"ask on after {TURNS} turns": [
            Request("POST", "/query", {"question": next(asked), "conversation_id": one})
            for one in islice(cycle(made["long"]), REQUESTS)
        ],
        "fork and ask": [
            Request("POST", f"/query/conversations/{one}/fork", {"turn_index": 5, "new_question": next(asked)})
            for one in islice(cycle(made["long"]), REQUESTS)
        ],
    }
