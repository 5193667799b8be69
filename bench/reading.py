"""How fast files are read: pages of PDF text a second, and what a page costs whose text has to be recognised, and how much of it is found.

Processor time of one thread, in this process; a child reads for the service, with the same code. The PDF is made by rule; the images, with the
text that is in them, are looked for in ../shared/samples.
"""

import argparse
import difflib
import time
from pathlib import Path
from typing import Any

from bench import report
from bench.booklets import booklet
from bench.corpora import FOLDER
from lorewright.reading import read
from lorewright.reading.recognition.engine import Recogniser, is_installed

PAGES = 400
SEED = 5
IMAGES = FOLDER.parent / "samples" / "img"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=PAGES, help=f"of the PDF made by rule (default {PAGES})")
    parser.add_argument("--without-images", action="store_true", help="leave out recognition, which takes longest")


def run(options: argparse.Namespace) -> None:
    data, _ = booklet(options.pages, SEED)
    began = time.process_time()
    read(data, "pdf")
    taken_s = time.process_time() - began
    figures: dict[str, Any] = {"pdf_pages": options.pages, "pdf_pages_per_cpu_s": round(options.pages / taken_s, 1)}
    print(f"{options.pages} pages of PDF text: {figures['pdf_pages_per_cpu_s']} a second of CPU")
    if not options.without_images and not (is_installed() and IMAGES.is_dir()):
        print(f"recognition skipped: it needs the extra ocr and {IMAGES}.")
    elif not options.without_images:
        figures["recognised"] = _recognised()
        rows = [[name, one["cpu_s"], one["characters_found"]] for name, one in figures["recognised"].items()]
        print(report.table(["image", "CPU s", "characters found"], rows))
    report.save("reading", figures)


def _recognised() -> dict[str, dict[str, Any]]:
    """Images that have their text beside them. The models are loaded before the clock starts."""
    recognise = Recogniser()
    images = {path: path.with_name(f"{path.stem}.gold.txt") for path in sorted(IMAGES.iterdir())}
    found: dict[str, dict[str, Any]] = {}
    for path, gold in images.items():
        if not gold.is_file() or path == gold:
            continue
        if not found:
            read(path.read_bytes(), "image", recognise=recognise)
        began = time.process_time()
        content = read(path.read_bytes(), "image", recognise=recognise).content
        found[path.name] = {
            "cpu_s": round(time.process_time() - began, 1),
            "characters_found": f"{_share(content, gold):.1%}",
        }
    return found


def _share(found: str, gold: Path) -> float:
    """Of the gold text's characters, white space aside, those that are found in its order."""
    has, wanted = ("".join(text.split()) for text in (found, gold.read_text()))
    matches = difflib.SequenceMatcher(None, has, wanted, autojunk=False).get_matching_blocks()
    return sum(match.size for match in matches) / len(wanted)
