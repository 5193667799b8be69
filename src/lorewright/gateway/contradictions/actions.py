"""Keeping what contradicts what, what people decide of it, and the links that show it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, Table, and_, bindparam, delete, insert, or_, select, update

from lorewright.core.errors import NotFound, Unprocessable
from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.actions import FILE_DELAY_S, files_behind, lock_names
from lorewright.gateway.articles.queries import resting_on
from lorewright.gateway.articles.tables import RelationType, Resolution, article, link
from lorewright.gateway.contradictions import queries, rules
from lorewright.gateway.contradictions.queries import Head
from lorewright.gateway.contradictions.schemas import ResolveContradictionRequest, ResolveContradictionResponse
from lorewright.gateway.contradictions.tables import ToldBy, article_statements, contradiction, judged_pair, resolution
from lorewright.knowledge.contradict import Certainty
from lorewright.knowledge.disputes.statements import Relation, Statement
from lorewright.knowledge.suspects import Suspect
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.world import World

_LINKED = (RelationType.CONTRADICTS.value, RelationType.SUPERSEDES.value)
_THIS_LINK = and_(
    link.c.user_id == bindparam("owner"),
    link.c.from_id == bindparam("a"),
    link.c.to_id == bindparam("b"),
    link.c.relation == bindparam("of"),
)


class _Dispute(NamedTuple):
    """A contradiction, from one of its two articles to the other."""

    decided_at: datetime | None
    decided: Resolution | None
    claims: tuple[str, str]


class _Told(NamedTuple):
    """What a link says of two articles."""

    resolution: str | None
    context: str | None


def lock(tx: Transaction, owner: str) -> None:
    """Whoever takes articles away, or rests rows on them that must not outlive them, does so one after the other."""
    tx.lock("contradictions", owner)


def hold(tx: Transaction, owner: str, article_ids: Iterable[str]) -> set[str]:
    """Those of these articles that are there, and stay until this transaction ends."""
    lock(tx, owner)
    wanted = select(article.c.id).where(article.c.user_id == owner, among(article.c.id, sorted(article_ids)))
    return set(tx.execute(wanted.order_by(article.c.id).with_for_update(read=True)).scalars())


def put_statements(tx: Transaction, owner: str, some: Sequence[Head], read: Mapping[str, Sequence[Statement]]) -> None:
    """What these articles state, instead of what they did. What they contradicted stands until they have been compared."""
    ids = [one.article_id for one in some]
    there = hold(tx, owner, ids)
    tx.execute(delete(article_statements).where(_stated(owner, ids)))
    rows = [
        {
            "article_id": one.article_id,
            "user_id": owner,
            "made_of": one.made_of,
            "statements": msgspec.msgpack.encode(read[one.article_id]),
            "is_compared": 0,
            "is_weighed": 0,
            "is_judged": 0,
        }
        for one in some
        if one.article_id in there
    ]
    if rows:
        tx.execute(insert(article_statements), rows)


class Found(NamedTuple):
    """Two claims of which one contradicts or supersedes the other."""

    one: tuple[str, str]
    """(article, claim)"""
    other: tuple[str, str]
    relation: Relation
    certainty: Certainty
    reason: str
    told_by: ToldBy = ToldBy.RULE


def put_found(tx: Transaction, owner: str, some: Sequence[Found], now: datetime) -> set[str]:
    """Those of which both claims are still there, instead of what was known of the same claims; their hashes.

    What inference tells replaces nothing that rules or a language model told.
    """
    there = hold(tx, owner, {each[0] for one in some for each in (one.one, one.other)})
    said = queries.contents(tx, owner, {each[1] for one in some for each in (one.one, one.other)})
    rows: list[dict[str, Any]] = [
        {
            "user_id": owner,
            "content_hash": rules.pair_hash((one.one[0], said[one.one[1]]), (one.other[0], said[one.other[1]])),
            "article_a_id": one.one[0],
            "article_b_id": one.other[0],
            "claim_a_id": one.one[1],
            "claim_b_id": one.other[1],
            "claim_a": said[one.one[1]],
            "claim_b": said[one.other[1]],
            "relation": one.relation.value,
            "certainty": one.certainty.value,
            "reason": one.reason,
            "told_by": one.told_by.value,
            "found_at": now,
        }
        for one in some
        if {one.one[1], one.other[1]} <= said.keys() and {one.one[0], one.other[0]} <= there
    ]
    hashes: set[str] = {row["content_hash"] for row in rows}
    if rows:
        told = [row["content_hash"] for row in rows if row["told_by"] != ToldBy.INFERENCE]
        replaced = or_(contradiction.c.told_by == ToldBy.INFERENCE, among(contradiction.c.content_hash, told))
        tx.execute(delete(contradiction).where(_of(contradiction, owner, hashes), replaced))
        tx.execute(insert_missing(tx.dialect, contradiction), rows)
    return hashes


def set_compared(tx: Transaction, owner: str, article_ids: Sequence[str], found: Set[str]) -> None:
    """What rules told of these articles before and is not among the hashes of what was `found` goes; what models told, with a claim."""
    lock(tx, owner)
    by_rule = select(contradiction.c.content_hash).where(
        contradiction.c.user_id == owner, contradiction.c.told_by == ToldBy.RULE, _between(contradiction, article_ids)
    )
    gone = set(tx.execute(by_rule).scalars()) - found | queries.unsaid(tx, owner, article_ids)
    for table in (contradiction, judged_pair):
        tx.execute(delete(table).where(_of(table, owner, gone)))
    tx.execute(update(article_statements).where(_stated(owner, article_ids)).values(is_compared=1))


def set_weighed(tx: Transaction, owner: str, article_ids: Sequence[str], denied: Set[str]) -> None:
    """What inference told before goes where it was asked again and says otherwise: the hashes `denied`."""
    lock(tx, owner)
    told = and_(_of(contradiction, owner, denied), contradiction.c.told_by == ToldBy.INFERENCE)
    tx.execute(delete(contradiction).where(told))
    tx.execute(update(article_statements).where(_stated(owner, article_ids)).values(is_weighed=1))


def put_judged(tx: Transaction, owner: str, asked: Sequence[Suspect], told: Sequence[Found], now: datetime) -> None:
    """What a model told of the pairs that it was asked about, and that it was."""
    there = hold(tx, owner, {each.article_id for pair in asked for each in (pair.one, pair.other)})
    rows = [
        {
            "user_id": owner,
            "content_hash": rules.pair_hash(*((each.article_id, each.text) for each in (pair.one, pair.other))),
            "article_a_id": pair.one.article_id,
            "article_b_id": pair.other.article_id,
            "claim_a_id": pair.one.id,
            "claim_b_id": pair.other.id,
        }
        for pair in asked
        if {pair.one.article_id, pair.other.article_id} <= there
    ]
    if rows:
        tx.execute(insert_missing(tx.dialect, judged_pair), rows)
    put_found(tx, owner, told, now)


def set_judged(tx: Transaction, owner: str, article_ids: Sequence[str]) -> None:
    """No pair of these articles' claims waits for a model."""
    tx.execute(update(article_statements).where(_stated(owner, article_ids)).values(is_judged=1))


