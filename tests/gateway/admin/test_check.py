"""A store in which everything holds, and one for each thing that can break in it."""

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, func, insert, select, update

from lorewright.core.ids import content_hash, new_id
from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import notes, violations
from lorewright.gateway.articles.files import path_of
from lorewright.gateway.articles.tables import article, article_source, article_version, edit_conflict
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.conversations import actions as conversation_actions
from lorewright.gateway.conversations.schemas import QueryRequest
from lorewright.gateway.conversations.tables import conversation
from lorewright.gateway.removal.actions import delete_source
from lorewright.gateway.sources import actions
from lorewright.gateway.sources.schemas import IngestTextRequest
from lorewright.gateway.sources.tables import source
from lorewright.index.tables import index_shelf, index_vector, posting
from lorewright.knowledge.tables import claim, passage, span, text
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.jobs.actions import claim as claim_job
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.queries import count_live
from lorewright.platform.jobs.tables import Kind, job
from lorewright.platform.jobs.tasks import run_next
from lorewright.platform.remains.tables import remains
from lorewright.worker import TASKS
from lorewright.world import World
from tests.makers.embedders import Letters, Only
from tests.makers.lean import make_tables, open_lean

LIGHTHOUSES = """# The keepers of Skerryvore

The lighthouse of Skerryvore was built between 1838 and 1844. Its tower is 48 metres high and stands on a reef of gneiss.
Alan Stevenson designed it. The light was first shown on 1 February 1844. A fire gutted the tower in 1954.

## The work

Forty men worked on the reef each summer. A barrack on iron legs was lost in a storm in November 1838.
"""
LOOMS = "The Jacquard loom was shown in Lyon in 1801. Punched cards choose the warp threads that rise. Each card is one weft."
HOUR = 3_600


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    """Two sources, their articles and files, and a question that was answered."""
    world = replace(open_lean(settings), embedders=Only(Letters()))
    make_tables(world.db, settings.data_dir)
    for content in (LIGHTHOUSES, LOOMS):
        with world.db.writing() as tx:
            actions.add_text(tx, world, LOCAL_USER_ID, IngestTextRequest(content=content))
    settle(world)
    asked = QueryRequest(question="Who designed the lighthouse of Skerryvore?")
    asyncio.run(conversation_actions.ask(world, LOCAL_USER_ID, asked))
    yield world
    world.close()


def settle(world: World) -> None:
    """Runs jobs until none is left; files wait a moment for more of their kind."""
    while True:
        with world.db.writing() as tx:
            tx.execute(update(job).values(run_after=world.clock.now()))
        while run_next(world, TASKS, threading.Event()):
            pass
        with world.db.reading() as tx:
            if not count_live(tx):
                return


def first_source(world: World) -> str:
    with world.db.reading() as tx:
        return str(
            tx.execute(
                select(article_source.c.source_id)
                .join(source, source.c.id == article_source.c.source_id)
                .order_by(source.c.ingested_at)
            )
            .scalars()
            .first()
        )


def slug_of(world: World, source_id: str) -> str:
    with world.db.reading() as tx:
        wanted = select(article.c.slug).join(article_source, article_source.c.article_id == article.c.id)
        return str(tx.execute(wanted.where(article_source.c.source_id == source_id)).scalar_one())


def blob_of(world: World, source_id: str) -> Path:
    with world.db.reading() as tx:
        sha256 = str(tx.execute(select(source.c.blob).where(source.c.id == source_id)).scalar_one())
    return world.settings.blobs_dir / LOCAL_USER_ID / sha256[:2] / sha256


def test_a_store_in_which_everything_holds(world: World) -> None:
    assert list(violations(world)) == []


def test_nothing_is_wrong_while_a_deletion_is_under_way_and_after_it(world: World) -> None:
    with world.db.writing() as tx:
        delete_source(tx, world, LOCAL_USER_ID, first_source(world))
    assert list(violations(world)) == []
    settle(world)
    assert list(violations(world)) == []


def test_nothing_is_wrong_while_an_upload_is_under_way(world: World) -> None:
    with world.db.writing() as tx:
        actions.add_text(tx, world, LOCAL_USER_ID, IngestTextRequest(content="A note that waits to be compiled."))
    stray = world.settings.blobs_dir / LOCAL_USER_ID / "ab"
    stray.mkdir(exist_ok=True)
    (stray / ("ab" + "0" * 62)).write_bytes(b"its row comes in a moment")
    for folder in (world.settings.blobs_dir / LOCAL_USER_ID, world.settings.wiki_dir):
        (folder / ".new-young").write_bytes(b"half of")
    assert list(violations(world)) == []


