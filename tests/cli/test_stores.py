"""Opening a store from the command line: upgrades, what is damaged, missing or beside a running server."""

import sys
from pathlib import Path

import pytest

from lorewright.core.settings import Settings
from lorewright.db import schema
from lorewright.db.engine import Database
from tests.cli.conftest import Commands
from tests.cli.prefork import Prefork
from tests.conftest import Gateway
from tests.gateway.test_disk_full import SmallDisk, small_disk

__all__ = ["small_disk"]

NOTE = "# How glass is made\n\nAngelo Barovier made clear cristallo glass around 1450. Manganese takes the green tint of iron away."


def test_check_names_what_is_wrong_and_says_so_by_its_status(commands: Commands, folder: Path) -> None:
    (folder / "note.md").write_text(NOTE)
    commands.run("ingest", str(folder))
    assert commands.json("check") == {"ok": True, "violations": [], "notes": []}
    article = commands.data_dir / "wiki" / "how-glass-is-made.md"
    article.write_text(article.read_text() + "\nMy own remark.\n")
    (commands.data_dir / "wiki" / "mine.md").write_text("My own.")
    told = commands.json("check")
    assert (told["ok"], told["violations"], len(told["notes"])) == (True, [], 2)
    edited, own, holds = commands.run("check").splitlines()
    assert "how-glass-is-made.md was edited by hand" in edited
    assert "mine.md" in own
    assert holds == "Everything holds."
    article.unlink()
    missing = "The wiki file how-glass-is-made.md is missing."
    assert commands.json("check", status=1)["violations"] == [missing]
    assert missing in commands.run("check", status=1).splitlines()


def test_files_go_in_beside_a_running_server(gateway: Gateway, commands: Commands, folder: Path) -> None:
    for number in range(12):
        (folder / f"{number}.txt").write_text(
            f"Ship {number} left the port of Riga with {number + 3} barrels of tar on board."
        )
    told = commands.json("ingest", str(folder))
    assert len(told["new"]) == 12
    assert len(gateway.http.get("/wiki/articles").json()) == 12
    commands.run("sources", "delete", told["new"][0]["source"]["id"], "--yes")
    gateway.settle()
    assert len(gateway.http.get("/wiki/articles").json()) == 11
    assert commands.run("check") == "Everything holds.\n"


def test_the_upgrade_says_from_where_to_where(commands: Commands) -> None:
    first = commands.json("db", "upgrade")
    assert first == {"from": None, "to": schema.NEWEST}
    assert schema.NEWEST in commands.run("db", "upgrade")


def test_an_older_store_is_upgraded_by_whatever_opens_it_and_that_is_told(
    commands: Commands, settings: Settings
) -> None:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    db = Database(settings.database_url)
    with db.engine.begin() as connection:
        schema._migrate(connection, "0002")
    db.close()
    process = commands.start("wiki", "list")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "There are no articles.\n")
    assert f"The store was upgraded from 0002 to {schema.NEWEST}." in err
    copies = list((commands.data_dir / "snapshots").glob("*.db"))
    assert len(copies) == (1 if settings.database.url is None else 0)
    process = commands.start("wiki", "list")
    assert process.communicate(timeout=60) == ("There are no articles.\n", "")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://root:hunter2@localhost/lore", "only SQLite"),
        ("postgresql+asyncpg://localhost/lore", "(postgresql+psycopg://user:password@host/name) are supported"),
        ("nonsense", "only SQLite"),
        ("postgresql+psycopg://user:hunter2@host:port/name", "not of the form postgresql+psycopg://"),
        ("postgresql+psycopg://user:hunter2@127.0.0.1:9/name", "cannot be reached"),
    ],
)
def test_a_database_that_cannot_be_is_said_in_a_sentence(
    tmp_path: Path, prefork: Prefork, url: str, sentence: str
) -> None:
    commands = Commands(Settings(data_dir=tmp_path), prefork)
    commands.environment["LOREWRIGHT_DATABASE__URL"] = url
    process = commands.start("wiki", "list")
    out, err = process.communicate(timeout=60)
    assert (process.returncode in (1, 2), out) == (True, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert "hunter2" not in err


def test_a_data_folder_has_a_name(tmp_path: Path, prefork: Prefork) -> None:
    commands = Commands(Settings(data_dir=tmp_path), prefork)
    assert "must name a folder" in commands.run("wiki", "list", "--data-dir", "", status=2)
    commands.environment["LOREWRIGHT_DATA_DIR"] = ""
    told = commands.run("wiki", "list", status=2)
    assert told == "LOREWRIGHT_DATA_DIR: must name a folder, or not be set\n"


@pytest.mark.skipif(sys.platform != "linux", reason="changes the rights of a file system")
def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(small_disk: SmallDisk, commands: Commands) -> None:
    commands.run("db", "upgrade")
    small_disk.close()
    for words in (("wiki", "list"), ("search", "salt"), ("check",), ("worker",), ("serve", "--port", "0")):
        told = commands.run(*words, status=1)
        assert (
            told
            == f"Error: The data folder {commands.data_dir} is read-only, and Lorewright writes to it even to read.\n"
        )
