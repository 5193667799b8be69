"""Concepts, pages and links in which everything holds, and each thing that can break in them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Executable, delete, insert, select, update

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.articles import edits, queries
from lorewright.gateway.articles.schemas import EditRequest
from lorewright.gateway.articles.tables import PageType, RelationType, article, article_name, link, wikilink
from lorewright.gateway.concepts.tables import article_concept, concept, concept_merge
from lorewright.gateway.sources import actions
from lorewright.gateway.sources.schemas import IngestTextRequest
from lorewright.gateway.taxonomy import actions as taxonomy
from lorewright.knowledge.tables import claim, span
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.world import World
from tests.gateway.admin.test_check import settle
from tests.makers.embedders import Letters, Only
from tests.makers.lean import make_tables, open_lean

MILLS = [
    f"A tidal mill is driven by the ebb. The tidal mill of {place} was closed in {year}. Each tidal mill of {place} is loud."
    for place, year in (("Nordvik", 1931), ("Hovden", 1947))
]


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    """Two articles of one concept, its page, and a link from the one to the other."""
    world = replace(open_lean(settings), embedders=Only(Letters()))
    make_tables(world.db, settings.data_dir)
    for number, content in enumerate(MILLS):
        with world.db.writing() as tx:
            actions.add_text(tx, world, LOCAL_USER_ID, IngestTextRequest(content=content, title=f"Mill {number}"))
    settle(world)
    with world.db.writing() as tx:
        found = queries.get_article(tx, LOCAL_USER_ID, "mill-0")
        linking = EditRequest(base_version=found.version, content=f"{found.content}\n\n## Mine\n\nSee [[Mill 1]].\n")
        edits.edit(tx, world, LOCAL_USER_ID, found.id, linking)
        taxonomy.rebuild(tx, world, LOCAL_USER_ID)
    settle(world)
    yield world
    world.close()


def test_everything_holds(world: World) -> None:
    with world.db.reading() as tx:
        assert tx.execute(select(article.c.slug).where(article.c.page_type == PageType.CONCEPT)).scalars().all()
        assert tx.execute(select(link.c.from_id).where(link.c.relation == RelationType.REFERENCES)).all()
    assert list(violations(world)) == []


_PAGES = select(article.c.id).where(article.c.page_type == PageType.CONCEPT)
_HAS_PAGE = concept.c.id.in_(_PAGES)
_MERGE = {
    "id": "m",
    "user_id": LOCAL_USER_ID,
    "key": "a",
    "into_key": "b",
    "evidence": "",
    "decided_at": datetime.now(UTC),
}
DAMAGE: dict[str, Callable[[], Executable]] = {
    "counts 7 articles": lambda: update(concept).where(concept.c.name == "tidal-mill").values(article_count=7),
    "has neither articles nor a page": lambda: update(concept).where(~_HAS_PAGE).values(article_count=0),
    "has no row": lambda: delete(concept).where(concept.c.name == "tidal-mill"),
    "stand below each other in a circle": lambda: update(concept).values(parent_id=concept.c.id),
    "stands below nothing, which is not there": lambda: update(concept).values(parent_id="nothing"),
    "is of a concept that is not there": lambda: delete(concept).where(concept.c.name == "tidal-mill"),
    "rests on a text that is not there": lambda: (
        update(span)
        .where(span.c.claim_id.in_(select(claim.c.id).where(claim.c.holder_id.in_(_PAGES))))
        .values(text_id="nothing")
    ),
    "is about a name that no article writes": lambda: insert(concept_merge).values(**_MERGE),
    "and nobody decided that": lambda: update(article_concept).values(sense="loud"),
    "is not among its links": lambda: delete(link).where(link.c.relation == RelationType.REFERENCES),
    "is not found by its slug": lambda: delete(article_name),
    "which is not related to it": lambda: delete(link).where(
        link.c.relation == RelationType.RELATED_TO,
        link.c.from_id == select(article.c.id).where(article.c.slug == "mill-0").scalar_subquery(),
    ),
    "leads to an article of somebody else": lambda: update(wikilink).values(user_id="other"),
}


@pytest.mark.parametrize("sentence", DAMAGE)
def test_what_breaks_is_told(world: World, sentence: str) -> None:
    with world.db.writing() as tx:
        tx.execute(DAMAGE[sentence]())
    assert any(sentence in one for one in violations(world))
