"""Storing what was compiled and what people make of it, and taking it away."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, case, delete, func, insert, or_, select, update

from lorewright.core.errors import BadInput, NotFound, Unprocessable
from lorewright.core.ids import derived_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import links, rules, versions
from lorewright.gateway.articles.queries import resting_on
from lorewright.gateway.articles.schemas import ActionResponse, RecompileResponse
from lorewright.gateway.articles.slugs import slugify, slugs
from lorewright.gateway.articles.tables import (
    MadeBy,
    PageType,
    article,
    article_name,
    article_source,
    article_version,
    edit_conflict,
    link,
    wikilink,
)
from lorewright.gateway.articles.versions import Merged, Said, Standing
from lorewright.gateway.concepts import actions as concept_actions
from lorewright.gateway.concepts.rules import Form
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.tables import Holder
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World

FILE_DELAY_S = 1.0
"""Files are made together a moment after the commits that want them: a burst of sources is not a burst of rewrites."""

MODES = (PageType.SOURCE.value, PageType.CONCEPT.value)

SLUGS_AT_ONCE = 50
"""So many names are looked up in one statement."""

_SLUGS = select(article.c.slug).where(
    article.c.user_id == bindparam("owner"), among(article.c.slug, bindparam("slugs"))
)
MORE_DUE = article.c.file_due + 1
_ONE = and_(article.c.user_id == bindparam("owner"), article.c.id == bindparam("article"))


class Compiled(NamedTuple):
    """An article as an engine made it."""

    title: str
    summary: str | None
    concepts: Sequence[Form]
    """As it writes them, the most telling first, no key twice."""
    claims: Sequence[NewClaim]
    body: str
    provider: str
    dropped: int = 0
    """So many claims of which nothing could be shown."""
    also_called: Sequence[str] = ()
    """What links may call it beside its title."""


class Put(NamedTuple):
    slug: str
    was_update: bool


def put_article(
    tx: Transaction, owner: str, source_id: str, new: Compiled, now: datetime, merged: Merged | None = None
) -> str:
    """What a compilation made of a source; the article's id and slug stay. Returns the slug. `merged`: as of `put_page`."""
    id_ = article_id(owner, source_id)
    return put_page(tx, owner, id_, PageType.SOURCE, [source_id], new, now, merged).slug


def article_id(owner: str, source_id: str) -> str:
    """Of the article of a source, whether or not it has been compiled."""
    return derived_id("article", owner, source_id)


def put_page(
    tx: Transaction,
    owner: str,
    id_: str,
    page_type: PageType,
    source_ids: Collection[str],
    new: Compiled,
    now: datetime,
    merged: Merged | None = None,
    synthesizes: Mapping[str, str | None] | None = None,
) -> Put:
    """A new version of the article of this id, or the first; its slug stays. `source_ids`: what its claims rest on now;
    `synthesizes`: the articles that it brings together, each with what it says of it.

    Only what is new is written: where the article says what it said, no version. Where a person has edited it, the compilation is a
    version, and put together with the edit the one that is shown: `merged`, where that was made before, for the version that is shown.
    """
    lock_names(tx, owner)
    known = versions.standing(tx, owner, id_)
    confidence, share = rules.overall([one.confidence for one in new.claims], new.dropped)
    values: dict[str, Any] = {
        "summary": new.summary,
        "confidence": confidence.value if new.claims else None,
        "linter_score": share if new.claims else None,
        "provider": new.provider,
    }
    if known is None:
        slug = _free_slug(tx, owner, new.title, id_)
        fixed = {"id": id_, "user_id": owner, "slug": slug, "page_type": page_type.value, "created_at": now}
        is_at = {"title": new.title, "version": 1, "compiled_version": 1, "updated_at": now, "file_due": 1}
        tx.execute(insert(article), {**fixed, **values, **is_at})
        shown = Said(new.title, "", new.body)
        versions.add(tx, owner, id_, 1, shown, MadeBy.ENGINE, now)
    else:
        slug = known.slug
        new_values, shown = _put_versions(tx, owner, id_, known, new, now, merged)
        values |= new_values
    if synthesizes is not None:
        links.synthesize(tx, owner, id_, synthesizes)
    name_and_link(tx, owner, id_, (slug, shown.title, *new.also_called), shown, now, instead=True)
    _rest_on(tx, owner, id_, source_ids)
    if known is None:  # then it has neither claims nor concepts
        claim_store.add(tx, owner, Holder.ARTICLE, id_, new.claims)
        has_new_claims, has_new_concepts = bool(new.claims), bool(new.concepts)
    else:
        has_new_claims = claim_store.renew(tx, owner, Holder.ARTICLE, id_, new.claims)
        has_new_concepts = not concept_actions.holds(tx, owner, id_, new.concepts)
    if has_new_concepts:
        concepts, renamed, changed = concept_actions.put(tx, owner, id_, new.concepts, now)
        files_behind(tx, owner, renamed)
        files_behind(tx, owner, links.relate(tx, owner, id_, concepts, title=shown.title, body=shown.body))
        renew_pages(tx, owner, changed, now)
    if known is not None:
        if has_new_claims:
            renew_pages(tx, owner, links.pages_of(tx, owner, id_), now)
        _update(tx, owner, id_, values, now, is_changed=has_new_claims or has_new_concepts)
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now, delay_s=FILE_DELAY_S)
    return Put(slug, known is not None)


