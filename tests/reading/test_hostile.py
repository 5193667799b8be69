"""Files made to do harm, read by the real child: each is refused with a sentence, and the next file is read by the same child."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.makers import books, office
from tests.makers.archives import bomb, with_password, zipped
from tests.reading.checks import check

from lorewright.core.errors import Unreadable
from lorewright.reading import Kind
from lorewright.reading.cage import Limits, ReaderProcess

TEXT = "The harbour of Velmar was dredged in the spring of 1911."
DOCX = office.docx(office.paragraph(TEXT))
XLSX = office.xlsx({"Harbour": office.sheet([[TEXT]])})
PPTX = office.pptx([office.shape(TEXT)])
EPUB = books.epub({"a.xhtml": f"<p>{TEXT}</p>"})
EML = f"From: a@b.example\nSubject: Velmar\n\n{TEXT}\n".encode()
HTML = f"<html><body><p>{TEXT}</p></body></html>".encode()
CSV = f'"{TEXT}",1\nb,2\n'.encode()
SOUND: dict[Kind, bytes] = {
    "docx": DOCX,
    "xlsx": XLSX,
    "pptx": PPTX,
    "epub": EPUB,
    "eml": EML,
    "html": HTML,
    "csv": CSV,
}
LAUGHS = "<!DOCTYPE d [" + '<!ENTITY a0 "ha">'
LAUGHS += "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.fixture(scope="module")
def process() -> Iterator[ReaderProcess]:
    process = ReaderProcess(Limits(wall_s=600.0))  # on a machine that is busy with other tests
    yield process
    process.close()


def _outcome(process: ReaderProcess, data: bytes, kind: Kind) -> str:
    """Why it was refused; "" for what was read, and is sound."""
    try:
        check(process.read(data, kind))
    except Unreadable as error:
        return error.detail
    return ""


def _bomb() -> bytes:
    """A document whose text, 200 MB of it, is packed into 200 KB."""
    return office.docx(office.run(" ").replace("> <", ">" + "a" * (200 << 20) + "<"))


def _wide() -> bytes:
    cells = "".join(f"<w:tc>{office.paragraph('a')}</w:tc>" for _ in range(20_000))
    return office.docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>" * 3)


def _spanning() -> bytes:
    cell = office.cell("a", '<w:gridSpan w:val="999999999"/>')
    return office.docx(office.grid([[cell] * 2] * 3) * 40)


@pytest.mark.parametrize(
    ("data", "kind", "reason"),
    [
        (
            office.docx(office.paragraph("&a11;").replace("&amp;", "&"), prologue=LAUGHS),
            "docx",
            "declares entities|amplification",
        ),
        (office.docx(office.paragraph("&a;").replace("&amp;", "&"), prologue=OUTSIDE), "docx", "declares entities"),
        (zipped({"../../x": "a", "word/document.xml": "a"}), "docx", "leads outside"),
        (with_password(DOCX), "docx", "needs a password"),
        (DOCX[: len(DOCX) // 2], "docx", "cut off"),
        (office.docx("<w:tbl><w:tr><w:tc>" * 20_000), "docx", "no valid XML"),
        (office.xlsx({"S": "<sheetData>" + "<row>" * 20_000}), "xlsx", "no valid XML"),
        (lambda: zipped({f"xl/{n}": bomb(1) for n in range(10)}), "xlsx", "does not say where"),
        (lambda: office.package("xl/workbook.xml", {"xl/workbook.xml": bomb(450)}), "xlsx", "unpacks to more"),
        (b"<div>" * 100_000 + b"a", "html", "nest more than"),
        (b'a,b\n"' + b"a,b\n" * 100_000, "csv", "never closed"),
        (b"," * 1_000_000, "csv", "at most 16,384"),
        (b"ab,c\0" * 1000, "csv", "NUL"),
    ],
    ids=["laughs", "outside", "path", "password", "cut", "deep", "rows", "text", "bomb", "html", "open", "wide", "NUL"],
)
def test_it_is_refused_with_the_reason(
    process: ReaderProcess, data: bytes | Callable[[], bytes], kind: Kind, reason: str
) -> None:
    process.read(HTML, "html")
    assert process._child is not None
    child = process._child.process.pid
    with pytest.raises(Unreadable, match=reason):
        process.read(data if isinstance(data, bytes) else data(), kind)
    assert TEXT in process.read(DOCX, "docx").content
    assert process._child.process.pid == child


def _spread() -> bytes:
    """HTML of 400 KB, whose table is 50 MB wide and high."""
    return b"<table>" + (b"<tr>" + b"<td colspan=1000>a</td>" * 16 + b"</tr>") * 1_100 + b"</table>"


def _merged() -> bytes:
    """A workbook of 4 KB, one cell of which, of 60,000 characters, stands in 1,000 rows."""
    rows = "".join(f'<row r="{n}"><c r="B{n}"><v>{n}</v></c></row>' for n in range(2, 1_001))
    cell = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{"a" * 60_000}</t></is></c></row>'
    merged = '<mergeCells><mergeCell ref="A1:A1000"/></mergeCells>'
    return office.xlsx({"S": f"<sheetData>{cell}{rows}</sheetData>{merged}"})


@pytest.mark.parametrize(("made", "kind"), [(_spread, "html"), (_merged, "xlsx")], ids=["spread", "merged"])
def test_what_is_small_does_not_become_large(process: ReaderProcess, made: Callable[[], bytes], kind: Kind) -> None:
    with pytest.raises(Unreadable, match="more text than a document holds"):
        process.read(made(), kind)
    assert TEXT in process.read(DOCX, "docx").content


@pytest.mark.parametrize("made", [_bomb, _wide, _spanning], ids=["bomb", "wide", "spanning"])
def test_what_is_large_in_itself_ends_within_the_limits(process: ReaderProcess, made: Callable[[], bytes]) -> None:
    assert "broke down" not in _outcome(process, made(), "docx")
    assert TEXT in process.read(DOCX, "docx").content


@settings(max_examples=40)
@given(st.data())
def test_damaged_files_are_read_or_refused(process: ReaderProcess, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(SOUND)))
    sound = SOUND[kind]
    damaged = bytearray(sound)
    for place in data.draw(st.lists(st.integers(0, len(sound) - 1), max_size=20)):
        damaged[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(sound)))
    for attempt in (bytes(damaged), sound[:cut], sound[cut:]):
        assert "broke down" not in _outcome(process, attempt, kind)


@settings(max_examples=60)
@given(st.sampled_from(sorted(SOUND)), st.text(max_size=200))
def test_any_text_in_their_parts_is_read_or_refused(process: ReaderProcess, kind: Kind, text: str) -> None:
    """What stands where a document, a table or a message is expected may be anything."""
    inside = text.encode("utf-8", "replace").decode()
    made: dict[Kind, bytes] = {
        "docx": office.docx(inside),
        "xlsx": office.xlsx({"S": inside}),
        "pptx": office.pptx([inside]),
        "epub": books.epub({"a.xhtml": inside}),
        "eml": EML + inside.encode(),
        "html": inside.encode(),
        "csv": inside.encode(),
    }
    assert "broke down" not in _outcome(process, made[kind], kind)
