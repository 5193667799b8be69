"""What commands print."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from lorewright.core.errors import BadInput


def print_json(value: Any) -> None:
    """Pydantic models, or lists and dictionaries of them, in the shapes of the HTTP answers."""
    from pydantic_core import to_json  # only where it is asked for

    typer.echo(to_json(value, indent=2).decode())


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Columns side by side, each as wide as its widest cell; the last ends where it ends."""
    from rich.cells import cell_len, set_cell_size  # knows how wide a character of any script is

    widths = [max(map(cell_len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    for row in rows:
        cells = [set_cell_size(cell, width) for cell, width in zip(row, widths, strict=False)]
        typer.echo("  ".join([*cells, row[-1]]))


def print_more(total: int, told: int) -> None:
    """How many of a list are still to come, and how to see them; nothing where that was all."""
    if total > told:
        typer.echo(f"{total - told} more; --offset {told} goes on with them.")


def print_fields(fields: Sequence[tuple[str, object]]) -> None:
    """A line for each field that has a value; times to the second, as lists have them."""
    print_table([(f"{name}:", _said(value)) for name, value in fields if value is not None])


def _said(value: object) -> str:
    return f"{value:%Y-%m-%d %H:%M:%S}" if isinstance(value, datetime) else str(value)


def write_new(path: Path, data: bytes) -> None:
    """Raises `BadInput` where there is such a file already, or it cannot be written."""
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from None


def excerpt(text: str, words: Sequence[str], limit: int) -> str:
    """About `limit` characters on one line, from shortly before the first of these words where they come late."""
    line = " ".join(text.split())
    lowered = line.casefold()
    places = [place for word in words if (place := lowered.find(word.casefold())) >= 0]
    start = 0
    if len(line) > limit and places and min(places) > limit // 2:
        start = max(0, min(min(places) - limit // 4, len(line) - limit))
        start = line.find(" ", start, min(places)) + 1 or start
    end = start + limit
    if end < len(line):
        cut = line.rfind(" ", start, end)
        end = cut if cut > start + limit // 2 else end
    return ("…" if start else "") + line[start:end].rstrip() + ("…" if end < len(line) else "")
