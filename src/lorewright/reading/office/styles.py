"""What the styles of a Word document make of its paragraphs."""

import re
from typing import TYPE_CHECKING, NamedTuple

from lorewright.reading.base import BlockKind
from lorewright.reading.xml import attribute, child, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADING = re.compile(r"heading (\d)")
_KINDS = {
    "caption": BlockKind.CAPTION,
    "quote": BlockKind.QUOTE,
    "intense quote": BlockKind.QUOTE,
    "html preformatted": BlockKind.CODE,
    "source code": BlockKind.CODE,
    "footnote text": BlockKind.FOOTNOTE,
    "endnote text": BlockKind.FOOTNOTE,
}
"""By the names that Word keeps in every language."""
_LONGEST_CHAIN = 20
MAX_LEVEL = 6


class Style(NamedTuple):
    name: str = ""
    """In lower case, of the nearest style that Word knows by its name."""
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    """Of a heading 1 to 6, of a list item its depth from 1."""


def styles_of(root: "Element") -> dict[str, Style]:
    """By their ids."""
    raw = {attribute(one, "styleId") or "": one for one in root if local(one) == "style"}
    return {name: _style(_chain(raw, name)) for name in raw}


def _chain(raw: dict[str, "Element"], name: str) -> list["Element"]:
    """A style, the one it is based on, and so on."""
    chain: list[Element] = []
    while name in raw and len(chain) < _LONGEST_CHAIN:
        chain.append(raw[name])
        name = attribute(child(raw[name], "basedOn"), "val") or ""
    return chain


def _style(chain: list["Element"]) -> Style:
    names = [(attribute(child(one, "name"), "val") or "").lower() for one in chain]
    for name, one in zip(names, chain, strict=True):
        level = outline_level(child(one, "pPr"))
        if level is not None:
            return Style(name, BlockKind.HEADING, level) if level else Style(name)
        if found := _HEADING.fullmatch(name):
            return Style(name, BlockKind.HEADING, min(MAX_LEVEL, int(found[1])))
        if name == "title":
            return Style(name, BlockKind.HEADING, 1)
        if name in _KINDS:
            return Style(name, _KINDS[name])
        depth = list_depth(child(one, "pPr"))
        if depth is not None:
            return Style(name, BlockKind.LIST_ITEM, depth) if depth else Style(name)
    return Style(names[0] if names else "")


def outline_level(properties: "Element | None") -> int | None:
    """1 to 6; 0 where the paragraph is said to be body text; None where nothing is said."""
    value = attribute(child(properties, "outlineLvl"), "val")
    if value is None or not value.isdigit():
        return None
    return 0 if int(value) > 8 else min(MAX_LEVEL, int(value) + 1)


def list_depth(properties: "Element | None") -> int | None:
    """From 1; 0 where the paragraph is said to be in no list; None where nothing is said."""
    numbering = child(properties, "numPr")
    if numbering is None:
        return None
    if attribute(child(numbering, "numId"), "val") == "0":
        return 0
    level = attribute(child(numbering, "ilvl"), "val") or "0"
    return int(level) + 1 if level.isdigit() else 1
