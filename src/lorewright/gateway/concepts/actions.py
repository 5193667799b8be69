"""Which concepts an article has. Whoever calls holds the lock on the owner's names."""

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, delete, insert, select, update

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.concepts.rules import Form, names
from lorewright.gateway.concepts.tables import article_concept as row

_MINE = row.c.user_id == bindparam("owner")
_OF_ARTICLES = and_(_MINE, among(row.c.article_id, bindparam("articles")))
_KEYS: BindParameter[Any] = bindparam("keys")
_HELD = select(row.c.key, row.c.short).where(_OF_ARTICLES).distinct()
_FORGET = delete(row).where(_OF_ARTICLES)
_SHORTS = select(row.c.short).where(_MINE, among(row.c.key, _KEYS), row.c.short.is_not(None)).distinct()
_SPELT_OUT = select(row.c.key).where(_MINE, among(row.c.short, _KEYS)).distinct()
_FORMS = select(row.c.key, row.c.written, row.c.short, row.c.concept).where(_MINE, among(row.c.key, _KEYS)).distinct()
_RENAME = (
    update(row)
    .where(_MINE, row.c.key == bindparam("of"), row.c.concept != bindparam("name"))
    .values(concept=bindparam("name"))
    .returning(row.c.article_id)
)


class Put(NamedTuple):
    concepts: list[str]
    """The slugs the article has now, in its order."""
    renamed: set[str]
    """Other articles of which a concept has another slug now."""


def put(tx: Transaction, owner: str, article_id: str, forms: Sequence[Form]) -> Put:
    """The concepts of an article, instead of those it had. `forms`: the most telling first, no key twice."""
    touched = _taken(tx, owner, [article_id]) | _keys(forms)
    rows = [
        {"article_id": article_id, "user_id": owner, "ordinal": ordinal, "concept": form.written, **form._asdict()}
        for ordinal, form in enumerate(forms)
    ]
    if rows:
        tx.execute(insert(row), rows)
    named, renamed = _settle(tx, owner, touched)
    return Put(list(dict.fromkeys(named[form.key] for form in forms)), renamed - {article_id})


def forget(tx: Transaction, owner: str, article_ids: Sequence[str]) -> set[str]:
    """Takes the concepts of these articles away; returns other articles of which a concept has another slug now."""
    return _settle(tx, owner, _taken(tx, owner, article_ids))[1]


def _taken(tx: Transaction, owner: str, article_ids: Sequence[str]) -> set[str]:
    """Removes the rows of these articles; returns the keys that were in them."""
    mine = {"owner": owner, "articles": article_ids}
    held = tx.execute(_HELD, mine).all()
    if held:
        tx.execute(_FORGET, mine)
    return {key for one in held for key in one if key is not None}


def _keys(forms: Iterable[Form]) -> set[str]:
    return {key for form in forms for key in (form.key, form.short) if key is not None}


def _settle(tx: Transaction, owner: str, touched: Set[str]) -> tuple[dict[str, str], set[str]]:
    """Names anew what these keys may have changed: (the slug of each key, the articles whose rows have another now)."""
    if not touched:
        return {}, set()
    # An abbreviation follows the concept it stands for.
    reach = touched | set(tx.execute(_SHORTS, {"owner": owner, "keys": touched}).scalars())
    spelt_out = set(tx.execute(_SPELT_OUT, {"owner": owner, "keys": reach}).scalars())
    found = tx.execute(_FORMS, {"owner": owner, "keys": reach | spelt_out}).all()
    named = names(Form(one.key, one.written, one.short) for one in found)
    renamed: set[str] = set()
    for key in sorted({one.key for one in found if one.key in reach and one.concept != named[one.key]}):
        renamed.update(tx.execute(_RENAME, {"owner": owner, "of": key, "name": named[key]}).scalars())
    return named, renamed
