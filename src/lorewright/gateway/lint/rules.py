"""What a finding is, and what makes it the same as one before."""

import json
from typing import NamedTuple

from lorewright.core.ids import content_hash
from lorewright.gateway.lint.tables import LintFindingKind, LintSeverity, Violation

NO_REPORT = "Run the linter to generate a health report"


class Found(NamedTuple):
    """A finding, before it is in a report."""

    kind: LintFindingKind
    severity: LintSeverity
    description: str
    article_id: str
    key: tuple[str, ...]
    """With kind, article and violation it tells the finding from all others, in every report."""
    violation: Violation | None = None
    detail: str = ""
    auto_repaired: bool = False
    other_id: str | None = None
    claim: str | None = None
    other_claim: str | None = None
    certainty: str | None = None
    concept: str | None = None

    @property
    def content_hash(self) -> str:
        """Of a contradiction that of its two claims, in whichever order they come."""
        if self.kind is LintFindingKind.CONTRADICTION:
            return self.key[0]
        return content_hash(json.dumps([self.kind, self.article_id, self.violation, *self.key]).encode())


def structural(
    violation: Violation,
    article_id: str,
    description: str,
    *key: str,
    severity: LintSeverity = LintSeverity.WARN,
    detail: str = "",
    auto_repaired: bool = False,
    other_id: str | None = None,
) -> Found:
    return Found(
        LintFindingKind.STRUCTURAL,
        severity,
        description,
        article_id,
        key,
        violation=violation,
        detail=detail,
        auto_repaired=auto_repaired,
        other_id=other_id,
    )