def relink(tx: Transaction, owner: str, now: datetime, between: tuple[str, str] | None = None) -> None:
    """Has the links between articles, or those of two alone, say what contradicts or supersedes what, and what was decided of it."""
    lock(tx, owner)
    lock_names(tx, owner)
    wanted = _links(queries.found(tx, owner, between))
    columns = (link.c.from_id, link.c.to_id, link.c.relation)
    linked = select(*columns, link.c.resolution, link.c.context).where(
        link.c.user_id == owner, link.c.relation.in_(_LINKED)
    )
    if between is not None:
        linked = linked.where(among(link.c.from_id, between), among(link.c.to_id, between))
    there = {tuple(row[:3]): _Told(row.resolution, row.context) for row in tx.execute(linked)}
    gone = [key for key in there if key not in wanted]
    new = [key for key in wanted if key not in there]
    other = [key for key, said in wanted.items() if key in there and there[key] != said]
    if gone:
        tx.execute(delete(link).where(_THIS_LINK), [_named(owner, key) for key in gone])
    if new:
        rows = [
            {
                "from_id": key[0],
                "to_id": key[1],
                "relation": key[2],
                "user_id": owner,
                "strength": 1.0,
                **wanted[key]._asdict(),
            }
            for key in new
        ]
        tx.execute(insert(link), rows)
    if other:
        told = update(link).where(_THIS_LINK).values(resolution=bindparam("decided"), context=bindparam("said"))
        rows = [{**_named(owner, key), "decided": wanted[key].resolution, "said": wanted[key].context} for key in other]
        tx.execute(told, rows)
    touched = {id_ for key in (*gone, *new, *other) for id_ in key[:2]}
    if touched:
        files_behind(tx, owner, touched)
        enqueue(tx, owner, Kind.PROJECT_FILES, now=now, delay_s=FILE_DELAY_S)


