"""What to call an article, where the person has not said it."""

import re
from collections.abc import Sequence
from itertools import islice

from lorewright.knowledge.extractive.outline import headings
from lorewright.knowledge.sentences import sentences
from lorewright.reading.base import Block, BlockKind, Reading

LONGEST = 120
"""Characters of a title."""
_LONGEST_LINE = 100
"""Characters of a line that serves as a title."""
_FIRST_HEADINGS = 5
_COLUMNS = 4
"""Of a table those that it is called by, where it has more."""
_QUOTES = '"“«„「『'
"""What somebody says is no name for what it is said in."""
_FILE_LEFTOVER = re.compile(
    r"^(?:microsoft \w+ - )|\.(?:docx?|pdf|rtf|txt|indd|tex|html?|md|pptx?|xlsx?)$", re.IGNORECASE
)
_NO_TITLE = re.compile(
    r"^(?:(?:table of )?contents|abstract|summary|overview|introduction|preface|foreword|references"
    r"|inhalt(?:sverzeichnis)?|einleitung|sommaire|table des matières|índice|indice|introducción|united states\b.*"
    r"|untitled.*|(?:document|dokument|presentation|slide)\s?\d*|title|no title|new document|[\W\d_]*"
    r"|(?:chapter|part|section|item|book|kapitel|teil|chapitre|capítulo|capitolo) [\divxlc]+\W*)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^\d{1,2}(?:\.\d{1,2})*\.? (?=[^\W\d_])")
_LOOKS_LIKE_A_FILE = re.compile(r"^\S*[_\d]\S*$|^[a-z0-9]+(?:-[a-z0-9]+)+$")


def title_of(reading: Reading, given: str | None, concepts: Sequence[str]) -> str:
    """The person's, the document's own, its first heading, its first line, or what it is about; never empty."""
    for offered in (given, _cleaned(reading.title)):
        if offered and offered.strip():
            return _shortened(offered)
    if heading := _telling_heading(reading, concepts):
        return _shortened(heading)
    first_line = next(filter(None, (_line(reading, block) for block in reading.blocks)), "")
    first = next((first_line[start:end] for start, end in sentences(first_line)), "")
    headed = next((text for text in map(_cleaned, headings(reading)) if text and _NUMBERED.match(text)), None)
    if headed and first[:1].islower():  # the page before holds its beginning
        return _shortened(_NUMBERED.sub("", headed))
    if _cleaned(first) and len(first) <= _LONGEST_LINE and first[0] not in _QUOTES:
        return first if first.count(".") > 1 else first.rstrip(" .:;,。")
    if concepts:
        return _shortened(", ".join(concepts[:2]))
    return _shortened(first_line) or "Untitled"


def _line(reading: Reading, block: Block) -> str:
    """What a text without a heading may be called by: a line of words; or its columns, where it is nothing but a table."""
    if block.kind in (BlockKind.CODE, BlockKind.HEADING) or (block.kind is BlockKind.TABLE and len(reading.blocks) > 1):
        return ""
    text = reading.content[block.start : block.end]
    if block.kind is BlockKind.TABLE:
        columns = list(filter(None, map(str.strip, text.split("\n")[0].split("|"))))
        text = ", ".join(columns if len(columns) <= _COLUMNS + 1 else [*columns[:_COLUMNS], "…"])
    return " ".join(text.split()) if any(map(str.isalpha, text)) else ""


def _telling_heading(reading: Reading, concepts: Sequence[str]) -> str | None:
    """The first heading; or one soon after it that names what the text is about, where the first does not.

    Of numbered ones none names the whole, unless there is but one.
    """
    first = list(islice(filter(_cleaned, headings(reading)), _FIRST_HEADINGS))
    numbered = [text for text in first if _NUMBERED.match(text)]
    if len(numbered) > 1:
        first = [text for text in first if text not in numbered]
    first = [_NUMBERED.sub("", text) for text in first]
    about = [concept.lower() for concept in concepts[:3]]
    return next((text for text in first if any(concept in text.lower() for concept in about)), next(iter(first), None))


def _cleaned(title: str | None) -> str | None:
    if title is None:
        return None
    bare = _FILE_LEFTOVER.sub("", title.strip()).strip()
    return None if _NO_TITLE.match(bare) or _LOOKS_LIKE_A_FILE.match(bare) else bare


def _shortened(title: str) -> str:
    title = " ".join(title.split())
    if len(title) <= LONGEST:
        return title
    cut = title[: LONGEST - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[LONGEST // 2 :] else cut).rstrip(" ,.;:") + "…"
