"""Everything a person can do on the command line, on both databases."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from lorewright.gateway.articles.schemas import ArticleHit, ArticleResponse, ArticleSummaryResponse
from lorewright.gateway.conversations.schemas import AskResponse
from lorewright.gateway.removal.schemas import Deleted
from lorewright.gateway.sources.schemas import Source
from lorewright.platform.jobs.schemas import Job
from tests.cli.conftest import Commands
from tests.gateway.test_disk_full import small_disk
from tests.makers import pdf
from tests.makers.site import Page, site
from tests.makers.videos import Film, Track, videos

__all__ = ["small_disk"]

GLASS = """# How glass is made

Glass is melted from sand, soda and lime. The furnace of the Murano works reaches 1,500 degrees. Angelo Barovier made clear
cristallo glass around 1450. Manganese takes the green tint of iron away.

## Cooling

A vessel is cooled for ten hours in the annealing oven. Glass that cools too fast breaks from its own tension.
"""
CANAL = "Der Kanal wurde 1895 eröffnet. Kaiser Wilhelm legte den Schlussstein. Für den Bau wurden 80 Millionen Kubikmeter bewegt."
SALT = "Salt was carried from Taghaza across the desert by camel. The caravan of 1353 had twelve thousand camels, as a traveller wrote."


@pytest.fixture
def files(folder: Path) -> Path:
    """What a person's folder holds."""
    (folder / "glass.md").write_text(GLASS)
    (folder / "letters").mkdir()
    (folder / "letters" / "canal_note.txt").write_bytes(CANAL.encode("cp1252"))
    (folder / "letters" / "salt.pdf").write_bytes(pdf.pages_of([SALT], title="The salt caravans"))
    (folder / "letters" / "report.docx").write_bytes(b"PK\x03\x04\x14\x00\x00\x00")
    (folder / "page.html").write_text("<!DOCTYPE html><html><p>A page.</p></html>")
    (folder / "empty.txt").write_text("")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "secret.txt").write_text("Nobody asked to take this in.")
    (folder / ".notes.md").write_text("Nor this.")
    return folder


def test_a_folder_goes_in_and_each_file_is_told(commands: Commands, files: Path) -> None:
    commands.run("ingest", str(files / "glass.md"))
    told = commands.run("ingest", str(files), str(files / "gone.txt"), status=1)
    new, known = told.split("New:")[1].split("Known already:")
    known, failed = known.split("Failed:")
    assert "canal_note.txt → " in new
    assert "salt.pdf → " in new
    assert "glass.md → how-glass-is-made" in known
    assert "report.docx: The wiki is made of text, Markdown, PDF" in failed
    assert "page.html: The wiki is made of text, Markdown, PDF" in failed
    assert "`lorewright import FILE --collection NAME`" in failed
    assert "empty.txt: The text is empty." in failed
    assert "gone.txt: No such file or directory." in failed
    assert "2 new, 1 known already, 4 failed." in failed
    assert "secret" not in told
    assert ".notes" not in told
    sources = TypeAdapter(list[Source]).validate_python(commands.json("sources", "list"))
    assert {one.title: (one.source_type.value, one.status.value) for one in sources} == {
        "glass": ("text", "compiled"),
        "canal note": ("text", "compiled"),
        "The salt caravans": ("pdf", "compiled"),
    }
    again = commands.json("ingest", str(files / "letters" / "salt.pdf"))
    assert [(Source(**one["source"]).title, one["is_new"]) for one in again["known"]] == [("The salt caravans", False)]
    assert again["new"] == again["failed"] == again["waiting"] == []
    assert commands.run("check") == "Everything holds.\n"


def test_the_same_text_in_another_encoding_is_known(commands: Commands, folder: Path) -> None:
    (folder / "a.txt").write_bytes(CANAL.encode("utf-16"))
    (folder / "b.txt").write_bytes(CANAL.encode("cp1252"))
    told = commands.json("ingest", str(folder))
    assert [len(told[group]) for group in ("new", "known", "failed")] == [1, 1, 0]


def test_what_is_piped_in_is_called_as_the_person_says(commands: Commands) -> None:
    told = commands.run("ingest", "-", "--title", "On cooling", stdin=GLASS.encode())
    assert "- → on-cooling" in told
    assert commands.json("wiki", "show", "on-cooling")["title"] == "On cooling"


def test_an_address_goes_in_like_a_file(commands: Commands) -> None:
    page = b"<html><body><h1>Otters of Mirefall</h1><p>The otters of lake Mirefall eat trout and eels all year.</p></body></html>"
    with site() as pages:
        pages.pages["/otters"] = Page(page)
        commands.environment["LOREWRIGHT_FETCH__ALLOW_HOSTS"] = pages.host
        address = f"{pages.address}/otters"
        printed = commands.run("ingest", address, f"{pages.address}/none", status=1)
    assert f"{address} → " in printed
    assert f"{pages.address}/none: The server answered with status 404." in printed
    assert "trout and eels" in commands.run("search", "eels")


