"""Readings written out by hand, for tests of what is made from them."""

from collections.abc import Sequence

from lorewright.reading.base import Block, BlockKind, Coverage, Reading

Part = tuple[BlockKind, str] | tuple[BlockKind, str, int]


def reading_of(parts: Sequence[Part], language: str | None = "en", title: str | None = None) -> Reading:
    """A reading of blocks given as (kind, text) or (kind, text, level), parted by blank lines."""
    content = ""
    blocks = []
    for kind, text, *level in parts:
        content += "\n\n" if content else ""
        blocks.append(Block(len(content), len(content) + len(text), kind, *level))
        content += text
    return Reading(content, tuple(blocks), Coverage(len(content)), title=title, language=language)


def prose(*paragraphs: str, language: str | None = "en") -> Reading:
    return reading_of([(BlockKind.PARAGRAPH, paragraph) for paragraph in paragraphs], language)
