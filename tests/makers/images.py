"""Images of text made by the tests, as a scanner or a camera would make them."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader

from tests.makers.pdf import HEIGHT, WIDTH, Sheet, wrapped

SIZE = 30
LEADING = 40


def page(lines: Sequence[str], *, size: int = SIZE, width: int = 1000, second: Sequence[str] = ()) -> Image.Image:
    """Lines of black on white; `second` is a column beside them."""
    rows = max(len(lines), len(second))
    sheet = Image.new("L", (width * (2 if second else 1), 120 + rows * LEADING * size // SIZE), 255)
    draw = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size)
    for left, column in ((60, lines), (width + 40, second)):
        for number, line in enumerate(column):
            draw.text((left, 60 + number * LEADING * size // SIZE), line, fill=0, font=font)
    return sheet


def saved(image: Image.Image, form: str, pages: Sequence[Image.Image] = ()) -> bytes:
    file = io.BytesIO()
    if pages:
        image.save(file, form, save_all=True, append_images=list(pages))
    else:
        image.save(file, form)
    return file.getvalue()


def scanned_pdf(pages: Sequence[Image.Image | str]) -> bytes:
    """Images fill their pages, texts are set in type."""
    sheet = Sheet()
    for one in pages:
        if isinstance(one, str):
            sheet.lines(wrapped(one, 400), 100, HEIGHT - 100)
        else:
            height = WIDTH * one.height / one.width
            sheet.canvas.drawImage(ImageReader(one), 0, HEIGHT - height, WIDTH, height)
        sheet.turn()
    return sheet.bytes()
