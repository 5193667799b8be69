"""What is there before each step of the story, kept so that the runs which break the step begin with it."""

import shutil
import subprocess
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.sql import SQL, Composed, Identifier
from sqlalchemy import make_url

from lorewright.db.metadata import metadata
from tests.faults.story import Place


class Beginnings:
    """As a process leaves it that is killed between two steps."""

    def __init__(self, place: Place, folder: Path) -> None:
        self._place = place
        self._folder = folder
        self._rows: dict[str, dict[str, bytes]] = {}
        folder.mkdir()

    def keep(self, step: str) -> None:
        """What is there now is what is there before the step."""
        # By another process: SQLite loses its locks of a file that its own process closes.
        subprocess.run(["cp", "-r", self._place.folder, self._folder / step], check=True)
        if self._place.url is not None:
            with _connected(self._place.url) as connection:
                self._rows[step] = {name: _rows(connection, name) for name in _tables()}

    def put_back(self, step: str) -> Place:
        """What was there before the step is there again, and nothing else."""
        shutil.rmtree(self._place.folder)
        shutil.copytree(self._folder / step, self._place.folder)
        if self._place.url is not None:
            with _connected(self._place.url) as connection:
                # Emptying all tables by TRUNCATE makes new files of them, which takes twenty times as long.
                connection.execute(
                    SQL(";").join(SQL("DELETE FROM {}").format(Identifier(one)) for one in _tables()[::-1])
                )
                for name, rows in self._rows[step].items():
                    if rows != _NO_ROWS:
                        with connection.cursor().copy(_of("COPY {} FROM STDIN (FORMAT binary)", name)) as copy:
                            copy.write(rows)
        return self._place


_NO_ROWS = b"PGCOPY\n\xff\r\n\0" + bytes(8) + b"\xff\xff"
"""What PostgreSQL writes of a table in which there are none: a head, no flags, an end."""


def _connected(url: str) -> psycopg.Connection:
    """Commits at the end of the block."""
    return psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))


def _tables() -> list[str]:
    """Each after those whose rows its own refer to."""
    return [table.name for table in metadata.sorted_tables]


def _rows(connection: psycopg.Connection, name: str) -> bytes:
    with connection.cursor().copy(_of("COPY {} TO STDOUT (FORMAT binary)", name)) as copy:
        return b"".join(bytes(part) for part in copy)


def _of(statement: LiteralString, name: str) -> Composed:
    return SQL(statement).format(Identifier(name))
