"""Compiling sources into articles, and making the wiki's files from the rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from lorewright.core.errors import Unavailable, Unreadable
from lorewright.core.ids import content_hash
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions, edits, files, links, pages, queries, rules, versions
from lorewright.gateway.articles.actions import Compiled, Written
from lorewright.gateway.articles.drafts import compiled_of
from lorewright.gateway.articles.pages import shown_in
from lorewright.gateway.articles.tables import PageType
from lorewright.gateway.articles.versions import Said
from lorewright.gateway.sources import actions as source_actions
from lorewright.gateway.sources import queries as source_queries
from lorewright.gateway.sources import rules as source_rules
from lorewright.gateway.sources.tables import IngestStatus
from lorewright.knowledge import texts
from lorewright.knowledge.engine import COMPILING, Asking, Passage
from lorewright.knowledge.merge import Conflict, own_sentences
from lorewright.knowledge.passages import cut
from lorewright.knowledge.tables import ScopeKind, TextState
from lorewright.knowledge.wikilinks import SlugOf, unresolved
from lorewright.platform.accounts.folders import folder_of
from lorewright.platform.costs import actions as cost_actions
from lorewright.platform.engines import engine_of
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.indexing.tasks import NewText, begin, embed_chunks, index_but_last
from lorewright.platform.jobs.actions import Claimed, enqueue
from lorewright.platform.jobs.queries import has_live_job, is_queued
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import Task, Work
from lorewright.platform.remains.actions import erase_soon
from lorewright.world import World

FILE_BATCH = 20
LOOK_BATCH = 500


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
    began = world.clock.now()
    id_ = texts.text_id(work.owner, source.id, source.content_hash)
    engine = engine_of(world, work.owner, source_actions.lock_rows, work.advanced)
    given_title = source.title if source.named_by_person else None
    draft = work.awaited(engine.compile(reading, given_title, Asking(work.owner, (source.id,))))
    compiled = compiled_of(draft, reading, source, id_, engine.name)
    pieces = list(cut(reading, id_))
    new = NewText(id_, reading, compiled.title, ScopeKind.WIKI)
    kept, rest = _indexed(world, work, new, pieces)
    merged = _merged(world, work, compiled)
    now = world.clock.now()
    tokens = source.token_count or source_rules.token_count(reading.content)
    with work.writing() as tx:
        if not source_actions.set_compiled(tx, work.owner, source.id, source.content_hash, now=now, token_count=tokens):
            if texts.give_up(tx, work.owner, source.id):
                erase_soon(tx, work.owner, now)
            work.finish(tx, "taken over: its address gives something else by now")
            return
        begin(tx, world, work, new)
        if rest:
            texts.add_passages(tx, world, work.owner, id_, rest)
        if kept:
            texts.take_over(tx, work.owner, id_, kept)
        was_there = texts.publish(tx, work.owner, source.id, id_)
        slug = actions.put_article(tx, work.owner, source.id, compiled, now, merged)
        if was_there:
            cost_actions.forget_unused(tx, work.owner, source.id, COMPILING, since=began)
            erase_soon(tx, work.owner, now)
        _tell_compiled(tx, work.owner, source.id, slug, compiled.title, now)
        _tell_recompiled(tx, work.held, IngestStatus.COMPILED, now)
        enqueue(tx, work.owner, Kind.EMBED_CHUNKS, now=now, source_id=source.id)
        work.finish(tx, f"{len(pieces)} passages, {len(compiled.claims)} claims: {compiled.title}")


def index_edits(world: World, work: Work) -> None:
    """Has searches find what a person wrote into a source's article, beside what the source says."""
    with world.db.reading() as tx:
        there = versions.standing(tx, work.owner, actions.article_id(work.owner, work.source_id))
        language = texts.language(tx, work.owner, work.source_id)
    own = [] if there is None else own_sentences(there.compiled.said.body, there.shown.said.body)
    if there is None or not own:
        with work.writing() as tx:
            if texts.remove_remarks(tx, work.owner, work.source_id):
                erase_soon(tx, work.owner, world.clock.now())
            work.finish(tx, "nothing of a person's own")
        return
    reading, title = rules.remarks([words for _, words in own], language), there.shown.said.title
    id_ = texts.text_id(work.owner, work.source_id, content_hash(f"{title}\n\n{reading.content}".encode()))
    new = NewText(id_, reading, title, ScopeKind.WIKI)
    rest = index_but_last(world, work, new, list(cut(reading, id_)))
    with work.writing() as tx:
        now = world.clock.now()
        begin(tx, world, work, new)
        if rest:
            texts.add_passages(tx, world, work.owner, id_, rest)
        if texts.publish(tx, work.owner, work.source_id, id_, TextState.REMARK):
            erase_soon(tx, work.owner, now)
        enqueue(tx, work.owner, Kind.EMBED_CHUNKS, now=now, source_id=work.source_id)
        work.finish(tx, f"{len(own)} sentences of a person's own")


