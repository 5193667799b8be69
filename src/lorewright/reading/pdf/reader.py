"""PDF bytes to a reading."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import DocumentHead, Reading, Skipped
from lorewright.reading.language import language_of
from lorewright.reading.pdf.document import composed
from lorewright.reading.pdf.file import LOOPS, head_of, is_cut, opened, outline_of, pages_loop
from lorewright.reading.pdf.furniture import PageRows, without_furniture
from lorewright.reading.pdf.rows import rows_of
from lorewright.reading.pdf.words import words_of

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
MAX_CHARACTERS = 20_000_000
_BROKEN = "it is broken"


class PdfReader:
    """Limits are in pages and in characters of text."""

    def __init__(self, max_pages: int = MAX_PAGES, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_pages = max_pages
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no PDF, is encrypted, broken, without pages, scanned, or over a limit."""
        skipped = [Skipped("what followed the last page", "the file is cut off")] if is_cut(data) else []
        with opened(data) as pdf:
            head = head_of(pdf)
            if head.pages > self._max_pages:
                raise Unreadable(f"The PDF has {head.pages} pages; at most {self._max_pages} are read.")
            outline = outline_of(pdf)
            pages = list(self._pages(pdf, head.pages, skipped))
        read = sum(bool(page.rows) for page in pages)
        if not read:
            broken = sum(gap.why == _BROKEN for gap in skipped)
            raise Unreadable(_no_page(data) if broken == head.pages else _no_text(head.pages))
        kept, furniture = without_furniture(pages)
        skipped += [
            Skipped(f"“{example}” and its like", "it stands at the edge of page after page") for example in furniture
        ]
        pieces, title = composed(kept, outline)
        language = language_of("\n".join(piece.text for piece in pieces[:300]))
        about = About(head.title or title, head.author, head.published, language)
        return assemble(pieces, about, skipped=skipped, pages_total=head.pages, pages_read=read)

    def _pages(self, pdf: "PdfDocument", count: int, skipped: list[Skipped]) -> Iterator[PageRows]:
        """One page at a time: only its rows outlive it."""
        from pypdfium2 import PdfiumError

        characters = 0
        for number in range(1, count + 1):
            try:
                page = pdf[number - 1]
                try:
                    found = words_of(page)
                finally:
                    page.close()
            except PdfiumError:
                skipped.append(Skipped("a page", _BROKEN, number))
                yield PageRows([], 0.0)
                continue
            if not found.words:
                skipped.append(Skipped("a page", "it has no text layer: it is an image, or blank", number))
            if found.rotated:
                skipped.append(Skipped(f"{found.rotated} characters", "they run across the page's text", number))
            characters += sum(len(word.text) for word in found.words)
            if characters > self._max_characters:
                raise Unreadable(f"The PDF holds more than {self._max_characters} characters of text.")
            yield PageRows(rows_of(found.words), found.height)


def read_head(data: bytes) -> DocumentHead:
    """Raises `Unreadable` where the file cannot be opened or has no pages."""
    with opened(data) as pdf:
        return head_of(pdf)


def _no_page(data: bytes) -> str:
    return LOOPS if pages_loop(data) else "The PDF is damaged: none of its pages can be opened."


def _no_text(pages: int) -> str:
    what = "its only page is an image" if pages == 1 else f"its {pages} pages are images"
    return f"The PDF has no text layer: {what}, as a scanner makes them. It must go through text recognition first."
