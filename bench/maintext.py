"""How much of a page's main text is found, and how much beside it: F1 over the words' 4-shingles, as its peers were measured.

True and false positives and negatives are counted for each page, precision and recall averaged over pages; F1 is of the two means
(scrapinghub's article-extraction-benchmark).
"""

import argparse
import gzip
import json
import re
import time
from collections import Counter

from bench import report
from bench.corpora import FOLDER
from lorewright.core.errors import Unreadable
from lorewright.reading import read

PAGES = FOLDER / "article-extraction"
PEERS = {"trafilatura 2.3.1": 0.958, "readability-lxml": 0.946, "Readability.js": 0.939}
"""F1 on the same pages, as shared/bench/README.md gives them."""
SHINGLE = 4

_WORD = re.compile(r"\w+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--worst", type=int, default=0, metavar="N", help="also name the N pages with most beside the text"
    )


def run(options: argparse.Namespace) -> None:
    if not PAGES.is_dir():
        print(f"skipped: {PAGES} is not on this machine.")
        return
    wanted = {name: one["articleBody"] for name, one in json.loads((PAGES / "ground-truth.json").read_text()).items()}
    began = time.process_time()
    found = {name: _read(gzip.decompress((PAGES / "html" / f"{name}.html.gz").read_bytes())) for name in wanted}
    each_ms = 1000 * (time.process_time() - began) / len(wanted)
    scores = {name: _score(found[name], wanted[name]) for name in wanted}
    precision = sum(one for one, _ in scores.values()) / len(scores)
    recall = sum(one for _, one in scores.values()) / len(scores)
    f1 = 2 * precision * recall / (precision + recall)
    rows = [["Lorewright", f"{f1:.3f}", f"{precision:.3f}", f"{recall:.3f}"]]
    rows += [[name, f"{one:.3f}", "", ""] for name, one in PEERS.items()]
    print(report.table(["main text", "F1", "precision", "recall"], rows))
    print(f"{len(wanted)} pages, {each_ms:.0f} ms of CPU each")
    for name in sorted(scores, key=lambda name: scores[name])[: options.worst]:
        print(f"{scores[name][0]:.3f} {scores[name][1]:.3f} {name}")
    report.save(
        "maintext", {"f1": f1, "precision": precision, "recall": recall, "cpu_ms_each": each_ms, "peers": PEERS}
    )


def _read(page: bytes) -> str:
    try:
        return read(page, "page").content
    except Unreadable:
        return ""


def _score(found: str, wanted: str) -> tuple[float, float]:
    """(precision, recall); 0 for a page of which nothing was found."""
    has, needs = _shingles(found), _shingles(wanted)
    shared = (has & needs).total()
    return (shared / has.total() if has else 0.0, shared / needs.total() if needs else 1.0)


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    return Counter(tuple(words[start : start + SHINGLE]) for start in range(max(1, len(words) - SHINGLE + 1)) if words)
