"""Reading concepts: all of them, one with its articles, those that may have a page, and what was decided about their names."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Row, Select, and_, bindparam, exists, func, or_, select

from lorewright.core.errors import NotFound
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.queries import list_articles
from lorewright.gateway.articles.rules import concept_kind
from lorewright.gateway.articles.schemas import ArticleSummaryResponse
from lorewright.gateway.articles.tables import PageType, article, article_version
from lorewright.gateway.concepts.rules import called
from lorewright.gateway.concepts.tables import CALLED, article_concept, concept, concept_merge, concept_split
from lorewright.gateway.taxonomy.rules import FEWEST, MOST_MEMBERS
from lorewright.gateway.taxonomy.schemas import (
    ConceptDetail,
    ConceptEntry,
    EligibleEntry,
    MergeResponse,
    SplitResponse,
)
from lorewright.knowledge.taxonomy import Concept

MOST_ARTICLES = 50
"""Of a concept's articles, in its detail."""

_OWNER: BindParameter[str] = bindparam("owner")
_NAME: BindParameter[str] = bindparam("name")
_HAS_PAGE = and_(article.c.id == concept.c.id, article.c.page_type == PageType.CONCEPT)
_CONCEPTS = (
    select(
        concept.c.id,
        concept.c.user_id,
        concept.c.name,
        concept.c.label,
        concept.c.parent_id,
        concept.c.article_count,
        article.c.summary.label("description"),
        concept.c.created_at,
    )
    .join(article, _HAS_PAGE, isouter=True)
    .where(concept.c.user_id == _OWNER)
    .order_by(concept.c.name)
)
_ONE = _CONCEPTS.where(concept.c.name == _NAME)
_ELIGIBLE = (
    select(concept.c.id, concept.c.name, concept.c.article_count)
    .where(concept.c.user_id == _OWNER, concept.c.article_count >= FEWEST)
    .order_by(concept.c.article_count.desc(), concept.c.name)
)
# To read all in their order, as one value, takes a third of the time of seeking thousands of them.
_ARTICLE_IDS = select(func.aggregate_strings(article.c.id, "/")).where(article.c.user_id == _OWNER)
_MEMBERS = (
    select(article_concept.c.article_id)
    .where(article_concept.c.user_id == _OWNER, article_concept.c.concept == _NAME)
    .group_by(article_concept.c.article_id)
    .order_by(func.min(article_concept.c.ordinal), article_concept.c.article_id)
    .limit(MOST_MEMBERS)
)
_CALLED = (
    select(article_concept.c.key, func.min(article_concept.c.written).label("written"), article_concept.c.concept)
    .where(article_concept.c.user_id == _OWNER, among(article_concept.c.key, bindparam("keys")))
    .group_by(article_concept.c.key, article_concept.c.concept)
)


def list_concepts(tx: Transaction, owner: str, *, include_empty: bool = True) -> list[ConceptEntry]:
    """In the order of their names; the tree is in `parent_id`."""
    rows = tx.execute(_CONCEPTS, {"owner": owner}).all()
    return [ConceptEntry(*[*row, concept_kind(row.label)]) for row in rows if include_empty or row.article_count]


def get_concept(tx: Transaction, owner: str, name: str) -> ConceptDetail:
    """Raises `NotFound`."""
    row = tx.execute(_ONE, {"owner": owner, "name": name}).first()
    if row is None:
        raise NotFound(f"Concept not found: {name}")
    articles = list_articles(tx, owner, concept=name, limit=MOST_ARTICLES, offset=0)
    return ConceptDetail(**row._mapping, concept_kind=concept_kind(row.label), articles=articles)


def articles_of(tx: Transaction, owner: str, name: str, limit: int, offset: int) -> list[ArticleSummaryResponse]:
    """Newest change first. Raises `NotFound`."""
    if tx.execute(_ONE, {"owner": owner, "name": name}).first() is None:
        raise NotFound(f"Concept not found: {name}")
    return list_articles(tx, owner, concept=name, limit=limit, offset=offset)


def eligible(tx: Transaction, owner: str) -> list[EligibleEntry]:
    """Those of two articles or more, the widest first. Two statements."""
    rows = tx.execute(_ELIGIBLE, {"owner": owner}).all()
    joined = tx.execute(_ARTICLE_IDS, {"owner": owner}).scalar()
    there = set(joined.split("/")) if joined else set()
    # The article that has a concept's id is its page.
    return [EligibleEntry(id_, name, count, id_ in there) for id_, name, count in map(tuple, rows)]


