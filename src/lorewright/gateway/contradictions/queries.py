"""Which articles' claims are to be read again, what all of them state, and what contradicts what."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BindParameter, Row, and_, bindparam, or_, select

from lorewright.db.among import among
from lorewright.db.gathered import gathered
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.rules import escape
from lorewright.gateway.articles.tables import (
    PageType,
    RelationType,
    Resolution,
    article,
    article_source,
    article_version,
    link,
)
from lorewright.gateway.concepts.tables import article_concept
from lorewright.gateway.contradictions import rules
from lorewright.gateway.contradictions.tables import ToldBy, article_statements, contradiction, judged_pair, resolution
from lorewright.gateway.sources.tables import source
from lorewright.knowledge.disputes.kinds import lead, opened_with
from lorewright.knowledge.disputes.statements import Claim, Statement, about, qualifier, titled
from lorewright.knowledge.tables import Holder, TextState, claim, passage, span, text

_OWNER: BindParameter[str] = bindparam("owner")
_CONCEPTS = gathered(
    select(article_concept.c.written)
    .where(
        article_concept.c.user_id == _OWNER,
        article_concept.c.article_id == article.c.id,
        article_concept.c.is_kind == 0,
    )
    .order_by(article_concept.c.ordinal)
    .correlate(article)
).label("concepts")
_CLAIM_IDS = gathered(
    select(claim.c.id)
    .where(claim.c.holder_id == article.c.id, claim.c.holder_kind == Holder.ARTICLE)
    .order_by(claim.c.ordinal)
    .correlate(article)
).label("claim_ids")
# What other articles say they say of a source that has its own: comparing those would find each contradiction again.
_HEADS = (
    select(
        article.c.id,
        article.c.title,
        article.c.version,
        article.c.compiled_version,
        source.c.published_date,
        text.c.language,
        _CONCEPTS,
        _CLAIM_IDS,
    )
    .join(article_source, article_source.c.article_id == article.c.id)
    .join(source, source.c.id == article_source.c.source_id)
    .join(text, and_(text.c.user_id == _OWNER, text.c.source_id == source.c.id, text.c.state == TextState.READY))
    .where(article.c.user_id == _OWNER, article.c.page_type == PageType.SOURCE)
    .order_by(article.c.id)
)
_CLAIMS = (
    select(claim.c.id, claim.c.holder_id, claim.c.content)
    .where(claim.c.user_id == _OWNER, among(claim.c.holder_id, bindparam("articles")))
    .order_by(claim.c.holder_id, claim.c.ordinal)
)
_PLACES = (
    select(claim.c.id, span.c.start_char - passage.c.start_char, passage.c.content)
    .join(span, and_(span.c.claim_id == claim.c.id, span.c.ordinal == 0))
    .join(
        passage,
        and_(
            passage.c.text_id == span.c.text_id,
            passage.c.start_char <= span.c.start_char,
            passage.c.end_char > span.c.start_char,
        ),
    )
    .where(claim.c.user_id == _OWNER, among(claim.c.holder_id, bindparam("articles")))
)
_BODIES = (
    select(article.c.id, article_version.c.body)
    .join(
        article_version,
        and_(article_version.c.article_id == article.c.id, article_version.c.number == article.c.version),
    )
    .where(
        article.c.user_id == _OWNER,
        among(article.c.id, bindparam("articles")),
        article.c.version != article.c.compiled_version,
    )
)
_KNOWN = select(article_statements.c.article_id, article_statements.c.made_of).where(
    article_statements.c.user_id == _OWNER
)
_STATED = select(article_statements.c.article_id).where(article_statements.c.user_id == _OWNER)
_UNCOMPARED = _STATED.where(article_statements.c.is_compared == 0)
_UNWEIGHED = _STATED.where(article_statements.c.is_weighed == 0)
_UNJUDGED = _STATED.where(article_statements.c.is_judged == 0)
_JUDGED = select(judged_pair).where(
    judged_pair.c.user_id == _OWNER,
    or_(
        among(judged_pair.c.article_a_id, bindparam("articles")),
        among(judged_pair.c.article_b_id, bindparam("articles")),
    ),
)
_TOLD = select(contradiction.c.content_hash).where(
    contradiction.c.user_id == _OWNER, contradiction.c.told_by != ToldBy.MODEL
)
_INFERRED = select(contradiction).where(
    contradiction.c.user_id == _OWNER,
    contradiction.c.told_by == ToldBy.INFERENCE,
    or_(
        among(contradiction.c.article_a_id, bindparam("articles")),
        among(contradiction.c.article_b_id, bindparam("articles")),
    ),
)
_STATEMENTS = (
    select(article_statements.c.statements)
    .where(article_statements.c.user_id == _OWNER)
    .order_by(article_statements.c.article_id)
)
_DECODER = msgspec.msgpack.Decoder(list[Statement])

FOUND = (
    select(
        contradiction,
        resolution.c.resolution,
        resolution.c.article_a_id.label("decided_a_id"),
        resolution.c.resolved_at,
    )
    .join(
        resolution,
        and_(
            resolution.c.user_id == contradiction.c.user_id, resolution.c.content_hash == contradiction.c.content_hash
        ),
        isouter=True,
    )
    .where(contradiction.c.user_id == _OWNER)
    .order_by(contradiction.c.content_hash)
)
"""Contradictions with what a person decided of them."""
_OF_TWO = FOUND.where(contradiction.c.article_a_id == bindparam("a"), contradiction.c.article_b_id == bindparam("b"))


class Head(NamedTuple):
    """A source's article, and of what its statements are made."""

    article_id: str
    made_of: str
    title: str
    language: str | None
    dated: Any
    concepts: Sequence[str]
    is_edited: bool