def name_and_link(
    tx: Transaction, owner: str, id_: str, names: Sequence[str], shown: Said, now: datetime, *, instead: bool
) -> None:
    """What links may call the article, beside what they might or `instead` of it, and what its own text links to."""
    if links.call(tx, owner, id_, (*names, *rules.aliases(shown.matter)), instead=instead):
        enqueue(tx, owner, Kind.SWEEP_WIKILINKS, now=now)
    links.tell(tx, owner, id_, shown.body)


def recompile(tx: Transaction, world: World, owner: str, id_or_slug: str, mode: str | None) -> RecompileResponse:
    """By itself; with the mode `concept` the article of a source has the concepts placed anew, and their pages made.

    Raises `NotFound`, `Unprocessable` for a mode that there is not, and `BadInput` for a page that is not compiled.
    """
    wanted = select(article.c.id, article.c.page_type, article_source.c.source_id).join(
        article_source, article_source.c.article_id == article.c.id, isouter=True
    )
    named = or_(article.c.id == id_or_slug, article.c.slug == id_or_slug)
    row = tx.execute(wanted.where(article.c.user_id == owner, named).limit(1)).first()
    if row is None:
        raise NotFound("Article not found")
    if mode not in (None, *MODES):
        raise Unprocessable(f"mode must be {' or '.join(MODES)}.")
    now = world.clock.now()
    if row.page_type == PageType.CONCEPT:
        job_id = enqueue(tx, owner, Kind.COMPILE_CONCEPT, now=now, article_id=row.id)
        return RecompileResponse(status="scheduled", job_id=job_id)
    if row.page_type != PageType.SOURCE:
        raise BadInput("Only the article of a source is compiled again; file answers again to renew their article.")
    if mode == PageType.CONCEPT:
        return RecompileResponse(status="scheduled", job_id=enqueue(tx, owner, Kind.REBUILD_CONCEPTS, now=now))
    job_id = enqueue(tx, owner, Kind.RECOMPILE_ARTICLE, now=now, source_id=row.source_id, article_id=row.id)
    return RecompileResponse(status="scheduled", job_id=job_id)


def sweep(tx: Transaction, world: World, owner: str) -> ActionResponse:
    job_id = enqueue(tx, owner, Kind.SWEEP_WIKILINKS, now=world.clock.now())
    return ActionResponse(action="sweep", status="scheduled", job_id=job_id)


def index_edits(tx: Transaction, owner: str, id_: str, now: datetime) -> None:
    """Asks for what a person wrote into the article of a source to be found by searches."""
    wanted = select(article_source.c.source_id).join(article, article.c.id == article_source.c.article_id)
    of_source = wanted.where(article.c.user_id == owner, article.c.id == id_, article.c.page_type == PageType.SOURCE)
    source_id = tx.execute(of_source).scalar()
    if source_id is not None:
        enqueue(tx, owner, Kind.INDEX_EDITS, now=now, source_id=source_id)


def intend_files(tx: Transaction, owner: str, hashes: dict[str, str]) -> None:
    """Says which content is about to be written, so that a crash in between is not taken for a person's edit."""
    intended = update(article).where(_ONE).values(file_intent=bindparam("hash"))
    rows = [{"owner": owner, "article": one, "hash": file_hash} for one, file_hash in hashes.items()]
    if rows:
        tx.execute(intended, rows)


class Written(NamedTuple):
    """What lies on the disk now."""

    article_id: str
    due: int
    """Of the row it was made from."""
    file_hash: str
    file_stamp: str
    version: int