def resolve(
    tx: Transaction, world: World, owner: str, source_id: str, target_id: str, new: ResolveContradictionRequest
) -> ResolveContradictionResponse:
    """Decides all in which two articles contradict each other now. Raises `Unprocessable`, `NotFound`."""
    if new.resolution not in set(Resolution):
        raise Unprocessable(f"resolution must be one of {', '.join(Resolution)}.")
    lock(tx, owner)
    now = world.clock.now()
    rows = [
        {
            "user_id": owner,
            "content_hash": row.content_hash,
            "article_a_id": source_id,
            "article_b_id": target_id,
            "resolution": new.resolution,
            "note": new.resolution_note,
            "resolved_at": now,
        }
        for row in queries.found(tx, owner, (source_id, target_id))
        if row.relation == RelationType.CONTRADICTS
    ]
    if not rows:
        raise NotFound("Contradiction backlink not found")
    before = and_(
        resolution.c.user_id == owner, among(resolution.c.content_hash, [row["content_hash"] for row in rows])
    )
    tx.execute(delete(resolution).where(before))
    tx.execute(insert(resolution), rows)
    relink(tx, owner, now, (source_id, target_id))
    return ResolveContradictionResponse(
        resolved=True, source_id=source_id, target_id=target_id, resolution=new.resolution
    )


def forget(tx: Transaction, owner: str, source_id: str) -> None:
    """Takes away what articles state that rest on this source, what it contradicts, and what was decided of that."""
    lock(tx, owner)
    ids = resting_on(tx, owner, source_id)
    tx.execute(delete(article_statements).where(_stated(owner, ids)))
    for table in (contradiction, judged_pair, resolution):
        tx.execute(delete(table).where(table.c.user_id == owner, _between(table, ids)))


def _stated(owner: str, article_ids: Sequence[str]) -> Any:
    return and_(article_statements.c.user_id == owner, among(article_statements.c.article_id, article_ids))


def _of(table: Table, owner: str, hashes: Set[str]) -> Any:
    return and_(table.c.user_id == owner, among(table.c.content_hash, sorted(hashes)))


def _between(table: Table, article_ids: Sequence[str]) -> Any:
    return or_(among(table.c.article_a_id, article_ids), among(table.c.article_b_id, article_ids))


def _links(rows: Iterable[Row[Any]]) -> dict[tuple[str, str, str], _Told]:
    """By (from, to, relation)."""
    between: defaultdict[tuple[str, str, str], list[_Dispute]] = defaultdict(list)
    for row in rows:
        low, high = sorted((row.article_a_id, row.article_b_id))
        is_symmetric = row.relation == RelationType.CONTRADICTS
        ends = (low, high) if is_symmetric else (row.article_a_id, row.article_b_id)
        is_turned = ends[0] != row.article_a_id
        said = queries.decided(row)
        if said is not None and is_turned:
            said = said.turned
        claims = (row.claim_b, row.claim_a) if is_turned else (row.claim_a, row.claim_b)
        between[*ends, row.relation].append(_Dispute(row.resolved_at, said, claims))
    return {key: _told(some) for key, some in between.items()}


def _told(some: Sequence[_Dispute]) -> _Told:
    """The last decision, but none as long as one of them is open; and the claims of the first that is."""
    decided = [(one.decided_at, one.decided) for one in some if one.decided_at and one.decided]
    first = next((one for one in some if one.decided is None), some[0])
    last = max(decided)[1] if len(decided) == len(some) else None
    return _Told(last, " / ".join(rules.cut(one) for one in first.claims))


def _named(owner: str, key: tuple[str, ...]) -> dict[str, str]:
    return {"owner": owner, "a": key[0], "b": key[1], "of": key[2]}
