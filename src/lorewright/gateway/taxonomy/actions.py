"""Where concepts stand, which names are one, and their pages. What is decided can be taken back."""

from collections.abc import Mapping, Sequence
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
from lorewright.gateway.articles.queries import articles_of_sources, is_edited, sources_of
from lorewright.gateway.articles.queries import living as living_articles
from lorewright.gateway.articles.slugs import slugify
from lorewright.gateway.articles.tables import PageType, article
from lorewright.gateway.concepts import actions as concept_actions
from lorewright.gateway.concepts.rules import called
from lorewright.gateway.concepts.tables import concept, concept_merge, concept_split
from lorewright.gateway.filing.rules import without
from lorewright.gateway.sources.actions import lock_rows
from lorewright.gateway.sources.queries import brief
from lorewright.gateway.taxonomy import queries, rules
from lorewright.gateway.taxonomy.queries import Known, Names
from lorewright.gateway.taxonomy.schemas import RebuildConceptsResponse
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge import taxonomy, texts
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.homonyms import Split, moved
from lorewright.knowledge.tables import Holder, claim
from lorewright.knowledge.taxonomy import Merge, Place
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.remains.actions import leave
from lorewright.platform.remains.tables import Remains
from lorewright.world import World

BY_MODEL = "model"
"""In `concept.placed_by`."""

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


