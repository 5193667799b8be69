"""Showing how far a command has come."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import typer

LINE_EVERY_S = 10.0
"""How often a line says how far something long has come, where no bar can."""


class Show(Protocol):
    def __call__(self, doing: str, done: int, of: int) -> None: ...


@contextmanager
def showing() -> Iterator[Show]:
    """A progress bar on standard error where that is a terminal; else a line for each step, and one now and then."""
    if not sys.stderr.isatty():
        step, told_at = ("", -1), 0.0

        def line(doing: str, done: int, of: int) -> None:
            nonlocal step, told_at
            now = doing.split(":")[0], done
            if now != step or time.monotonic() - told_at > LINE_EVERY_S:
                typer.echo(f"{doing} ({done} of {of})", err=True)
                step, told_at = now, time.monotonic()

        yield line
        return
    from rich.console import Console  # only a terminal needs it
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=None)

        def move(doing: str, done: int, of: int) -> None:
            progress.update(bar, description=escape(doing), completed=done, total=of)

        yield move