def test_a_video_goes_in_by_its_address_and_is_cited_with_its_time(commands: Commands) -> None:
    said = [
        (0, 5, "The otters of lake Mirefall eat trout and eels."),
        (754, 760, "Hunting otters is forbidden since 1968."),
    ]
    with videos() as films:
        films.put("Mf7_-otter1", Film(tracks=[Track("en", said)]))
        commands.environment |= {
            "LOREWRIGHT_FETCH__ALLOW_HOSTS": films.site.host,
            "LOREWRIGHT_FETCH__VIDEO_URL": films.site.address,
        }
        printed = commands.run("ingest", "https://youtu.be/Mf7_-otter1", "https://youtu.be/nothing", status=1)
    assert "https://youtu.be/Mf7_-otter1 → otters-of-mirefall" in printed
    assert "should name a video" in printed
    told = commands.run("ask", "Since when is hunting otters forbidden?")
    assert ", 12:34  (otters-of-mirefall)" in told
    assert "https://www.youtube.com/watch?v=Mf7_-otter1&t=754s" in told


def test_searching_asking_and_looking(commands: Commands, files: Path) -> None:
    commands.run("ingest", str(files / "glass.md"), str(files / "letters" / "salt.pdf"))
    hits = TypeAdapter(list[ArticleHit]).validate_python(commands.json("search", "annealing", "oven"))
    assert hits[0].slug == "how-glass-is-made"
    told = commands.run("search", "annealing", "oven")
    assert "1. How glass is made  (how-glass-is-made)" in told
    assert "annealing oven" in told

    answer = AskResponse.model_validate(commands.json("ask", "How many camels had the caravan of 1353?"))
    assert "twelve thousand camels" in answer.query.answer
    assert answer.query.citations[0].page == 1
    told = commands.run("ask", "How many camels had the caravan of 1353?", "--conversation", answer.conversation.id)
    said, _, cited = told.partition("\n\n[1] ")
    assert said.endswith("[1]")
    assert ", p. 1" in cited
    assert "“The caravan of 1353 had twelve thousand camels" in cited

    articles = TypeAdapter(list[ArticleSummaryResponse]).validate_python(commands.json("wiki", "list"))
    assert {one.slug for one in articles} >= {"how-glass-is-made"}
    assert "how-glass-is-made" in commands.run("wiki", "list")
    shown = commands.run("wiki", "show", "how-glass-is-made")
    assert shown == (commands.data_dir / "wiki" / "how-glass-is-made.md").read_text()
    ArticleResponse.model_validate(commands.json("wiki", "show", "how-glass-is-made"))

    jobs = TypeAdapter(list[Job]).validate_python(commands.json("jobs", "list"))
    assert {one.status.value for one in jobs} == {"complete"}
    assert commands.json("jobs", "show", jobs[0].id)["id"] == jobs[0].id
    assert "complete" in commands.run("jobs", "show", jobs[0].id)
    source = commands.json("sources", "list")[0]
    assert commands.json("sources", "show", source["id"]) == source
    assert source["content_hash"] in commands.run("sources", "show", source["id"])


def test_an_article_is_edited_and_taken_back(commands: Commands, files: Path) -> None:
    slug = "how-glass-is-made"
    commands.run("ingest", str(files / "glass.md"))
    shown = commands.run("wiki", "show", slug)
    file = files / "edited.md"
    file.write_text(shown.replace("1,500 degrees", "1,520 degrees"))
    assert commands.run("wiki", "edit", slug, "--file", str(file)) == f"{slug} is at version 2: How glass is made\n"
    assert "1,520 degrees" in (commands.data_dir / "wiki" / f"{slug}.md").read_text()
    [hit] = commands.json("search", "1,520 degrees")
    assert hit["by_person"]
    compared = commands.run("wiki", "diff", slug)
    assert "\n- The furnace of the Murano works reaches 1,500 degrees.\n+ The furnace of" in compared
    assert commands.json("wiki", "diff", slug, "2", "1")["to_version"] == 1
    assert commands.run("wiki", "restore", slug, "1") == f"{slug} is at version 3: How glass is made\n"
    assert (commands.data_dir / "wiki" / f"{slug}.md").read_text() == shown
    listed = commands.run("wiki", "history", slug)
    assert [line.split()[0] for line in listed.splitlines()] == ["3*", "2", "1"]
    assert "edited (restored from 1)" in listed
    assert "Version not found" in commands.run("wiki", "restore", slug, "9", status=1)
    assert commands.run("wiki", "recompile", slug) == f"{slug} is at version 3: How glass is made\n"
    assert "Article not found" in commands.run("wiki", "recompile", "no-such-page", status=1)

    commands.environment["EDITOR"] = "sed -i s/annealing/cooling/"
    assert commands.run("wiki", "edit", slug).startswith(f"{slug} is at version 4")
    commands.environment["EDITOR"] = "true"
    assert commands.run("wiki", "edit", slug) == "Nothing was changed.\n"
    commands.environment["EDITOR"] = "false"
    assert "The editor false ended badly" in commands.run("wiki", "edit", slug, status=1)
    assert commands.json("wiki", "edit", slug, "--title", "Glass")["title"] == "Glass"


