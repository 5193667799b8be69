"""What must hold when the processes are started again, whatever broke: at once, when the jobs are done, and after what comes next."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from sqlalchemy import select

from lorewright.core.files import PREFIX
from lorewright.core.ids import content_hash
from lorewright.gateway.admin.queries import notes, violations
from lorewright.gateway.articles.tables import article, article_source, article_version
from lorewright.gateway.conversations.tables import conversation, turn
from lorewright.gateway.sources.tables import IngestStatus, source
from lorewright.knowledge.tables import Confidence
from lorewright.platform.jobs.tables import Status, job
from lorewright.platform.remains.tasks import sweep
from lorewright.worker import look_after
from lorewright.world import World
from tests.conftest import Gateway
from tests.faults.story import QUESTIONS, REMARK, SENT, TEXTS, Journal, Place, Story, opened, work_off
from tests.gateway.left_behind import kept_files, traces
from tests.gateway.test_deletion import WORD

LATER_S = 7_200.0
"""Every lease, delay and time that an upload may take is over."""


def faults_after(place: Place, held: ExitStack, last: str | None = None) -> Iterator[str]:
    """Restarts, lets the jobs finish, and takes the story to its last step or its end; each thing that does not hold is a sentence."""
    story = opened(place, held)
    yield from (f"at once: {one}" for one in _at_once(story))
    for half_written in place.data_dir.rglob(f"{PREFIX}*"):  # old enough to be told from what is being written
        os.utime(half_written, (time.time() - 60,) * 2)
    story.clock.advance(LATER_S)
    _work_as_a_worker_that_starts(story)
    yield from (f"after the jobs: {one}" for one in _when_idle(place, story))
    told = story.journal.read()
    story.go_on(last)
    if story.journal.read() != told:
        yield from (f"at the end: {one}" for one in _when_idle(place, story))


def _work_as_a_worker_that_starts(story: Story) -> None:
    sweep(story.worker)
    story.worker.vectors.prepare(story.worker.db)
    look_after(story.worker, thoroughly=True)
    work_off(story.worker, story.clock)


def _at_once(story: Story) -> Iterator[str]:
    """What is under way is no fault, and nobody sees half of anything."""
    yield from violations(story.worker)
    yield from _acknowledged(story)
    yield from _deleted_whole(story)
    for listed in _get(story, "/wiki/articles", limit=1000):
        shown = _get(story, f"/wiki/articles/{listed['slug']}")
        if not (shown["sources"] and shown["claims"]):
            yield f"The article {shown['slug']} is shown without sources or claims."
        if any(one["confidence"] != Confidence.SOURCED for one in shown["claims"]):
            yield f"The article {shown['slug']} shows a claim that does not stand."
    for listed in _get(story, "/ingest/sources", limit=1000):
        if listed["status"] == IngestStatus.FAILED:
            yield f"The source {listed['title']} has failed: {listed['error_message']}"
    with story.worker.db.reading() as tx:
        written = {
            row.slug: (row.file_hash, row.file_intent)
            for row in tx.execute(select(article.c.slug, article.c.file_hash, article.c.file_intent))
        }
    for path in story.worker.settings.wiki_dir.glob("[!.]*.md"):
        data = path.read_bytes()
        is_ours = path.stem not in written or content_hash(data) in written[path.stem]  # of a deleted one: to be erased
        if not is_ours and REMARK.encode() not in data:
            yield f"The wiki file {path.name} is none that was written or is about to be."


def _get(story: Story, path: str, **query: int) -> Any:
    answer = story.http.get(path, params=query)
    answer.raise_for_status()
    return answer.json()


def _acknowledged(story: Story) -> Iterator[str]:
    """What was answered is there as it was answered; a deletion takes sentences out of answers."""
    journal = story.journal
    sources = {one["id"]: one["content_hash"] for one in _get(story, "/ingest/sources", limit=1000)}
    for name in TEXTS:
        told = journal.done(f"ingest {name}")
        may_be_deleted = name == "secret" and _deletion_begun(journal)
        if told and not may_be_deleted and sources.get(told["answer"]["id"]) != told["answer"]["content_hash"]:
            yield f"The {name} was acknowledged and is not there."
    conversations = _get(story, "/query/conversations", limit=1000)
    shown = [_get(story, f"/query/conversations/{one['id']}") for one in conversations]
    turns = {one["id"]: one for each in shown for one in each["queries"]}
    if not all(each["queries"] for each in shown):
        yield "A conversation without a question is shown."
    for name in QUESTIONS:
        told = journal.done(f"ask {name}")
        if told is None:
            continue
        turn_told, turn_shown = told["answer"]["query"], turns.get(told["answer"]["query"]["id"])
        if turn_shown is None:
            yield f"The answer to the {name} question was acknowledged and is not there."
        elif turn_shown != turn_told and not _deletion_begun(journal):
            yield f"The answer to the {name} question is {turn_shown} instead of {turn_told}."


def _deleted_whole(story: Story) -> Iterator[str]:
    """A deletion takes the source from everywhere or from nowhere, and once it was acknowledged from everywhere."""
    fed, asked = story.journal.done("ingest secret"), story.journal.done("ask first")
    if fed is None or asked is None:
        return
    conversation_id = asked["answer"]["conversation"]["id"]
    views = ("/ingest/sources", "/wiki/articles", f"/wiki/search?q={WORD}", f"/query/conversations/{conversation_id}")
    shown = {path: story.http.get(path).raise_for_status().text for path in views}
    seen = [path for path, text in shown.items() if WORD in text or fed["answer"]["id"] in text]
    is_whole = len(seen) == len(views) and story.journal.done("delete") is None
    is_gone = not seen and _deletion_begun(story.journal)
    if not (is_whole or is_gone):
        yield f"The secret is seen in {seen}."


def _deletion_begun(journal: Journal) -> bool:
    """It is done, or nobody knows whether it is."""
    return journal.done("delete") is not None or journal.unanswered("delete") > 0


def _when_idle(place: Place, story: Story) -> Iterator[str]:
    """Acknowledged is durable, no effect came twice, and nothing is left over."""
    world = story.worker
    yield from violations(world)
    yield from notes(world)
    with world.db.reading() as tx:
        unfinished = tx.execute(select(job.c.kind, job.c.status, job.c.error).where(job.c.status != Status.COMPLETE))
        yield from (f"A job is left: {tuple(row)}" for row in unfinished)
    yield from _acknowledged(story)
    yield from _sources(place, story)
    yield from _turns(place, world)
    yield from _files(place, story)
    yield from _reports(story)


def _reports(story: Story) -> Iterator[str]:
    """A report that was asked for is there, and whole, however often it was begun."""
    reports = _get(story, "/lint/reports", limit=100)
    if story.journal.done("lint") and not reports:
        yield "The lint report was acknowledged and is not there."
    for one in reports:
        if one["status"] != "complete":
            yield f"A lint report is {one['status']}: {one['error_message']}"
        found = _get(story, f"/lint/reports/{one['id']}", include_dismissed=True)
        told = sum(len(found[kind]) for kind in ("contradictions", "orphans", "structurals"))
        if told != one["total_findings"]:
            yield f"A lint report counts {one['total_findings']} findings and has {told}."


def _sources(place: Place, story: Story) -> Iterator[str]:
    journal, world = place.journal, story.worker
    with world.db.reading() as tx:
        rows = tx.execute(select(source.c.id, source.c.content_hash, source.c.status)).all()
        of_source = Counter(tx.execute(select(article_source.c.source_id)).scalars())
        made_by = Counter(
            tuple(row)
            for row in tx.execute(
                select(article_source.c.source_id, article_version.c.made_by).join(
                    article_version, article_version.c.article_id == article_source.c.article_id
                )
            )
        )
    for name, content in TEXTS.items():
        there = [row for row in rows if row.content_hash == content_hash(content.encode())]
        least = journal.done(f"ingest {name}") is not None
        most = least or journal.unanswered(f"ingest {name}") > 0
        if name == "secret" and _deletion_begun(journal):
            least, most = False, most and not journal.done("delete")
        if not least <= len(there) <= most:
            yield f"The {name} is there {len(there)} times instead of {int(least)} to {int(most)}."
        if name == "secret" and not there:
            held = traces(Gateway(story.http, world, place.data_dir), WORD)
            if held:
                yield f"The secret is gone, but traces of it are in {held}."
        edits = 0
        if name == "neighbour":
            edits = (journal.done("edit") is not None) + _is_sent(story)
        for row in there:
            if row.status != IngestStatus.COMPILED:
                yield f"The {name} is {row.status}."
            counts = of_source[row.id], made_by[row.id, "engine"], made_by[row.id, "person"]
            if counts != (1, 1, edits):
                yield f"The {name} has {counts} articles, compiled versions and edits instead of {(1, 1, edits)}."


def _is_sent(story: Story) -> bool:
    """Acknowledged, or in the article although nobody was told."""
    if story.journal.done("edit sent") is not None:
        return True
    begun = story.journal.unanswered("edit sent") > 0
    return begun and SENT in story.http.get("/wiki/articles/the-mine-of-nordvik").raise_for_status().text


def _turns(place: Place, world: World) -> Iterator[str]:
    with world.db.reading() as tx:
        asked = Counter(tx.execute(select(turn.c.question)).scalars())
        conversations = len(tx.execute(select(conversation.c.id)).all())
    for name, question in QUESTIONS.items():
        least = int(place.journal.done(f"ask {name}") is not None)
        most = least + place.journal.unanswered(f"ask {name}")
        if not least <= asked[question] <= most:
            yield f"The {name} question is stored {asked[question]} times instead of {least} to {most}."
    begun = int(place.journal.done("ask first") is not None) + place.journal.unanswered("ask first")
    if conversations > begun:
        yield f"There are {conversations} conversations instead of {begun}."


def _files(place: Place, story: Story) -> Iterator[str]:
    world = story.worker
    with world.db.reading() as tx:
        slugs = tx.execute(select(article.c.slug)).scalars().all()
        stored = tx.execute(select(source.c.user_id, source.c.blob)).all()
    due = sorted(
        [f"wiki/{slug}.md" for slug in slugs] + [f"blobs/{row.user_id}/{row.blob[:2]}/{row.blob}" for row in stored]
    )
    there = kept_files(Gateway(story.http, world, place.data_dir))
    if there != due:
        yield f"The data folder holds {there} instead of {due}."
    for slug in slugs:
        content = story.http.get(f"/wiki/articles/{slug}").json()["content"]
        if content != (world.settings.wiki_dir / f"{slug}.md").read_text():
            yield f"The file of {slug} is not what is shown."
        if "mine" in slug and place.journal.done("edit") and REMARK not in content:
            yield "The remark that a person made is lost."
        if "mine" in slug and place.journal.done("edit sent") and SENT not in content:
            yield "The edit that a person sent is lost."
