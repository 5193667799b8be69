"""An article as Markdown. What comes from a source or a model is data: it cannot forge marks, links or HTML."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from lorewright.core.ids import content_hash
from lorewright.core.names import clean_title
from lorewright.gateway.articles.tables import RelationType, Resolution
from lorewright.gateway.sources.rules import clock, link_to
from lorewright.knowledge.markdown import pieces
from lorewright.knowledge.tables import Confidence
from lorewright.reading.base import Block, BlockKind, Coverage, Reading

NOTHING_TO_CLAIM = (
    "*No sentence of this source stands by itself as a claim. Its text can be searched and cited all the same.*"
)

_SPACES = re.compile(r"\s+")
_MARKS = re.compile(r"([\\`*\[\]<>~$|])|(?<!\w)_|_(?!\w)|%(?=%)|=(?==)|(?<!\w)#(?=\w)|&(?=#?\w+;)")
_LINE_START = re.compile(r"^(#{1,6}(?=\s)|[-+=](?=\s|[-=])|:(?=\s)|(?<=\d)[.)](?=\s))")
# Words of which the first begins with a letter, with a space between, and in them nothing that means anything.
_PLAIN = re.compile(r"[^\W\d_][^\s\\`*\[\]<>~$|_%=#&]*(?: [^\s\\`*\[\]<>~$|_%=#&]+)*")
_RELATED, _SOURCES = "## Related", "## Sources"
_RENDERED = {
    _RELATED: re.compile(r"- \[.*\]\(/wiki/[^)]*\)(?: \((?:contradicts|supersedes|superseded by) this[^()]*\))?"),
    _SOURCES: re.compile(r"- .* \(\w+, taken in \d{4}-\d\d-\d\d\)(?:, .*)?"),
}
_CLAIMED = re.compile(rf" ?\[(?:{'|'.join(Confidence)})\](?!\()")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s)")


_FRONT_MATTER = re.compile(r"\A---[ \t]*\n((?:(?!---[ \t]*(?:\n|\Z)).*\n)*?)---[ \t]*(?:\n|\Z)")
_KEY = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*)")
_ALIASES = re.compile(r"^aliases[ \t]*:[ \t]*(.*)((?:\n[ \t]*-[ \t]+.*)*)", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*-[ \t]+(.*)$", re.MULTILINE)
_HEADING = re.compile(r"\s*#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\n|\Z)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


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
    untold: Sequence[str] = ()
    """Lines on parts of the source of which nothing could be told."""


class Edited(NamedTuple):
    """What a person's file says, without what is rendered from rows each time."""

    title: str
    matter: str
    """Lines of her own in the front matter."""
    body: str


class Related(NamedTuple):
    """Another article, under Related."""

    title: str
    slug: str
    note: str
    """How the two disagree; empty where they do not."""


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
    synthesized_from: Sequence[str] = ()
    """The slugs of the articles that a concept's page brings together."""
    concept_kind: str | None = None


def concept_kind(label: str) -> str:
    """`entity` of what has a name of its own, each of whose words but the joining ones is written with a capital; else `topic`."""
    is_named = False
    for word in label.split():
        if word[0].isupper():
            is_named = True
        elif len(word) > 3 or not word.islower():
            return "topic"
    return "entity" if is_named else "topic"


def escape(text: str) -> str:
    """One line of Markdown that shows exactly these characters."""
    if _PLAIN.fullmatch(text):  # as most titles are
        return text
    line = _SPACES.sub(" ", text).strip()
    line = _MARKS.sub(lambda match: f"\\{match[0]}", line)
    line = _NUMBERED.sub(r"\1\\\2", line)
    return _LINE_START.sub(lambda match: f"\\{match[0]}", line)