def decide(tx: Transaction, owner: str, known: Known, proposed: Sequence[Merge], now: datetime) -> bool:
    """Has two names be one where that is proposed and nothing was decided about it before; whether any is.

    `known`: what the proposals were made of. One that is made of an article that is gone by now is left to the next time: its evidence
    may be that article's words.
    """
    article_actions.lock_names(tx, owner)
    mine = select(concept_merge.c.key, concept_merge.c.into_key).where(concept_merge.c.user_id == owner)
    pairs = {(row.key, row.into_key) for row in tx.execute(mine)}
    divided = {row.key for row in queries.splits_decided(tx, owner) if row.revoked_at is None}
    decided = {key for key, _ in pairs}
    articles = {one.id: one.articles for one in known.concepts}
    living = living_articles(tx, owner, {id_ for one in proposed for id_ in articles[one.kept] | articles[one.other]})
    wanted = {
        known.keys[one.other]: (known.keys[one.kept], one.evidence)
        for one in proposed
        if articles[one.kept] | articles[one.other] <= living
    }
    new = [
        {"id": new_id(), "user_id": owner, "key": key, "into_key": into, "evidence": evidence, "decided_at": now}
        for key, (into, evidence) in wanted.items()
        # The wider of two names may be the other one by now: what was taken back of them stays so.
        if key not in decided and (into, key) not in pairs and key != into and not {key, into} & divided
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


def divide(tx: Transaction, owner: str, found: Names, proposed: Sequence[Split], now: datetime) -> bool:
    """Has a name mean several things where that is proposed and nothing was decided about it before; whether any does now.

    A decision for which a source spoke that is gone stands where it is proposed still, and is dropped where it is not.
    `found`: what the proposals were made of; of articles that are gone by now as in `decide`.
    """
    article_actions.lock_names(tx, owner)
    before = {row.key: row for row in queries.splits_decided(tx, owner)}
    speaking = {one.concept: frozenset[str]().union(*(each.articles for each in one.senses)) for one in proposed}
    living = living_articles(tx, owner, {id_ for ids in speaking.values() for id_ in ids})
    new: dict[str, Split] = {
        found.keys[one.concept]: one
        for one in proposed
        if one.concept in found.keys and speaking[one.concept] <= living
    }
    doubtful = {key for key, row in before.items() if row.revoked_at is None and not row.evidence}
    for key in doubtful & new.keys():
        mine = (concept_split.c.user_id == owner) & (concept_split.c.key == key)
        tx.execute(update(concept_split).where(mine).values(evidence=new[key].evidence))
    dropped = doubtful - new.keys()
    if dropped:
        tx.execute(delete(concept_split).where(concept_split.c.user_id == owner, among(concept_split.c.key, dropped)))
        concept_actions.unite(tx, owner, dropped)
    rows = []
    senses: dict[tuple[str, str], str] = {}
    for key, one in new.items():
        words = [slugify(each.word) for each in one.senses]
        is_free = found.taken.isdisjoint(called(one.concept, word) for word in words if word)
        if key not in before and is_free and len(set(words)) == len(words):
            rows.append({"id": new_id(), "user_id": owner, "key": key, "evidence": one.evidence, "decided_at": now})
            for each, word in zip(one.senses, words, strict=True):
                senses |= {(id_, key): word for id_ in each.articles if word}
    if rows:
        tx.execute(insert(concept_split), rows)
    for name, of_articles in found.senses.items():
        key = found.keys.get(name, "")
        if key in before.keys() - dropped:
            senses |= {(id_, key): word for id_, word in moved(of_articles, name, found.concepts).items()}
    concept_actions.divide(tx, owner, senses)
    _resettle(tx, owner, {key for _, key in senses} | dropped, now)
    return bool(senses or dropped)


def undo_split(tx: Transaction, world: World, owner: str, split_id: str) -> None:
    """The name means one thing again, and stays so. Raises `NotFound`."""
    article_actions.lock_names(tx, owner)
    mine = (concept_split.c.user_id == owner) & (concept_split.c.id == split_id)
    row = tx.execute(select(concept_split).where(mine)).first()
    if row is None:
        raise NotFound("Decision not found")
    if row.revoked_at is None:
        now = world.clock.now()
        tx.execute(update(concept_split).where(mine).values(revoked_at=now))
        concept_actions.unite(tx, owner, [row.key])
        _resettle(tx, owner, {row.key}, now)


def place(tx: Transaction, owner: str, places: Mapping[str, Place]) -> None:
    """Hangs these concepts where they belong."""
    rows = tx.execute(select(concept).where(concept.c.user_id == owner, among(concept.c.id, places))).all()
    parents = {places[row.id].parent for row in rows} - {None}
    there = select(concept.c.id).where(concept.c.user_id == owner, among(concept.c.id, parents))
    living = set(tx.execute(there).scalars()) if parents else set()
    for row in rows:
        parent = places[row.id].parent if places[row.id].parent in living else None
        by = BY_MODEL if parent and places[row.id].evidence == taxonomy.BY_MODEL else None
        if (row.parent_id, row.placed_by, row.placed_count) != (parent, by, row.article_count):
            values = {"parent_id": parent, "placed_by": by, "placed_count": row.article_count}
            tx.execute(update(concept).where(concept.c.user_id == owner, concept.c.id == row.id).values(**values))


def draft(tx: Transaction, owner: str, id_: str) -> Drafted | None:
    """The page of a concept as its articles have it now; None where it is to have none."""
    row = queries.concept_of(tx, owner, id_)
    if row is None or row.article_count < rules.FEWEST:
        return None
    keys, _ = queries.forms(tx, owner, row.name)
    members = queries.members(tx, owner, row.name)
    stored = claim_store.get(tx, owner, members)
    standing = [[one for one in stored[id_] if all(each.stands for each in one.evidence)] for id_ in members]
    languages = texts.languages(tx, owner, {each.text_id for some in standing for one in some for each in one.evidence})
    kinds = queries.of_kind(tx, owner, row.name)
    said = [
        rules.Member([one.as_new() for one in some], id_ in kinds) for id_, some in zip(members, standing, strict=True)
    ]
    claims = rules.page_claims(keys, said, languages)
    contents = {one.content for one in claims}
    used = {one.id for some in standing for one in some if one.content in contents}
    return Drafted(row, claims, used) if claims else None


def put(tx: Transaction, owner: str, drafted: Drafted, now: datetime) -> None:
    """Raises `Unavailable` where its articles have changed since it was drafted: it must be drafted anew."""
    lock_rows(tx, owner, {each.source_id for one in drafted.claims for each in one.support})
    article_actions.lock_names(tx, owner)
    there = select(claim.c.id).where(claim.c.user_id == owner, among(claim.c.id, drafted.claim_ids))
    row = queries.concept_of(tx, owner, drafted.concept.id)
    if row is None or row.article_count < rules.FEWEST or len(tx.execute(there).all()) < len(drafted.claim_ids):
        raise Unavailable("The articles of the concept have changed meanwhile; its page is made anew.")
    _put(tx, owner, row, drafted.claims, queries.members(tx, owner, row.name), now)


def keep(tx: Transaction, owner: str, id_: str, now: datetime) -> bool:
    """Where a person wrote into the page of a concept of which its articles say too little, it stays, with those of its claims that
    still stand; whether it does."""
    sources = sorted(lock_rows(tx, owner, sources_of(tx, owner, [id_])))
    article_actions.lock_names(tx, owner)
    row = queries.concept_of(tx, owner, id_)
    if row is None or not is_edited(tx, owner, id_):
        return False
    stored = claim_store.get(tx, owner, [id_])[id_]
    claims = [one.as_new() for one in stored if all(each.stands for each in one.evidence)]
    origins = articles_of_sources(tx, owner, sorted({each.source_id for one in claims for each in one.support}))
    # What nothing stands of any more rests on what it rested on, so that it goes with that.
    _put(tx, owner, row, claims, [one.id for one in origins.values()], now, or_on=sources)
    return True


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
    """Takes out of pages, and all their versions, what rests on this source, or did in a version before; how many claims.

    Those with nothing left stay, to be removed with the source's own article.
    """
    resting = claim_store.holders_resting_on(tx, owner, Holder.ARTICLE, source_id)
    own = {row.id: row.slug for row in articles_of_sources(tx, owner, [source_id]).values()}
    once = queries.pages_that_linked(tx, owner, own.values())
    said_once = article_actions.lines_of_versions(tx, owner, own) if once else []
    pages = select(article.c.id).where(
        article.c.user_id == owner, article.c.page_type == PageType.CONCEPT, among(article.c.id, {*resting, *once})
    )
    gone = 0
    for id_ in tx.execute(pages).scalars().all():
        claims = [one.as_new() for one in claim_store.get(tx, owner, [id_])[id_]]
        left = [one for one in claims if all(each.source_id != source_id for each in one.support)]
        taken = [
            text for one in claims if one not in left for text in (one.content, *(e.span.quote for e in one.support))
        ]
        taken += said_once if id_ in once else []
        article_actions.rewrite_versions(tx, owner, id_, partial(without, taken=taken, slugs=list(own.values())))
        row = queries.concept_of(tx, owner, id_)
        if left and row is not None:
            members = [one for one in queries.members(tx, owner, row.name) if one not in own]
            _put(tx, owner, row, left, members, now)
            gone += len(claims) - len(left)
        if left or id_ not in resting:
            enqueue(tx, owner, Kind.COMPILE_CONCEPT, now=now, article_id=id_)
    return gone


def _put(
    tx: Transaction,
    owner: str,
    row: Row[Any],
    claims: Sequence[NewClaim],
    members: Sequence[str],
    now: datetime,
    or_on: Sequence[str] = (),
) -> None:
    """`or_on`: the sources that it rests on where it has no claim."""
    source_ids = list(dict.fromkeys(each.source_id for one in claims for each in one.support)) or or_on
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
