"""Filing answers as an article of the wiki, and taking out of it what rested on a source that is gone.

Such an article rests on what its answers rest on: the spans of sources. Its own text only serves to find it.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import select

from lorewright.core.errors import BadInput
from lorewright.core.ids import new_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles import actions as article_actions
from lorewright.gateway.articles import rules as article_rules
from lorewright.gateway.articles.actions import Compiled, Put
from lorewright.gateway.articles.queries import articles_of_sources
from lorewright.gateway.articles.tables import PageType, article
from lorewright.gateway.filing import rules
from lorewright.gateway.filing.rules import Answer
from lorewright.gateway.sources.queries import brief
from lorewright.knowledge import claims as claim_store
from lorewright.knowledge import texts
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.tables import Holder, ScopeKind
from lorewright.platform.jobs.actions import enqueue
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.remains.actions import erase_soon
from lorewright.world import World

MADE_BY = "builtin"
"""The provider of these articles: to put answers together asks no model."""


def file(
    tx: Transaction, world: World, owner: str, article_id: str, title: str, answers: Sequence[Answer], now: datetime
) -> Put:
    """The article of this id with these answers, instead of those it had; nothing is written where they are the same.

    Whoever calls holds the rows of the sources. Raises `BadInput` where no answer rests on anything.
    """
    claims = [
        NewClaim(one.question, said.content, said.confidence, tuple(each._replace(via=None) for each in said.support))
        for one in answers
        for said in one.claims
        if said.support
    ]
    if not claims:
        raise BadInput("None of these answers rests on a source: there is nothing to file.")
    wanted = select(article.c.slug, article.c.title).where(article.c.user_id == owner, article.c.id == article_id)
    known = tx.execute(wanted).first()
    if known is not None and known.title == title and _held(tx, owner, article_id) == claims:
        return Put(known.slug, was_update=True)
    return _put(tx, world, owner, article_id, title, claims, now)


def forget(tx: Transaction, world: World, owner: str, source_id: str, now: datetime) -> int:
    """Takes out of filed articles, and all their versions, what rests on this source; how many claims.

    Those with nothing left stay, to be removed with the source's own article.
    """
    resting = claim_store.holders_resting_on(tx, owner, Holder.ARTICLE, source_id)
    filed = select(article.c.id, article.c.title).where(
        article.c.user_id == owner, article.c.page_type == PageType.ANSWER, among(article.c.id, resting)
    )
    slugs = [row.slug for row in articles_of_sources(tx, owner, [source_id]).values()]
    gone = 0
    for row in tx.execute(filed).all():
        claims = _held(tx, owner, row.id)
        left = [one for one in claims if all(each.source_id != source_id for each in one.support)]
        taken = [text for one in claims if one not in left for text in (one.content, *rules.quotes(one))]
        article_actions.rewrite_versions(tx, owner, row.id, partial(rules.without, taken=taken, slugs=slugs))
        if left:
            _put(tx, world, owner, row.id, row.title, left, now)
            gone += len(claims) - len(left)
        else:
            texts.remove(tx, owner, row.id)
    return gone


def _held(tx: Transaction, owner: str, article_id: str) -> list[NewClaim]:
    return [one.as_new() for one in claim_store.get(tx, owner, [article_id])[article_id]]


def _put(
    tx: Transaction, world: World, owner: str, article_id: str, title: str, claims: Sequence[NewClaim], now: datetime
) -> Put:
    answers = rules.grouped(claims)
    source_ids = list(dict.fromkeys(each.source_id for one in claims for each in one.support))
    origins = articles_of_sources(tx, owner, source_ids)
    sources = brief(tx, owner, source_ids)
    named = {id_: (row.title, row.slug) for id_, row in origins.items()}
    shown = [(answer.question, [rules.rendered(one, named, sources) for one in answer.claims]) for answer in answers]
    compiled = Compiled(
        title=title,
        summary=" ".join(one.content for one in answers[0].claims),
        concepts=(),
        claims=claims,
        body=article_rules.render_answers(shown),
        provider=MADE_BY,
    )
    was_there = _index(
        tx, world, owner, article_id, title, answers, now
    )  # before names are given, as a compilation does
    put = article_actions.put_page(tx, owner, article_id, PageType.ANSWER, source_ids, compiled, now)
    if was_there:
        erase_soon(tx, owner, now)
    enqueue(tx, owner, Kind.EMBED_CHUNKS, now=now, article_id=article_id)
    return put


def _index(
    tx: Transaction, world: World, owner: str, article_id: str, title: str, answers: Sequence[Answer], now: datetime
) -> bool:
    """The text that the article is found by, instead of the one it had. Whether there was one."""
    id_ = new_id()
    reading, passages = rules.text_of(answers, title, id_)
    scope = texts.make_scope(tx, owner, ScopeKind.WIKI)
    texts.begin(tx, owner, scope, article_id, id_, reading, title, now)
    texts.add_passages(tx, world, owner, id_, passages)
    return texts.publish(tx, owner, article_id, id_)
