"""PDF bytes to a reading."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import DocumentHead, Reading, Skipped
from lorewright.reading.language import language_of
from lorewright.reading.pdf.document import composed
from lorewright.reading.pdf.file import LOOPS, head_of, is_cut, opened, outline_of, pages_loop
from lorewright.reading.pdf.furniture import PageRows, without_furniture
from lorewright.reading.pdf.rows import Row, rows_of
from lorewright.reading.pdf.scans import is_scan, recognised_page
from lorewright.reading.pdf.words import words_of
from lorewright.reading.recognition.engine import Recognise, is_installed
from lorewright.reading.recognition.page import SURE_SCORE, Recognised

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

MAX_PAGES = 5_000
MAX_CHARACTERS = 20_000_000
MAX_RECOGNISED = 300
_BROKEN = "it is broken"


class PdfReader:
    """Limits are in pages and in characters of text; `recognise` reads pages that are images."""

    def __init__(self, recognise: Recognise, max_pages: int = MAX_PAGES, max_characters: int = MAX_CHARACTERS) -> None:
        self._recognise = recognise if is_installed() else None
        self._max_pages = max_pages
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no PDF, is encrypted, broken, without pages or text, or over a limit."""
        with opened(data) as pdf:
            head = head_of(pdf)
            if head.pages > self._max_pages:
                raise Unreadable(f"The PDF has {head.pages} pages; at most {self._max_pages} are read.")
            outline = outline_of(pdf)
            found = _Pages(self._recognise, self._max_characters)
            pages = list(found.of(pdf, head.pages))
        skipped = [Skipped("what followed the last page", "the file is cut off")] if is_cut(data) else []
        skipped += found.skipped
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
        return assemble(
            pieces,
            about,
            skipped=skipped,
            pages_total=head.pages,
            pages_read=read,
            recognised=found.recognised,
            uncertain=found.uncertain,
        )


class _Pages:
    """The rows of one page after the other: only they outlive it."""

    def __init__(self, recognise: Recognise | None, max_characters: int) -> None:
        self.skipped: list[Skipped] = []
        self.recognised = 0
        self.uncertain: list[int] = []
        self._recognise = recognise
        self._characters_left = self._max_characters = max_characters

    def of(self, pdf: "PdfDocument", count: int) -> Iterator[PageRows]:
        from pypdfium2 import PdfiumError

        for number in range(1, count + 1):
            try:
                page = pdf[number - 1]
                try:
                    yield self._rows(page, number)
                finally:
                    page.close()
            except PdfiumError:
                self._skip("a page", _BROKEN, number)
                yield PageRows([], 0.0)

    def _rows(self, page: "PdfPage", number: int) -> PageRows:
        found = words_of(page)
        if found.rotated:
            self._skip(f"{found.rotated} characters", "they run across the page's text", number)
        rows = rows_of(found.words)
        if is_scan(page, found.words):
            seen = self._recognised(page, number)
            if seen is not None and _letters(seen.rows) > _letters(rows):
                return PageRows(seen.rows, seen.height)
        if not rows:
            self._skip("a page", _NO_TEXT if self._recognise else _NO_LAYER, number)
        self._characters_left -= _letters(rows)
        if self._characters_left < 0:
            raise Unreadable(f"The PDF holds more than {self._max_characters} characters of text.")
        return PageRows(rows, found.height)

    def _recognised(self, page: "PdfPage", number: int) -> Recognised | None:
        if self._recognise is None:
            return None
        if self.recognised >= MAX_RECOGNISED:
            self._skip("a page", f"it is an image, and at most {MAX_RECOGNISED} pages of a file are recognised", number)
            return None
        seen = recognised_page(page, self._recognise)
        self.recognised += bool(seen.rows)
        if seen.doubtful and seen.rows:
            lines = "1 line" if seen.doubtful == 1 else f"{seen.doubtful} lines"
            self._skip(lines, "what is written there could not be told", number)
        if seen.rows and seen.score < SURE_SCORE:
            self.uncertain.append(number)
        return seen

    def _skip(self, what: str, why: str, number: int) -> None:
        self.skipped.append(Skipped(what, why, number))


_NO_TEXT = "it is blank, or an image in which no text could be recognised"
_NO_LAYER = "it has no text layer: it is an image, or blank"


def _letters(rows: Sequence[Row]) -> int:
    return sum(len(fragment.text) for row in rows for fragment in row.fragments)


def read_head(data: bytes) -> DocumentHead:
    """Raises `Unreadable` where the file cannot be opened or has no pages."""
    with opened(data) as pdf:
        return head_of(pdf)


def _no_page(data: bytes) -> str:
    return LOOPS if pages_loop(data) else "The PDF is damaged: none of its pages can be opened."


def _no_text(pages: int) -> str:
    what = "its only page is an image" if pages == 1 else f"its {pages} pages are images"
    if is_installed():
        return f"The PDF has no text: {what} in which none could be recognised, or blank."
    return (
        f"The PDF has no text layer: {what}, as a scanner makes them. To read such, install Lorewright with its extra “ocr”: "
        "in its folder, pip install '.[ocr]'."
    )
