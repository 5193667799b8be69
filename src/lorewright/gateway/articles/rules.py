"""Slugs, and an article as Markdown. What comes from a source or a model is data: it cannot forge marks, links or HTML."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import NamedTuple

from lorewright.gateway.sources.rules import clock, link_to
from lorewright.knowledge.tables import Confidence

NOTHING_TO_CLAIM = (
    "*No sentence of this source stands by itself as a claim. Its text can be searched and cited all the same.*"
)

MAX_SLUG = 80
MAX_SLUG_BYTES = 200
_LIKE_AN_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HYPHENS = re.compile(r"-+")
_DIACRITICS = re.compile("[\u0300-\u036f]")
_SPACES = re.compile(r"\s+")
_MARKS = re.compile(r"([\\`*\[\]<>~$|])|(?<!\w)_|_(?!\w)|%(?=%)|=(?==)|(?<!\w)#(?=\w)|&(?=#?\w+;)")
_LINE_START = re.compile(r"^(#{1,6}(?=\s)|[-+=](?=\s|[-=])|:(?=\s)|(?<=\d)[.)](?=\s))")
_RELATED, _SOURCES = "## Related", "## Sources"
_RENDERED = {
    _RELATED: re.compile(r"- \[.*\]\(/wiki/[^)]*\)"),
    _SOURCES: re.compile(r"- .* \(\w+, taken in \d{4}-\d\d-\d\d\)(?:, .*)?"),
}
_CLAIMED = re.compile(rf" \[(?:{'|'.join(Confidence)})\]")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s)")


_CONCEPTS = re.compile(r"\A(---\n(?:(?!---\n).*\n)*?concepts: )\[.*\]$", re.MULTILINE)
"""The line of the front matter that is rendered from rows, which other articles may have named."""


class RenderedClaim(NamedTuple):
    text: str
    confidence: Confidence
    place: str
    """Where its source says it, as Markdown: `p. 4`; empty where there is only the source."""
    quotes: tuple[str, ...]
    """What it rests on, where the claim does not say it in the same words."""


class RenderedSection(NamedTuple):
    heading: str
    level: int
    claims: Sequence[RenderedClaim]


class Body(NamedTuple):
    """An article without what is rendered from rows at each showing."""

    summary: Sequence[RenderedClaim]
    key_claims: Sequence[RenderedClaim]
    analysis: Sequence[RenderedSection]
    open_questions: Sequence[RenderedClaim]


class FrontMatter(NamedTuple):
    title: str
    slug: str
    page_type: str
    source_id: str | None
    source_url: str | None
    source_type: str | None
    compiled: datetime
    concepts: Sequence[str]
    confidence: str | None
    provider: str


def slugify(title: str) -> str:
    """Lower-case words joined by hyphens, without diacritics; empty where the title has no letter or digit."""
    plain = _DIACRITICS.sub("", unicodedata.normalize("NFKD", title))
    letters = (
        c if unicodedata.category(c)[0] in "LNM" else "-" for c in unicodedata.normalize("NFC", plain).casefold()
    )
    slug = _HYPHENS.sub("-", "".join(letters)).strip("-")
    if len(slug) > MAX_SLUG:
        cut = slug[: MAX_SLUG + 1].rfind("-")
        slug = slug[: cut if cut > MAX_SLUG // 2 else MAX_SLUG].rstrip("-")
    if _LIKE_AN_ID.fullmatch(slug):  # an address names an article by its id or its slug
        slug = f"article-{slug}"
    while len(slug.encode()) > MAX_SLUG_BYTES:  # it names a file
        slug = slug[:-1].rstrip("-")
    return slug


def slugs(wanted: str) -> Iterator[str]:
    """`wanted`, and then with 2, 3, ... behind it: the first that is free names the article."""
    yield wanted
    for number in count(2):
        yield f"{wanted}-{number}"


def escape(text: str) -> str:
    """One line of Markdown that shows exactly these characters."""
    line = _SPACES.sub(" ", text).strip()
    line = _MARKS.sub(lambda match: f"\\{match[0]}", line)
    line = _NUMBERED.sub(r"\1\\\2", line)
    return _LINE_START.sub(lambda match: f"\\{match[0]}", line)


def render_body(body: Body) -> str:
    """Headings Summary, Key Claims, Analysis, Open Questions; those with nothing under them are left out."""
    notes: list[str] = []
    parts: list[str] = []
    if body.summary:
        parts.append("## Summary\n\n" + " ".join(_marked(claim, notes) for claim in body.summary))
    if body.key_claims:
        parts.append("## Key Claims\n\n" + _bullets(body.key_claims, notes))
    if body.analysis:
        parts.append("## Analysis")
        for section in body.analysis:
            if section.heading:
                parts.append(f"{'#' * min(section.level + 2, 6)} {escape(section.heading)}")
            if section.claims:
                parts.append(" ".join(_marked(claim, notes) for claim in section.claims))
    if body.open_questions:
        parts.append("## Open Questions\n\n" + _bullets(body.open_questions, notes))
    if notes:
        parts.append("\n".join(notes))
    if not parts:
        parts.append(NOTHING_TO_CLAIM)
    return "\n\n".join(parts) + "\n"


def render_file(matter: FrontMatter, body: str, related: Sequence[tuple[str, str]], sources: Sequence[str]) -> str:
    """The whole Markdown file. `related` are (title, slug); `sources` are lines that say what the article rests on."""
    own = f"{_front_matter(matter)}\n\n# {escape(matter.title)}\n\n{body.strip()}"
    return render_edited(own, matter.concepts, related, sources)


def render_edited(own: str, concepts: Sequence[str], related: Sequence[tuple[str, str]], sources: Sequence[str]) -> str:
    """The whole file of which a person wrote all but Related and Sources, and the concepts in its front matter."""
    parts = [_with_concepts(own.strip("\n"), concepts)]
    if related:
        lines = [f"- [{escape(title)}](/wiki/{slug})" for title, slug in related]
        parts.append(f"{_RELATED}\n\n" + "\n".join(lines))
    if sources:
        parts.append(f"{_SOURCES}\n\n" + "\n".join(f"- {line}" for line in sources))
    return "\n\n".join(part for part in parts if part) + "\n"


def own_part(file: str) -> str:
    """What a person's file holds without the lines that are rendered from rows each time: titles of other articles and sources
    must go when those go, and so must what they call a concept. What she added under these headings stays."""
    kept: list[str] = []
    under = ""
    for line in file.splitlines():
        if line.startswith("#"):
            under = line.rstrip()
        if not (pattern := _RENDERED.get(under)) or not pattern.fullmatch(line.rstrip()):
            kept.append(line)
    text = "\n".join(kept)
    for heading in _RENDERED:
        text = re.sub(rf"^{heading}\s*?\n+(?=#|\Z)", "", f"{text}\n", flags=re.MULTILINE)
    return _with_concepts(text.strip("\n") + "\n", ())


def source_line(title: str | None, kind: str, url: str | None, taken_in: datetime) -> str:
    """One source under Sources: what it is called, what it is, where it came from, when it was taken in."""
    line = f"{escape(title or 'Untitled')} ({kind}, taken in {taken_in:%Y-%m-%d})"
    return f"{line}, {escape(url)}" if url else line


def place_of(page: int | None, second: int | None, url: str | None) -> str:
    """A page; or the time in a video, which leads there."""
    if page is not None:
        return f"p. {page}"
    link = link_to(url, second)
    if second is None or link is None:
        return ""
    return f"[{clock(second)}]({link})"


def truly_marked(body: str, claims: Mapping[str, Confidence]) -> str:
    """The body with the mark behind each claim that it has now; behind words that are no claim stands none."""
    marks = {escape(claim): confidence for claim, confidence in claims.items()}
    longest = max(map(len, marks), default=0)

    def now(match: re.Match[str]) -> str:
        before = body[max(0, match.start() - longest) : match.start()]
        claimed = max((line for line in marks if before.endswith(line)), key=len, default=None)
        return "" if claimed is None else f" [{marks[claimed]}]"

    return _CLAIMED.sub(now, body)


def overall(confidences: Sequence[Confidence], dropped: int = 0) -> tuple[Confidence, float]:
    """An article's confidence, which follows from its claims, and its score: the share of claims whose evidence was verified, of
    those too of which nothing could be shown."""
    sourced = sum(one is Confidence.SOURCED for one in confidences)
    score = sourced / (len(confidences) + dropped) if confidences else 0.0
    if confidences and sourced == len(confidences):
        return Confidence.SOURCED, score
    return (Confidence.MIXED if sourced else Confidence.INFERRED), score


def score_now(compiled: float | None, then: Sequence[Confidence], now: Sequence[Confidence]) -> float | None:
    """The score that an article was compiled with, after some of its claims' evidence has ceased to stand."""
    if not compiled:
        return compiled
    return compiled * sum(one is Confidence.SOURCED for one in now) / sum(one is Confidence.SOURCED for one in then)


