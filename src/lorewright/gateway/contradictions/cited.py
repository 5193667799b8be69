"""What is contradicted of what answers cite."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, or_

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.gateway.articles.tables import RelationType, Resolution, article
from lorewright.gateway.contradictions.queries import FOUND, decided
from lorewright.gateway.contradictions.schemas import DisputedArticle, DisputedClaim
from lorewright.gateway.contradictions.tables import contradiction
from lorewright.knowledge.claims import Evidence
from lorewright.knowledge.tables import span

_A, _B = article.alias("article_a"), article.alias("article_b")
_CITED = (
    FOUND.join(_A, _A.c.id == contradiction.c.article_a_id)
    .join(_B, _B.c.id == contradiction.c.article_b_id)
    .join(span, or_(span.c.claim_id == contradiction.c.claim_a_id, span.c.claim_id == contradiction.c.claim_b_id))
    .add_columns(
        _A.c.slug.label("slug_a"),
        _A.c.title.label("title_a"),
        _B.c.slug.label("slug_b"),
        _B.c.title.label("title_b"),
        span.c.claim_id,
        span.c.source_id,
        span.c.start_char,
        span.c.end_char,
    )
    .where(span.c.user_id == bindparam("owner"), among(span.c.source_id, bindparam("sources")))
)


class Outdone(NamedTuple):
    """A contradiction of which a person decided what is right; (source, start, end) of what either claim quotes."""

    wrong: list[tuple[str, int, int]]
    right: list[tuple[str, int, int]]


def disputed(tx: Transaction, owner: str, places: Sequence[Evidence]) -> dict[Evidence, dict[str, DisputedClaim]]:
    """What other articles contradict of what is cited at these places of sources: by place, each by its hash."""
    found: dict[Evidence, dict[str, DisputedClaim]] = {}
    if places:
        sources = sorted({one.source_id for one in places})
        for row in tx.execute(_CITED, {"owner": owner, "sources": sources}):
            for place in places:
                if place.source_id == row.source_id and place.start < row.end_char and row.start_char < place.end:
                    found.setdefault(place, {})[row.content_hash] = _disputed(row)
    return found


def outdone(tx: Transaction, owner: str, source_ids: Sequence[str]) -> list[Outdone]:
    """Where these sources say what a person decided to be wrong, and where they say what is right instead."""
    rows = tx.execute(_CITED, {"owner": owner, "sources": source_ids}).all() if source_ids else []
    found: defaultdict[str, Outdone] = defaultdict(lambda: Outdone([], []))
    for row in rows:
        said = decided(row)
        if said in (Resolution.SOURCE_A_WINS, Resolution.SOURCE_B_WINS):
            right = row.claim_a_id if said is Resolution.SOURCE_A_WINS else row.claim_b_id
            one = found[row.content_hash]
            (one.right if row.claim_id == right else one.wrong).append((row.source_id, row.start_char, row.end_char))
    return [one for one in found.values() if one.wrong and one.right]


def _disputed(row: Row[Any]) -> DisputedClaim:
    return DisputedClaim(
        article_a=DisputedArticle(slug=row.slug_a, title=row.title_a),
        article_b=DisputedArticle(slug=row.slug_b, title=row.title_b),
        claim_a=row.claim_a,
        claim_b=row.claim_b,
        relation=RelationType(row.relation),
        reason=row.reason,
        resolution=decided(row),
    )
