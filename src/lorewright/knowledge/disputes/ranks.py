"""Places in a row that an English clause tells of its subject: "is the second longest river of the land"."""

from collections.abc import Sequence
from math import inf

from lorewright.knowledge.disputes.grammar import BE
from lorewright.knowledge.disputes.quantities import Bound, Quantity
from lorewright.knowledge.facts import POSSESSIVE, Kind, Token

_UNIT, _LAST_PLACE = "place", 20
"""Of an ordinal number."""


def rank(row: Sequence[Token], ahead: int, *, is_past: bool) -> Quantity | None:
    """Of a clause whose subject ends at `ahead`. What is "not the first" is the second at best; what was the largest may be so no more."""
    start = next((i + 1 for i in range(ahead, len(row)) if row[i].key in BE), len(row))
    denied = start < len(row) and row[start].key == "negation:no"
    at = start + denied + 1
    if at >= len(row) or not _leads(row[at - 1]):
        return None
    token = row[at]
    ordinal = is_ordinal(token)
    superlative = token.written.lower().endswith("est") and not is_past
    place = float(token.key[:-1]) if ordinal else 1.0
    if not (ordinal or superlative) or place >= _LAST_PLACE or (denied and place > 1):
        return None
    if denied:
        return Quantity(2.0, inf, _UNIT, Bound.LEAST, f"not the {token.written}", _UNIT, 0.0, at, at + 1)
    return Quantity(place, place, _UNIT, Bound.EXACT, token.written.lower(), _UNIT, 0.0, at, at + 1)


def is_ordinal(token: Token) -> bool:
    return token.kind is Kind.NUMBER and token.key.endswith(".")


def _leads(token: Token) -> bool:
    """ "The first mill", "Varn's first mill"."""
    return token.key == "light:the" or (token.kind is Kind.NAME and token.tie == POSSESSIVE)
