"""`lorewright check --repair` mends what was broken from outside, on both databases."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Executable, delete, insert, update

from lorewright.core.ids import content_hash
from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.index.tables import index_scope, index_shelf, index_vector, posting
from lorewright.knowledge.tables import text
from lorewright.retrieval.collections.tables import collection
from lorewright.retrieval.documents.tables import document
from tests.cli.conftest import Commands
from tests.cli.test_commands import GLASS, SALT

OWNER = "anonymous"


class Rows:
    """What statements change behind the program's back."""

    def __init__(self, url: str) -> None:
        self._url = url

    def run(self, *statements: Executable) -> None:
        database = Database(self._url)
        with database.writing() as tx:
            for statement in statements:
                tx.execute(statement)
        database.close()


class Store(Rows):
    """Two sources, compiled; and the ways in which somebody breaks what they left."""

    def __init__(self, commands: Commands, settings: Settings) -> None:
        self.commands = commands
        self.folder = settings.data_dir
        self.wiki = settings.wiki_dir
        super().__init__(settings.database_url)
        (self.folder.parent / "glass.md").write_text(GLASS)
        (self.folder.parent / "salt.md").write_text(SALT)
        commands.run("ingest", str(self.folder.parent / "glass.md"), str(self.folder.parent / "salt.md"))

    def blob(self, content: str) -> Path:
        sha256 = content_hash(content.encode())
        return self.folder / "blobs" / OWNER / sha256[:2] / sha256


@pytest.fixture
def store(commands: Commands, settings: Settings) -> Store:
    return Store(commands, settings)


def lose_all(store: Store) -> None:
    """The wiki's folder and every row of the index."""
    for path in store.wiki.iterdir():
        path.unlink()
    store.wiki.rmdir()
    store.run(delete(posting), delete(index_shelf), delete(index_scope), delete(index_vector))


def lose_some(store: Store) -> None:
    """A file, one of the words, and with a vector too many."""
    (store.wiki / "how-glass-is-made.md").unlink()
    stray = {"number": 999, "scope_id": 1, "embedder": "x", "generation": 1, "vector": b""}
    oven = delete(posting).where(posting.c.term == "oven")
    store.run(oven, update(index_shelf).values(words=4), insert(index_vector).values(stray))


def older(path: Path) -> None:
    """So old that nobody is writing it any more."""
    os.utime(path, (time.time() - 60,) * 2)


@pytest.mark.parametrize(
    ("damage", "sentences"),
    [
        (
            lose_all,
            [
                "The wiki file how-glass-is-made.md is written again.",
                "The wiki file salt.md is written again.",
                "The index of words of scope 1 is made again from 2 passages.",
                *["The vectors of 1 passages of source"] * 2,
            ],
        ),
        (
            lose_some,
            [
                "The wiki file how-glass-is-made.md is written again.",
                "The index of words of scope 1 is made again from 2 passages.",
                "The vector 999, which belongs to no passage, is removed.",
            ],
        ),
    ],
    ids=["all", "some"],
)
def test_what_is_lost_is_made_again(store: Store, damage: Callable[[Store], None], sentences: list[str]) -> None:
    files = {path.name: path.read_text() for path in store.wiki.iterdir()}
    found = store.commands.json("search", "annealing oven")
    damage(store)
    told = store.commands.json("check", "--repair")
    assert (told["ok"], told["violations"], told["notes"]) == (True, [], [])
    assert len(told["mended"]) == len(sentences)
    for sentence in sentences:
        assert any(sentence in one for one in told["mended"]), told
    assert {path.name: path.read_text() for path in store.wiki.iterdir()} == files
    assert store.commands.json("search", "annealing oven") == found


def test_each_part_of_the_index_is_made_again_by_itself(store: Store) -> None:
    found = store.commands.json("search", "annealing oven")
    words = ["The index of words of scope 1 is made again from 2 passages."]
    for statement, sentences in (
        (delete(posting), words),
        (delete(index_shelf), words),
        (update(index_shelf).values(passages=7), words),
        (delete(index_vector).where(index_vector.c.number == 1), ["The vectors of 1 passages of source"]),
    ):
        store.run(statement)
        assert store.commands.json("check", status=1)["violations"]
        told = store.commands.json("check", "--repair")
        assert (told["ok"], told["violations"], len(told["mended"])) == (True, [], len(sentences))
        assert all(one.startswith(sentence) for one, sentence in zip(told["mended"], sentences, strict=True))
        assert store.commands.json("search", "annealing oven") == found


