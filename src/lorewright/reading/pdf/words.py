"""The words of a page with their boxes, as PDFium knows them."""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from lorewright.reading.characters import cleaned

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_BOLD_NAME = re.compile(r"bold|black|heavy|semib|demi|cmbx|sfbx|-bd", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"ital|obli|cmti|sfti", re.IGNORECASE)
_SYMBOL_NAME = re.compile(r"wingdings|dingbats|webdings", re.IGNORECASE)
_BOLD_WEIGHT = 600
_RUN = re.compile("[^ \t\r\n\0\u00a0\u2000-\u200a\u202f\u3000]+")
_HYPHENATED = re.compile("[\x02\ufffe]")
_LINE_END_HYPHENS = ("\x02", "\ufffe")
"""What PDFium puts for a hyphen that it takes for one of a line's end."""
_SYMBOLS = {
    **dict.fromkeys(map(ord, "nlq§vuwàØ·"), "\u2022"),
    **dict.fromkeys(map(ord, "o¨¡"), "\u2610"),
    **dict.fromkeys(map(ord, "xýþüR"), "\u2612"),
}
"""What the letters of Wingdings and its kin show: bullets, empty boxes, ticked boxes."""
_SYMBOL_BULLETS = dict.fromkeys((0xF0B7, 0xF0A7, 0xF0A8, 0xF076, 0xF0D8, 0xF0FC, 0xF06E, 0xF06C, 0xF071), "\u2022")
"""Code points for private use, where symbol fonts keep their bullets."""
_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")
_UPRIGHT_DEGREES = 5


class Style(NamedTuple):
    """Look of a run of characters: `size` in points as shown, `turn` in degrees, a multiple of 90, None where it is oblique."""

    size: float
    bold: bool
    italic: bool
    symbol: bool
    """Its letters stand for pictures: bullets, boxes, arrows."""
    turn: int | None


class Word(msgspec.Struct):
    """Characters without a space between them, in one style. Points; y grows upward, `base` is the baseline."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    style: Style
    glued: bool
    """No space stood before it in the file."""
    order: int = 0
    """Its number in the file's own order."""


class PageWords(NamedTuple):
    words: list[Word]
    width: float
    height: float
    rotated: int
    """Characters left out because they run in another direction than the page's text."""


_Box = tuple[float, float, float, float]


def words_of(page: "PdfPage") -> PageWords:
    """In the order of the file; the page is turned so that most of its text runs from left to right, its corner at (0, 0)."""
    textpage = page.get_textpage()
    try:
        raw = [word for word in _Characters(textpage).words() if word.text]
    finally:
        textpage.close()
    turns = Counter[int]()
    for order, word in enumerate(raw):
        word.order = order
        if word.style.turn is not None:
            turns[word.style.turn] += len(word.text)
    turn = turns.most_common(1)[0][0] if turns else 0
    left, bottom, right, top = box = page.get_bbox()
    kept = [word for word in raw if word.style.turn == turn]
    rotated = sum(len(word.text) for word in raw if word.style.turn != turn)
    inside = [w for w in kept if left - 1 <= w.x0 and w.x1 <= right + 1 and bottom - 1 <= w.y0 and w.y1 <= top + 12]
    if turn or left or bottom:
        left, bottom, right, top = _turned(box, turn)
        for word in inside:
            _place(word, turn, left, bottom)
    return PageWords(_without_copies(inside), right - left, top - bottom, rotated)


def _turned(box: _Box, turn: int) -> _Box:
    """As seen by someone who has turned the page so that text of that direction runs to the right."""
    x0, y0, x1, y1 = box
    match turn:
        case 90:
            return y0, -x1, y1, -x0
        case 180:
            return -x1, -y1, -x0, -y0
        case 270:
            return -y1, x0, -y0, x1
        case _:
            return box


def _place(word: Word, turn: int, left: float, bottom: float) -> None:
    x0, y0, x1, y1 = _turned((word.x0, word.y0, word.x1, word.y1), turn)
    word.x0, word.y0, word.x1, word.y1 = x0 - left, y0 - bottom, x1 - left, y1 - bottom
    if turn == 0:
        word.base -= bottom
    else:
        word.base = word.y0 + 0.2 * (y1 - y0)


def _without_copies(words: Iterable[Word]) -> list[Word]:
    """Bold made by printing twice, a fraction of a point apart, is there once."""
    kept: list[Word] = []
    seen: dict[str, list[Word]] = {}
    for word in words:
        alike = seen.get(word.text)
        if alike is None:
            seen[word.text] = [word]
        else:
            near = 0.2 * word.style.size + 0.3
            if any(abs(w.x0 - word.x0) < near and abs(w.base - word.base) < near for w in alike):
                continue
            alike.append(word)
        kept.append(word)
    return kept


