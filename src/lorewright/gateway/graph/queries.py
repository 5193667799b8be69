"""Articles as nodes and links as edges: five statements, however many there are."""

from collections import defaultdict
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, func, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.tables import RelationType, article, link
from lorewright.gateway.concepts.tables import article_concept, concept
from lorewright.gateway.graph.schemas import Edge, Graph, Node

_OWNER: BindParameter[str] = bindparam("owner")
_NODES: Select[Any] = (
    select(article.c.id, article.c.title, article.c.confidence)
    .where(article.c.user_id == _OWNER)
    .order_by(article.c.id)
)
_BACK = link.alias("back")
# Of what is kept both ways the sentence may stand at the other end.
_SAID_THERE = (
    select(_BACK.c.context)
    .where(
        link.c.relation == RelationType.RELATED_TO,
        _BACK.c.from_id == link.c.to_id,
        _BACK.c.to_id == link.c.from_id,
        _BACK.c.relation == RelationType.RELATED_TO,
    )
    .scalar_subquery()
)
_EDGES: Select[Any] = (
    select(
        link.c.from_id,
        link.c.to_id,
        func.coalesce(link.c.context, _SAID_THERE).label("context"),
        link.c.relation,
        link.c.resolution,
    )
    .where(
        link.c.user_id == _OWNER,
        # Kept both ways, so that each end finds it; here it is told once.
        (link.c.relation != RelationType.RELATED_TO) | (link.c.from_id < link.c.to_id),
    )
    .order_by(link.c.from_id, link.c.to_id, link.c.relation)
)
_SHARED = select(concept.c.name).where(concept.c.user_id == _OWNER, concept.c.article_count > 1)
_SAID: Select[Any] = select(article_concept.c.article_id, article_concept.c.concept).where(
    article_concept.c.user_id == _OWNER
)
_FIRST = _SAID.where(article_concept.c.ordinal == 0)
_OTHERS = _SAID.where(
    article_concept.c.ordinal > 0, among(article_concept.c.article_id, bindparam("articles"))
).order_by(article_concept.c.ordinal.desc(), article_concept.c.concept.desc())


def get_graph(tx: Transaction, owner: str) -> Graph:
    """Everything the owner has; no edge leads to a node that is not there."""
    mine = {"owner": owner}
    edges = [Edge(*tuple(row)) for row in tx.execute(_EDGES, mine)]
    degree: defaultdict[str, int] = defaultdict(int)
    for pair in {(one.source, one.target) if one.source < one.target else (one.target, one.source) for one in edges}:
        for end in pair:
            degree[end] += 1
    clusters = _clusters(tx, owner)
    nodes = [
        Node(id_, title, clusters.get(id_), degree[id_], confidence)
        for id_, title, confidence in map(tuple, tx.execute(_NODES, mine))
    ]
    return Graph(nodes, edges)


def _clusters(tx: Transaction, owner: str) -> dict[str, str]:
    """Of each article the most telling of its concepts that others have too: of most the first, so that is looked at alone."""
    shared = set(tx.execute(_SHARED, {"owner": owner}).scalars())
    first = dict(map(tuple, tx.execute(_FIRST, {"owner": owner})))
    alone = [id_ for id_, name in first.items() if name not in shared]
    others = tx.execute(_OTHERS, {"owner": owner, "articles": alone}) if alone else ()
    found = {id_: name for id_, name in map(tuple, others) if name in shared}  # the most telling comes last
    return {id_: name for id_, name in first.items() if name in shared} | found
