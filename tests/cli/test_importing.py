"""`lorewright import`, `collections` and `documents` as a person uses them."""

import os
import re
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.platform.jobs.tables import Kind, job
from lorewright.reading.recognition.engine import is_installed
from tests.cli.conftest import Commands
from tests.cli.test_commands import GLASS, SALT
from tests.makers import images, pdf

NO_UTF8 = os.fsdecode(b"\xff")
TABLE = "kiln,fired\nVarley,1871\nMoorcroft,1897\n"


@pytest.fixture
def files(folder: Path) -> Path:
    """What a person's folder holds."""
    (folder / "glass.md").write_text(GLASS)
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "salt.pdf").write_bytes(pdf.pages_of([SALT], title="The salt caravans"))
    (folder / "deep" / "kilns.csv").write_text(TABLE)
    (folder / "page.html").write_text(
        "<!DOCTYPE html><html><p>The kilns of Varley were fired with beech wood.</p></html>"
    )
    (folder / "program").write_bytes(b"\x7fELF\x02\x01\x01\x00" * 20)
    (folder / "half.pdf").write_bytes(b"%PDF-1.7\n" + b"x" * 500)
    (folder / ".hidden").write_text("Nobody asked to take this in.")
    (folder / "gone.txt").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe")
    return folder


def test_a_folder_is_imported_once_and_what_fails_is_told(commands: Commands, files: Path, settings: Settings) -> None:
    told = commands.json("import", str(files), "--collection", "Crafts", status=1)
    told = {Path(one["file"]).name: one for one in told}
    assert {name: one["status"] for name, one in told.items()} == {
        "glass.md": "indexed",
        "salt.pdf": "indexed",
        "kilns.csv": "indexed",
        "page.html": "indexed",
        "program": "refused",
        "half.pdf": "failed",
        "gone.txt": "refused",
    }
    assert not any(one["duplicate"] for one in told.values())
    assert told["program"]["error"] == "This kind of file cannot be read."
    assert told["gone.txt"]["error"] == "No such file or directory."
    assert told["half.pdf"]["error"]
    again = commands.run("import", str(files / "deep"), str(files / "glass.md"), "--collection", "Crafts")
    assert again.splitlines()[-1] == "0 new, 3 known already, 0 failed."
    found = commands.json("query", "When was the Varley kiln fired?", "--collection", "Crafts")
    assert found["sources"][0]["filename"] == "kilns.csv"


def test_collections_and_documents_are_listed_shown_and_deleted(
    commands: Commands, folder: Path, settings: Settings
) -> None:
    (folder / "glass.md").write_text(GLASS)
    assert "no collection called Crafts" in commands.run("documents", "add", "Crafts", str(folder), status=1)
    commands.run("collections", "create", "Crafts", "--description", "Glass and salt")
    assert "exists already" in commands.run("collections", "create", "Crafts", status=1)
    commands.run("documents", "add", "Crafts", str(folder))
    [document] = commands.json("documents", "list", "Crafts")
    shown = commands.json("documents", "show", document["id"])
    assert (shown["filename"], shown["status"]) == ("glass.md", "indexed")
    assert "glass.md" in commands.run("documents", "show", document["id"])
    [collection] = commands.json("collections", "list")
    assert (collection["name"], collection["document_count"]) == ("Crafts", 1)
    commands.run("documents", "delete", document["id"], "--yes")
    assert "empty" in commands.run("documents", "list", "Crafts")
    assert [path for path in (settings.data_dir / "documents").rglob("*") if path.is_file()] == []
    commands.run("documents", "add", "Crafts", str(folder))
    commands.run("collections", "delete", collection["id"], "--yes")
    assert commands.json("collections", "list") == []
    assert [path for path in (settings.data_dir / "documents").rglob("*") if path.is_file()] == []
    assert commands.run("check").splitlines() == ["Everything holds."]


def test_a_collection_is_called_and_described_as_the_interface_allows(commands: Commands, folder: Path) -> None:
    (folder / "glass.md").write_text(GLASS)
    for words, told in (
        (["A", "--description", "x" * 2_001], "description: "),
        (["A", "--description", " "], "description: must not be blank."),
        (["x" * 201], "name: "),
        ([f" {'x' * 200} "], "name: "),
        ([" "], "name: must not be blank."),
        ([NO_UTF8], "name: "),
    ):
        assert told in commands.run("collections", "create", *words, status=1), words
    for name in ("x" * 201, " ", NO_UTF8):
        assert "name: " in commands.run("import", str(folder), "--collection", name, status=1)
    for command in (["documents", "list"], ["documents", "add"], ["collections", "delete"]):
        more = [str(folder)] if "add" in command else []
        assert "no collection called" in commands.run(*command, NO_UTF8, *more, status=1)
    assert commands.json("collections", "list") == []
    made = commands.json("collections", "create", "x" * 200, "--description", "x" * 2_000)
    assert (made["name"], made["description"]) == ("x" * 200, "x" * 2_000)


