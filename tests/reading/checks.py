"""What holds of every reading, whatever was read."""

import re
import unicodedata

from lorewright.reading.base import BlockKind, Reading

_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u00ad\ufeff]")


def check(reading: Reading) -> None:
    content = reading.content
    assert unicodedata.is_normalized("NFC", content)
    assert not _FORBIDDEN.search(content)
    assert reading.coverage.characters == len(content)
    end = 0
    for number, block in enumerate(reading.blocks):
        assert block.start == (end + 2 if number else 0)
        assert content[end : block.start] == ("\n\n" if number else "")
        assert block.start < block.end
        text = content[block.start : block.end]
        assert text.strip()
        if block.kind not in {BlockKind.TABLE, BlockKind.CODE}:
            assert "\n" not in text
        end = block.end
    assert end == len(content)
    assert list(reading.page_starts) == sorted(reading.page_starts)
    assert len(reading.page_starts) == reading.coverage.pages_total
    assert all(0 <= start <= len(content) for start in reading.page_starts)


def blocks(reading: Reading) -> list[tuple[BlockKind, str]]:
    return [(block.kind, reading.content[block.start : block.end]) for block in reading.blocks]


def texts(reading: Reading, kind: BlockKind) -> list[str]:
    return [text for found, text in blocks(reading) if found is kind]
