"""Whether a burst of sources survives `kill -9` of any or all processes at random moments."""

import argparse
import random
import shutil
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
from sqlalchemy import func, select

from bench import report
from bench.pages import opened
from bench.service import CACHE, Service, check, launched, serving
from bench.texts import texts
from lorewright.gateway.articles.tables import article_source, article_version

SOURCES = 200
WORDS = 120
LONGEST_PAUSE_S = 3.0
LATER_S = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=15, help="how often something is killed (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which random moments (default %(default)s)")


def run(options: argparse.Namespace) -> None:
    folder = CACHE / "recovery"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    burst = _Burst([content for content, _ in texts(SOURCES, WORDS, seed=options.seed)])
    killed = _kill_at_random(folder, burst, random.Random(options.seed), options.kills)
    began = time.monotonic()
    with serving(folder) as service:
        burst.address = service.address
        burst.thread.join()
        service.settle("recovery")
        settled_s = time.monotonic() - began
        time.sleep(LATER_S)
        statuses = Counter(one["status"] for one in service.sources())
        live = service.live_jobs()
    figures = {
        "killed": dict(killed),
        "refused_or_cut_requests": burst.failures,
        "sources": dict(statuses),
        "settled_s_after_the_last_start": round(settled_s, 1),
        "jobs_live_60_s_later": live,
        **_articles(folder),
        "check": check(folder),
    }
    figures["passed"] = _passed(figures)
    print(report.table(["what", "figure"], list(report.flat(figures))))
    report.save("recovery", figures)


class _Burst:
    """Feeds the texts from a thread of its own, each until it is acknowledged."""

    def __init__(self, contents: list[str]) -> None:
        self._contents = contents
        self.address = ""
        self.failures = 0
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        for content in self._contents:
            while not self._fed(content):
                self.failures += 1
                time.sleep(0.05)

    def _fed(self, content: str) -> bool:
        with suppress(httpx.HTTPError):
            answer = httpx.post(f"{self.address}/ingest/text", json={"content": content}, timeout=30, trust_env=False)
            return answer.status_code == 200
        return False


def _kill_at_random(folder: Path, burst: _Burst, draw: random.Random, kills: int) -> Counter[str]:
    """Serves again and again; the server, its worker or all processes are killed at a random moment."""
    killed: Counter[str] = Counter()
    service: Service | None = None
    for _ in range(kills):
        if service is None:
            service = launched(folder)
            burst.address = service.address
            if not burst.thread.is_alive() and burst.thread.ident is None:
                burst.thread.start()
        time.sleep(draw.uniform(0, LONGEST_PAUSE_S))
        victim = draw.choice(("server", "worker", "all"))
        killed[victim] += 1
        _kill(service, victim)
        if victim != "worker":
            service.process.wait()
            service.http.close()
            service = None
    if service is not None:
        _kill(service, "all")
        killed["all"] += 1
        service.process.wait()
        service.http.close()
    return killed


def _kill(service: Service, victim: str) -> None:
    """SIGKILL to processes that this benchmark started."""
    with suppress(psutil.NoSuchProcess):
        children = service.process.children(recursive=True)
        chosen = {"server": [service.process], "worker": children, "all": [service.process, *children]}[victim]
        for one in chosen:
            with suppress(psutil.NoSuchProcess):
                one.kill()


def _articles(folder: Path) -> dict[str, Any]:
    with opened(folder) as world, world.db.reading() as tx:
        per_source = select(func.count()).select_from(article_source).group_by(article_source.c.source_id)
        per_article = select(func.count()).select_from(article_version).group_by(article_version.c.article_id)
        return {
            "articles_per_source": dict(Counter(map(int, tx.execute(per_source).scalars()))),
            "versions_per_article": dict(Counter(map(int, tx.execute(per_article).scalars()))),
            "files": len(list(world.settings.wiki_dir.glob("*.md"))),
        }


def _passed(figures: dict[str, Any]) -> bool:
    return bool(
        figures["sources"] == {"compiled": SOURCES}
        and figures["articles_per_source"] == {1: SOURCES}
        and figures["versions_per_article"] == {1: SOURCES}
        and figures["files"] == SOURCES
        and not figures["jobs_live_60_s_later"]
        and figures["check"]["ok"]
    )
