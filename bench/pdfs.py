"""Large PDF files: memory of all processes together, time, processor time, and how long a search takes meanwhile.

The files are made by rule unless they are named; they are fed into a wiki of a few hundred articles, in which one client
searches ten times a second: before, while the file is compiled, while its passages get their vectors, and after.
"""

import argparse
import shutil
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from bench import metrics, report
from bench.booklets import booklet
from bench.memory import Phase, Watch
from bench.pulse import Pulse, beating
from bench.service import CACHE, POLL_S, Service, feed_texts, prepare, serving
from bench.texts import texts

PAGES = (400, 2_000)
ARTICLES, WORDS = 300, 500
SEED = 5
EACH_S = 0.1
REST_S = 30.0
WARM_UP_S = 5.0
SAMPLED = 40
"""Pages of a booklet that are looked for by the word that only they hold."""
MB = 2**20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pages", action="append", type=int, help=f"of a file made by rule (default {PAGES}); may be repeated"
    )
    parser.add_argument("--file", action="append", type=Path, help="this one instead; may be repeated")
    parser.add_argument("--compile-only", action="store_true", help="do not wait for vectors, which take longest")
    parser.add_argument("--fresh", action="store_true", help="feed the wiki's articles anew")


def run(options: argparse.Namespace) -> None:
    wiki = _wiki(fresh=options.fresh)
    figures: dict[str, Any] = {}
    for path in options.file or []:
        figures[path.name] = _measured(wiki, path.name, path.read_bytes(), [], options.compile_only)
        print(report.table(["what", "figure"], list(report.flat({path.name: figures[path.name]}))), "\n", flush=True)
    for pages in options.pages or ([] if options.file else PAGES):
        name = f"{pages} pages"
        figures[name] = _measured(wiki, f"booklet-{pages}.pdf", *booklet(pages, SEED), options.compile_only)
        print(report.table(["what", "figure"], list(report.flat({name: figures[name]}))), "\n", flush=True)
    report.save("pdf", figures)


def _wiki(*, fresh: bool) -> Path:
    """A data folder with articles, to be copied for each file."""
    folder = CACHE / "data" / "pdf-wiki"
    prepare(folder, fresh=fresh)
    with serving(folder) as service:
        feed_texts(service, [(content, "") for content, _ in texts(ARTICLES, WORDS)])
        service.settle("the wiki is filled")
    return folder


def _measured(wiki: Path, name: str, data: bytes, owns: list[str], compile_only: bool) -> dict[str, Any]:
    """`owns`: the words by which the pages are looked for."""
    folder = CACHE / "pdf"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(wiki, folder)
    questions = [_search(" ".join(content.split()[40:46]).strip(".,")) for content, _ in texts(ARTICLES, WORDS)]
    phases: dict[str, Phase] = {}
    with serving(folder) as service, Watch(service) as watch:
        with beating(service.address, EACH_S, questions) as pulse:
            time.sleep(WARM_UP_S)
            service.settle("the files of the wiki, which are others since it was copied")
            with Phase(service) as phases["before"]:
                time.sleep(REST_S)
            with Phase(service) as phases["compiling"]:
                began = time.monotonic()
                source_id = _fed(service, name, data)
                accepted_s = time.monotonic() - began
                source = _compiled(service, source_id)
            if not compile_only:
                with Phase(service) as phases["vectors"]:
                    service.settle(name)
            with Phase(service) as phases["beside its vectors" if compile_only else "after"]:
                time.sleep(REST_S)
        sampled = list(enumerate(owns, start=1))[:: max(1, len(owns) // SAMPLED)]
        found = sum(_finds(service, own, page) for page, own in sampled)
    return {
        "megabytes": round(len(data) / MB, 1),
        "status": source["status"],
        "tokens": source["token_count"],
        "accepted_s": round(accepted_s, 1),
        "pages_found_by_their_word": f"{found} of {len(sampled)}",
        **{phase: _figures(one, watch, pulse) for phase, one in phases.items()},
    }


def _figures(phase: Phase, watch: Watch, pulse: Pulse) -> dict[str, Any]:
    beats = pulse.between(phase.began, phase.ended)
    taken_ms = [one.ms for one in beats]
    return {
        "seconds": round(phase.ended - phase.began, 1),
        "cpu_s": {role: round(cpu_s, 1) for role, cpu_s in phase.cpu_s.items()},
        **watch.most(phase.began, phase.ended),
        "searches": len(beats),
        "errors": sum(not one.ok for one in beats),
        **{f"p{share * 100:g}_ms": round(metrics.percentile(taken_ms, share), 1) for share in (0.5, 0.9, 0.99)},
    }


def _search(question: str) -> str:
    return f"/wiki/search?{urlencode({'q': question})}"


def _fed(service: Service, name: str, data: bytes) -> str:
    answer = service.http.post("/ingest/pdf", files={"file": (name, data, "application/pdf")}).raise_for_status()
    return str(answer.json()["id"])


def _compiled(service: Service, source_id: str) -> dict[str, Any]:
    """The source, when it is compiled or has failed."""
    while True:
        source: dict[str, Any] = service.http.get(f"/ingest/sources/{source_id}").raise_for_status().json()
        if source["status"] in ("compiled", "failed"):
            return source
        time.sleep(POLL_S)


def _finds(service: Service, own: str, page: int) -> bool:
    """Whether the word leads to its page; a passage may begin on the page before."""
    hits = service.http.get(_search(own)).raise_for_status().json()
    return bool(hits) and own in hits[0]["passage"] and hits[0]["page"] in (page - 1, page)