def test_what_belongs_to_nothing_is_removed_and_what_is_a_persons_own_is_left(store: Store) -> None:
    orphan = store.blob("Nobody's bytes.")
    orphan.parent.mkdir(exist_ok=True)
    orphan.write_text("Nobody's bytes.")
    half = store.wiki / ".new-half"
    half.write_text("half of")
    older(half)
    own = [
        store.wiki / "shopping.md",
        store.folder / "blobs" / "photo.jpg",
        store.folder / "blobs" / OWNER / "a" / "b.txt",
    ]
    for path in own:
        path.parent.mkdir(exist_ok=True)
        path.write_text("Mine.")
    told = store.commands.json("check", "--repair")
    assert (told["ok"], told["violations"]) == (True, [])
    assert sorted(told["mended"]) == [
        f"The half written file {half} is removed.",
        f"The stored bytes {orphan.name}, which belong to no source, are removed.",
    ]
    assert len(told["notes"]) == 3
    assert all(any(path.name in one and "left as it is" in one for one in told["notes"]) for path in own)
    assert all(path.exists() for path in own)
    assert not orphan.exists()
    assert not half.exists()


def test_an_edit_is_kept_as_a_version(store: Store) -> None:
    path = store.wiki / "how-glass-is-made.md"
    edited = path.read_text().replace("\n## Key Claims", "\nMy own remark.\n\n## Key Claims", 1)
    path.write_text(edited)
    told = store.commands.run("check", "--repair")
    assert told.splitlines() == [
        "Mended: The edit of the wiki file how-glass-is-made.md is kept as a version of its own.",
        "Everything holds.",
    ]
    assert "My own remark." in path.read_text()
    assert "My own remark." in store.commands.json("wiki", "show", "how-glass-is-made")["content"]


def test_what_cannot_be_mended_is_said_with_what_a_person_can_do(store: Store) -> None:
    store.blob(GLASS).unlink()
    store.blob(SALT).write_text("other bytes")
    folder = store.wiki / "salt.md"
    folder.unlink()
    folder.mkdir()
    told = store.commands.json("check", "--repair", status=1)
    assert (told["ok"], told["mended"]) == (False, [])
    *bytes_of, in_the_way = told["violations"]
    assert len(bytes_of) == 2
    for sentence in bytes_of:
        assert sentence.startswith("The stored bytes of source ")
        assert sentence.endswith(": nothing but the file itself, taken in again, brings them back.")
    assert in_the_way == "The wiki file salt.md is not to be read (Is a directory)."
    folder.rmdir()
    store.commands.run("ingest", str(store.folder.parent / "glass.md"), str(store.folder.parent / "salt.md"))
    assert store.commands.run("check", "--repair").splitlines()[-1] == "Everything holds."
    assert folder.is_file()


class Shelf(Rows):
    """A collection with a document that was read; and the ways in which somebody breaks what they left."""

    def __init__(self, commands: Commands, settings: Settings) -> None:
        self.commands = commands
        self.folder = settings.data_dir / "documents"
        super().__init__(settings.database_url)
        path = settings.data_dir.parent / "glass.md"
        path.write_text(GLASS)
        [self.document] = commands.json("import", str(path), "--collection", "Crafts")


@pytest.fixture
def shelf(commands: Commands, settings: Settings) -> Shelf:
    return Shelf(commands, settings)


def test_what_is_lost_of_documents_is_made_again(shelf: Shelf) -> None:
    id_ = shelf.document["document_id"]
    assert shelf.commands.run("check").splitlines() == ["Everything holds."]
    for statement, sentence in (
        (delete(index_vector), f"The vectors of 1 passages of document {id_} are made again."),
        (update(collection).values(document_count=7), "The documents of collection"),
        (update(document).values(status="processing"), f"The document {id_} (“glass.md”) is read again."),
        (update(text).values(state="removed"), f"The document {id_} (“glass.md”) is read again."),
    ):
        shelf.run(statement)
        assert shelf.commands.json("check", status=1)["violations"]
        told = shelf.commands.json("check", "--repair")
        assert (told["ok"], told["violations"]) == (True, []), told
        assert [one[: len(sentence)] for one in told["mended"]] == [sentence]
    assert shelf.commands.json("documents", "show", id_)["status"] == "indexed"


def test_bytes_of_documents_are_looked_at_too(shelf: Shelf) -> None:
    [kept] = [path for path in shelf.folder.rglob("*") if path.is_file()]
    orphan = kept.parent.parent / "00" / ("0" * 64)
    orphan.parent.mkdir()
    orphan.write_text("Nobody's bytes.")
    two_hours_ago = time.time() - 7_200
    os.utime(orphan, (two_hours_ago, two_hours_ago))
    (shelf.folder / "notes.txt").write_text("Mine.")
    kept.write_text("other bytes")
    told = shelf.commands.json("check", status=1)
    changed, unused = told["violations"]
    assert changed.endswith("(“glass.md”) are no longer what was written.")
    assert unused.startswith(f"The stored bytes {'0' * 64} of ")
    assert unused.endswith(" belong to no document.")
    [note] = told["notes"]
    assert "notes.txt among the stored documents is none of ours" in note
    told = shelf.commands.json("check", "--repair", status=1)
    assert told["mended"] == [f"The stored bytes {'0' * 64}, which belong to no document, are removed."]
    assert told["violations"] == [changed]
