"""Reports and findings as they leave the building: what their description says, and the rows that are encoded."""

from datetime import datetime

import msgspec
from pydantic import BaseModel

from lorewright.gateway.articles.tables import Resolution
from lorewright.gateway.lint.tables import LintFindingKind, LintReportStatus, LintSeverity


class LintRunResponse(BaseModel):
    status: str


class LintReport(BaseModel):
    id: str
    user_id: str | None
    generated_at: datetime
    completed_at: datetime | None
    status: LintReportStatus = LintReportStatus.IN_PROGRESS
    article_count: int = 0
    total_findings: int = 0
    """Those that are dismissed count too; what was decided since does not."""
    contradictions_count: int = 0
    orphans_count: int = 0
    structural_count: int = 0
    checked_articles: int | None
    missing_pages_count: int = 0
    """Pages that articles link to and that are not there."""
    dismissed_count: int = 0
    total_pairs: int = 0
    """Statements that are to be held against each other: those that have changed, with all that speak of the same; and where a
    language model is chosen, claims that it was not asked about yet."""
    checked_pairs: int = 0
    """Of a whole report fewer only where the model was not asked about all; the next report goes on."""
    error_message: str | None
    job_id: str | None


class Finding(BaseModel):
    id: str
    user_id: str | None
    report_id: str
    severity: LintSeverity = LintSeverity.WARN
    description: str
    created_at: datetime
    dismissed: bool = False
    dismissed_at: datetime | None
    content_hash: str
    """The same in each report; a dismissal is of this."""


class ContradictionFinding(Finding):
    kind: LintFindingKind = LintFindingKind.CONTRADICTION
    article_a_id: str
    article_b_id: str
    article_a_claim: str
    article_b_claim: str
    llm_confidence: str
    """high or medium, whoever found it."""
    shared_concept_id: str | None
    resolution: Resolution | None
    """What was decided of it since the report; a and b as here."""


class OrphanFinding(Finding):
    kind: LintFindingKind = LintFindingKind.ORPHAN
    article_id: str
    article_title: str


class StructuralFinding(Finding):
    kind: LintFindingKind = LintFindingKind.STRUCTURAL
    article_id: str
    violation_type: str
    auto_repaired: bool = False
    detail: str = ""


class LintReportDetail(BaseModel):
    report: LintReport
    contradictions: list[ContradictionFinding]
    orphans: list[OrphanFinding]
    resolutions: dict[str, str] = {}
    """`"<a>|<b>"`, the ids of two articles -> what a person decided of what they contradict each other in."""
    structurals: list[StructuralFinding] = []


class ReportEntry(msgspec.Struct, frozen=True):
    """A `LintReport`."""

    id: str
    user_id: str
    generated_at: datetime
    completed_at: datetime | None
    status: str
    article_count: int
    total_findings: int
    contradictions_count: int
    orphans_count: int
    structural_count: int
    checked_articles: int
    missing_pages_count: int
    dismissed_count: int
    total_pairs: int
    checked_pairs: int
    error_message: str | None
    job_id: str


class FindingEntry(msgspec.Struct, frozen=True):
    """A `Finding`."""

    id: str
    user_id: str
    report_id: str
    severity: str
    description: str
    created_at: datetime
    dismissed: bool
    dismissed_at: datetime | None
    content_hash: str
    kind: str


class ContradictionEntry(FindingEntry, frozen=True):
    """A `ContradictionFinding`."""

    article_a_id: str
    article_b_id: str
    article_a_claim: str
    article_b_claim: str
    llm_confidence: str
    shared_concept_id: str | None
    resolution: str | None


class OrphanEntry(FindingEntry, frozen=True):
    """An `OrphanFinding`."""

    article_id: str
    article_title: str


class StructuralEntry(FindingEntry, frozen=True):
    """A `StructuralFinding`."""

    article_id: str
    violation_type: str
    auto_repaired: bool
    detail: str


class ReportDetailEntry(msgspec.Struct, frozen=True):
    """A `LintReportDetail`."""

    report: ReportEntry
    contradictions: list[ContradictionEntry]
    orphans: list[OrphanEntry]
    resolutions: dict[str, str]
    structurals: list[StructuralEntry]


class DismissFindingResponse(BaseModel):
    dismissed: bool
    kind: str
    finding_id: str


class HealthSummaryResponse(BaseModel):
    generated_at: datetime | None
    total_articles: int = 0
    total_findings: int | None
    contradictions_count: int | None
    orphans_count: int | None
    status: str | None
    message: str | None