def _bullets(claims: Sequence[RenderedClaim], notes: list[str]) -> str:
    return "\n".join(f"- {_marked(claim, notes)}" for claim in claims)


def _marked(claim: RenderedClaim, notes: list[str]) -> str:
    """The claim, its mark, the page; a claim in other words than its source has them in a footnote."""
    line = f"{escape(claim.text)} [{claim.confidence}]"
    if claim.place:
        line += f" ({claim.place})"
    if claim.quotes:
        label = f"[^{len(notes) + 1}]"
        notes.append(f"{label}: " + " … ".join(f"“{escape(quote)}”" for quote in claim.quotes))
        line += label
    return line


def _front_matter(matter: FrontMatter) -> str:
    compiled = matter.compiled.strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [
        "---",
        f"title: {_yaml(matter.title)}",
        f"slug: {_yaml(matter.slug)}",
        f"page_type: {matter.page_type}",
        f"source_id: {_yaml(matter.source_id)}",
        f"source_url: {_yaml(matter.source_url)}",
        f"source_type: {_yaml(matter.source_type)}",
        f"compiled: {compiled}",
        f"concepts: {_yaml_list(matter.concepts)}",
        f"confidence: {_yaml(matter.confidence)}",
        f"provider: {_yaml(matter.provider)}",
        "---",
    ]
    return "\n".join(lines)


def _with_concepts(file: str, concepts: Sequence[str]) -> str:
    """A file with these concepts in its front matter, where it has the line for them."""
    return _CONCEPTS.sub(lambda match: match[1] + _yaml_list(concepts), file)


def _yaml_list(values: Sequence[str]) -> str:
    return "[" + ", ".join(map(_yaml, values)) + "]"


def _yaml(value: str | None) -> str:
    """JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)