def project_files(world: World, work: Work) -> None:
    """Writes the files that are due, and keeps what a person wrote into them. Raises `Unavailable` where some cannot be read.

    Each once: of those that fall due again meanwhile, as an article does with each new neighbour, the next job takes care.
    While sources wait to be compiled, each of which may be a neighbour, only files that are not there yet are written.
    """
    written = kept = 0
    folder = folder_of(world.settings.wiki_dir, work.owner)
    unreadable: list[Unavailable] = []
    due: Sequence[Row[Any]] = ()
    while True:
        work.check()
        with world.db.reading() as tx:
            only_new = is_queued(tx, work.owner, Kind.COMPILE_SOURCE)
            due = pages.files_due(tx, work.owner, FILE_BATCH, after=due[-1] if due else None, only_new=only_new)
            contents = pages.get_pages(tx, work.owner, due)
            made_of = _made_of(tx, work.owner, due)
            named = {row.id: links.slug_of(tx, work.owner, row.id) for row in due if "[[" in made_of[row.id].body}
        files.await_writers(folder, due)
        plans = []
        for row, page in zip(due, contents, strict=True):
            try:
                plans.append(files.plan(folder, row, page))
            except Unavailable as error:  # it holds up no other file
                unreadable.append(error)
        counts = _write(world, work, due, plans, made_of, named)
        written, kept = written + counts[0], kept + counts[1]
        if len(due) < FILE_BATCH:  # what was compiled meanwhile waits for its neighbours too
            break
    if unreadable:
        raise unreadable[0]
    with work.writing() as tx:
        if pages.files_due(tx, work.owner, 1):
            enqueue(tx, work.owner, Kind.PROJECT_FILES, now=world.clock.now(), delay_s=actions.FILE_DELAY_S)
        work.finish(tx, f"{written} files written, {kept} edits kept")


def sweep_wikilinks(world: World, work: Work) -> None:
    """Has the links that named no article lead to those that there are by now."""
    settled = 0
    after: str | None = ""
    while after is not None:
        with work.writing() as tx:
            actions.lock_names(tx, work.owner)
            of_articles, after = links.sweep(tx, work.owner, after)
            if of_articles:
                actions.files_touched(tx, work.owner, of_articles, world.clock.now())
            settled += len(of_articles)
    with work.writing() as tx:
        work.finish(tx, f"links of {settled} articles lead somewhere now")


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
            folder = folder_of(world.settings.wiki_dir, row.user_id)
            if files.stamp_of(files.path_of(folder, row.slug)) != row.file_stamp:
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
            erase_soon(tx, held.user_id, now)
        _tell_recompiled(tx, held, IngestStatus.FAILED, now)


def _edits_failed(tx: Transaction, held: Claimed, _sentence: str, now: datetime) -> None:
    """A compilation that is at work on the source is tried again: it writes a text too."""
    if held.source_id is not None and texts.give_up(tx, held.user_id, held.source_id):
        erase_soon(tx, held.user_id, now)


def _tell_compiled(tx: Transaction, owner: str, source_id: str, slug: str, title: str, now: datetime) -> None:
    said: dict[str, object] = {"article_slug": slug, "article_title": title}
    tell(tx, owner, Name.COMPILATION_COMPLETE, said, now=now, source_id=source_id)


