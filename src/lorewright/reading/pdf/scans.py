"""Pages of a PDF that are images of text, as scanners make them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lorewright.reading.pdf.words import Word
from lorewright.reading.recognition.engine import LONGEST_SIDE, Recognise
from lorewright.reading.recognition.page import Recognised, recognised

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_DOTS_PER_POINT = 200 / 72
_FEW_CHARACTERS = 200
"""A stamp, a running foot or a note by the scanning program is no text layer."""
_COVERS = 0.5
"""Share of the page from which on an image is the page."""
_TELLING_CHARACTERS = 50
_LEGIBLE = 0.4
"""Share of letters and digits below which a text layer is garbage: its fonts do not say what their shapes stand for."""
_LEADERS = frozenset("._-–—…·|")


def is_scan(page: "PdfPage", words: Sequence[Word]) -> bool:
    """Whether what the page shows is not in its text layer. A blank page is none."""
    if not words:
        return any(True for _ in page.get_objects(max_depth=2))
    text = "".join(word.text for word in words)
    if len(text) < _FEW_CHARACTERS and _is_image(page):
        return True
    marks = [c for c in text if c not in _LEADERS]
    return len(marks) >= _TELLING_CHARACTERS and sum(map(str.isalnum, marks)) < _LEGIBLE * len(marks)


def _is_image(page: "PdfPage") -> bool:
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=2):
        left, bottom, right, top = one.get_bounds()
        if (right - left) * (top - bottom) >= _COVERS * width * height:
            return True
    return False


def recognised_page(page: "PdfPage", recognise: Recognise) -> Recognised:
    width, height = page.get_size()
    bitmap = page.render(scale=min(_DOTS_PER_POINT, LONGEST_SIDE / max(width, height)), rev_byteorder=False)
    try:
        pixels = bitmap.to_numpy()[:, :, :3].copy()
    finally:
        bitmap.close()
    return recognised(recognise(pixels), pixels.shape[1], pixels.shape[0])