def test_a_source_is_deleted_when_the_person_says_so(commands: Commands, files: Path) -> None:
    commands.run("ingest", str(files / "glass.md"), str(files / "letters" / "salt.pdf"))
    commands.run("ask", "Who made clear cristallo glass?")
    glass = next(one["id"] for one in commands.json("sources", "list") if one["title"] == "glass")
    assert "Delete “glass”" in commands.run("sources", "delete", glass, stdin=b"n\n", status=1)
    assert len(commands.json("sources", "list")) == 2
    deleted = Deleted.model_validate(commands.json("sources", "delete", glass, "--yes"))
    assert deleted.receipt.articles == 1
    assert deleted.receipt.claims >= 3
    assert deleted.receipt.answers == 1
    assert commands.run("check") == "Everything holds.\n"
    assert not (commands.data_dir / "wiki" / "how-glass-is-made.md").exists()
    left = [path for path in commands.data_dir.rglob("*") if path.is_file() and b"cristallo" in path.read_bytes()]
    # The question is the person's own and stays.
    assert [path.name for path in left] in ([], ["lorewright.db"])
    salt = commands.json("sources", "list")[0]["id"]
    told = commands.run("sources", "delete", salt, "-y")
    assert "Deleted “The salt caravans”, and with it:" in told
    assert "articles:         1" in told


def test_what_cannot_be_is_said_in_a_sentence(commands: Commands, folder: Path) -> None:
    (folder / "note.txt").write_text(SALT)
    assert commands.run("wiki", "show", "nothing", status=1) == "Error: Article not found\n"
    assert commands.run("sources", "show", "nothing", status=1) == "Error: Source not found\n"
    assert commands.run("sources", "delete", "nothing", "--yes", status=1) == "Error: Source not found\n"
    assert commands.run("jobs", "show", "nothing", status=1) == "Error: Job not found\n"
    for room, known in (
        ("jobs", "queued, running, complete, failed"),
        ("sources", "pending, processing, compiled, failed"),
    ):
        told = commands.run(room, "list", "--status", "bogus", status=1)
        assert told == f"Error: There is no status bogus: there are {known}.\n"
        assert commands.json(room, "list", "--status", "failed") == []
    assert "2 to 10,000 characters" in commands.run("search", "x", status=1)
    assert "is not blank" in commands.run("ask", " ", status=1)
    assert "Conversation not found" in commands.run("ask", "Who?", "--conversation", "nothing", status=1)
    assert "one file" in commands.run("ingest", str(folder / "note.txt"), "-", "--title", "Both", status=1)
    nowhere = commands.run("wiki", "list", "--data-dir", str(folder / "note.txt"), status=1)
    assert "cannot be used: File exists." in nowhere
    assert commands.json("sources", "list") == []
    assert commands.run("wiki", "list") == "There are no articles.\n"
    assert commands.run("search", "camels") == "Nothing was found.\n"


def test_a_reader_that_ends_early_is_no_error(commands: Commands, folder: Path) -> None:
    (folder / "note.md").write_text(GLASS)
    commands.run("ingest", str(folder))
    process = commands.start("wiki", "show", "how-glass-is-made")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.wait()


@pytest.fixture
def many(folder: Path) -> Path:
    for number in range(16):
        words = f"Ledger {number} of the harbour master names {number + 2} ships and their cargo of timber. "
        (folder / f"{number:02}.txt").write_text(words * 12)
    return folder


def test_ctrl_c_leaves_the_rest_queued_and_the_same_command_goes_on(commands: Commands, many: Path) -> None:
    process = commands.start("ingest", str(many))
    assert process.stderr is not None
    while "Compiling" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "they are queued" in told
    assert "Traceback" not in told
    again = commands.json("ingest", str(many))
    assert (len(again["known"]), len(again["failed"])) == (16, 0)
    assert commands.run("check") == "Everything holds.\n"


COMMANDS = """
ingest, search, ask, check, wiki, wiki list, wiki show, sources, sources list, sources show, sources delete, jobs, jobs list,
jobs show, serve, worker, db, db upgrade
"""


@pytest.mark.parametrize("words", [words.split() for words in COMMANDS.split(",")], ids=" ".join)
def test_every_command_explains_itself(words: list[str]) -> None:
    from typer.testing import CliRunner

    from lorewright.cli.main import app

    done = CliRunner().invoke(app, [*words, "--help"])
    assert done.exit_code == 0
    assert "Usage:" in done.output


def test_help_loads_nothing_heavy() -> None:
    """Numbers, the database, validation and the web come with the command that needs them."""
    heavy = ["fastapi", "numpy", "onnxruntime", "pydantic", "sqlalchemy", "structlog"]
    code = f"import sys, lorewright.cli.main; print(*(name for name in {heavy} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_wide_table_is_called_by_its_file_name(commands: Commands, folder: Path) -> None:
    columns = [
        f"{word} of the boat" for word in ("Name", "Home", "Owner", "Length", "Width", "Draught", "Crew", "Engine")
    ]
    (folder / "harbour_boats.csv").write_text(f"{','.join(columns)}\n{','.join(['north'] * len(columns))}\n")
    assert "→ harbour-boats" in commands.run("ingest", str(folder / "harbour_boats.csv"))
