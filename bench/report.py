"""What a benchmark leaves behind: a table for a person, and JSON for a program."""

import json
import os
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from bench.service import CACHE, code_version

LIBRARIES = ("fastapi", "sqlalchemy", "numpy", "onnxruntime", "tokenizers", "uvicorn")


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """As Markdown, the columns aligned."""
    cells = [[str(one) for one in row] for row in (headings, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def flat(figures: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, object]]:
    """(path of names, figure) of nested figures."""
    for name, one in figures.items():
        path = f"{under}{name}"
        if isinstance(one, Mapping):
            yield from flat(one, f"{path}: ")
        else:
            yield path.replace("_", " "), one


def save(name: str, figures: dict[str, Any]) -> None:
    """Writes .cache/bench/NAME.json, with what it was measured on."""
    CACHE.mkdir(parents=True, exist_ok=True)
    path = CACHE / f"{name}.json"
    path.write_text(json.dumps({"measured": measured_on(), **figures}, indent=1, ensure_ascii=False))
    print(f"\n{path}")


def measured_on() -> dict[str, object]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": code_version(),
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
        "libraries": {one: version(one) for one in LIBRARIES},
    }