def render_body(body: Body) -> str:
    """Headings Summary, Key Claims, Analysis, Open Questions; those with nothing under them are left out."""
    notes: dict[str, str] = {}
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
    if body.open_questions or body.untold:
        lines = [_bullets(body.open_questions, notes), *(f"- {line}" for line in body.untold)]
        parts.append("## Open Questions\n\n" + "\n".join(filter(None, lines)))
    if notes:
        parts.append("\n".join(f"{label}: {quotes}" for label, quotes in notes.items()))
    if not parts:
        parts.append(NOTHING_TO_CLAIM)
    return "\n\n".join(parts) + "\n"


def render_answers(answers: Sequence[tuple[str, Sequence[RenderedClaim]]]) -> str:
    """Questions as headings, each with what answers it."""
    notes: dict[str, str] = {}
    parts: list[str] = []
    for question, claims in answers:
        parts += [f"## {escape(question)}", " ".join(_marked(claim, notes) for claim in claims)]
    if notes:
        parts.append("\n".join(f"{label}: {quotes}" for label, quotes in notes.items()))
    return "\n\n".join(parts) + "\n"


def render_file(
    matter: FrontMatter, own_matter: str, body: str, related: Sequence[Related], sources: Sequence[str]
) -> str:
    """The whole Markdown file. `sources` are lines that say what the article rests on."""
    parts = [_front_matter(matter, own_matter), f"# {escape(matter.title)}", body.strip("\n")]
    if related:
        lines = [f"- [{escape(one.title)}](/wiki/{one.slug}){f' ({one.note})' if one.note else ''}" for one in related]
        parts.append(f"{_RELATED}\n\n" + "\n".join(lines))
    if sources:
        parts.append(f"{_SOURCES}\n\n" + "\n".join(f"- {line}" for line in sources))
    return "\n\n".join(part for part in parts if part) + "\n"


def read_edited(file: str, title: str) -> Edited:
    """What a person wrote into the file of an article that was called `title`, or sent in its place.

    Lines that are rendered from rows are left out: titles of other articles and sources must go when those go, and so must what they
    call a concept. What she added under these headings stays, and so do lines of her own in the front matter.
    """
    text = file.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").removeprefix("\ufeff")
    front = _FRONT_MATTER.match(text)
    said, matter = _read_matter(front[1]) if front else (None, "")
    text = text[front.end() :] if front else text
    heading = _HEADING.match(text)
    if heading:
        text = text[heading.end() :]
        if heading[1] != escape(title):
            said = _ESCAPED.sub(r"\1", heading[1])
    return Edited(clean_title(said) or title, matter, _without_rendered(text))


def remarks(sentences: Sequence[str], language: str | None) -> Reading:
    """What a person wrote, as a text to be found by."""
    content = ""
    blocks = []
    for one in sentences:
        words = _ESCAPED.sub(r"\1", one)
        blocks.append(Block(len(content), len(content) + len(words), BlockKind.PARAGRAPH))
        content += f"{words}\n\n"
    return Reading(content, tuple(blocks), Coverage(len(content)), language=language)


def aliases(matter: str) -> list[str]:
    """What a person calls the article in lines of her own front matter: `aliases: [One, Other]`, or one to a line with a hyphen."""
    match = _ALIASES.search(matter)
    if match is None:
        return []
    listed = match[1].strip().removeprefix("[").removesuffix("]").split(",") if match[1].strip() else []
    return [name for one in (*listed, *_ITEM.findall(match[2])) if (name := _plain_yaml(one.strip()))]


def source_line(title: str | None, kind: str, url: str | None, taken_in: datetime) -> str:
    """One source under Sources: what it is called, what it is, where it came from, when it was taken in."""
    line = f"{escape(title or 'Untitled')} ({kind}, taken in {taken_in:%Y-%m-%d})"
    return f"{line}, {escape(url)}" if url else line


_DECIDED = {
    None: "open",
    Resolution.SOURCE_A_WINS: "this is right",
    Resolution.SOURCE_B_WINS: "that is right",
    Resolution.BOTH_VALID: "both are valid",
    Resolution.SUPERSEDED: "one is superseded",
}