def _tell_recompiled(tx: Transaction, held: Claimed, status: IngestStatus, now: datetime) -> None:
    """Where it was the article that somebody wanted compiled again."""
    if held.article_id is not None:
        said: dict[str, object] = {"article_id": held.article_id, "page_type": PageType.SOURCE, "status": status}
        tell(tx, held.user_id, Name.ARTICLE_RECOMPILED, said, now=now, source_id=held.source_id)


TASKS = {
    Kind.COMPILE_SOURCE: Task(compile_source, started=_started, failed=_failed),
    Kind.RECOMPILE_ARTICLE: Task(compile_source, started=_started, failed=_failed),
    Kind.INDEX_EDITS: Task(index_edits, failed=_edits_failed),
    Kind.EMBED_CHUNKS: Task(embed_chunks),
    Kind.PROJECT_FILES: Task(project_files),
    Kind.SWEEP_WIKILINKS: Task(sweep_wikilinks),
}


def _made_of(tx: Transaction, owner: str, due: Sequence[Row[Any]]) -> dict[str, Said]:
    """What was last written into these files, by article: what a person who has edited one had before her."""
    found = {}
    for row in due:
        if row.file_version not in (None, row.version):
            version = versions.numbered(tx, owner, row.id, row.file_version)
            found[row.id] = shown_in(row) if version is None else versions.as_version(version).said
        else:
            found[row.id] = shown_in(row)
    return found


def _write(
    world: World,
    work: Work,
    due: Sequence[Row[Any]],
    plans: Sequence[files.Plan],
    made_of: Mapping[str, Said],
    named: Mapping[str, SlugOf],
) -> tuple[int, int]:
    """How many files were written and how many edits kept; what somebody has been at since it was looked at stays due."""
    rows = {row.id: row for row in due}
    edited = [
        (
            one,
            _edited(made_of[one.article_id], shown_in(rows[one.article_id]), one.edited, named.get(one.article_id)),
            content_hash(one.edited),
        )
        for one in plans
        if one.edited is not None
    ]
    unedited = [one for one in plans if one.edited is None]
    with work.writing() as tx:
        actions.intend_files(tx, work.owner, {one.article_id: content_hash(one.content) for one in unedited})
    stamps = [(one, files.write(one)) for one in unedited]
    done = [
        Written(one.article_id, one.due, content_hash(one.content), stamp, rows[one.article_id].version)
        for one, stamp in stamps
        if stamp
    ]
    with work.writing() as tx:
        now = world.clock.now()
        for one, (said, found), sha256 in edited:
            edits.keep(tx, work.owner, one.article_id, rows[one.article_id].version, said, found, sha256, now)
        actions.files_written(tx, work.owner, done)
        living = queries.living(tx, work.owner, [row.id for row in due])
        for row in due:
            if row.id not in living:  # deleted while its file was written
                files.remove(folder_of(world.settings.wiki_dir, work.owner), row.slug)
    return len(done), len(edited)


def _edited(made_of: Said, shown: Said, edit: bytes, named: SlugOf | None) -> tuple[Said, Sequence[Conflict]]:
    """What a file comes to that a person changed, with what has come since it was written. `named`: what links in it are shown as."""
    file = Said(*rules.read_edited(edit.decode("utf-8", "replace"), made_of.title))
    if named is not None:
        file = file._replace(body=unresolved(file.body, made_of.body, named))
    return (file, ()) if shown == made_of else versions.both_edited(made_of, file, shown)


def _indexed(
    world: World, work: Work, new: NewText, pieces: Sequence[Passage]
) -> tuple[list[texts.Kept], Sequence[Passage]]:
    """Writes what the text before does not have; what it has, and what else is left for the last transaction."""
    with world.db.reading() as tx:
        kept = texts.kept(tx, work.owner, work.source_id, new.id, new.title, new.reading.language, pieces)
    standing = {one.piece.ordinal for one in kept}
    fresh = [one for one in pieces if one.ordinal not in standing]
    return kept, index_but_last(world, work, new, fresh)


def _merged(world: World, work: Work, new: Compiled) -> versions.Merged | None:
    """Made before the last transaction, since it takes a while; it is made anew there if somebody edits meanwhile."""
    with world.db.reading() as tx:
        there = versions.standing(tx, work.owner, actions.article_id(work.owner, work.source_id))
    return None if there is None else versions.merged(there, new.title, new.body)
