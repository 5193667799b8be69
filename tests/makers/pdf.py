"""PDF files made by the tests, from texts of our own."""

import io
from collections.abc import Callable, Sequence

import pikepdf
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = A4
BODY = 10.0
LEADING = 12.0


class Sheet:
    """A canvas that is drawn from the top of its pages to their foot, line by line."""

    def __init__(self, **metadata: str) -> None:
        self._file = io.BytesIO()
        self.canvas = Canvas(self._file, pagesize=A4, invariant=True)
        if "title" in metadata:
            self.canvas.setTitle(metadata["title"])
        if "author" in metadata:
            self.canvas.setAuthor(metadata["author"])

    def line(self, text: str, x: float, y: float, size: float = BODY, *, bold: bool = False) -> None:
        self.canvas.setFont("Times-Bold" if bold else "Times-Roman", size)
        self.canvas.drawString(x, y, text)

    def right(self, text: str, x: float, y: float, size: float = BODY) -> None:
        """Ends at `x`, as numbers in a column do."""
        self.canvas.setFont("Times-Roman", size)
        self.canvas.drawRightString(x, y, text)

    def chinese(self, text: str, x: float, y: float) -> None:
        """In a font that the reader must bring: reportlab embeds none."""
        pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
        self.canvas.setFont("STSong-Light", BODY)
        self.canvas.drawString(x, y, text)

    def lines(self, texts: Sequence[str], x: float, y: float, size: float = BODY, *, bold: bool = False) -> float:
        """The baseline under the last line."""
        for text in texts:
            self.line(text, x, y, size, bold=bold)
            y -= LEADING * size / BODY
        return y

    def turn(self) -> None:
        self.canvas.showPage()

    def bytes(self) -> bytes:
        self.canvas.save()
        return self._file.getvalue()


def wrapped(text: str, width: float, size: float = BODY) -> list[str]:
    """The lines of a paragraph of that width in points, as a printer would break it, without hyphens."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if pdfmetrics.stringWidth(longer, "Times-Roman", size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def pages_of(texts: Sequence[str], *, head: str = "", numbered: bool = False, **metadata: str) -> bytes:
    """One paragraph a page, 400 points wide."""
    sheet = Sheet(**metadata)
    for number, text in enumerate(texts, 1):
        if head:
            sheet.line(head, 100, HEIGHT - 40, 8)
        sheet.lines(wrapped(text, 400), 100, HEIGHT - 100)
        if numbered:
            sheet.line(str(number), WIDTH / 2, 30)
        sheet.turn()
    return sheet.bytes()


def changed(data: bytes, change: Callable[[pikepdf.Pdf], None], encryption: pikepdf.Encryption | None = None) -> bytes:
    """The file after something was done to it with pikepdf."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(out, encryption=encryption)
        return out.getvalue()


def encrypted(data: bytes, password: str) -> bytes:
    return changed(data, lambda pdf: None, encryption=pikepdf.Encryption(user=password, owner="owner"))


def without_pages() -> bytes:
    out = io.BytesIO()
    pikepdf.new().save(out)
    return out.getvalue()


def looping() -> bytes:
    """The page tree's only kid is the tree itself."""

    def loop(pdf: pikepdf.Pdf) -> None:
        pdf.Root.Pages.Kids = pikepdf.Array([pdf.Root.Pages])
        pdf.Root.Pages.Count = 1

    return changed(pages_of(["A page that nobody reaches."]), loop)


def looping_but_counted() -> bytes:
    """A list of pages that holds itself, and says that it has three."""

    def loop(pdf: pikepdf.Pdf) -> None:
        root = pdf.Root.Pages
        root.Kids = pikepdf.Array(
            [pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages, Count=3, Parent=root))]
        )
        root.Kids[0].Kids = pikepdf.Array([root])
        root.Count = 3

    return changed(pages_of(["A page."]), loop)


def scanned(pages: int = 2) -> bytes:
    """Pages of grey boxes without a letter on them."""
    sheet = Sheet()
    for _ in range(pages):
        sheet.canvas.rect(100, 100, 300, 400, fill=1)
        sheet.turn()
    return sheet.bytes()
