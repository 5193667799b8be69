"""How articles hang together: by what they share, and by the links that stand in them.

A link in a text names an article as a person does. What it names is settled by rows, so that the text stays as she wrote it: it is a
link from when there is such an article until that is gone. Whoever writes here holds the lock on the owner's names.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, and_, bindparam, case, delete, func, insert, or_, select, update

from lorewright.db.among import among
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.slugs import slugify
from lorewright.gateway.articles.tables import RelationType, article, article_name, article_version, link, wikilink
from lorewright.gateway.concepts.tables import article_concept
from lorewright.knowledge.wikilinks import SlugOf, links, naming

MAX_LINKS = 5
COMMON_CONCEPT = 50
"""A concept that more articles share than this says nothing of how near two of them are."""

SWEPT_AT_ONCE = 100
IN_TEXT = (RelationType.REFERENCES, RelationType.EXTENDS)
"""What a link that stands in an article may say of the other."""

_OWNER = bindparam("owner", type_=article.c.user_id.type)
_HERE = bindparam("article", type_=article.c.id.type)


def _near() -> Select[str, float]:
    """The articles that share the rarer of these concepts; `strength` is the sum of 1 / (number of articles that have it)."""
    having = (
        select(article_concept.c.concept, article_concept.c.article_id)
        .where(article_concept.c.user_id == _OWNER, among(article_concept.c.concept, bindparam("concepts")))
        .distinct()
        .cte("having")
    )
    counted = (
        select(having.c.concept, func.count().label("articles"))
        .group_by(having.c.concept)
        .having(func.count() <= COMMON_CONCEPT)
        .subquery()
    )
    strength = func.sum(1.0 / counted.c.articles)
    return (
        select(having.c.article_id, strength.label("strength"))
        .join(counted, counted.c.concept == having.c.concept)
        .where(having.c.article_id != _HERE)
        .group_by(having.c.article_id)
        .order_by(strength.desc(), having.c.article_id)
        .limit(MAX_LINKS)
    )


_NEAR = _near()
_NAMES = select(article_name.c.key).where(article_name.c.user_id == _OWNER, article_name.c.article_id == _HERE)
_NAMED = (
    select(article_name.c.key, article.c.id)
    .join(article, article.c.id == article_name.c.article_id)
    .where(article_name.c.user_id == _OWNER, among(article_name.c.key, bindparam("keys")))
    # Of several of one name the one that is addressed by it, else the first that there was.
    .order_by(
        article_name.c.key, case((article.c.slug == article_name.c.key, 0), else_=1), article.c.created_at, article.c.id
    )
)
_WAITING = select(wikilink.c.key).where(
    wikilink.c.user_id == _OWNER, among(wikilink.c.key, bindparam("keys")), wikilink.c.to_id.is_(None)
)
_OF_ARTICLE = and_(wikilink.c.user_id == _OWNER, wikilink.c.article_id == _HERE)
_TOLD = select(wikilink).where(_OF_ARTICLE).order_by(wikilink.c.key)
_SLUGS = select(wikilink.c.key, article.c.slug).join(article, article.c.id == wikilink.c.to_id).where(_OF_ARTICLE)
_SYNTHESIZED = select(link.c.to_id).where(
    link.c.user_id == _OWNER, link.c.from_id == _HERE, link.c.relation == RelationType.SYNTHESIZES
)
_LINKED = delete(link).where(link.c.user_id == _OWNER, link.c.from_id == _HERE, among(link.c.relation, IN_TEXT))
_UNSETTLED = (
    select(wikilink)
    .where(wikilink.c.user_id == _OWNER, wikilink.c.to_id.is_(None), wikilink.c.article_id > bindparam("after"))
    .order_by(wikilink.c.article_id, wikilink.c.key)
    .limit(SWEPT_AT_ONCE)
)
_SHOWN = (
    select(article.c.id, article.c.title, article_version.c.body)
    .join(
        article_version,
        and_(article_version.c.article_id == article.c.id, article_version.c.number == article.c.version),
    )
    .where(article.c.user_id == _OWNER, among(article.c.id, bindparam("articles")))
)
_RELATED = and_(link.c.user_id == _OWNER, link.c.from_id == _HERE, link.c.relation == RelationType.RELATED_TO)
_RELATED_TITLES = (
    select(link.c.to_id, link.c.context, article.c.title).join(article, article.c.id == link.c.to_id).where(_RELATED)
)
_SAYS = update(link).where(_RELATED, link.c.to_id == bindparam("to")).values(context=bindparam("said"))
_SETTLED = (
    update(wikilink)
    .where(wikilink.c.user_id == _OWNER, wikilink.c.article_id == bindparam("of"), wikilink.c.key == bindparam("named"))
    .values(to_id=bindparam("to"))
)


def relate(
    tx: Transaction, owner: str, article_id: str, concepts: Sequence[str], *, title: str, body: str
) -> list[str]:
    """Links the article with those that share its rarer concepts, both ways, instead of those that did; returns these. `title` and `body`
    are what it shows."""
    related = and_(link.c.user_id == owner, link.c.relation == RelationType.RELATED_TO)
    tx.execute(delete(link).where(related, or_(link.c.from_id == article_id, link.c.to_id == article_id)))
    if not concepts:
        return []
    found = tx.execute(_NEAR, {"owner": owner, "article": article_id, "concepts": concepts}).all()
    strength = {row.article_id: row.strength for row in found}
    others = tx.execute(_SHOWN, {"owner": owner, "articles": list(strength)}).all() if strength else []
    named = naming(body, [one.title for one in others])
    rows = [
        _row(owner, from_id, to_id, RelationType.RELATED_TO, said, strength[one.id])
        for one in others
        for from_id, to_id, said in (
            (article_id, one.id, named.get(one.title)),
            (one.id, article_id, naming(one.body, [title]).get(title)),
        )
    ]
    if rows:
        tx.execute(insert(link), rows)
    return list(strength)


def naming_each_other(
    tx: Transaction, owner: str, ends: Collection[tuple[str, str]]
) -> dict[tuple[str, str], str | None]:
    """Of each (from, to) the sentence in which the one names the other."""
    shown = tx.execute(_SHOWN, {"owner": owner, "articles": sorted({id_ for both in ends for id_ in both})})
    by_id = {row.id: row for row in shown}
    return {(one, other): naming(by_id[one].body, [by_id[other].title]).get(by_id[other].title) for one, other in ends}


def synthesize(tx: Transaction, owner: str, article_id: str, of: Mapping[str, str | None]) -> None:
    """Links a page with the articles that it brings together, instead of those it did. `of`: id -> what it says of it."""
    mine = and_(link.c.user_id == owner, link.c.from_id == article_id, link.c.relation == RelationType.SYNTHESIZES)
    tx.execute(delete(link).where(mine))
    rows = [_row(owner, article_id, one, RelationType.SYNTHESIZES, said) for one, said in of.items()]
    if rows:
        tx.execute(insert(link), rows)


def call(tx: Transaction, owner: str, article_id: str, names: Iterable[str], *, instead: bool) -> bool:
    """What links may call the article, beside what they might or `instead` of it; whether one has waited for that."""
    keys = {key for key in map(slugify, names) if key}
    there = set(tx.execute(_NAMES, {"owner": owner, "article": article_id}).scalars())
    if instead and there - keys:
        mine = and_(article_name.c.user_id == owner, article_name.c.article_id == article_id)
        tx.execute(delete(article_name).where(mine, among(article_name.c.key, there - keys)))
    new = [{"article_id": article_id, "key": key, "user_id": owner} for key in sorted(keys - there)]
    if not new:
        return False
    tx.execute(insert(article_name), new)
    return tx.execute(_WAITING, {"owner": owner, "keys": [one["key"] for one in new]}).first() is not None


def tell(tx: Transaction, owner: str, article_id: str, body: str) -> None:
    """The links that stand in the article's text, instead of those that did; and where it names an article that is near it."""
    near = tx.execute(_RELATED_TITLES, {"owner": owner, "article": article_id}).all()
    named = naming(body, [row.title for row in near])
    for row in near:
        if (said := named.get(row.title)) != row.context:
            tx.execute(_SAYS, {"owner": owner, "article": article_id, "to": row.to_id, "said": said})
    found: dict[str, dict[str, Any]] = {}
    for one in links(body):
        key = slugify(one.target)
        relation = RelationType.EXTENDS if one.extends else RelationType.REFERENCES
        if key and (key not in found or one.extends):
            found[key] = {"article_id": article_id, "key": key, "user_id": owner, "relation": relation.value}
            found[key]["context"] = one.sentence
    there = tx.execute(_TOLD, {"owner": owner, "article": article_id}).all()
    if not found and not there:
        return
    ids = _named(tx, owner, found)
    kept = {row.key: row.to_id for row in there if row.to_id is not None}
    rows = [{**row, "to_id": kept.get(key) or ids.get(key)} for key, row in sorted(found.items())]
    mine = {"owner": owner, "article": article_id}
    tx.execute(delete(wikilink).where(_OF_ARTICLE), mine)
    tx.execute(_LINKED, mine)
    if rows:
        tx.execute(insert(wikilink), rows)
    synthesized = set(tx.execute(_SYNTHESIZED, mine).scalars())  # which its text names at each sentence
    _link(tx, owner, [row for row in rows if row["to_id"] not in synthesized])


