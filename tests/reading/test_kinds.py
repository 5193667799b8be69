"""What kind of file some bytes are: by what is in them, and among kinds of text by the name."""

import io
from email.message import EmailMessage

import pytest
from tests.makers import books, office, pdf
from tests.makers.archives import claiming, zipped

from lorewright.reading.kinds import HEAD_BYTES, FileKind, kind_of, read_as

DOCX = office.docx(office.paragraph("Gates."))
MESSAGE = b"Received: from a\n by b\nFrom: a@b.example\nTo: c@d.example\nSubject: Gates\n\nText.\n"
PROSE = b"The gates of Berg are made of steel, and each of them weighs 40 kilograms.\n" * 3


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (pdf.pages_of(["A page."]), "a.txt", "pdf"),
        (b"\n\n" + pdf.pages_of(["A page."]), None, "pdf"),
        (DOCX, "a.pdf", "docx"),
        (office.xlsx({"S": office.sheet([["a"]])}), None, "xlsx"),
        (office.pptx([office.shape("a")]), None, "pptx"),
        (books.epub({"a.xhtml": "<p>a</p>"}), "a.zip", "epub"),
        (zipped({"a.txt": "a"}), "a.docx", None),
        (zipped({"[Content_Types].xml": "", "visio/document.xml": ""}), "a.docx", None),
        (DOCX[:-200], "a.docx", None),
        (claiming(DOCX, 60_000), "a.docx", None),
        (office.ENCRYPTED, "a.XLSX", "xlsx"),
        (office.OLD_OFFICE, "a.doc", None),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "a.txt", "image"),
        (b"\xff\xd8\xff\xe0" + bytes(20), None, "image"),
        (b"II*\0" + bytes(20), None, "image"),
        (b"GIF89a" + bytes(20), None, "image"),
        (b"RIFF\x10\0\0\0WEBPVP8 " + bytes(20), None, "image"),
        (b"RIFF\x10\0\0\0WAVEfmt " + bytes(20), None, None),
        (b"BM" + bytes(12) + b"\x28\0\0\0" + bytes(20), None, "image"),
        (b"BMW makes cars in Munich, and has done so for long.", None, "txt"),
        (b"\x7fELF" + bytes(100), "a.txt", None),
        (b"<!-- a --><!doctype HTML><p>Gates", "a.txt", "html"),
        (b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', None, "html"),
        (b"<p>A fragment</p>", "a.html", "html"),
        (b"<p>A fragment</p>", "a.txt", "txt"),
        (MESSAGE, None, "eml"),
        (b"Subject: Gates\n\nText", "a.eml", "eml"),
        (b"Note: this is\nTo: be or not\n\nText", None, "txt"),
        (b"# Gates\n\nOf oak.", "a.md", "md"),
        (PROSE, "a.md", "md"),
        (b"# Gates\n\n- one\n- two\n", None, "md"),
        (b"# Gates\n\n- one\n- two\n", "a.txt", "txt"),
        (PROSE, None, "txt"),
        (b"a,b\n1,2\n", "a.csv", "csv"),
        (b"Gate;Wood;Price\nfield;ash;4\ngarden;oak;2\n", None, "csv"),
        (b"", "a.txt", "txt"),
        ("Gate,Wood\nfïeld,ash\n".encode("utf-16"), "a.csv", "csv"),
    ],
)
def test_a_file_is_what_is_in_it(data: bytes, name: str | None, kind: FileKind | None) -> None:
    file = io.BytesIO(data)
    assert kind_of(file, name) == kind
    assert file.tell() == 0


def test_a_message_is_known_also_by_what_a_program_writes() -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b.example", "c@d.example", "Gates"
    message.set_content("Text.")
    assert kind_of(io.BytesIO(message.as_bytes())) == "eml"


def test_only_the_beginning_of_a_long_text_is_looked_at_and_no_character_is_cut() -> None:
    line = "Die Tür, das Tor.\n".encode()
    assert kind_of(io.BytesIO(line * (2 * HEAD_BYTES // len(line))), "a.txt") == "txt"
    assert kind_of(io.BytesIO(("ü" * HEAD_BYTES).encode("utf-16")), "a.txt") == "txt"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", None])
def test_a_text_that_holds_nul_far_behind_its_beginning_is_none(name: str | None) -> None:
    file = io.BytesIO(b"The gates, of Berg.\n" * (2 * HEAD_BYTES // 20) + b"\0" + b"And, more.\n" * 1_000)
    assert kind_of(file, name) is None
    assert file.tell() == 0


def test_comments_before_a_page_cost_no_time() -> None:
    assert kind_of(io.BytesIO(b"<!-- -->" * 8_000)) == "txt"


@pytest.mark.parametrize(("kind", "reader"), [("md", "text"), ("txt", "text"), ("pdf", "pdf"), ("html", "html")])
def test_every_kind_has_its_reader(kind: FileKind, reader: str) -> None:
    assert read_as(kind) == reader