class _Characters:
    """A text page's raw functions. A call through ctypes costs a microsecond, so only the ends of a word are looked at."""

    def __init__(self, textpage: "PdfTextPage") -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._handle = textpage.raw
        self._rect = pdfium.FS_RECTF()
        self._rect_ref = ctypes.byref(self._rect)
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._x_ref, self._y_ref = ctypes.byref(self._x), ctypes.byref(self._y)
        self._matrix = pdfium.FS_MATRIX()
        self._matrix_ref = ctypes.byref(self._matrix)
        self._styles: dict[tuple[int, float], Style] = {}
        self._text = self._characters(max(0, pdfium.FPDFText_CountChars(self._handle)))

    def _characters(self, count: int) -> str:
        """One code point for each of PDFium's characters."""
        if not count:
            return ""
        buffer = (ctypes.c_ushort * (count + 1))()
        written = self._pdfium.FPDFText_GetText(self._handle, 0, count, buffer)
        text = bytes(buffer)[: max(0, written - 1) * 2].decode("utf-16-le", "surrogatepass")
        if len(text) == count:
            return text
        # Characters beyond the 16-bit plane, or without a meaning, set the two counts apart.
        get = self._pdfium.FPDFText_GetUnicode
        return "".join(chr(min(get(self._handle, i), 0x10FFFF)) for i in range(count))

    def words(self) -> Iterator[Word]:
        box, style, word = self._box, self._style, self._word
        hyphenated = _HYPHENATED.search(self._text) is not None
        for found in _RUN.finditer(self._text):
            start, end = found.span()
            first = box(start)
            last = first if end - start == 1 else box(end - 1)
            look = style(start, first)
            level = abs(last[1] - first[1]) < 0.1 and abs(last[3] - first[3]) < 0.1
            near = last[2] - first[0] <= (end - start) * look.size * 1.3 + 1
            if level and near and not (hyphenated and _HYPHENATED.search(found[0])):
                yield word(start, end, look, first, last, glued=False)
            else:
                yield from self._split(start, end)

    def _split(self, start: int, end: int) -> Iterator[Word]:
        """A run without a space, cut where the style changes or the pen jumps to another place."""
        begin, opening = start, self._box(start)
        box, style = opening, self._style(start, opening)
        for index in range(start + 1, end):
            after = self._box(index)
            here = self._style(index, after)
            if here != style or _jumps(box, after, here.size) or self._text[index - 1] in _LINE_END_HYPHENS:
                yield self._word(begin, index, style, opening, box, glued=begin != start)
                begin, style, opening = index, here, after
            box = after
        yield self._word(begin, end, style, opening, box, glued=begin != start)

    def _word(self, start: int, end: int, style: Style, a: _Box, b: _Box, *, glued: bool) -> Word:
        self._pdfium.FPDFText_GetCharOrigin(self._handle, start, self._x_ref, self._y_ref)
        text = self._text[start:end]
        if style.symbol:
            text = text.translate(_SYMBOLS)
        if not text.isascii() or not text.isprintable():
            text = _legible(text)
        return Word(
            text, min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]), self._y.value, style, glued
        )

    def _box(self, index: int) -> _Box:
        """(left, bottom, right, top) with the font's full height."""
        self._pdfium.FPDFText_GetLooseCharBox(self._handle, index, self._rect_ref)
        rect = self._rect
        return rect.left, rect.bottom, rect.right, rect.top

    def _style(self, index: int, box: _Box) -> Style:
        """A font's boxes are as high as its size, so font and height tell the style without asking for size and matrix."""
        pdfium = self._pdfium
        run = pdfium.FPDFText_GetTextObject(self._handle, index)
        font = pdfium.FPDFTextObj_GetFont(run) if run else None
        key = (ctypes.addressof(font.contents) if font else 0, round(box[3] - box[1], 2))
        style = self._styles.get(key)
        if style is None:
            matrix = self._matrix
            pdfium.FPDFText_GetMatrix(self._handle, index, self._matrix_ref)
            size = pdfium.FPDFText_GetFontSize(self._handle, index)
            angle = math.degrees(math.atan2(matrix.b, matrix.a)) % 360
            turn = round(angle / 90) * 90
            upright = abs(angle - turn) < _UPRIGHT_DEGREES
            points = abs(size) * math.hypot(matrix.c, matrix.d)
            style = Style(round(points, 1), *self._look(font), turn % 360 if upright else None)
            self._styles[key] = style
        return style

    def _look(self, font: object) -> tuple[bool, bool, bool]:
        """(bold, italic, symbol), by the font's name or weight."""
        if not font:
            return False, False, False
        buffer = ctypes.create_string_buffer(256)
        self._pdfium.FPDFFont_GetBaseFontName(font, buffer, 256)
        name = buffer.value.decode("utf-8", "replace")
        bold = _BOLD_NAME.search(name) is not None or self._pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT
        return bold, _ITALIC_NAME.search(name) is not None, _SYMBOL_NAME.search(name) is not None


def _jumps(before: _Box, after: _Box, size: float) -> bool:
    return abs(after[1] - before[1]) > 0.5 * size or after[0] - before[2] > size or after[2] - before[0] < -size


def _legible(text: str) -> str:
    """Without what cannot be read; bullets of symbol fonts as bullets, the hyphen of a line's end as a hyphen."""
    hyphenated = text.endswith(_LINE_END_HYPHENS)
    text = _PRIVATE_USE.sub("", cleaned(text.translate(_SYMBOL_BULLETS))[0])
    return text + "-" if hyphenated else text