def list_merges(tx: Transaction, owner: str) -> list[MergeResponse]:
    """The last decided first."""
    wanted = select(concept_merge).where(concept_merge.c.user_id == owner)
    rows = tx.execute(wanted.order_by(concept_merge.c.decided_at.desc(), concept_merge.c.id)).all()
    keys = {key for row in rows for key in (row.key, row.into_key)}
    named = tx.execute(_CALLED, {"owner": owner, "keys": keys})
    written = {one.key: (one.written, one.concept) for one in named}
    return [
        MergeResponse(
            id=row.id,
            written=written[row.key][0],
            called=written[row.into_key][1],
            evidence=row.evidence,
            decided_at=row.decided_at,
            revoked_at=row.revoked_at,
        )
        for row in rows
        if row.key in written and row.into_key in written
    ]


def list_splits(tx: Transaction, owner: str) -> list[SplitResponse]:
    """The last decided first."""
    wanted = select(concept_split).where(concept_split.c.user_id == owner)
    rows = tx.execute(wanted.order_by(concept_split.c.decided_at.desc(), concept_split.c.id)).all()
    called_so: defaultdict[str, set[str]] = defaultdict(set)
    written: dict[str, str] = {}
    for one in tx.execute(_CALLED, {"owner": owner, "keys": [row.key for row in rows]}):
        called_so[one.key].add(one.concept)
        written[one.key] = min(written.get(one.key, one.written), one.written, key=lambda slug: (len(slug), slug))
    return [
        SplitResponse(
            id=row.id,
            written=written[row.key],
            called=sorted(called_so[row.key], key=lambda slug: (len(slug), slug)),
            evidence=row.evidence,
            decided_at=row.decided_at,
            revoked_at=row.revoked_at,
        )
        for row in rows
        if row.key in written
    ]


class Names(NamedTuple):
    """Concepts by their names, in which a name that was decided to mean several things is one still."""

    concepts: list[Concept]
    keys: dict[str, str]
    """The key of each that has but one, and with which nothing else was decided to be one."""
    senses: dict[str, dict[str, str]]
    """Of each that is several by now what it means in each of its articles."""
    taken: set[str]
    """The names of all concepts as they are now."""


def names(tx: Transaction, owner: str) -> Names:
    """All of an owner's; the id of each is the slug it would have if it were one."""
    keys: defaultdict[str, set[str]] = defaultdict(set)
    articles: defaultdict[str, set[str]] = defaultdict(set)
    senses: defaultdict[str, dict[str, str]] = defaultdict(dict)
    rows = tx.execute(select(article_concept).where(article_concept.c.user_id == owner)).all()
    about = [row for row in rows if not row.is_kind]  # films are films, whatever else they have in common
    divided = {row.key for row in rows if row.sense}
    whole = {row.key: row.written for row in rows if row.key in divided}
    whole |= {row.key: row.concept for row in rows if row.key in divided and not row.sense}
    for row in about:
        name = whole.get(row.key, row.concept)
        keys[name].add(row.key)
        articles[name].add(row.article_id)
        if row.key in divided:
            senses[name][row.article_id] = row.sense
    merged = select(concept_merge.c.key, concept_merge.c.into_key).where(
        concept_merge.c.user_id == owner, concept_merge.c.revoked_at.is_(None)
    )
    joined = {key for row in tx.execute(merged) for key in row}
    concepts = [Concept(name, name.replace("-", " "), frozenset(of_it)) for name, of_it in sorted(articles.items())]
    alone = {name: next(iter(of_it)) for name, of_it in keys.items() if len(of_it) == 1 and not of_it & joined}
    return Names(concepts, alone, dict(senses), {row.concept for row in rows})


def splits_decided(tx: Transaction, owner: str) -> Sequence[Row[Any]]:
    """All decisions that a name means several things, those too that were taken back."""
    return tx.execute(select(concept_split).where(concept_split.c.user_id == owner)).all()


def told(tx: Transaction, owner: str, article_ids: Sequence[str]) -> dict[str, str]:
    """What each of these articles is about, in a few sentences at most."""
    wanted = select(article.c.id, article.c.title, article.c.summary).where(
        article.c.user_id == owner, among(article.c.id, article_ids)
    )
    return {row.id: f"{row.title}\n{row.summary or ''}".strip() for row in tx.execute(wanted)}


