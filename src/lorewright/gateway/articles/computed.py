"""Pages about the wiki as a whole, computed from its rows whenever somebody asks: nothing is kept that could be out of date."""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import bindparam, func, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.pages import OWNER
from lorewright.gateway.articles.rules import escape
from lorewright.gateway.articles.schemas import ComputedPage
from lorewright.gateway.articles.tables import PageType, article
from lorewright.gateway.concepts.tables import article_concept, concept
from lorewright.gateway.sources.tables import source

NEWEST = 10
MOST_COMMON = 20

_BY_TITLE = (
    select(article.c.id, article.c.title, article.c.slug)
    .where(article.c.user_id == OWNER)
    .order_by(func.lower(article.c.title), article.c.id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
# Gathered by the statement that reads the articles they would be sorted for each of them, which takes twice as long.
_ABOUT = (
    select(article_concept.c.article_id, article_concept.c.concept)
    .where(article_concept.c.user_id == OWNER, among(article_concept.c.article_id, bindparam("article_ids")))
    .order_by(article_concept.c.article_id, article_concept.c.ordinal)
)
_BY_TYPE = (
    select(article.c.page_type, func.count().label("articles"))
    .where(article.c.user_id == OWNER)
    .group_by(article.c.page_type)
    .order_by(func.count().desc(), article.c.page_type)
)
_SOURCES = select(func.count()).select_from(source).where(source.c.user_id == OWNER)
_NEWEST = (
    select(article.c.title, article.c.slug, article.c.updated_at)
    .where(article.c.user_id == OWNER)
    .order_by(article.c.updated_at.desc(), article.c.id)
    .limit(NEWEST)
)
_COMMON = (
    select(concept.c.name, concept.c.article_count)
    .where(concept.c.user_id == OWNER, concept.c.article_count > 0)
    .order_by(concept.c.article_count.desc(), concept.c.name)
    .limit(MOST_COMMON)
)
_SHOWN_AS = {
    PageType.SOURCE: "of sources",
    PageType.CONCEPT: "about concepts",
    PageType.ANSWER: "of answers",
    PageType.INDEX: "of indexes",
    PageType.META: "about the wiki",
}


def index(tx: Transaction, owner: str, limit: int, offset: int) -> ComputedPage:
    """Articles by the first letter of their titles, with what they are about. Two statements."""
    rows = tx.execute(_BY_TITLE, {"owner": owner, "limit": limit, "offset": offset}).all()
    # The most telling first; two of an article's words may be one concept.
    about: defaultdict[str, dict[str, None]] = defaultdict(dict)
    told = tx.execute(_ABOUT, {"owner": owner, "article_ids": [row.id for row in rows]}).all()
    for article_id, name in map(tuple, told):
        about[article_id][name] = None
    by_letter: dict[str, list[str]] = defaultdict(list)
    for article_id, title, slug in map(tuple, rows):
        by_letter[_letter(title)].append(_entry(title, slug, about[article_id]))
    parts = ["# Index"]
    for letter in sorted(by_letter):
        parts += [f"## {letter}", "\n".join(by_letter[letter])]
    return ComputedPage(title="Index", page_type=PageType.INDEX, articles=len(rows), content=_file(parts))


def overview(tx: Transaction, owner: str) -> ComputedPage:
    """How much there is of what, what most of it is about, and what came last. Four statements."""
    whose = {"owner": owner}
    by_type = tx.execute(_BY_TYPE, whose).all()
    sources = tx.execute(_SOURCES, whose).scalar_one()
    common = tx.execute(_COMMON, whose).all()
    newest = tx.execute(_NEWEST, whose).all()
    total = sum(row.articles for row in by_type)
    counts = [f"- {_counted(total, 'article')} from {_counted(sources, 'source')}"]
    counts += [f"- {_counted(row.articles, 'article')} {_SHOWN_AS[row.page_type]}" for row in by_type]
    parts = ["# Overview", "\n".join(counts)]
    if common:
        most = [f"- {row.name}: {_counted(row.article_count, 'article')}" for row in common]
        parts += ["## Most written about", "\n".join(most)]
    if newest:
        last = [f"- {row.updated_at:%Y-%m-%d}: {_link(row.title, row.slug)}" for row in newest]
        parts += ["## Changed last", "\n".join(last)]
    return ComputedPage(title="Overview", page_type=PageType.META, articles=total, content=_file(parts))


def _file(parts: Iterable[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _letter(title: str) -> str:
    first = title.lstrip("“”\"'‘’«»([{¿¡ ")[:1].upper()
    return first if first.isalpha() else "0-9 and others"


def _entry(title: str, slug: str, concepts: Iterable[str]) -> str:
    about = ", ".join(concepts)
    return f"- {_link(title, slug)}{f': {about}' if about else ''}"


def _link(title: str, slug: str) -> str:
    return f"[{escape(title)}](/wiki/{slug})"
