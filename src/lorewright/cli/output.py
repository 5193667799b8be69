"""What commands print."""

from collections.abc import Sequence
from typing import Any

import typer


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


def print_fields(fields: Sequence[tuple[str, object]]) -> None:
    """A line for each field that has a value."""
    print_table([(f"{name}:", str(value)) for name, value in fields if value is not None])


def excerpt(text: str, limit: int) -> str:
    """On one line, at most `limit` characters, cut between words where there are any."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line.rfind(" ", 0, limit)
    return line[: cut if cut > limit // 2 else limit - 1].rstrip() + "…"
