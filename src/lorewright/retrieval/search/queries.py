"""Ranking what was found anew, by what is stored of it."""

from collections.abc import Sequence

from lorewright.db.transaction import Transaction
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.retrieve import Asked, Hit
from lorewright.retrieval.search import rules
from lorewright.world import World

LEAST_DEPTH, DEPTH_EACH = 24, 2
"""Passages that are ranked anew: twice as many as are wanted."""


def depth(limit: int) -> int:
    return max(LEAST_DEPTH, DEPTH_EACH * limit)


def reranked(tx: Transaction, world: World, asked: Asked, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """Best first, by the question as it is to be read. One statement; nothing is embedded."""
    terms = Analyser([BY_SCRIPT])
    weights = terms.query(question)
    found = terms.places(("\n".join([*hit.passage.headings, hit.passage.content]) for hit in hits), weights.keys())
    ranked = rules.reranked(hits, found, weights)
    numbers = [hit.passage.number for hit in ranked]
    return rules.diversified(ranked, world.vectors.get(tx, asked.scope_id, numbers, asked.meant.embedder))
