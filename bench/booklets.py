"""PDF files made by rule: headings, paragraphs, and a table each few pages; the same on every machine."""

import io
import random
from itertools import islice

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from bench.texts import texts

WIDTH, HEIGHT = A4
MARGIN = 72.0
BODY, HEADING = 10.0, 15.0
LEADING = 12.0
WORDS = 420
"""Of a page that is full."""
TABLE_EACH = 4
"""Pages from one table to the next."""
TABLE_ROWS = 9


def booklet(pages: int, seed: int, words: int = WORDS) -> tuple[bytes, list[str]]:
    """The file, and for each page the word that only it holds."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=True)
    canvas.setTitle(f"Booklet {seed}")
    owns = []
    for number, (content, own) in enumerate(islice(texts(pages, words, seed), pages), start=1):
        draw = random.Random(f"{seed}-{number}")
        _page(canvas, number, content, draw)
        owns.append(own)
    canvas.save()
    return file.getvalue(), owns


def _page(canvas: Canvas, number: int, content: str, draw: random.Random) -> None:
    paragraphs = content.split("\n\n")
    title = " ".join(draw.sample(paragraphs[-1].split(), k=3)).strip(".,").title()
    canvas.setFont("Helvetica-Bold", HEADING)
    y = HEIGHT - MARGIN
    canvas.drawString(MARGIN, y, f"{number} {title}")
    y -= 2 * LEADING
    if number % TABLE_EACH == 0:
        y = _table(canvas, y, draw)
    canvas.setFont("Times-Roman", BODY)
    for paragraph in paragraphs:
        for line in _lines(paragraph):
            canvas.drawString(MARGIN, y, line)
            y -= LEADING
        y -= LEADING / 2
    canvas.drawString(WIDTH / 2, MARGIN / 2, str(number))
    canvas.showPage()


def _table(canvas: Canvas, y: float, draw: random.Random) -> float:
    """Years and three columns of numbers, aligned as printers do; the place under it."""
    columns = [MARGIN + 150, MARGIN + 260, MARGIN + 370]
    canvas.setFont("Times-Bold", BODY)
    canvas.drawString(MARGIN, y, "Year")
    for x, name in zip(columns, ("Made", "Sold", "Kept"), strict=True):
        canvas.drawRightString(x, y, name)
    canvas.setFont("Times-Roman", BODY)
    for row in range(TABLE_ROWS):
        y -= LEADING
        canvas.drawString(MARGIN, y, str(1990 + row))
        for x in columns:
            canvas.drawRightString(x, y, f"{draw.randint(1_000, 99_999):,}")
    return y - 2 * LEADING


def _lines(paragraph: str) -> list[str]:
    """As a printer would break it, without hyphens."""
    lines = [""]
    for word in paragraph.split():
        longer = f"{lines[-1]} {word}".strip()
        if pdfmetrics.stringWidth(longer, "Times-Roman", BODY) > WIDTH - 2 * MARGIN:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