def files_written(tx: Transaction, owner: str, written: Sequence[Written]) -> None:
    """One that has changed meanwhile stays due."""
    still_due = case((article.c.file_due == bindparam("due"), 0), else_=article.c.file_due)
    said = (
        update(article)
        .where(_ONE)
        .values(
            file_hash=bindparam("hash"),
            file_stamp=bindparam("stamp"),
            file_version=bindparam("written"),
            file_due=still_due,
        )
    )
    rows = [
        {
            "owner": owner,
            "article": one.article_id,
            "due": one.due,
            "hash": one.file_hash,
            "stamp": one.file_stamp,
            "written": one.version,
        }
        for one in written
    ]
    if rows:
        tx.execute(said, rows)


def files_touched(tx: Transaction, owner: str, article_ids: Sequence[str], now: datetime) -> None:
    """Somebody changed or removed these files: each is looked at, kept where it is an edit, and written again."""
    files_behind(tx, owner, article_ids)
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now)


class Forgotten(NamedTuple):
    slugs: list[str]
    claims: int
    edits: int
    """Versions that a person wrote."""


def forget(tx: Transaction, owner: str, source_id: str, now: datetime) -> Forgotten:
    """Removes the articles that rest on this source, with all their versions: a person's words among them quote it, answer it
    or stand in its sentences, and are nothing without it."""
    lock_names(tx, owner)
    return remove(tx, owner, resting_on(tx, owner, source_id), now)


def remove(tx: Transaction, owner: str, ids: Sequence[str], now: datetime) -> Forgotten:
    """Removes these articles, the concepts of pages among them that no article has, and the pages of concepts of which no article says
    anything without them; their files are left to the caller."""
    rows = tx.execute(select(article.c.id, article.c.slug).where(article.c.user_id == owner, among(article.c.id, ids)))
    gone = {row.id: row.slug for row in rows}
    if not gone:
        return Forgotten([], 0, 0)
    ids = list(gone)
    written = and_(article_version.c.user_id == owner, article_version.c.made_by == MadeBy.PERSON)
    edits = tx.execute(select(func.count()).where(written, among(article_version.c.article_id, ids))).scalar_one()
    claims = claim_store.forget(tx, owner, ids)
    neighbours = select(link.c.from_id).where(link.c.user_id == owner, link.c.to_id.in_(ids))
    tx.execute(
        update(article).where(article.c.user_id == owner, article.c.id.in_(neighbours)).values(file_due=MORE_DUE)
    )
    tx.execute(delete(link).where(link.c.user_id == owner, or_(link.c.from_id.in_(ids), link.c.to_id.in_(ids))))
    if links.leave(tx, owner, ids):
        enqueue(tx, owner, Kind.SWEEP_WIKILINKS, now=now)
    renamed, concepts = concept_actions.forget(tx, owner, ids, now)
    files_behind(tx, owner, renamed)
    for table in (article_source, article_version, edit_conflict, wikilink, article_name):
        tx.execute(delete(table).where(table.c.user_id == owner, table.c.article_id.in_(ids)))
    tx.execute(delete(article).where(article.c.user_id == owner, article.c.id.in_(ids)))
    concept_actions.drop_empty(tx, owner, ids)
    enqueue(tx, owner, Kind.PROJECT_FILES, now=now)
    renew_pages(tx, owner, concepts, now)
    left = remove(tx, owner, concept_actions.gone(tx, owner, concepts), now) if concepts else Forgotten([], 0, 0)
    return Forgotten([*gone.values(), *left.slugs], claims + left.claims, edits + left.edits)


def renew_pages(tx: Transaction, owner: str, ids: Collection[str], now: datetime) -> None:
    """Asks for the pages of these concepts, of those that have one, to be brought up to date; of the others those go that no article has
    any more."""
    wanted = select(article.c.id).where(
        article.c.user_id == owner, among(article.c.id, ids), article.c.page_type == PageType.CONCEPT
    )
    having = set(tx.execute(wanted).scalars()) if ids else set()
    for id_ in sorted(having):
        enqueue(tx, owner, Kind.COMPILE_CONCEPT, now=now, article_id=id_, delay_s=FILE_DELAY_S)
    concept_actions.drop_empty(tx, owner, set(ids) - having)


