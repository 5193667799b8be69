"""Images of text: recognised, put in order, and said to be so."""

import struct
import zlib
from collections.abc import Iterator

import pytest
from tests.makers import images as make
from tests.makers import pdf
from tests.reading.checks import blocks, check

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind, page_at
from lorewright.reading.cage import Limits, ReaderProcess, _Child
from lorewright.reading.recognition.engine import Recogniser, Seen, is_installed
from lorewright.reading.recognition.page import recognised
from lorewright.reading.wire import Read, Request

needs_models = pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")
LINES = ["The harbour of Velmar was dredged in", "the spring of 1911, when the council", "had found a contractor."]
PARAGRAPH = " ".join(LINES)


@pytest.fixture(scope="module")
def process() -> Iterator[ReaderProcess]:
    process = ReaderProcess(Limits(wall_s=600.0))  # on a machine that is busy with other tests
    yield process
    process.close()


@needs_models
@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP"])
def test_the_text_in_an_image_is_read_by_the_child(process: ReaderProcess, form: str) -> None:
    reading = process.read(make.saved(make.page(LINES), form), "image")
    check(reading)
    assert blocks(reading) == [(BlockKind.PARAGRAPH, PARAGRAPH)]
    assert (reading.coverage.pages_total, reading.coverage.pages_recognised) == (1, 1)
    assert reading.coverage.uncertain == ()


@needs_models
def test_each_page_of_a_tiff_is_a_page(process: ReaderProcess) -> None:
    data = make.saved(make.page(LINES), "TIFF", [make.page(["Its walls are of granite."])])
    reading = process.read(data, "image")
    assert reading.coverage.pages_total == 2
    assert page_at(reading.page_starts, reading.content.index("granite")) == 2


@needs_models
def test_of_a_pdf_only_the_pages_that_are_images_are_recognised(process: ReaderProcess) -> None:
    typed = "This page was set in type, and the words on it are known."
    reading = process.read(make.scanned_pdf([typed, make.page(LINES), typed]), "pdf")
    check(reading)
    assert [text for _, text in blocks(reading)] == [typed, PARAGRAPH, typed]
    assert reading.coverage.pages_recognised == 1
    assert page_at(reading.page_starts, reading.content.index("harbour")) == 2


@needs_models
def test_the_child_says_when_it_begins_a_page_so_that_each_has_time_of_its_own() -> None:
    child = _Child(Limits())
    child.hear()
    begun: list[str] = []
    data = make.saved(make.page(["One."]), "TIFF", [make.page(["Two."]), make.page(["Three."])])
    answer = child.ask(Request("read", "image", None, None, 60), data, lambda: begun.append("a page"))
    child.end()
    assert isinstance(answer, Read)
    assert begun == ["a page"] * 3


@needs_models
def test_where_nothing_can_be_recognised_it_is_said() -> None:
    with pytest.raises(Unreadable, match="No text could be recognised"):
        read(make.saved(make.page([]), "PNG"), "image")
    with pytest.raises(Unreadable, match="in which none could be recognised"):
        read(pdf.scanned(1), "pdf")


def _huge() -> bytes:
    """A PNG that says it is 60,000 pixels wide and high, and has not one."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + _IDAT


_IDAT = struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


@needs_models
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (_huge(), "pixels"),
        (make.saved(make.page(LINES), "PNG")[:500], "cannot be decoded"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "no image of a kind"),
        (make.saved(make.page([], width=9_000, size=400), "PNG"), "No text"),
    ],
    ids=["huge", "cut", "garbage", "wide"],
)
def test_what_cannot_be_read_is_refused_with_the_reason(process: ReaderProcess, data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        process.read(data, "image")


@pytest.mark.skipif(is_installed(), reason="the extra ocr is installed")
def test_without_the_models_an_image_and_a_scan_say_what_to_install() -> None:
    for data, kind in ((make.saved(make.page(LINES), "PNG"), "image"), (pdf.scanned(1), "pdf")):
        with pytest.raises(Unreadable, match="extra “ocr”"):
            read(data, "image" if kind == "image" else "pdf")


def _seen(text: str, left: float, top: float, score: float = 1.0, askew: float = 0.0) -> Seen:
    right = left + 16 * len(text)
    drop = (right - left) * askew
    return Seen(text, [(left, top), (right, top + drop), (right, top + drop + 40), (left, top + 40)], score)


@pytest.mark.parametrize("askew", [0.0, 0.02, -0.02])
def test_lines_of_a_page_laid_askew_are_lines_still(askew: float) -> None:
    def row(left: str, right: str, top: float) -> list[Seen]:
        return [_seen(left, 100, top + 100 * askew, askew=askew), _seen(right, 1100, top + 1100 * askew, askew=askew)]

    found = recognised([*row("Timber for the walls", "400", 100), *row("Granite for the pier", "700", 150)], 1600, 800)
    assert [[one.text for one in line.fragments] for line in found.rows] == [
        ["Timber for the walls", "400"],
        ["Granite for the pier", "700"],
    ]


def test_lines_that_may_say_anything_are_left_out_and_the_mean_tells_of_the_rest() -> None:
    found = recognised(
        [_seen("harbour", 100, 100, 0.9), _seen("velmar!", 100, 200, 0.7), _seen("x~", 100, 300, 0.3)], 800, 600
    )
    assert found.doubtful == 1
    assert found.score == pytest.approx(0.8)
    assert recognised([], 800, 600).rows == []


@needs_models
def test_two_columns_are_read_one_after_the_other() -> None:
    left = [
        "The harbour of Velmar was dredged in the spring of",
        "that year, when the council had found a contractor",
        "who would do it for less than the sum that had been",
        "set aside for the purpose by the merchants of the",
        "town, who wanted to see larger ships at their quays.",
    ]
    right = [
        "Its walls are of granite, which was brought by boat",
        "from the islands, and of timber from the forests in",
        "the north. The builders were paid by the week, and",
        "were given bread and beer beside their wages, as it",
        "was the custom then along the whole of that coast.",
    ]
    reading = read(make.saved(make.page(left, second=right), "PNG"), "image", recognise=Recogniser())
    assert [text for _, text in blocks(reading)] == [" ".join(left), " ".join(right)]
