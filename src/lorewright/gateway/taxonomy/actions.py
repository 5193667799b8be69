"""Where concepts stand, which names are one, and their pages. What is decided can be taken back."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update

from lorewright.core.errors import NotFound, Unavailable
from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions as article_actions
from lorewright.gateway.articles.actions import Compiled
from lorewright.gateway.articles.queries import articles_of_sources
from lorewright.gateway.articles.tables import PageType, article
from lorewright.gateway.concepts import actions as concept_actions
from lorewright.gateway.concepts.tables import concept, concept_merge
from lorewright.gateway.filing.rules import without
from lorewright.gateway.sources.actions import lock_rows
from lorewright.gateway.sources.queries import brief
from lorewright.gateway.taxonomy import queries, rules
from lorewright.gateway.taxonomy.schemas import RebuildConceptsResponse
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.tables import Holder, claim
from lorewright.knowledge.taxonomy import Merge, Place
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.world import World

MADE_BY = "builtin"
"""The provider of these pages: to put sentences together asks no model."""


class Drafted(NamedTuple):
    """A page as it is to be."""

    concept: Row[Any]
    claims: list[NewClaim]
    claim_ids: set[str]
    """Of the claims of articles that it was made of."""


def rebuild(tx: Transaction, world: World, owner: str) -> RebuildConceptsResponse:
    enqueue(tx, owner, Kind.REBUILD_CONCEPTS, now=world.clock.now())
    return RebuildConceptsResponse(status="ok")


def drop_doubtful(tx: Transaction, owner: str, now: datetime) -> None:
    """Takes back the decisions for which a source spoke that is gone: they are made again where others speak for them."""
    article_actions.lock_names(tx, owner)
    doubtful = (
        (concept_merge.c.user_id == owner) & (concept_merge.c.evidence == "") & concept_merge.c.revoked_at.is_(None)
    )
    rows = tx.execute(
        delete(concept_merge).where(doubtful).returning(concept_merge.c.key, concept_merge.c.into_key)
    ).all()
    _resettle(tx, owner, {key for row in rows for key in row}, now)


def decide(tx: Transaction, owner: str, proposed: Sequence[Merge], keys: Mapping[str, str], now: datetime) -> bool:
    """Has two names be one where that is proposed and nothing was decided about it before; whether any is.

    `keys`: the key that names each concept.
    """
    article_actions.lock_names(tx, owner)
    mine = select(concept_merge.c.key).where(concept_merge.c.user_id == owner)
    decided = set(tx.execute(mine).scalars())
    wanted = {keys[one.other]: (keys[one.kept], one.evidence) for one in proposed}
    new = [
        {"id": new_id(), "user_id": owner, "key": key, "into_key": into, "evidence": evidence, "decided_at": now}
        for key, (into, evidence) in wanted.items()
        if key not in decided and key != into
    ]
    if new:
        tx.execute(insert(concept_merge), new)
    _resettle(tx, owner, {str(key) for one in new for key in (one["key"], one["into_key"])}, now)
    return bool(new)


def undo_merge(tx: Transaction, world: World, owner: str, merge_id: str) -> None:
    """The two names are two concepts again, and stay so. Raises `NotFound`."""
    article_actions.lock_names(tx, owner)
    mine = (concept_merge.c.user_id == owner) & (concept_merge.c.id == merge_id)
    row = tx.execute(select(concept_merge).where(mine)).first()
    if row is None:
        raise NotFound("Decision not found")
    if row.revoked_at is None:
        now = world.clock.now()
        tx.execute(update(concept_merge).where(mine).values(revoked_at=now))
        _resettle(tx, owner, {row.key, row.into_key}, now)


def place(tx: Transaction, owner: str, places: Mapping[str, Place], some: Collection[str]) -> int:
    """Hangs some of the concepts where they belong; how many have moved."""
    rows = tx.execute(select(concept).where(concept.c.user_id == owner, among(concept.c.id, some))).all()
    living = {row.id for row in rows}
    moved = 0
    for row in rows:
        parent = places[row.id].parent
        if parent is not None and parent not in living:
            parent = parent if _is_there(tx, owner, parent) else None
        if row.parent_id != parent or row.placed_count != row.article_count:
            values = {"parent_id": parent, "placed_count": row.article_count}
            tx.execute(update(concept).where(concept.c.user_id == owner, concept.c.id == row.id).values(**values))
            moved += row.parent_id != parent
    return moved


def draft(tx: Transaction, owner: str, id_: str) -> Drafted | None:
    """The page of a concept as its articles have it now; None where it is to have none."""
    row = queries.page_of(tx, owner, id_)
    if row is None:
        return None
    keys, _ = queries.forms(tx, owner, row.name)
    members = queries.members(tx, owner, row.name)
    stored = claim_store.get(tx, owner, members)
    standing = [[one for one in stored[id_] if all(each.stands for each in one.evidence)] for id_ in members]
    claims = rules.page_claims(keys, [[one.as_new() for one in some] for some in standing])
    contents = {one.content for one in claims}
    used = {one.id for some in standing for one in some if one.content in contents}
    return Drafted(row, claims, used) if claims else None


def put(tx: Transaction, owner: str, drafted: Drafted, now: datetime) -> None:
    """Raises `Unavailable` where its articles have changed since it was drafted: it must be drafted anew."""
    lock_rows(tx, owner, {each.source_id for one in drafted.claims for each in one.support})
    article_actions.lock_names(tx, owner)
    there = select(claim.c.id).where(claim.c.user_id == owner, among(claim.c.id, drafted.claim_ids))
    row = queries.page_of(tx, owner, drafted.concept.id)
    if row is None or len(tx.execute(there).all()) < len(drafted.claim_ids):
        raise Unavailable("The articles of the concept have changed meanwhile; its page is made anew.")
    _put(tx, owner, row, drafted.claims, queries.members(tx, owner, row.name), now)


def remove(tx: Transaction, owner: str, id_: str, now: datetime) -> bool:
    """Takes the page of a concept away, where there is one; whether there was."""
    wanted = select(article.c.id).where(
        article.c.user_id == owner, article.c.id == id_, article.c.page_type == PageType.CONCEPT
    )
    article_actions.lock_names(tx, owner)
    gone = article_actions.remove(tx, owner, tx.execute(wanted).scalars().all(), now)
    if gone.slugs:
        leave(tx, owner, [(Remains.FILE, slug) for slug in gone.slugs], now)
    return bool(gone.slugs)


def forget(tx: Transaction, owner: str, source_id: str, now: datetime) -> int:
    """Takes out of pages, and all their versions, what rests on this source; how many claims.

    Those with nothing left stay, to be removed with the source's own article.
    """
    resting = claim_store.holders_resting_on(tx, owner, Holder.ARTICLE, source_id)
    own = {row.id: row.slug for row in articles_of_sources(tx, owner, [source_id]).values()}
    pages = select(article.c.id).where(
        article.c.user_id == owner, article.c.page_type == PageType.CONCEPT, among(article.c.id, resting)
    )
    gone = 0
    for id_ in tx.execute(pages).scalars().all():
        claims = [one.as_new() for one in claim_store.get(tx, owner, [id_])[id_]]
        left = [one for one in claims if all(each.source_id != source_id for each in one.support)]
        taken = [
            text for one in claims if one not in left for text in (one.content, *(e.span.quote for e in one.support))
        ]
        article_actions.rewrite_versions(tx, owner, id_, partial(without, taken=taken, slugs=list(own.values())))
        row = tx.execute(select(concept).where(concept.c.user_id == owner, concept.c.id == id_)).first()
        if left and row is not None:
            members = [one for one in queries.members(tx, owner, row.name) if one not in own]
            _put(tx, owner, row, left, members, now)
            gone += len(claims) - len(left)
            enqueue(tx, owner, Kind.COMPILE_CONCEPT, now=now, article_id=id_)
    return gone


def _put(
    tx: Transaction, owner: str, row: Row[Any], claims: Sequence[NewClaim], members: Sequence[str], now: datetime
) -> None:
    source_ids = list(dict.fromkeys(each.source_id for one in claims for each in one.support))
    origins = articles_of_sources(tx, owner, source_ids)
    sources = brief(tx, owner, source_ids)
    named = {id_: (one.title, one.slug) for id_, one in origins.items()}
    said: dict[str, str | None] = dict.fromkeys(members)
    for one in reversed(claims):
        for each in one.support:
            if each.source_id in origins and origins[each.source_id].id in said:
                said[origins[each.source_id].id] = one.content
    compiled = Compiled(
        title=rules.title_of(row.label),
        summary=" ".join(one.content for one in claims if one.section == rules.SUMMARY) or None,
        concepts=(),
        claims=claims,
        body=rules.page_body(claims, named, sources),
        provider=MADE_BY,
        also_called=[row.name, *queries.forms(tx, owner, row.name)[1]],
    )
    article_actions.put_page(tx, owner, row.id, PageType.CONCEPT, source_ids, compiled, now, synthesizes=said)


def _resettle(tx: Transaction, owner: str, keys: set[str], now: datetime) -> None:
    if keys:
        renamed, changed = concept_actions.resettle(tx, owner, keys, now)
        article_actions.files_behind(tx, owner, renamed)
        article_actions.renew_pages(tx, owner, changed, now)
        if renamed:
            enqueue(tx, owner, Kind.PROJECT_FILES, now=now, delay_s=article_actions.FILE_DELAY_S)


def _is_there(tx: Transaction, owner: str, id_: str) -> bool:
    wanted = select(concept.c.id).where(concept.c.user_id == owner, concept.c.id == id_)
    return tx.execute(wanted).first() is not None