def sweep(tx: Transaction, owner: str, after: str) -> tuple[list[str], str | None]:
    """Settles some of the links that name no article yet: (articles of which some are settled now, up to which article it came).

    The second is None where none is left behind `after`.
    """
    rows = tx.execute(_UNSETTLED, {"owner": owner, "after": after}).all()
    if not rows:
        return [], None
    last = rows[-1].article_id
    if len(rows) == SWEPT_AT_ONCE and rows[0].article_id != last:  # of the last there may be more
        rows = [row for row in rows if row.article_id != last]
        last = rows[-1].article_id
    elif len(rows) == SWEPT_AT_ONCE:
        rows = tx.execute(_TOLD, {"owner": owner, "article": last}).all()
    named = _named(tx, owner, [row.key for row in rows if row.to_id is None])
    settled = [{**row._mapping, "to_id": named[row.key]} for row in rows if row.to_id is None and row.key in named]
    if settled:
        tx.execute(
            _SETTLED, [{"owner": owner, "of": r["article_id"], "named": r["key"], "to": r["to_id"]} for r in settled]
        )
        _link(tx, owner, settled)
    return sorted({row["article_id"] for row in settled}), last


def leave(tx: Transaction, owner: str, article_ids: Sequence[str]) -> bool:
    """Before these articles go: links to them name nothing, or another of their name. Whether there were any."""
    to_them = and_(among(wikilink.c.to_id, article_ids), wikilink.c.user_id == owner)
    return bool(tx.execute(update(wikilink).where(to_them).values(to_id=None)).rowcount)


