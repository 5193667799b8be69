"""What an article's history costs: its operations at 5,000 articles, and putting an edit and a compilation together.

The wiki is a copy of the one that `size` makes by rule (`bench/large.py`), since editing changes it. The merge is of three texts of
100,000 characters, in which each hand has put in, rewritten and taken out sentences; clock and CPU time of one process.
"""

import argparse
import random
import shutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bench import large, report
from bench.corpora import Collection
from bench.load import Request, load
from bench.service import CACHE, Service, check, serving
from bench.size import SIZES, folder_of
from lorewright.knowledge.markdown import Piece, joined, pieces
from lorewright.knowledge.merge import merge

REQUESTS = 200
WARM_UP = 20
CLIENTS = {"1 client": 1, "8 clients": 8}
CHARACTERS = 100_000
CHANGES = (10, 100, 1_000)
TIMES = 9
OWN = "Nobody who has been there will forget it."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; may be repeated")


def run(options: argparse.Namespace) -> None:
    figures: dict[str, Any] = {}
    for name in options.only or PARTS:
        print(f"{name}:", flush=True)
        figures[name] = PARTS[name]()
        print(report.table(["what", "figure"], list(report.flat(figures[name]))), "\n", flush=True)
    report.save("history", figures)


def merging() -> dict[str, Any]:
    """Of two edited versions of a long article, by how many sentences each hand has changed."""
    draw = random.Random(1907)
    base = _article(draw)
    found: dict[str, Any] = {"characters": len(base), "sentences": len(pieces(base))}
    for changes in CHANGES:
        mine, theirs = (_edited(base, changes, draw) for _ in range(2))
        clock, cpu, conflicts = [], [], 0
        for _ in range(TIMES):
            began, used = time.perf_counter(), time.process_time()
            conflicts = len(merge(base, mine, theirs).conflicts)
            clock.append(1_000 * (time.perf_counter() - began))
            cpu.append(1_000 * (time.process_time() - used))
        found[f"{changes:,} changes each"] = {
            "ms": round(statistics.median(clock), 1),
            "cpu_ms": round(statistics.median(cpu), 1),
            "conflicts": conflicts,
        }
    return found


def operations() -> dict[str, Any]:
    """Each over articles of its own, so that none finds warm what another left."""
    if not Collection(large.OF).is_there:
        print(f"  the wiki is made of {large.OF}, which is not on this machine: skipped")
        return {}
    with _served() as service:
        articles = [one["id"] for one in service.articles()]
        draw = random.Random(1907)
        draw.shuffle(articles)
        chosen = iter(articles)
        found: dict[str, Any] = {}
        for label, clients in CLIENTS.items():
            some = [next(chosen) for _ in range(REQUESTS + WARM_UP)]
            for what, request in _requests(service).items():
                requests = [request(one) for one in some]
                load(service.address, 1, requests[:WARM_UP])
                found.setdefault(what, {})[label] = load(service.address, clients, requests[WARM_UP:]).figures()
        service.settle("what was edited and compiled again")
        folder = service.data_dir
    found["check"] = check(folder)["ok"]
    return found


def _requests(service: Service) -> dict[str, Callable[[str], Request]]:
    """In this order: an edit makes what is compared and restored."""

    def edit(id_: str) -> Request:
        shown = service.http.get(f"/wiki/articles/{id_}").json()
        content = shown["content"].replace("\n## Key Claims", f"\n{OWN}\n\n## Key Claims", 1)
        return Request("PATCH", f"/wiki/articles/{id_}", {"base_version": shown["version"], "content": content})

    return {
        "edit": edit,
        "versions": lambda id_: Request("GET", f"/wiki/articles/{id_}/versions"),
        "one version": lambda id_: Request("GET", f"/wiki/articles/{id_}/versions/1"),
        "diff": lambda id_: Request("GET", f"/wiki/articles/{id_}/diff?from=1&to=2"),
        "conflicts": lambda id_: Request("GET", f"/wiki/articles/{id_}/conflicts"),
        "restore": lambda id_: Request("POST", f"/wiki/articles/{id_}/restore", {"version": 1}),
        "recompile": lambda id_: Request("POST", f"/wiki/articles/{id_}/recompile"),
    }


@contextmanager
def _served() -> Iterator[Service]:
    of = folder_of(SIZES[0])
    of.mkdir(parents=True, exist_ok=True)
    large.build(of, SIZES[0])
    with serving(of) as service:
        service.settle("the files of the wiki")
    folder = CACHE / "data" / "history"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(of, folder)
    with serving(folder) as service:
        service.settle(folder.name)
        yield service


def _article(draw: random.Random) -> str:
    """As the built-in engine lays one out."""
    parts, length = [], 0
    while length < CHARACTERS:
        said = " ".join(f"{_sentence(draw)} [sourced]" for _ in range(draw.randrange(3, 9)))
        parts.append(f"### {_sentence(draw)[:-1]}\n\n{said}")
        length += len(parts[-1]) + 2
    return "## Analysis\n\n" + "\n\n".join(parts) + "\n"


def _edited(text: str, changes: int, draw: random.Random) -> str:
    some: list[Piece] = pieces(text)
    for _ in range(changes):
        place = draw.randrange(len(some))
        old = some[place]
        new = old._replace(text=_sentence(draw), tail="")
        slightly = old._replace(text=old.text.replace(" ", " hardly ", 1), tail="")
        some[place : place + 1] = draw.choice([[], [slightly], [new], [new, old._replace(lead=" ", is_first=False)]])
    return joined(some)


def _sentence(draw: random.Random) -> str:
    return " ".join(_words(draw)).capitalize() + "."


def _words(draw: random.Random) -> Sequence[str]:
    return ["".join(draw.choices("aeioulnrst", k=draw.randrange(3, 9))) for _ in range(draw.randrange(8, 18))]


PARTS = {"merging": merging, "operations": operations}