def changed(tx: Transaction, owner: str, articles: Sequence[Head]) -> list[Head]:
    """Of source articles those whose claims, or what tells their meaning, are not what was read."""
    known = {row.article_id: row.made_of for row in tx.execute(_KNOWN, {"owner": owner})}
    return [one for one in articles if known.get(one.article_id) != one.made_of]


def heads(tx: Transaction, owner: str) -> list[Head]:
    """All source articles, in the order of their ids.

    A text so short that its language cannot be told is read in the one that most of the others are in.
    """
    rows = tx.execute(_HEADS, {"owner": owner}).all()
    languages = Counter(row.language for row in rows if row.language is not None)
    usual = max(languages, key=lambda one: (languages[one], one), default=None)
    found = []
    for row in rows:
        written = [each["written"] for each in row.concepts]
        is_edited = row.version != row.compiled_version
        of = [each["id"] for each in row.claim_ids]
        if is_edited:
            of.append(str(row.version))
        language = row.language or usual
        made_of = rules.made_of(row.title, language, row.published_date, written, of)
        found.append(Head(row.id, made_of, row.title, language, row.published_date, written, is_edited))
    return found


def claims_of(tx: Transaction, owner: str, some: Sequence[Head]) -> dict[str, list[Claim]]:
    """What these articles claim, without what a person has taken out of them."""
    by_id = {one.article_id: one for one in some}
    said = _said(tx, owner, list(by_id), edited=[one.article_id for one in some if one.is_edited])
    before = _before(tx, owner, list(by_id))
    return {id_: _claims(one, said[id_], before) for id_, one in by_id.items()}


def _claims(of: Head, said: Sequence[Row[Any]], before: Mapping[str, str]) -> list[Claim]:
    subject = about(of.title, [name.replace("-", " ") for name in of.concepts], of.language)
    names, further = titled(of.title), qualifier(of.title)
    texts = [row.content for row in said]
    first = lead(texts, names)
    if not first and (opened := opened_with(texts, of.title)):
        names, first = opened, lead(texts, opened)
    return [
        Claim(
            id=row.id,
            article_id=of.article_id,
            text=row.content,
            language=of.language,
            dated=of.dated,
            about=subject,
            titled=names,
            qualified=further,
            before=before.get(row.id, ""),
            lead=first,
        )
        for row in said
    ]


def _before(tx: Transaction, owner: str, article_ids: Sequence[str]) -> dict[str, str]:
    """What stands before each claim in the paragraph of its source, by the claim's id."""
    rows = tx.execute(_PLACES, {"owner": owner, "articles": article_ids})
    return {id_: rules.of_paragraph(content, start) for id_, start, content in map(tuple, rows)}


def _said(tx: Transaction, owner: str, article_ids: Sequence[str], edited: Sequence[str]) -> dict[str, list[Row[Any]]]:
    """The claims of these articles; of those that may be `edited` without what a person has taken out of them."""
    rows: dict[str, list[Row[Any]]] = {id_: [] for id_ in article_ids}
    for row in tx.execute(_CLAIMS, {"owner": owner, "articles": article_ids}):
        rows[row.holder_id].append(row)
    bodies = {row.id: row.body for row in tx.execute(_BODIES, {"owner": owner, "articles": edited})} if edited else {}
    for id_, body in bodies.items():
        kept = rules.still_said(body, [escape(row.content) for row in rows[id_]])
        rows[id_] = [row for row in rows[id_] if escape(row.content) in kept]
    return rows


