"""What is left of an answer when a document goes."""

from collections.abc import Sequence, Set

from lorewright.knowledge.answers import Sentence
from lorewright.knowledge.claims import Claim, NewClaim, Support
from lorewright.knowledge.engine import Span
from lorewright.retrieval.search.rules import Place, answer_text

ANSWER_REMOVED = "What this answer rested on was deleted."


def without(claims: Sequence[Claim], gone: Set[str]) -> list[NewClaim]:
    """Those that rest on none of these documents."""
    return [
        NewClaim(
            one.section,
            one.content,
            one.confidence,
            tuple(
                Support(e.source_id, e.text_id, e.page, Span(e.start, e.end, e.quote), e.start_s) for e in one.evidence
            ),
        )
        for one in claims
        if not gone & {evidence.source_id for evidence in one.evidence}
    ]


def text_of(claims: Sequence[NewClaim], places: Sequence[Place]) -> str:
    """The answer that these claims are, with `[n]` for the n-th place."""
    sentences = [Sentence(one.content, one.support, one.confidence) for one in claims]
    return answer_text(sentences, places) or ANSWER_REMOVED
