"""Claims of articles about a bridge, and what contradicts what among them."""

from datetime import date

from lorewright.knowledge.contradict import Finding, compared, statements
from lorewright.knowledge.disputes.statements import Claim

BRIDGE = frozenset({"varn-bridge"})


def claim(
    id_: str, text: str, *, language: str = "en", dated: date | None = None, about: frozenset[str] = BRIDGE
) -> Claim:
    titled = "Varn Bridge" if about == BRIDGE else ""
    return Claim(id_, f"article-{id_}", text, language, dated, about, titled)


def found(*claims: Claim) -> list[Finding]:
    return compared([statement for one in claims for statement in statements(one)]).found
