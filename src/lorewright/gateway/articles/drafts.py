"""A draft as an article: its claims as rows and as they are shown, after each was held against what it rests on."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row

from lorewright.gateway.articles import rules
from lorewright.gateway.articles.actions import Compiled
from lorewright.gateway.articles.slugs import slugify
from lorewright.gateway.concepts.rules import Form
from lorewright.knowledge.claims import NewClaim, Support
from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.engine import Draft, DraftClaim
from lorewright.knowledge.evidence import How, check, whole
from lorewright.knowledge.tables import Confidence
from lorewright.reading.base import BlockKind, Reading, page_at, second_at

_BEGINNING = 80
"""Characters by which a part of the source is named."""


def compiled_of(draft: Draft, reading: Reading, source: Row[Any], text_id: str, provider: str) -> Compiled:
    """What an engine drafted from the text of a source."""
    claims, body = _checked(draft, reading, source, text_id)
    return Compiled(
        title=_title(source, draft, reading),
        summary=" ".join(one.text for one in body.summary) or None,
        concepts=_forms(draft, reading.language),
        claims=claims,
        body=rules.render_body(body),
        provider=provider,
        dropped=draft.dropped,
    )


def _title(source: Row[Any], draft: Draft, reading: Reading) -> str:
    """What a file is called says more than its first words; a title or heading of its own says more than that."""
    if source.named_by_person or not source.file_name:
        return draft.title
    headings = (reading.content[one.start : one.end] for one in reading.blocks if one.kind is BlockKind.HEADING)
    own = {" ".join(one.split()) for one in (reading.title or "", *headings)}
    if draft.title.endswith("…"):  # it is cut, so one of them may begin with it
        own |= {one[: len(draft.title) - 1] + "…" for one in own}
    return draft.title if draft.title in own else str(source.title)


def _forms(draft: Draft, language: str | None) -> list[Form]:
    """Its concepts as they are stored; of those that are one, the first."""
    forms: dict[str, Form] = {}
    for concept in draft.concepts:
        key, written = key_of(concept.name, language), slugify(concept.name)
        if key and written:
            short, kind = (None if one is None else key_of(one, language) for one in (concept.short, concept.kind))
            forms.setdefault(key, Form(key, written, short, concept.name, kind, concept.is_kind))
    return list(forms.values())


def _checked(draft: Draft, reading: Reading, source: Row[Any], id_: str) -> tuple[list[NewClaim], rules.Body]:
    """The claims as rows and as they are shown: what is said to be borne by its evidence and is not is left out."""
    stored: list[NewClaim] = []

    def shown(section: str, drafts: Iterable[DraftClaim]) -> list[rules.RenderedClaim]:
        lines = []
        for one in drafts:
            quotes = [span.quote for span in one.spans]
            slices = [reading.content[span.start : span.end] for span in one.spans]
            wholes = [whole(reading.content, span.start, span.end) for span in one.spans]
            verdict = check(one.text, quotes, slices, reading.language, wholes)
            if not (verdict.passed or one.inferred):
                continue
            confidence = Confidence.SOURCED if verdict.passed else Confidence.INFERRED
            support = tuple(
                Support(
                    source.id,
                    id_,
                    page_at(reading.page_starts, span.start),
                    span,
                    second_at(reading.moments, span.start),
                )
                for span in one.spans
            )
            stored.append(NewClaim(section, one.text, confidence, support))
            other_words = tuple(quotes) if verdict.how is How.FUZZY or not verdict.passed else ()
            place = rules.place_of(support[0].page, support[0].start_s, source.source_url)
            lines.append(rules.RenderedClaim(one.text, confidence, place, other_words))
        return lines

    body = rules.Body(
        summary=shown("Summary", draft.summary),
        key_claims=shown("Key Claims", draft.key_claims),
        analysis=[
            rules.RenderedSection(part.heading, part.level, shown(f"Analysis: {part.heading}", part.claims))
            for part in draft.analysis
        ],
        open_questions=shown("Open Questions", draft.open_questions),
        untold=[_untold(reading, source, start, end) for start, end in draft.untold],
    )
    return stored, body


def _untold(reading: Reading, source: Row[Any], start: int, end: int) -> str:
    beginning = " ".join(reading.content[start:end].split())[:_BEGINNING].rstrip()
    place = rules.place_of(page_at(reading.page_starts, start), second_at(reading.moments, start), source.source_url)
    where = f" ({place})" if place else ""
    return f"What the source says in the part that begins “{rules.escape(beginning)}”{where}: the model came to no end of it."
