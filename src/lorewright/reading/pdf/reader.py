"""PDF bytes to a reading."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import PdfHead, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.joins import vocabulary
from lorewright.reading.language import language_of
from lorewright.reading.pdf.blocks import blocks_of, body_of, flows_to_lines
from lorewright.reading.pdf.columns import flows_of
from lorewright.reading.pdf.document import pieces_of, title_on
from lorewright.reading.pdf.furniture import PageRows, without_furniture
from lorewright.reading.pdf.rows import rows_of
from lorewright.reading.pdf.words import words_of

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
MAX_CHARACTERS = 20_000_000


class PdfReader:
    """Limits are in pages and in characters of text."""

    def __init__(self, max_pages: int = MAX_PAGES, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_pages = max_pages
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no PDF, is encrypted, broken, without pages, scanned, or over a limit."""
        skipped: list[Skipped] = []
        with _opened(data) as pdf:
            head = _head(pdf)
            if head.pages > self._max_pages:
                raise Unreadable(f"The PDF has {head.pages} pages; at most {self._max_pages} are read.")
            pages = list(self._pages(pdf, head.pages, skipped))
        read = sum(bool(page.rows) for page in pages)
        if not read:
            raise Unreadable(_no_text(head.pages))
        kept, furniture = without_furniture(pages)
        skipped += [Skipped(f"“{example}”", "it stands at the edge of page after page, with other numbers or the same") for example in furniture]
        flows = [flows_of(rows) for rows in kept]
        lines = [flows_to_lines(page) for page in flows]
        words = vocabulary(line.text for page in lines for flow in page for line in flow)
        body = body_of(lines)
        drafts = [
            draft
            for number, (page_flows, page_lines) in enumerate(zip(flows, lines, strict=True), 1)
            for index, (flow, flow_lines) in enumerate(zip(page_flows, page_lines, strict=True))
            for draft in blocks_of(flow, flow_lines, body, words, number, index)
        ]
        title = head.title or title_on(drafts, body)
        pieces = pieces_of(drafts, body, words)
        language = language_of("\n".join(piece.text for piece in pieces[:300]))
        about = About(title, head.author, head.published, language)
        return assemble(pieces, about, skipped=skipped, pages_total=head.pages, pages_read=read)

    def _pages(self, pdf: "PdfDocument", count: int, skipped: list[Skipped]) -> Iterator[PageRows]:
        """One page at a time: only its rows outlive it."""
        from pypdfium2 import PdfiumError

        characters = 0
        for index in range(count):
            try:
                page = pdf[index]
            except PdfiumError:
                skipped.append(Skipped("a page", "it is broken", index + 1))
                yield PageRows([], 0.0)
                continue
            try:
                found = words_of(page)
            finally:
                page.close()
            if not found.words:
                skipped.append(Skipped("a page", "it has no text layer: it is an image or blank", index + 1))
            if found.rotated:
                skipped.append(Skipped(f"{found.rotated} characters", "they run across the page", index + 1))
            characters += sum(len(word.text) for word in found.words)
            if characters > self._max_characters:
                raise Unreadable(f"The PDF holds more than {self._max_characters} characters of text.")
            yield PageRows(rows_of(found.words), found.height)


def read_head(data: bytes) -> PdfHead:
    """Raises `Unreadable` where the file cannot be opened or has no pages."""
    with _opened(data) as pdf:
        return _head(pdf)


def _no_text(pages: int) -> str:
    what = "its only page is an image" if pages == 1 else f"its {pages} pages are images"
    return f"The PDF has no text layer: {what}, as a scanner makes them. It must go through text recognition first."


@contextmanager
def _opened(data: bytes) -> Iterator["PdfDocument"]:
    import pypdfium2.raw as pdfium
    from pypdfium2 import PdfDocument, PdfiumError

    if b"%PDF-" not in data[:1024]:
        raise Unreadable("This is not a PDF: it does not begin like one.")
    try:
        pdf = PdfDocument(data)
    except PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise Unreadable("The PDF is encrypted and needs a password.") from error
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise Unreadable("The PDF is encrypted in a way that cannot be read.") from error
        if b"%%EOF" not in data[-2048:]:
            raise Unreadable("The PDF is cut off: its end is missing.") from error
        raise Unreadable("The PDF is broken and cannot be opened.") from error
    try:
        yield pdf
    finally:
        pdf.close()


def _head(pdf: "PdfDocument") -> PdfHead:
    pages = len(pdf)
    if pages == 0:
        raise Unreadable("The PDF has no pages.")
    fields = pdf.get_metadata_dict(skip_empty=True)
    return PdfHead(
        pages,
        title=_sensible(fields.get("Title", "")),
        author=_sensible(fields.get("Author", "")),
        published=_day(fields.get("CreationDate", "")),
    )


_MEANINGLESS = re.compile(
    r"\W*(?:anonymous|untitled\W*\d*|unspecified|unknown|none|null|title|document\W*\d*|author|user|admin\w*|microsoft word\b.*|powerpoint\b.*|slide \d+)\W*",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"\S+\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|rtf|odt|html?|txt)", re.IGNORECASE)


def _sensible(text: str) -> str | None:
    """A title or name that a person gave, not one that a program left."""
    text = collapsed(cleaned(text)[0])[:500]
    letters = sum(c.isalpha() for c in text)
    if letters < 2 or letters * 2 < len(text.replace(" ", "")) or _MEANINGLESS.fullmatch(text) or _FILE_NAME.fullmatch(text):
        return None
    return text


def _day(text: str) -> str | None:
    """`D:YYYYMMDD...` as an ISO 8601 date."""
    found = re.match(r"(?:D:)?(\d{4})(\d{2})?(\d{2})?", text)
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2] or 1), int(found[3] or 1)).isoformat()
    except ValueError:
        return None