def test_a_list_goes_on_where_it_ended(commands: Commands, folder: Path) -> None:
    for name in ("First", "Second", "Third"):
        commands.run("collections", "create", name)
    newest, more = commands.run("collections", "list", "--limit", "1").splitlines()
    assert newest.endswith("Third")
    assert more == "2 more; --offset 1 goes on with them."
    rest = commands.run("collections", "list", "--offset", "1")
    assert [line.split()[-1] for line in rest.splitlines()] == ["Second", "First"]
    assert commands.run("collections", "list", "--offset", "3") == "There are no more collections.\n"
    for name, text in (("glass.md", GLASS), ("kilns.csv", TABLE)):
        (folder / name).write_text(text)
    commands.run("import", str(folder), "--collection", "Third")
    ids = [one["id"] for one in commands.json("documents", "list", "Third")]
    assert [one["id"] for one in commands.json("documents", "list", "Third", "--offset", "1")] == ids[1:]
    assert "1 more; --offset 1" in commands.run("documents", "list", "Third", "--limit", "1")
    assert commands.run("podcasts", "list", "--offset", "1") == "There are no podcasts.\n"


def _many(folder: Path, count: int = 24) -> Path:
    for number in range(count):
        years = "\n\n".join(
            f"In {year} kiln {number} burnt {year % 7 + 2} cords of beech." for year in range(1_700, 1_800)
        )
        (folder / f"{number:02}.md").write_text(f"# Kiln {number}\n\n{years}\n")
    return folder


def _jobs(settings: Settings) -> dict[str, Any]:
    """Of the documents: how each ended and when."""
    with closing(Database(settings.database_url)) as db, db.reading() as tx:
        wanted = select(job.c.id, job.c.status, job.c.completed_at).where(job.c.kind == Kind.INDEX_DOCUMENT)
        return {row.id: (row.status, row.completed_at) for row in tx.execute(wanted)}


def test_an_import_that_was_stopped_goes_on_with_what_is_left(
    commands: Commands, folder: Path, settings: Settings
) -> None:
    process = commands.start("import", str(_many(folder)), "--collection", "Kilns", "--readers", "1")
    assert process.stderr is not None
    while not process.stderr.readline().startswith("Reading"):
        assert process.poll() is None
    while "complete" not in {status for status, _ in _jobs(settings).values()}:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "they are queued" in told
    before = {one["id"]: one for one in commands.json("documents", "list", "Kilns")}
    indexed = {id_ for id_, one in before.items() if one["status"] == "indexed"}
    assert len(before) == 24
    assert 0 < len(indexed) < 24
    done = {id_: how for id_, how in _jobs(settings).items() if how[0] == "complete"}
    again = commands.json("import", str(folder), "--collection", "Kilns")
    assert all(one["status"] == "indexed" and one["duplicate"] for one in again)
    after = {one["id"]: one for one in commands.json("documents", "list", "Kilns")}
    assert after.keys() == before.keys()
    assert all(after[id_] == before[id_] for id_ in indexed)
    jobs = _jobs(settings)
    assert len(jobs) == 24
    assert jobs.items() >= done.items()
    assert commands.run("check") == "Everything holds.\n"


def test_an_import_reads_several_files_at_once_and_says_how_far_it_is(commands: Commands, folder: Path) -> None:
    process = commands.start("import", str(_many(folder, 6)), "--collection", "Kilns", "--readers", "2")
    told, progress = process.communicate(timeout=100)
    assert process.returncode == 0, progress
    assert told == "6 new, 0 known already, 0 failed.\n"
    lines = progress.splitlines()
    taken = [f"Taking in {number:02}.md ({number} of 6)" for number in range(6)]
    assert lines[: len(taken)] == taken
    read = [re.fullmatch(r"Reading \(([0-6]) of 6\)", line) for line in lines[len(taken) :]]
    counts = [int(one[1]) for one in read if one]
    assert len(counts) == len(read) > 0
    assert counts == sorted(counts)
    assert "--readers" in commands.run("import", str(folder), "--collection", "Kilns", "--readers", "0", status=2)


@pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")
def test_what_was_recognised_in_images_is_shown(commands: Commands, folder: Path) -> None:
    scan = images.page(["The gates of Berg", "were cast in 1911."])
    (folder / "gates.pdf").write_bytes(images.scanned_pdf([SALT, scan]))
    commands.run("import", str(folder), "--collection", "Gates")
    [document] = commands.json("documents", "list", "Gates")
    shown = commands.run("documents", "show", document["id"])
    assert re.search(r"^pages: +2 of 2$", shown, re.MULTILINE)
    assert re.search(r"^recognised: +1 of these, from images$", shown, re.MULTILINE)
