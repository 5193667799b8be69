"""Compiling sources into articles, and making the wiki's files from the rows."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from lorewright.core.errors import Unavailable, Unreadable
from lorewright.core.ids import content_hash
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions, files, pages, queries, rules
from lorewright.gateway.articles.actions import Compiled, Written
from lorewright.gateway.concepts.rules import Form
from lorewright.gateway.engines import engine_of
from lorewright.gateway.sources import actions as source_actions
from lorewright.gateway.sources import queries as source_queries
from lorewright.gateway.sources import rules as source_rules
from lorewright.knowledge import texts
from lorewright.knowledge.claims import NewClaim, Support
from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.engine import Asking, Draft, DraftClaim, Passage
from lorewright.knowledge.evidence import How, check, whole
from lorewright.knowledge.passages import cut
from lorewright.knowledge.tables import Confidence, ScopeKind, TextState
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.jobs.actions import Claimed, enqueue
from lorewright.platform.jobs.queries import has_live_job, is_queued
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.reading.base import BlockKind, Reading, page_at, second_at
from lorewright.world import World

EMBED_BATCH = 8
FILE_BATCH = 20
LOOK_BATCH = 500
LOSS_NOTICED_S = 0.5
"""So soon is an engine stopped whose job was taken over, or whose source was deleted, once that is known."""


def compile_source(world: World, work: Work) -> None:
    """Read, cut, index, compile, check, store: the last transaction makes all of it visible at once."""
    with world.db.reading() as tx:
        source = source_queries.get_row(tx, work.owner, work.source_id)
    data = world.blobs.get(work.owner, source.blob)
    kind, charset = source_rules.format_of(source.media_type)
    reading = world.readers.read(data, kind, source.file_name, charset)
    if not reading.content.strip():
        raise Unreadable("Nothing to read was found in the source.")
    work.check()
    id_ = texts.text_id(work.owner, source.id, source.content_hash)
    pieces = list(cut(reading, id_))
    engine = engine_of(world, work.owner)
    given_title = source.title if source.named_by_person else None
    draft = asyncio.run(_drafted(work, engine.compile(reading, given_title, Asking(work.owner, (source.id,)))))
    title = _title(bool(source.named_by_person), source.title if source.file_name else None, draft, reading)
    rest = _index_but_last(world, work, id_, reading, title, pieces)
    claims, body = _checked(draft, reading, source, id_)
    compiled = Compiled(
        title=title,
        summary=" ".join(one.text for one in body.summary) or None,
        concepts=_forms(draft, reading.language),
        claims=claims,
        body=rules.render_body(body),
        provider=engine.name,
        dropped=draft.dropped,
    )
    now = world.clock.now()
    tokens = source.token_count or source_rules.token_count(reading.content)
    with work.writing() as tx:
        set_compiled = source_actions.set_compiled
        if not set_compiled(tx, work.owner, source.id, source.content_hash, now=now, token_count=tokens):
            if texts.give_up(tx, work.owner, source.id):
                enqueue(tx, work.owner, Kind.ERASE_REMAINS, now=now)
            work.finish(tx, "taken over: its address gives something else by now")
            return
        _begin(tx, world, work, id_, reading, title)
        if rest:
            texts.add_passages(tx, world, work.owner, id_, rest)
        if texts.publish(tx, work.owner, source.id, id_):
            enqueue(tx, work.owner, Kind.ERASE_REMAINS, now=now)
        slug = actions.put_article(tx, work.owner, source.id, compiled, now)
        said: dict[str, object] = {"article_slug": slug, "article_title": title}
        tell(tx, work.owner, Name.COMPILATION_COMPLETE, said, now=now, source_id=source.id)
        enqueue(tx, work.owner, Kind.EMBED_CHUNKS, now=now, source_id=source.id)
        work.finish(tx, f"{len(pieces)} passages, {len(claims)} claims: {title}")


def embed_chunks(world: World, work: Work) -> None:
    """Gives vectors to the passages of a source that have none, a few at a time."""
    with world.db.reading() as tx:
        total = texts.count_without_vector(tx, work.owner, work.source_id, world.embedder.name)
    done = 0
    while True:
        work.check()
        with world.db.reading() as tx:
            rows = texts.without_vector(tx, work.owner, work.source_id, world.embedder.name, EMBED_BATCH)
        if not rows:
            break
        vectors = world.embedder.embed([texts.embedded_text(row.title, row.heading_path, row.content) for row in rows])
        with work.writing() as tx:
            world.vectors.put(tx, rows[0].scope_id, [row.number for row in rows], vectors, world.embedder.name)
            done += len(rows)
            work.report(tx, 100 * done // total, f"{done} of {total} passages have vectors")
            if work.gives_way(tx):
                return
    with work.writing() as tx:
        work.finish(tx, f"{done} passages embedded")


def project_files(world: World, work: Work) -> None:
    """Writes the files that are due, and keeps what a person wrote into them. Raises `Unavailable` where some cannot be read.

    Each once: of those that fall due again meanwhile, as an article does with each new neighbour, the next job takes care.
    While sources wait to be compiled, each of which may be a neighbour, only files that are not there yet are written.
    """
    written = kept = 0
    unreadable: list[Unavailable] = []
    due: Sequence[Row[Any]] = ()
    while True:
        work.check()
        with world.db.reading() as tx:
            only_new = is_queued(tx, work.owner, Kind.COMPILE_SOURCE)
            due = pages.files_due(tx, work.owner, FILE_BATCH, after=due[-1] if due else None, only_new=only_new)
            contents = pages.get_pages(tx, work.owner, due)
        files.await_writers(world.settings.wiki_dir, due)
        plans = []
        for row, page in zip(due, contents, strict=True):
            try:
                plans.append(files.plan(world.settings.wiki_dir, row, page))
            except Unavailable as error:  # it holds up no other file
                unreadable.append(error)
        counts = _write(world, work, due, plans)
        written, kept = written + counts[0], kept + counts[1]
        if len(due) < FILE_BATCH:  # what was compiled meanwhile waits for its neighbours too
            break
    if unreadable:
        raise unreadable[0]
    with work.writing() as tx:
        if pages.files_due(tx, work.owner, 1):
            enqueue(tx, work.owner, Kind.PROJECT_FILES, now=world.clock.now(), delay_s=actions.FILE_DELAY_S)
        work.finish(tx, f"{written} files written, {kept} edits kept")


def take_up_files(world: World) -> None:
    """Asks again for files that are due though no job writes them: the last one was given up, as on a disk that stayed full."""
    with world.db.reading() as tx:
        owners = pages.owners_of_due_files(tx)
    for owner in owners:
        with world.db.background() as tx:
            if not has_live_job(tx, owner, Kind.PROJECT_FILES, None):
                enqueue(tx, owner, Kind.PROJECT_FILES, now=world.clock.now())


def notice_changes(world: World) -> None:
    """Looks whether anybody changed or removed wiki files since they were written, without reading them."""
    after = ""
    while True:
        with world.db.reading() as tx:
            rows = pages.files_at_rest(tx, after, LOOK_BATCH)
        if not rows:
            return
        after = rows[-1].id
        touched: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            if files.stamp_of(files.path_of(world.settings.wiki_dir, row.slug)) != row.file_stamp:
                touched[row.user_id].append(row.id)
        for owner, ids in touched.items():
            with world.db.background() as tx:
                actions.files_touched(tx, owner, ids, world.clock.now())


def _started(tx: Transaction, held: Claimed, now: datetime) -> None:
    if held.source_id is not None:
        source_actions.set_processing(tx, held.user_id, held.source_id)
        said: dict[str, object] = {"source_id": held.source_id, "message": "Reading"}
        tell(tx, held.user_id, Name.SOURCE_PROGRESS, said, now=now, source_id=held.source_id)


def _failed(tx: Transaction, held: Claimed, sentence: str, now: datetime) -> None:
    if held.source_id is not None:
        source_actions.set_failed(tx, held.user_id, held.source_id, sentence)
        said: dict[str, object] = {"source_id": held.source_id, "error": sentence}
        tell(tx, held.user_id, Name.COMPILATION_FAILED, said, now=now, source_id=held.source_id)
        if texts.give_up(tx, held.user_id, held.source_id):
            enqueue(tx, held.user_id, Kind.ERASE_REMAINS, now=now)


TASKS = {
    Kind.COMPILE_SOURCE: Task(compile_source, started=_started, failed=_failed),
    Kind.EMBED_CHUNKS: Task(embed_chunks),
    Kind.PROJECT_FILES: Task(project_files),
}


def _write(world: World, work: Work, due: Sequence[Row[Any]], plans: Sequence[files.Plan]) -> tuple[int, int]:
    """How many files were written and how many edits kept; what somebody has been at since it was looked at stays due."""
    edited = [(one, one.edited) for one in plans if one.edited is not None]
    unedited = [one for one in plans if one.edited is None]
    with work.writing() as tx:
        actions.intend_files(tx, work.owner, {one.article_id: content_hash(one.content) for one in unedited})
    stamps = [(one, files.write(one)) for one in unedited]
    done = [Written(one.article_id, one.due, content_hash(one.content), stamp) for one, stamp in stamps if stamp]
    with work.writing() as tx:
        for one, edit in edited:
            body = rules.own_part(edit.decode("utf-8", "replace").replace("\x00", ""))
            actions.keep_edit(tx, work.owner, one.article_id, body, content_hash(edit), world.clock.now())
        actions.files_written(tx, work.owner, done)
        living = queries.living(tx, work.owner, [row.id for row in due])
        for row in due:
            if row.id not in living:  # deleted while its file was written
                files.remove(world.settings.wiki_dir, row.slug)
    return len(done), len(edited)


async def _drafted(work: Work, compiling: Coroutine[Any, Any, Draft]) -> Draft:
    """What the engine makes, unless the job is lost before: then nothing is under way any more."""
    task = asyncio.create_task(compiling)
    try:
        while not (await asyncio.wait({task}, timeout=LOSS_NOTICED_S))[0]:
            work.check()
        return task.result()
    finally:
        task.cancel()
        await asyncio.wait({task})


def _begin(tx: Transaction, world: World, work: Work, id_: str, reading: Reading, title: str) -> None:
    scope = texts.make_scope(tx, work.owner, ScopeKind.WIKI)
    texts.begin(tx, work.owner, scope, work.source_id, id_, reading, title, world.clock.now())


def _index_but_last(
    world: World, work: Work, id_: str, reading: Reading, title: str, pieces: Sequence[Passage]
) -> Sequence[Passage]:
    """Writes all but the last few passages, each step a transaction of its own; goes on where an earlier try ended.

    Returns what is left for the last transaction.
    """
    earlier = _earlier(world, work, id_)
    if earlier is not None and earlier.state is TextState.READY:
        return ()
    written = earlier.passages if earlier else 0
    while len(pieces) - written > texts.STEP:
        with work.writing() as tx:
            _begin(tx, world, work, id_, reading, title)
            texts.add_passages(tx, world, work.owner, id_, pieces[written : written + texts.STEP])
        written += texts.STEP
        work.progress(10 + 80 * written // len(pieces), f"Indexed {written} of {len(pieces)} passages")
    return pieces[written:]


def _earlier(world: World, work: Work, id_: str) -> texts.Progress | None:
    """What an earlier try wrote of this text; what was removed of it is erased first."""
    while True:
        with world.db.reading() as tx:
            earlier = texts.progress(tx, work.owner, id_)
        if earlier is None or earlier.state is not TextState.REMOVED:
            return earlier
        with work.writing() as tx:
            texts.erase_step(tx, world, work.owner)


def _title(named_by_person: bool, file_title: str | None, draft: Draft, reading: Reading) -> str:
    """What a file is called says more than its first words; a title or heading of its own says more than that."""
    if named_by_person or file_title is None:
        return draft.title
    headings = (reading.content[one.start : one.end] for one in reading.blocks if one.kind is BlockKind.HEADING)
    own = {" ".join(one.split()) for one in (reading.title or "", *headings)}
    if draft.title.endswith("…"):  # it is cut, so one of them may begin with it
        own |= {one[: len(draft.title) - 1] + "…" for one in own}
    return draft.title if draft.title in own else file_title


def _forms(draft: Draft, language: str | None) -> list[Form]:
    """Its concepts as they are stored; of those that are one, the first."""
    forms: dict[str, Form] = {}
    for concept in draft.concepts:
        key, written = key_of(concept.name, language), rules.slugify(concept.name)
        if key and written:
            short = None if concept.short is None else key_of(concept.short, language)
            forms.setdefault(key, Form(key, written, short))
    return list(forms.values())


def _checked(draft: Draft, reading: Reading, source: Row[Any], id_: str) -> tuple[list[NewClaim], rules.Body]:
    """The claims as rows and as they are shown: what is said to be borne by its evidence and is not is left out."""
    stored: list[NewClaim] = []

    def shown(section: str, drafts: Iterable[DraftClaim]) -> list[rules.RenderedClaim]:
        lines = []
        for one in drafts:
            quotes = [span.quote for span in one.spans]
            slices = [reading.content[span.start : span.end] for span in one.spans]
            wholes = [whole(reading.content, span.start, span.end) for span in one.spans]
            verdict = check(one.text, quotes, slices, reading.language, wholes)
            if not (verdict.passed or one.inferred):
                continue
            confidence = Confidence.SOURCED if verdict.passed else Confidence.INFERRED
            support = tuple(
                Support(
                    source.id,
                    id_,
                    page_at(reading.page_starts, span.start),
                    span,
                    second_at(reading.moments, span.start),
                )
                for span in one.spans
            )
            stored.append(NewClaim(section, one.text, confidence, support))
            other_words = tuple(quotes) if verdict.how is How.FUZZY or not verdict.passed else ()
            place = rules.place_of(support[0].page, support[0].start_s, source.source_url)
            lines.append(rules.RenderedClaim(one.text, confidence, place, other_words))
        return lines

    body = rules.Body(
        summary=shown("Summary", draft.summary),
        key_claims=shown("Key Claims", draft.key_claims),
        analysis=[
            rules.RenderedSection(part.heading, part.level, shown(f"Analysis: {part.heading}", part.claims))
            for part in draft.analysis
        ],
        open_questions=shown("Open Questions", draft.open_questions),
    )
    return stored, body