def rows(*statements: Callable[[World], object]) -> Callable[[World], None]:
    """Damage done by statements."""

    def damage(world: World) -> None:
        made = [statement(world) for statement in statements]
        with world.db.writing() as tx:
            for statement in made:
                tx.execute(statement)  # type: ignore[arg-type]  # built by the lambdas below

    return damage


def remove_blob(world: World) -> None:
    blob_of(world, first_source(world)).unlink()


def change_blob(world: World) -> None:
    blob_of(world, first_source(world)).write_bytes(b"something else")


def leave_blob(world: World) -> None:
    data = b"nobody's bytes"
    folder = world.settings.blobs_dir / LOCAL_USER_ID / content_hash(data)[:2]
    folder.mkdir(exist_ok=True)
    (folder / content_hash(data)).write_bytes(data)
    long_ago = world.clock.now().timestamp() - 2 * HOUR
    os.utime(folder / content_hash(data), (long_ago, long_ago))


def leave_half_written(world: World) -> None:
    long_ago = world.clock.now().timestamp() - 2 * HOUR
    for folder in (world.settings.blobs_dir / LOCAL_USER_ID, world.settings.wiki_dir):
        (folder / ".new-old").write_bytes(b"half of")
        os.utime(folder / ".new-old", (long_ago, long_ago))


def remove_file(world: World) -> None:
    path_of(world.settings.wiki_dir, slug_of(world, first_source(world))).unlink()


def edit_file(world: World) -> None:
    path = path_of(world.settings.wiki_dir, slug_of(world, first_source(world)))
    path.write_text(path.read_text() + "\nMy own remark.\n")


def leave_file(world: World) -> None:
    (world.settings.wiki_dir / "shopping.md").write_text("Milk.")


def leave_job(world: World) -> None:
    with world.db.writing() as tx:
        enqueue(tx, LOCAL_USER_ID, Kind.EMBED_CHUNKS, now=world.clock.now(), source_id=first_source(world))
        claim_job(tx, now=world.clock.now(), lease_s=1)
        tx.execute(
            update(job).where(job.c.status == "running").values(lease_until=world.clock.now() - timedelta(hours=1))
        )


def fail_compile(world: World) -> None:
    id_ = first_source(world)
    with world.db.writing() as tx:
        tx.execute(update(source).where(source.c.id == id_).values(status="pending"))
        tx.execute(update(job).where(job.c.source_id == id_, job.c.kind == "compile_source").values(status="failed"))


Damage = tuple[Callable[[World], None], str]

