"""An episode of five minutes from ten real pages, with the built-in voices and nothing beside this machine.

The pages are those of the article-extraction collection with the longest texts among the first; they are imported first, and what
is timed is `lorewright podcasts create`, a process of its own with the synthesiser's child: start, script, speech, MP3. What the expert
says rests on passages, but for a greeting and a closing line, which episodes of two minutes or less have not.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from bench import report
from bench.maintext import PAGES
from lorewright.speech import episode
from lorewright.speech.sound import RATE, decoded

MINUTES = 5
DOCUMENTS = 10
LEAST_CHARACTERS = 2_000
"""Of a page's main text."""
LOOK_S = 0.02


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=int, default=MINUTES, help="how long the episode is to be")


def run(options: argparse.Namespace) -> None:
    if not PAGES.is_dir():
        print(f"skipped: {PAGES} is not on this machine.")
        return
    with tempfile.TemporaryDirectory(prefix="lorewright-podcast-") as folder:
        pages, saved = Path(folder) / "pages", Path(folder) / "episode.mp3"
        _write_pages(pages)
        environment = {**os.environ, "LOREWRIGHT_DATA_DIR": str(Path(folder) / "data")}
        line = [sys.executable, "-m", "lorewright.cli"]
        subprocess.run([*line, "import", str(pages), "--collection", "Pages"], env=environment, check=True)
        words = ["podcasts", "create", "Pages", "--minutes", str(options.minutes), "-o", str(saved), "--json"]
        found, figures = _watched([*line, *words], environment)
        samples = decoded(saved.read_bytes(), "mp3").samples
    pieces = [samples[begin : begin + RATE] for begin in range(0, len(samples), RATE)]
    experts = [one for one in found["transcript"] if one["speaker"] == "expert"]
    figures |= {
        "seconds": len(samples) / RATE,
        "off_percent": 100 * (len(samples) / RATE / (60 * options.minutes) - 1),
        "loudness_lufs": episode.loudness(episode.frames(pieces), RATE),
        "lines": len(found["transcript"]),
        "expert_lines": len(experts),
        "expert_lines_without_sources": sum(not one["sources"] for one in experts),
        "documents": len({source["document_id"] for one in experts for source in one["sources"]}),
        "notes": found["notes"],
    }
    shown = [[name.replace("_", " "), f"{one:.1f}" if isinstance(one, float) else one] for name, one in figures.items()]
    print(report.table(["podcast", ""], shown))
    report.save("podcast", figures)


def _write_pages(folder: Path) -> None:
    folder.mkdir()
    known = json.loads((PAGES / "ground-truth.json").read_text())
    long = [name for name, one in sorted(known.items()) if len(one["articleBody"]) >= LEAST_CHARACTERS]
    for name in long[:DOCUMENTS]:
        (folder / f"{name[:8]}.html").write_bytes(gzip.decompress((PAGES / "html" / f"{name}.html.gz").read_bytes()))


def _watched(line: list[str], environment: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What it printed, and its time and memory with those of its children."""
    began, highest, before = time.perf_counter(), 0, os.times()
    with (
        tempfile.TemporaryFile() as printed,  # a pipe that nobody reads meanwhile would fill up
        subprocess.Popen(line, env=environment, stdout=printed, stderr=subprocess.DEVNULL) as process,
    ):
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            try:
                family = [watched, *watched.children(recursive=True)]
                highest = max(highest, sum(one.memory_info().rss for one in family))
            except psutil.NoSuchProcess:
                continue
            time.sleep(LOOK_S)
        wall = time.perf_counter() - began
        printed.seek(0)
        found = json.load(printed)
    used = os.times()
    cpu = used.children_user + used.children_system - before.children_user - before.children_system
    return found, {"wall_s": wall, "cpu_s": cpu, "memory_mb": highest / 1e6}
