"""Whether a text is Markdown."""

import re
from pathlib import PurePosixPath

_MARKDOWN_NAMES = {".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"}
_PLAIN_NAMES = {".txt", ".text", ".log"}
_SAMPLE_CHARACTERS = 50_000

_HEADING = re.compile(r"^#{1,6}[ \t]+\S", re.MULTILINE)
_OPENING = re.compile(r"\s*#[ \t]+\S[^\n]*\n[ \t]*\n")  # a title over its text
_FENCE = re.compile(r"^(?:```|~~~)", re.MULTILINE)
_CERTAIN = re.compile(
    r"^[ ]{0,3}\|?[ ]*:?-{2,}:?[ ]*(?:\|[ ]*:?-{2,}:?[ ]*)+\|?[ \t]*$"  # the rule under a table's head
    r"|!?\[[^\]\n]{1,200}\]\((?:https?://|/|#|\.{1,2}/|mailto:)[^)\s]{0,500}[)\s]",  # a link
    re.MULTILINE,
)
# What people write elsewhere too; two of them together are no accident.
_HINTS = (
    _HEADING,
    re.compile(r"(?<![\w*])\*\*[^\s*][^*\n]{0,200}\*\*(?![\w*])"),
    re.compile(r"^[-*+][ \t]+\S", re.MULTILINE),
    re.compile(r"(?<!`)`[^`\n]{1,200}`(?!`)"),
    re.compile(r"^>[ \t]+\S", re.MULTILINE),
    re.compile(r"^\[[^\]\n]{1,100}\]:[ \t]+\S+", re.MULTILINE),
    re.compile(r"\A---[ \t]*\n[\w-]+:"),
)


def is_markdown(text: str, name: str | None) -> bool:
    """By the name where it says so; else by marks that mean nothing outside Markdown."""
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower() if name else ""
    if suffix in _MARKDOWN_NAMES:
        return True
    sample = text[:_SAMPLE_CHARACTERS]
    if suffix in _PLAIN_NAMES:
        return False
    return (
        _CERTAIN.search(sample) is not None
        or len(_HEADING.findall(sample)) >= 2
        or _OPENING.match(sample) is not None
        or len(_FENCE.findall(sample)) >= 2
        or sum(bool(hint.search(sample)) for hint in _HINTS) >= 2
    )