DAMAGES: dict[str, list[Damage]] = {
    "what is gone or left over": [
        (remove_blob, "The stored bytes of source .* are missing"),
        (leave_blob, "The stored bytes [0-9a-f]{64} of anonymous belong to no source"),
        (remove_file, r"The wiki file the-keepers-of-skerryvore\.md is missing"),
        (
            leave_half_written,
            r"The file .*blobs/anonymous/\.new-old was left half written(.|\n)*wiki/\.new-old was left",
        ),
        (leave_job, r"Job .* \(embed_chunks\) was left by its worker"),
        (
            rows(lambda w: update(conversation).values(turn_count=5)),
            "Conversation .* counts 5 turns but has 1",
        ),
        (
            rows(lambda w: insert(remains).values(user_id=LOCAL_USER_ID, kind="file", name="old")),
            "The file old is to be erased, but no job does it",
        ),
        (
            rows(lambda w: insert(index_vector).values(number=999, scope_id=1, embedder="x", generation=1, vector=b"")),
            "The vector 999 of scope 1 belongs to no passage",
        ),
        (
            rows(lambda w: delete(posting)),
            "The index of scope 1 lacks the words of 2 passages",
        ),
    ],
    "what is changed": [
        (change_blob, "The stored bytes of source .* are no longer what was written"),
        (
            rows(lambda w: update(source).where(source.c.id == first_source(w)).values(status="processing")),
            "Source .* is being processed, but no job is at work on it",
        ),
        (
            rows(lambda w: update(index_shelf).values(words=index_shelf.c.words + 7)),
            "The index of scope 1 counts 2 passages with .* words, but its postings add up to 2 with",
        ),
        (
            rows(lambda w: update(span).values(start_char=span.c.start_char + 3)),
            r"A claim of the article the-keepers-of-skerryvore \(.*\) quotes what does not stand",
        ),
        (
            rows(lambda w: update(claim).where(claim.c.holder_kind == "answer").values(holder_id=new_id())),
            "Claim .* is of answer .*, which is not there",
        ),
        (
            rows(lambda w: update(passage).values(start_char=passage.c.start_char + 1)),
            "Text .* is not whole: passage 0 begins at character 1 instead of 0",
        ),
    ],
    "what is not finished": [
        (
            rows(lambda w: delete(article_source).where(article_source.c.source_id == first_source(w))),
            "Source .* is compiled but has no article",
        ),
        (
            rows(lambda w: delete(article_version)),
            r"The article the-keepers-of-skerryvore \(.*\) lacks its current version",
        ),
        (
            rows(lambda w: update(article).values(file_due=1)),
            "The file of the article .* is to be written, but no job does it",
        ),
        (
            rows(lambda w: update(text).where(text.c.source_id == first_source(w)).values(state="building")),
            "Text .* is half written, and no job goes on with it",
        ),
        (
            rows(lambda w: update(text).values(passages=text.c.passages + 1)),
            "Text .* is not whole: it has 1 passages instead of 2",
        ),
        (rows(lambda w: delete(index_vector)), "Source .* has 1 passages without a vector"),
        (
            rows(lambda w: delete(posting).where(posting.c.term == "reef")),
            "The index of scope 1 lacks some words of 1 passages",
        ),
    ],
    "what was edited": [
        (
            rows(lambda w: update(article).values(compiled_version=7)),
            r"The article the-keepers-of-skerryvore \(.*\) lacks the version that was compiled last",
        ),
        (
            rows(
                lambda w: insert(edit_conflict).values(
                    id=new_id(),
                    user_id=LOCAL_USER_ID,
                    article_id=select(article.c.id).limit(1).scalar_subquery(),
                    version=9,
                    **dict.fromkeys(("section", "base", "mine", "theirs"), "x"),
                    found_at=w.clock.now(),
                )
            ),
            "The conflict .* is of a version of article .* that is not there",
        ),
    ],
    "what nobody wrote": [
        (
            rows(lambda w: update(text).where(text.c.source_id == first_source(w)).values(state="remark")),
            "Text .* is what a person wrote into the article of source .*, which nobody has edited",
        ),
    ],
    "what failed": [
        (fail_compile, "Source .* waits for its compilation, but that has failed"),
        (
            rows(lambda w: update(text).where(text.c.source_id == first_source(w)).values(state="removed")),
            "Text .* is to be erased, but no job does it",
        ),
        (
            rows(lambda w: update(passage).values(content=func.substr(passage.c.content, 2))),
            "Text .* is not whole: passage 0 holds .* characters instead of",
        ),
        (rows(lambda w: delete(span)), "Claim .* rests on nothing"),
        (
            rows(lambda w: update(article_concept).where(article_concept.c.ordinal == 0).values(concept="lost")),
            "The concept lost of article .* is called so by no article",
        ),
    ],
}
"""Damages that do not hide each other, and the sentence that names each."""


@pytest.mark.parametrize("damages", DAMAGES.values(), ids=DAMAGES)
def test_what_is_damaged_is_named(world: World, damages: list[Damage]) -> None:
    for damage, _ in damages:
        damage(world)
    found = "\n".join(violations(world))
    for _, sentence in damages:
        assert re.search(sentence, found), found


def test_what_a_person_did_to_the_wiki_is_told_and_is_not_wrong(world: World) -> None:
    assert list(notes(world)) == []
    edit_file(world)
    leave_file(world)
    assert list(violations(world)) == []
    edited, own = notes(world)
    assert edited.startswith("The wiki file the-keepers-of-skerryvore.md was edited by hand; at its next writing")
    assert own == "The file shopping.md in the wiki's folder is no article's; it is left as it is."


def test_sqlite_that_lost_a_row_another_refers_to(world: World) -> None:
    if world.db.dialect != "sqlite":
        pytest.skip("PostgreSQL does not let it happen")
    with closing(sqlite3.connect(world.settings.data_dir / "lorewright.db")) as connection:  # it minds no foreign keys
        connection.execute("DELETE FROM conversation")
        connection.commit()
    assert any("of the table turn refers to a row of conversation" in one for one in violations(world))