def lines_of_versions(tx: Transaction, owner: str, article_ids: Collection[str]) -> list[str]:
    """What these articles say or said in any version."""
    mine = and_(article_version.c.user_id == owner, among(article_version.c.article_id, article_ids))
    bodies = tx.execute(select(article_version.c.body).where(mine)).scalars()
    return list(dict.fromkeys(line for body in bodies for line in body.split("\n") if line.strip()))


def rewrite_versions(tx: Transaction, owner: str, article_id: str, rewrite: Callable[[str], str]) -> None:
    """Changes every version, for what must not stay in the history either; conflicts, which quote versions, go."""
    mine = and_(article_version.c.user_id == owner, article_version.c.article_id == article_id)
    for row in tx.execute(select(article_version.c.number, article_version.c.body).where(mine)).all():
        rewritten = update(article_version).where(mine, article_version.c.number == row.number)
        tx.execute(rewritten.values(body=rewrite(row.body)))
    conflicts = and_(edit_conflict.c.user_id == owner, edit_conflict.c.article_id == article_id)
    tx.execute(delete(edit_conflict).where(conflicts))


def _put_versions(
    tx: Transaction, owner: str, id_: str, known: Standing, new: Compiled, now: datetime, merged: Merged | None
) -> tuple[dict[str, Any], Said]:
    """The version that was compiled, and behind it what it comes to with a person's edit: (what that changes of the article, what
    it shows)."""
    said = Said(new.title, "", new.body)
    if said == known.compiled.said:
        return {}, known.shown.said
    if merged is None or merged.of_version != known.shown.number:  # as while somebody edited it just now
        merged = versions.merged(known, new.title, new.body)
    number = known.shown.number + 1
    versions.add(tx, owner, id_, number, said, MadeBy.ENGINE, now)
    values = {"title": new.title, "version": number, "compiled_version": number}
    if merged is not None:
        versions.add(tx, owner, id_, number + 1, merged.said, MadeBy.MERGE, now)
        versions.add_conflicts(tx, owner, id_, number + 1, merged.conflicts, now)
        values |= {"title": merged.said.title, "version": number + 1}
    shown = said if merged is None else merged.said
    if known.shown.made_by is not MadeBy.ENGINE:
        versions.settle_conflicts(tx, owner, id_, shown.body, now, merged.renewed if merged else None)
        index_edits(tx, owner, id_, now)
    return values, shown


def _update(tx: Transaction, owner: str, id_: str, values: dict[str, Any], now: datetime, *, is_changed: bool) -> None:
    """Where anything of it is new, the article has changed just now. Its file is looked at in any case: somebody may have edited it."""
    mine = and_(article.c.user_id == owner, article.c.id == id_)
    if not is_changed:
        there = tx.execute(select(*(article.c[name] for name in values)).where(mine)).one()._asdict()
        is_changed = there != values
    new = {**values, "updated_at": now} if is_changed else {}
    tx.execute(update(article).where(mine).values(**new, file_due=MORE_DUE))


def _rest_on(tx: Transaction, owner: str, id_: str, source_ids: Collection[str]) -> None:
    mine = and_(article_source.c.user_id == owner, article_source.c.article_id == id_)
    there = set(tx.execute(select(article_source.c.source_id).where(mine)).scalars())
    if there - set(source_ids):
        tx.execute(delete(article_source).where(mine, among(article_source.c.source_id, there - set(source_ids))))
    rows = [{"article_id": id_, "source_id": one, "user_id": owner} for one in source_ids if one not in there]
    if rows:
        tx.execute(insert(article_source), rows)


def lock_names(tx: Transaction, owner: str) -> None:
    """Slugs of articles and names of concepts are given one transaction after another.

    Before it changes any article and asks for any job: of a kind of job one waits, and whoever asks for it too waits for the commit.
    """
    tx.lock("slug", owner)


def files_behind(tx: Transaction, owner: str, article_ids: Collection[str]) -> None:
    """What their files say has changed elsewhere."""
    if article_ids:
        behind = and_(article.c.user_id == owner, among(article.c.id, article_ids))
        tx.execute(update(article).where(behind).values(file_due=MORE_DUE))


def _free_slug(tx: Transaction, owner: str, title: str, id_: str) -> str:
    candidates = slugs(slugify(title) or f"article-{id_[:8]}")
    while True:
        some = list(islice(candidates, SLUGS_AT_ONCE))
        used = set(tx.execute(_SLUGS, {"owner": owner, "slugs": some}).scalars())
        for slug in some:
            if slug not in used:
                return slug
