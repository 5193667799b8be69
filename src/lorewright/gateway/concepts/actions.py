"""Which concepts an article has, and the rows of the concepts themselves. Whoever calls holds the lock on the owner's names."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, delete, exists, func, insert, or_, select, update

from lorewright.core.ids import derived_id, new_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.concepts.rules import Form, names
from lorewright.gateway.concepts.tables import CALLED, concept, concept_merge, concept_split
from lorewright.gateway.concepts.tables import article_concept as row

_MINE = row.c.user_id == bindparam("owner")
_OF_ARTICLES = and_(_MINE, among(row.c.article_id, bindparam("articles")))
_KEYS: BindParameter[Any] = bindparam("keys")
_NAMES: BindParameter[Any] = bindparam("names")
_HELD = select(row.c.key, row.c.short, row.c.concept, row.c.sense).where(_OF_ARTICLES).distinct()
_FORGET = delete(row).where(_OF_ARTICLES)
_SHORTS = select(row.c.short).where(_MINE, among(row.c.key, _KEYS), row.c.short.is_not(None)).distinct()
_SPELT_OUT = select(row.c.key).where(_MINE, among(row.c.short, _KEYS)).distinct()
_FORMS = (
    select(row.c.key, row.c.written, row.c.short, row.c.sense, row.c.concept)
    .where(_MINE, among(row.c.key, _KEYS))
    .distinct()
)
_RENAME = (
    update(row)
    .where(_MINE, row.c.key == bindparam("of"), row.c.sense == bindparam("meant"), row.c.concept != bindparam("name"))
    .values(concept=bindparam("name"))
    .returning(row.c.article_id)
)
_OF_ONE = select(row.c.key, row.c.written, row.c.short, row.c.label, row.c.kind, row.c.is_kind).where(
    _MINE, row.c.article_id == bindparam("article")
)
_MERGED = select(concept_merge.c.key, concept_merge.c.into_key).where(
    concept_merge.c.user_id == bindparam("owner"), concept_merge.c.revoked_at.is_(None)
)
_COUNTED = (
    select(row.c.concept, func.count(row.c.article_id.distinct()).label("articles"))
    .where(_MINE, among(row.c.concept, _NAMES))
    .group_by(row.c.concept)
)
_LABELS = (
    select(row.c.concept, row.c.label, row.c.sense)
    .where(_MINE, among(row.c.concept, _NAMES), row.c.concept == CALLED, row.c.label != "")
    .group_by(row.c.concept, row.c.label, row.c.sense)
    .order_by(row.c.concept, func.count().desc(), row.c.label)
)
_KNOWN = select(concept).where(concept.c.user_id == bindparam("owner"), among(concept.c.name, _NAMES))
_ONE = concept.c.id == bindparam("one")
_RENEW = update(concept).where(_ONE)


class Put(NamedTuple):
    concepts: list[str]
    """The slugs the article has now, in its order."""
    renamed: set[str]
    """Other articles of which a concept has another slug now."""
    changed: list[str]
    """Ids of the concepts that have other articles now, or another name, or none that has them: see `drop_empty`."""


class _Settled(NamedTuple):
    named: dict[str, str]
    """The slug of each meaning."""
    renamed: set[str]
    changed: list[str]


def holds(tx: Transaction, owner: str, article_id: str, forms: Sequence[Form]) -> bool:
    """Whether these are what the article writes, in this order."""
    held = tx.execute(_OF_ONE.order_by(row.c.ordinal), {"owner": owner, "article": article_id}).all()
    said = [Form(one.key, one.written, one.short, one.label, one.kind, bool(one.is_kind)) for one in held]
    return said == list(forms)


def put(tx: Transaction, owner: str, article_id: str, forms: Sequence[Form], now: datetime) -> Put:
    """The concepts of an article, instead of those it had. `forms`: the most telling first, no key twice."""
    taken = _taken(tx, owner, [article_id])
    told = [form._replace(sense=taken.senses.get(form.key, "")) for form in forms]
    rows = [
        {
            "article_id": article_id,
            "user_id": owner,
            "ordinal": ordinal,
            "concept": form.written,
            **form._asdict(),
            "is_kind": int(form.is_kind),
        }
        for ordinal, form in enumerate(told)
    ]
    if rows:
        tx.execute(insert(row), rows)
    settled = _settle(tx, owner, taken.keys | _keys(forms), taken.names, now, stays=True)
    concepts = list(dict.fromkeys(settled.named[form.meaning] for form in told))
    return Put(concepts, settled.renamed - {article_id}, settled.changed)


def forget(tx: Transaction, owner: str, article_ids: Sequence[str], now: datetime) -> tuple[set[str], list[str]]:
    """Takes the concepts of these articles away: (other articles of which a concept has another slug now, ids of the concepts that
    changed or are gone).

    What was decided about names that nobody writes any more goes too, and so does the evidence of what was decided about theirs.
    """
    taken = _taken(tx, owner, article_ids)
    if not taken.keys:
        return set(), []
    of_them = or_(among(concept_merge.c.key, taken.keys), among(concept_merge.c.into_key, taken.keys))
    tx.execute(update(concept_merge).where(concept_merge.c.user_id == owner, of_them).values(evidence=""))
    _forget_splits(tx, owner, taken.keys)
    unwritten = [
        ~exists().where(row.c.user_id == owner, row.c.key == key)
        for key in (concept_merge.c.key, concept_merge.c.into_key)
    ]
    tx.execute(delete(concept_merge).where(concept_merge.c.user_id == owner, or_(*unwritten)))
    settled = _settle(tx, owner, taken.keys, taken.names, now, stays=False)
    return settled.renamed, settled.changed


def gone(tx: Transaction, owner: str, ids: Sequence[str]) -> list[str]:
    """Those of these concepts that are there no more."""
    living = select(concept.c.id).where(concept.c.user_id == owner, among(concept.c.id, ids))
    return sorted(set(ids) - set(tx.execute(living).scalars()))


def drop_empty(tx: Transaction, owner: str, ids: Collection[str]) -> None:
    """Takes those of these concepts away that no article has any more."""
    empty = (concept.c.user_id == owner, concept.c.article_count == 0, among(concept.c.id, ids))
    if ids:
        tx.execute(delete(concept).where(*empty))


def resettle(tx: Transaction, owner: str, keys: Set[str], now: datetime) -> tuple[set[str], list[str]]:
    """After a decision about these keys: (articles of which a concept has another slug now, ids of the concepts that changed)."""
    settled = _settle(tx, owner, keys, set(), now, stays=True)
    return settled.renamed, settled.changed


def divide(tx: Transaction, owner: str, senses: Mapping[tuple[str, str], str]) -> None:
    """Says which of several things a name means in some articles: (article, key) -> sense; `resettle` does the rest."""
    meant = update(row).where(_MINE, row.c.article_id == bindparam("of"), row.c.key == bindparam("written_so"))
    told = [{"owner": owner, "of": of, "written_so": key, "sense": sense} for (of, key), sense in senses.items()]
    if told:
        tx.execute(meant, told)


def unite(tx: Transaction, owner: str, keys: Collection[str]) -> None:
    """Has each of these names mean one thing again, whatever was decided of it; `resettle` does the rest."""
    tx.execute(update(row).where(_MINE, among(row.c.key, keys)).values(sense=""), {"owner": owner})


class _Taken(NamedTuple):
    """What was in the rows of some articles."""

    keys: set[str]
    names: set[str]
    senses: dict[str, str]
    """By key, of those that have any."""


def _taken(tx: Transaction, owner: str, article_ids: Sequence[str]) -> _Taken:
    """Removes the rows of these articles."""
    mine = {"owner": owner, "articles": article_ids}
    held = tx.execute(_HELD, mine).all()
    if held:
        tx.execute(_FORGET, mine)
    keys = {key for one in held for key in (one.key, one.short) if key is not None}
    return _Taken(keys, {one.concept for one in held}, {one.key: one.sense for one in held if one.sense})


def _forget_splits(tx: Transaction, owner: str, keys: Set[str]) -> None:
    """A name means one thing again where the word that told another stands in no article any more."""
    mine = concept_split.c.user_id == owner
    tx.execute(update(concept_split).where(mine, among(concept_split.c.key, keys)).values(evidence=""))
    told = select(row.c.key, row.c.sense).where(row.c.user_id == owner, among(row.c.key, keys), row.c.sense != "")
    senses = tx.execute(told.distinct()).all()
    names = select(row.c.concept).where(row.c.user_id == owner, among(row.c.concept, [one.sense for one in senses]))
    said = set(tx.execute(names.distinct()).scalars()) if senses else set()
    lost = {one.key for one in senses if one.sense not in said}
    if lost:
        unite(tx, owner, lost)
    is_written = exists().where(row.c.user_id == owner, row.c.key == concept_split.c.key)
    tx.execute(delete(concept_split).where(mine, or_(~is_written, among(concept_split.c.key, lost))))


def _keys(forms: Iterable[Form]) -> set[str]:
    return {key for form in forms for key in (form.key, form.short) if key is not None}


def _settle(
    tx: Transaction, owner: str, touched: Set[str], before: Set[str], now: datetime, *, stays: bool
) -> _Settled:
    """Names anew what these keys may have changed, and counts the concepts that were called so `before` or are now.

    `stays`: a concept that has another name now is still the same.
    """
    if not touched:
        return _Settled({}, set(), [])
    merged = {one.key: one.into_key for one in tx.execute(_MERGED, {"owner": owner})}
    reach = _together(touched, merged)
    # An abbreviation follows the concept it stands for.
    reach = _together(reach | set(tx.execute(_SHORTS, {"owner": owner, "keys": reach}).scalars()), merged)
    spelt_out = set(tx.execute(_SPELT_OUT, {"owner": owner, "keys": reach}).scalars())
    found = tx.execute(_FORMS, {"owner": owner, "keys": _together(reach | spelt_out, merged)}).all()
    forms = [(Form(one.key, one.written, one.short, sense=one.sense), one.concept) for one in found]
    named = names((form for form, _ in forms), merged)
    held = [(form, name, named[form.meaning]) for form, name in forms if form.key in reach]
    moved = {before: after for _, before, after in held if before != after}
    renamed: set[str] = set()
    for key, sense, name in sorted({(form.key, form.sense, after) for form, before, after in held if before != after}):
        of_one = {"owner": owner, "of": key, "meant": sense, "name": name}
        renamed.update(tx.execute(_RENAME, of_one).scalars())
    names_of_them = {name for _, *both in held for name in both}
    changed = _count(tx, owner, before | names_of_them, moved, now, stays=stays)
    return _Settled(named, renamed, changed)


def _together(keys: Set[str], merged: Mapping[str, str]) -> set[str]:
    """With those that are called as one of them, or that one of them is called as."""
    found = set(keys)
    grown = True
    while grown:
        new = {key for pair in merged.items() if found & set(pair) for key in pair}
        grown = not new <= found
        found |= new
    return found


def _count(
    tx: Transaction, owner: str, called: Collection[str], moved: Mapping[str, str], now: datetime, *, stays: bool
) -> list[str]:
    """Brings the rows of these names up to date. `moved`: what was called so before -> its name now. Ids of those that changed.

    One that `stays` takes its new name; where it has no article it is left empty, since its page may hold a person's words.
    """
    mine = {"owner": owner, "names": sorted(called)}
    counts = {one.concept: one.articles for one in tx.execute(_COUNTED, mine)}
    labels: dict[str, str] = {}
    for one in tx.execute(_LABELS, mine):
        labels.setdefault(one.concept, f"{one.label} ({one.sense.replace('-', ' ')})" if one.sense else one.label)
    known = {one.name: one for one in tx.execute(_KNOWN, mine)}
    for name, new_name in moved.items() if stays else ():
        if name in known and new_name not in known and name not in counts and new_name in counts:
            known[new_name] = known.pop(name)
    for name, there in known.items():
        label = labels.get(name) or name.replace("-", " ")
        if name not in counts:
            _empty(tx, owner, there.id, stays=stays)
        elif (there.name, there.label, there.article_count) != (name, label, counts[name]):
            tx.execute(_RENEW, {"one": there.id, "name": name, "label": label, "article_count": counts[name]})
    _add(tx, owner, {name: count for name, count in counts.items() if name not in known}, labels, now)
    return [there.id for there in known.values()]


def _empty(tx: Transaction, owner: str, id_: str, *, stays: bool) -> None:
    """No article has the concept any more: nothing stands below it, and it below nothing."""
    if stays:
        tx.execute(_RENEW.values(parent_id=None, placed_by=None), {"one": id_, "article_count": 0})
    else:
        tx.execute(delete(concept).where(_ONE), {"one": id_})
    below = (concept.c.user_id == owner, concept.c.parent_id == id_)
    tx.execute(update(concept).where(*below).values(parent_id=None))


def _add(tx: Transaction, owner: str, counts: Mapping[str, int], labels: Mapping[str, str], now: datetime) -> None:
    """The rows of concepts that there were not. One that is called as one before is that one again, unless it goes by another name."""
    ids = {name: derived_id("concept", owner, name) for name in counts}
    taken = set(tx.execute(select(concept.c.id).where(among(concept.c.id, ids.values()))).scalars()) if ids else set()
    new = [
        {
            "id": new_id() if ids[name] in taken else ids[name],
            "user_id": owner,
            "name": name,
            "label": labels.get(name) or name.replace("-", " "),
            "article_count": count,
            "created_at": now,
        }
        for name, count in sorted(counts.items())
    ]
    if new:
        tx.execute(insert(concept), new)