def disagreement(relation: RelationType, resolution: Resolution | None, *, leads_out: bool) -> str:
    """How another article disagrees with this one, by the link between them and what was decided of it; else empty."""
    if relation is RelationType.SUPERSEDES:
        return "superseded by this" if leads_out else "supersedes this"
    if relation is not RelationType.CONTRADICTS:
        return ""
    return f"contradicts this; {_DECIDED[resolution if leads_out or resolution is None else resolution.turned]}"


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
    marks = {" ".join(escape(claim).split()): confidence for claim, confidence in claims.items()}
    shown: list[str] = []
    at = 0
    said: list[str] = []
    for piece in pieces(body):
        end = body.index(piece.text, at) + len(piece.text)
        shown.append(_CLAIMED.sub("", body[at:end]))
        at = end + len(piece.tail)
        said = [piece.key] if piece.is_first else [*said, piece.key]
        if piece.tail:
            confidence = _last_claimed(said, marks)
            shown.append(f" [{confidence}]" if confidence else "")
            shown.append(_CLAIMED.sub("", piece.tail))
            said = []
    return "".join(shown) + body[at:]


def _last_claimed(said: Sequence[str], marks: Mapping[str, Confidence]) -> Confidence | None:
    """Of the claim that these sentences are, or the last of them; whole sentences, so that nothing stands before a claim and denies it."""
    wholes = (" ".join(said[start:]) for start in range(len(said)))
    return next((marks[one] for one in wholes if one in marks), None)


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


def _bullets(claims: Sequence[RenderedClaim], notes: dict[str, str]) -> str:
    return "\n".join(f"- {_marked(claim, notes)}" for claim in claims)


def _marked(claim: RenderedClaim, notes: dict[str, str]) -> str:
    """The claim, its mark, the page; a claim in other words than its source has them in a footnote.

    The footnote is named by the claim, so that it keeps its name whatever comes before it, and takes none that a person gives.
    """
    line = f"{escape(claim.text)} [{claim.confidence}]"
    if claim.place:
        line += f" ({claim.place})"
    if claim.quotes:
        label = f"[^{content_hash(claim.text.encode())[:6]}]"
        notes[label] = " … ".join(f"“{escape(quote)}”" for quote in claim.quotes)
        line += label
    return line


def _read_matter(lines: str) -> tuple[str | None, str]:
    """The title, and the lines that are none of ours; a line that is no key goes with the key above it."""
    title: str | None = None
    own: list[str] = []
    is_ours = False
    for line in lines.rstrip("\n").split("\n"):
        if key := _KEY.match(line):
            is_ours = key[1] in FrontMatter._fields
            if key[1] == "title":
                title = _plain_yaml(key[2])
        if not is_ours:
            own.append(line)
    return title, "\n".join(own)


def _plain_yaml(value: str) -> str:
    """A line of text as front matter writes it, quoted or not."""
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return value.strip().strip("'\"")
    return read if isinstance(read, str) else value.strip()


def _without_rendered(text: str) -> str:
    kept: list[str] = []
    under = ""
    for line in text.split("\n"):
        if line.startswith("#"):
            under = line.rstrip()
        if not (pattern := _RENDERED.get(under)) or not pattern.fullmatch(line.rstrip()):
            kept.append(line)
    left = "\n".join(kept)
    for heading in _RENDERED:
        left = re.sub(rf"^{heading}\s*?\n+(?=#|\Z)", "", f"{left}\n", flags=re.MULTILINE)
    return left.strip("\n") + "\n"


def _front_matter(matter: FrontMatter, own: str) -> str:
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
        *([f"concept_kind: {matter.concept_kind}"] if matter.concept_kind else []),
        *(
            ["synthesized_from:", *(f"  - {_yaml(one)}" for one in matter.synthesized_from)]
            if matter.concept_kind
            else []
        ),
        *([own] if own else []),
        "---",
    ]
    return "\n".join(lines)


def _yaml_list(values: Sequence[str]) -> str:
    return "[" + ", ".join(map(_yaml, values)) + "]"


def _yaml(value: str | None) -> str:
    """JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)
