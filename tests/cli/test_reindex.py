"""`lorewright reindex`, killed in the middle and gone on with, on both databases."""

import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.index import shelves
from tests.cli.conftest import Commands
from tests.makers.embedding_server import embedding_server

WIKI = 1
LOG = "\n\n".join(
    f"In the year {year} the ringers of Fair Isle caught {year - 1700} wheatears, {year - 1690} storm petrels and a single "
    f"corncrake. The log of {year} tells of westerly gales in May, of a late autumn, and of a warden who counted eiders. "
    f"Of the {year - 1600} birds that were ringed on the cliffs of Malcolm's Head that year, nine were seen again in Norway, "
    f"two in Iceland, and one, a great skua, on a trawler off the coast of Ghana, where the crew fed it for {year - 1790} days."
    for year in range(1800, 1900)
)


@pytest.fixture
def wiki(commands: Commands, folder: Path) -> Iterator[Commands]:
    """A long source, with vectors of a server."""
    (folder / "fair-isle.md").write_text(f"# The log of Fair Isle\n\n{LOG}\n")
    with embedding_server() as server:
        settings = server.settings()
        commands.environment |= {
            "LOREWRIGHT_EMBEDDINGS__PROVIDER": settings.provider,
            "LOREWRIGHT_EMBEDDINGS__BASE_URL": settings.base_url,
            "LOREWRIGHT_EMBEDDINGS__MODEL": settings.model,
        }
        commands.run("ingest", str(folder / "fair-isle.md"))
        yield commands


def test_whoever_is_killed_in_the_middle_is_gone_on_with(wiki: Commands, settings: Settings) -> None:
    found = wiki.json("search", "storm petrels in 1847")
    with closing(Database(settings.database_url)) as database:
        process = wiki.start("reindex")
        half: shelves.Shelf | None = None
        while half is None or not half.built_to:
            assert process.poll() is None
            with database.reading() as tx:
                half = shelves.of_scope(tx, WIKI).building
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with database.reading() as tx:
            left = shelves.of_scope(tx, WIKI)
    assert left.building is not None
    assert half.built_to <= left.building.built_to < left.building.built_until
    assert wiki.json("search", "storm petrels in 1847") == found
    assert wiki.run("check").splitlines()[-1] == "Everything holds."
    told = wiki.json("reindex")
    assert (told["job_type"], told["status"], told["progress_pct"]) == ("reindex", "complete", 100)
    assert wiki.json("search", "storm petrels in 1847") == found
    assert wiki.run("check").splitlines()[-1] == "Everything holds."