def near(tx: Transaction, owner: str, article_ids: Iterable[str]) -> list[tuple[str, str]]:
    """Each of these source articles with each that is related to it, each pair once."""
    one, other = article.alias("one"), article.alias("other")
    wanted = (
        select(link.c.from_id, link.c.to_id)
        .join(one, one.c.id == link.c.from_id)
        .join(other, other.c.id == link.c.to_id)
        .where(
            link.c.user_id == owner,
            link.c.relation == RelationType.RELATED_TO,
            among(link.c.from_id, sorted(article_ids)),
            *(each.c.page_type == PageType.SOURCE for each in (one, other)),
        )
    )
    return sorted({(min(row), max(row)) for row in map(tuple, tx.execute(wanted))})


def claims_by_article(tx: Transaction, owner: str, article_ids: Iterable[str]) -> dict[str, list[Claim]]:
    """What these articles claim, as `claims_of`; what one says twice, as in its summary, once."""
    ids = sorted(article_ids)
    said = _said(tx, owner, ids, edited=ids)
    first = {id_: {row.content: row.id for row in reversed(some)} for id_, some in said.items()}
    return {
        id_: [Claim(each, id_, content, None) for content, each in some.items()] for id_, some in first.items() if some
    }


def unweighed(tx: Transaction, owner: str) -> set[str]:
    """Articles at which the built-in models have not looked as they are."""
    return set(tx.execute(_UNWEIGHED, {"owner": owner}).scalars())


def unjudged(tx: Transaction, owner: str) -> set[str]:
    """Articles of which pairs of claims may wait for a model."""
    return set(tx.execute(_UNJUDGED, {"owner": owner}).scalars())


def settled(tx: Transaction, owner: str, article_ids: Iterable[str]) -> set[str]:
    """The hashes of pairs of these articles' claims that no language model is asked about: it was, or that they contradict is told without it."""
    judged = tx.execute(_JUDGED, {"owner": owner, "articles": sorted(article_ids)})
    return {row.content_hash for row in judged} | set(tx.execute(_TOLD, {"owner": owner}).scalars())


def unsaid(tx: Transaction, owner: str, article_ids: Sequence[str]) -> set[str]:
    """The hashes of pairs that models were asked about and of which these articles do not say a claim any more."""
    among_these = {"owner": owner, "articles": article_ids}
    judged = [row for asked in (_JUDGED, _INFERRED) for row in tx.execute(asked, among_these)]
    if not judged:
        return set()
    said = {id_: {row.id for row in some} for id_, some in _said(tx, owner, article_ids, edited=article_ids).items()}
    return {
        row.content_hash
        for row in judged
        for article_id, claim_id in ((row.article_a_id, row.claim_a_id), (row.article_b_id, row.claim_b_id))
        if article_id in said and claim_id not in said[article_id]
    }


def uncompared(tx: Transaction, owner: str) -> set[str]:
    """Articles of which the statements have not been held against others as they are."""
    return set(tx.execute(_UNCOMPARED, {"owner": owner}).scalars())


def statements(
    tx: Transaction, owner: str, *, of: Iterable[str] | None = None, only: Callable[[Statement], bool] | None = None
) -> list[Statement]:
    """Of all articles, or `of` these, in the order of their ids; `only` those of which that is true, while others take no memory."""
    wanted = _STATEMENTS if of is None else _STATEMENTS.where(among(article_statements.c.article_id, sorted(of)))
    read = map(_DECODER.decode, tx.execute(wanted, {"owner": owner}).scalars())
    return list(filter(only, chain.from_iterable(read)))


def contents(tx: Transaction, owner: str, claim_ids: Iterable[str]) -> dict[str, str]:
    """What these claims of articles say; those that are gone are left out."""
    wanted = select(claim.c.id, claim.c.content).where(claim.c.user_id == owner, among(claim.c.id, claim_ids))
    return {row.id: row.content for row in tx.execute(wanted)}


def found(tx: Transaction, owner: str, between: tuple[str, str] | None = None) -> Sequence[Row[Any]]:
    """All contradictions, or those of two articles, with what was decided of each; rows of `FOUND`."""
    if between is None:
        return tx.execute(FOUND, {"owner": owner}).all()
    one, other = between
    return [
        row
        for ends in ((one, other), (other, one))
        for row in tx.execute(_OF_TWO, {"owner": owner, "a": ends[0], "b": ends[1]})
    ]


def decided(row: Row[Any]) -> Resolution | None:
    """What was decided of a row of `FOUND`, said of its own a and b."""
    if row.resolution is None:
        return None
    said = Resolution(row.resolution)
    return said if row.decided_a_id == row.article_a_id else said.turned


def decisions(tx: Transaction, owner: str) -> dict[str, str]:
    """`"<a>|<b>"` of two articles -> what was decided of what they contradict each other in, the last decision of several."""
    rows = [row for row in found(tx, owner) if row.resolution is not None]
    rows.sort(key=lambda row: row.resolved_at)
    return {f"{row.article_a_id}|{row.article_b_id}": decided(row) or "" for row in rows}
