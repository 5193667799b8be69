"""What contradicts what between an article about one thing and other notes."""

from lorewright.knowledge.contradict import Finding, compared, statements
from lorewright.knowledge.disputes.statements import Claim, qualifier, titled


def found(
    title: str, said: str, other: str, before: str = "", *, kind: str = "thing", behind: str = ""
) -> list[Finding]:
    """Between an article about a thing of some kind, which `said` goes on, and a sentence of other notes, `behind` others."""
    lead = f"{titled(title)} is a {kind} of Orle."
    claims = [
        Claim(
            "1",
            "1",
            said,
            "en",
            None,
            titled=titled(title),
            qualified=qualifier(title),
            before=before or lead,
            lead=lead,
        ),
        Claim("2", "2", other, "en", None, titled="Notes on Orle", before=behind),
    ]
    return compared([statement for claim in claims for statement in statements(claim)]).found


def found_of_kind(title: str, said: str, other: str, *, behind: str = "") -> list[Finding]:
    """The same of a thing whose title ends with what it is: the Varn Bridge is a bridge."""
    return found(title, said, other, kind=title.split()[-1].lower(), behind=behind)