def concept_of(tx: Transaction, owner: str, id_: str) -> Row[Any] | None:
    """The concept of a page."""
    return tx.execute(select(concept).where(concept.c.user_id == owner, concept.c.id == id_)).first()


def pages_that_linked(tx: Transaction, owner: str, slugs: Iterable[str]) -> set[str]:
    """Ids of the pages of which a version, the one that is shown or one before, names one of these articles as where it is said."""
    names = [article_version.c.body.contains(f"](/wiki/{slug})", autoescape=True) for slug in slugs]
    if not names:
        return set()
    pages = select(concept.c.id).where(concept.c.user_id == owner)
    wanted = select(article_version.c.article_id).where(article_version.c.article_id.in_(pages), or_(*names))
    return set(tx.execute(wanted).scalars())


def members(tx: Transaction, owner: str, name: str) -> list[str]:
    """Ids of the articles that say most of a concept first."""
    return list(tx.execute(_MEMBERS, {"owner": owner, "name": name}).scalars())


def of_kind(tx: Transaction, owner: str, name: str) -> set[str]:
    """Ids of the articles that are not about a concept, but about one of that kind."""
    mine = (article_concept.c.user_id == owner, article_concept.c.concept == name)
    return set(tx.execute(select(article_concept.c.article_id).where(*mine, article_concept.c.is_kind == 1)).scalars())


def forms(tx: Transaction, owner: str, name: str) -> tuple[set[str], list[str]]:
    """(keys, slugs as its articles would call it) of a concept."""
    wanted = select(article_concept.c.key, CALLED.label("called")).distinct()
    rows = tx.execute(wanted.where(article_concept.c.user_id == owner, article_concept.c.concept == name)).all()
    return {row.key for row in rows}, sorted({row.called for row in rows})


class Known(NamedTuple):
    """Concepts as they are now, by their ids."""

    concepts: list[Concept]
    parents: dict[str, str | None]
    keys: dict[str, str]
    """The key that names each."""
    told: dict[str, str]
    """The parents that a model told."""


def known(tx: Transaction, owner: str) -> Known:
    """All concepts of an owner that articles have."""
    rows = tx.execute(select(concept).where(concept.c.user_id == owner, concept.c.article_count > 0)).all()
    articles: defaultdict[str, set[str]] = defaultdict(set)
    shorts: defaultdict[str, set[str]] = defaultdict(set)
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    of_kind: Counter[str] = Counter()
    keys: dict[str, str] = {}
    ids = {row.name: row.id for row in rows}
    held = tx.execute(select(article_concept).where(article_concept.c.user_id == owner)).all()
    said = {(row.article_id, row.kind) for row in held if row.kind is not None}
    kind_ids = {of: ids[row.concept] for row in held if (of := (row.article_id, row.key)) in said}
    for row in held:
        articles[row.concept].add(row.article_id)
        of_kind[row.concept] += row.is_kind
        if row.short is not None:
            shorts[row.concept].add(row.short)
        if (row.article_id, row.kind) in kind_ids:
            kinds[row.concept][kind_ids[row.article_id, row.kind]] += 1
        if called(row.written, row.sense) == row.concept:
            keys[row.concept] = row.key
    concepts = [
        Concept(
            row.id,
            row.label,
            frozenset(articles[row.name]),
            frozenset(shorts[row.name]),
            dict(kinds[row.name]),
            is_kind=2 * of_kind[row.name] > len(articles[row.name]),
        )
        for row in rows
    ]
    return Known(
        concepts,
        {row.id: row.parent_id for row in rows},
        {row.id: keys[row.name] for row in rows},
        {row.id: row.parent_id for row in rows if row.placed_by is not None and row.parent_id is not None},
    )


def owners_of_new(tx: Transaction) -> Sequence[str]:
    """Whose concepts have not been placed since they have other articles."""
    moved = or_(concept.c.placed_count.is_(None), concept.c.placed_count != concept.c.article_count)
    wanted: Select[Any] = select(concept.c.user_id).where(concept.c.article_count >= FEWEST, moved)
    return tx.execute(wanted.distinct()).scalars().all()


def without_page(tx: Transaction, owner: str) -> list[str]:
    """Ids of the concepts that may have a page and have none."""
    has_page = exists().where(_HAS_PAGE)
    wanted = select(concept.c.id).where(concept.c.user_id == owner, concept.c.article_count >= FEWEST, ~has_page)
    return list(tx.execute(wanted.order_by(concept.c.name)).scalars())