def pages_of(tx: Transaction, owner: str, article_id: str) -> list[str]:
    """Ids of the pages that bring this article together with others."""
    to_it = and_(link.c.user_id == owner, link.c.to_id == article_id, link.c.relation == RelationType.SYNTHESIZES)
    return list(tx.execute(select(link.c.from_id).where(to_it)).scalars())


def slug_of(tx: Transaction, owner: str, article_id: str) -> SlugOf:
    """What the names that stand in the article's text come to."""
    found = {row.key: row.slug for row in tx.execute(_SLUGS, {"owner": owner, "article": article_id})}
    return by_key(found)


def by_key(found: Mapping[str, str]) -> SlugOf:
    """Of names by their keys."""
    return lambda name: found.get(slugify(name))


def _named(tx: Transaction, owner: str, keys: Collection[str]) -> dict[str, str]:
    """Key -> the id of the article that it names."""
    found: dict[str, str] = {}
    for row in tx.execute(_NAMED, {"owner": owner, "keys": sorted(keys)}) if keys else ():
        found.setdefault(row.key, row.id)
    return found


def _link(tx: Transaction, owner: str, told: Iterable[Mapping[str, Any]]) -> None:
    """Links of texts that name an article, two names of one article once."""
    rows = [
        _row(owner, row["article_id"], row["to_id"], RelationType(row["relation"]), row["context"])
        for row in told
        if row["to_id"] not in (None, row["article_id"])
    ]
    if rows:
        tx.execute(insert_missing(tx.dialect, link), rows)


def _row(
    owner: str, from_id: str, to_id: str, relation: RelationType, context: str | None, strength: float = 1.0
) -> dict[str, Any]:
    ends = {"from_id": from_id, "to_id": to_id, "relation": relation.value}
    return {**ends, "user_id": owner, "strength": strength, "context": context}
