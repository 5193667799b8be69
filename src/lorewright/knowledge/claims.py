"""Claims in the store: what they rest on, and whether it still stands there."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, and_, bindparam, delete, insert, select

from lorewright.core.ids import derived_id
from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge.engine import Span
from lorewright.knowledge.evidence import still_stands
from lorewright.knowledge.tables import Confidence, Holder, TextState, claim, passage, span, text

# Made once: building the statement takes longer than running it.
_WITH_EVIDENCE = (
    select(
        claim.c.id,
        claim.c.holder_id,
        claim.c.section,
        claim.c.content,
        claim.c.confidence,
        span.c.ordinal,
        span.c.source_id,
        span.c.text_id,
        span.c.start_char,
        span.c.end_char,
        span.c.page,
        span.c.quote,
        span.c.start_s,
        span.c.via_article_id,
        passage.c.start_char.label("from_char"),
        passage.c.content.label("passage"),
    )
    .join(span, span.c.claim_id == claim.c.id, isouter=True)
    .join(text, and_(text.c.id == span.c.text_id, text.c.state == TextState.READY), isouter=True)
    .join(
        passage,
        and_(
            passage.c.text_id == text.c.id,
            passage.c.start_char < span.c.end_char,
            passage.c.end_char > span.c.start_char,
        ),
        isouter=True,
    )
    .where(claim.c.user_id == bindparam("owner"), among(claim.c.holder_id, bindparam("holder_ids")))
    .order_by(claim.c.holder_id, claim.c.ordinal, span.c.ordinal, passage.c.ordinal)
)


class Support(NamedTuple):
    """A span of a text of a source."""

    source_id: str
    text_id: str
    page: int | None
    span: Span
    start_s: int | None = None
    """The second at which it is said, where it is spoken."""
    via: str | None = None
    """Id of the article of answers that led there, where the text was not found by itself."""


class NewClaim(NamedTuple):
    section: str
    content: str
    confidence: Confidence
    support: tuple[Support, ...]


class Evidence(msgspec.Struct, frozen=True):
    source_id: str
    text_id: str
    start: int
    end: int
    quote: str
    page: int | None
    stands: bool
    """The quote was compared with the text at its span just now."""
    start_s: int | None
    """As `Support.start_s`."""
    via: str | None = None
    """As `Support.via`."""

    @property
    def support(self) -> Support:
        """The same as it is put into the store."""
        span = Span(self.start, self.end, self.quote)
        return Support(self.source_id, self.text_id, self.page, span, self.start_s, self.via)


class Claim(msgspec.Struct, frozen=True):
    id: str
    section: str
    content: str
    confidence: Confidence
    evidence: tuple[Evidence, ...]

    def as_new(self) -> NewClaim:
        """The same as it is put into the store."""
        return NewClaim(self.section, self.content, self.confidence, tuple(one.support for one in self.evidence))


def put(tx: Transaction, owner: str, kind: Holder, holder_id: str, new: Sequence[NewClaim]) -> None:
    """The claims of a holder, instead of those it had."""
    forget(tx, owner, [holder_id])
    add(tx, owner, kind, holder_id, new)


def renew(tx: Transaction, owner: str, kind: Holder, holder_id: str, new: Sequence[NewClaim]) -> bool:
    """As `put`; False, and nothing written, where they are what the holder has."""
    if [one.as_new() for one in get(tx, owner, [holder_id])[holder_id]] == list(new):
        return False
    put(tx, owner, kind, holder_id, new)
    return True


def add(tx: Transaction, owner: str, kind: Holder, holder_id: str, new: Sequence[NewClaim]) -> None:
    """The claims of a holder that had none. What says the same keeps its id, whatever comes before it."""
    claims, spans = [], []
    said: Counter[str] = Counter()
    for ordinal, one in enumerate(new):
        id_ = derived_id("claim", owner, holder_id, said[one.content], one.content)
        said[one.content] += 1
        claims.append(
            {
                "id": id_,
                "user_id": owner,
                "holder_kind": kind.value,
                "holder_id": holder_id,
                "ordinal": ordinal,
                "section": one.section,
                "content": one.content,
                "confidence": one.confidence.value,
            }
        )
        spans += [
            {
                "claim_id": id_,
                "ordinal": number,
                "user_id": owner,
                "source_id": support.source_id,
                "text_id": support.text_id,
                "start_char": support.span.start,
                "end_char": support.span.end,
                "page": support.page,
                "quote": support.span.quote,
                "start_s": support.start_s,
                "via_article_id": support.via,
            }
            for number, support in enumerate(one.support)
        ]
    if claims:
        tx.execute(insert(claim), claims)
    if spans:
        tx.execute(insert(span), spans)


def get(tx: Transaction, owner: str, holder_ids: Sequence[str]) -> dict[str, list[Claim]]:
    """The claims of each holder in their order, each quote compared with what stands at its span now. One statement."""
    rows = tx.execute(_WITH_EVIDENCE, {"owner": owner, "holder_ids": holder_ids})
    found: dict[str, list[Claim]] = {id_: [] for id_ in holder_ids}
    for _, of_claim in groupby(rows, key=lambda row: row.id):
        spans = [list(of_span) for _, of_span in groupby(of_claim, key=lambda row: row.ordinal)]
        first = spans[0][0]
        evidence = tuple(_evidence(covering) for covering in spans if covering[0].ordinal is not None)
        one = Claim(first.id, first.section, first.content, Confidence(first.confidence), evidence)
        found[first.holder_id].append(one)
    return found


def forget(tx: Transaction, owner: str, holder_ids: Sequence[str]) -> int:
    """Removes the claims of these holders and their spans; how many claims."""
    gone = tx.execute(delete(claim).where(claim.c.user_id == owner, among(claim.c.holder_id, holder_ids)))
    return int(gone.rowcount)


def holders_resting_on(tx: Transaction, owner: str, kind: Holder, *source_ids: str) -> list[str]:
    """Ids of the articles or answers with a claim that rests on one of these sources."""
    wanted = (
        select(claim.c.holder_id)
        .join(span, span.c.claim_id == claim.c.id)
        .where(span.c.user_id == owner, among(span.c.source_id, source_ids), claim.c.holder_kind == kind)
        .distinct()
    )
    return list(tx.execute(wanted).scalars())


def _evidence(covering: Sequence[Row[Any]]) -> Evidence:
    """A span by its rows, one for each passage of its text that covers some of it; none does where the text is gone."""
    row = covering[0]
    there = "".join(
        one.passage[max(one.start_char - one.from_char, 0) : one.end_char - one.from_char]
        for one in covering
        if one.passage is not None
    )
    return Evidence(
        source_id=row.source_id,
        text_id=row.text_id,
        start=row.start_char,
        end=row.end_char,
        quote=row.quote,
        page=row.page,
        stands=still_stands(row.quote, there),
        start_s=row.start_s,
        via=row.via_article_id,
    )
