"""Image bytes to a reading: the text that can be seen in it, each page of a TIFF a page."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import Reading
from lorewright.reading.language import language_of
from lorewright.reading.omissions import Omissions
from lorewright.reading.pdf.document import composed
from lorewright.reading.pdf.furniture import PageRows, without_furniture
from lorewright.reading.recognition.engine import LONGEST_SIDE, Recognise, is_installed
from lorewright.reading.recognition.page import SURE_SCORE, Recognised, recognised

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 64_000_000
"""An A3 page at 600 dots per inch; as colours it takes 256 MB."""
MAX_PAGES = 300
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP")


class ImageReader:
    """Limits are in pages and in pixels of one."""

    def __init__(self, recognise: Recognise, max_pages: int = MAX_PAGES, max_pixels: int = MAX_PIXELS) -> None:
        self._recognise = recognise
        self._max_pages = max_pages
        self._max_pixels = max_pixels

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no image, is broken, too large, or shows no text."""
        if not is_installed():
            raise Unreadable(
                "This is an image; to read the text in it install Lorewright with its extra “ocr”: in its folder, "
                "pip install '.[ocr]'."
            )
        with _opened(data) as image:
            count = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
            if count > self._max_pages:
                raise Unreadable(f"The image has {count} pages; at most {self._max_pages} are read.")
            pages = [self._page(image, number) for number in range(count)]
        kept, _ = without_furniture([PageRows(page.rows, page.height) for page in pages])
        pieces, title = composed(kept, {})
        if not pieces:
            raise Unreadable("No text could be recognised in this image.")
        omissions = Omissions()
        for number, page in enumerate(pages, 1):
            omissions.add("line", "what it says could not be told", number, count=page.doubtful)
            if not page.rows:
                omissions.add("page", "no text could be recognised on it", number)
        read = sum(bool(page.rows) for page in pages)
        return assemble(
            pieces,
            About(title, language=language_of("\n".join(piece.text for piece in pieces[:300]))),
            skipped=omissions.told(),
            pages_total=count,
            pages_read=read,
            recognised=read,
            uncertain=[n for n, page in enumerate(pages, 1) if page.rows and page.score < SURE_SCORE],
        )

    def _page(self, image: "Image", number: int) -> Recognised:
        import numpy as np
        from PIL import ImageOps

        try:
            image.seek(number)
            self._check_size(image)
            image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG can be decoded smaller at once
            page = _on_white(ImageOps.exif_transpose(image))
        except (OSError, SyntaxError, ValueError, EOFError) as error:
            raise Unreadable("The image is broken: it cannot be decoded.") from error
        page.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        return recognised(self._recognise(np.asarray(page)[:, :, ::-1]), page.width, page.height)

    def _check_size(self, image: "Image") -> None:
        if image.width * image.height > self._max_pixels:
            size = f"{image.width:,} x {image.height:,}"
            raise Unreadable(f"The image has {size} pixels; at most {self._max_pixels:,} in all are read.")


@contextmanager
def _opened(data: bytes) -> Iterator["Image"]:
    """Raises `Unreadable`. Nothing is decoded yet."""
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the size is checked below, by our own limit
        try:
            image = Image.open(BytesIO(data), formats=_FORMATS)
        except UnidentifiedImageError as error:
            raise Unreadable("This is no image of a kind that can be read, or it is broken.") from error
        except Image.DecompressionBombError as error:
            raise Unreadable("The image has more pixels than can be read.") from error
        with image:
            yield image


def _on_white(image: "Image") -> "Image":
    """In colours; what is transparent shows the paper."""
    from PIL import Image

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        paper.alpha_composite(layer)
        return paper.convert("RGB")
    return image.convert("RGB")
