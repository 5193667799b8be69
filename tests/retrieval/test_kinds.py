"""Documents of every kind that a reader knows: told by their content, read, found."""

from collections.abc import Callable

import pytest

from lorewright.reading.recognition.engine import is_installed
from tests.makers import books, images, office, pdf
from tests.retrieval.conftest import Api

SENTENCE = "The gates of Berg were cast in 1911."
MESSAGE = f"From: ida@berg.example\nTo: karl@thal.example\nSubject: Gates\nDate: Tue, 05 Mar 2024 10:00:00 +0100\n\n{SENTENCE}\n"
DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "docx": lambda: office.docx(office.paragraph(SENTENCE)),
    "pptx": lambda: office.pptx([office.shape(SENTENCE)]),
    "epub": lambda: books.epub({"a.xhtml": f"<p>{SENTENCE}</p>"}),
    "eml": MESSAGE.encode,
    "html": f"<html><body><p>{SENTENCE}</p></body></html>".encode,
    "pdf": lambda: pdf.pages_of([SENTENCE]),
    "csv": f"Year,What\n1911,{SENTENCE}\n1912,Nothing\n".encode,
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_is_what_its_content_says_and_is_found(api: Api, kind: str) -> None:
    name = "table.csv" if kind == "csv" else "upload.bin"
    document = api.feed(api.collection(), DOCUMENTS[kind](), name)
    assert (document["status"], document["kind"]) == ("indexed", kind), document
    found = api.search(document["collection_id"], "When were the gates of Berg cast?")
    assert SENTENCE in found["sources"][0]["content"]
    original = api.http.get(f"/api/documents/{document['id']}/original")
    assert original.content == DOCUMENTS[kind]()


def test_what_was_seen_and_not_read_is_told_with_the_reason(api: Api) -> None:
    picture = "<w:p><w:r><w:drawing><blip/></w:drawing></w:r></w:p>"
    document = api.feed(api.collection(), office.docx(office.paragraph(SENTENCE) + picture), "gates.docx")
    [skipped] = document["coverage"]["skipped"]
    assert (skipped["what"], skipped["page"]) == ("1 image", None)
    assert skipped["why"]


@pytest.mark.skipif(not is_installed(), reason="the extra ocr is not installed")
def test_the_text_in_an_image_is_recognised_and_found(api: Api) -> None:
    data = images.saved(images.page(["The gates of Berg", "were cast in 1911."]), "PNG")
    document = api.feed(api.collection(), data, "upload.bin")
    assert (document["status"], document["kind"]) == ("indexed", "image"), document
    assert document["coverage"]["pages_read"] == 1
    found = api.search(document["collection_id"], "When were the gates of Berg cast?")
    assert SENTENCE in found["sources"][0]["content"]


def test_a_row_of_a_long_table_is_found_with_the_names_of_its_columns(api: Api) -> None:
    rows = [["Station", "Rain in millimetres", "Observer"]]
    rows += [[f"Post {number}", str(700 + number), f"keeper {number}"] for number in range(150)]
    rows.insert(120, ["Quollmoor", "1203", "Ida Berg"])
    document = api.feed(api.collection(), office.xlsx({"Rain": office.sheet(rows)}), "rain.xlsx")
    assert (document["status"], document["kind"]) == ("indexed", "xlsx"), document
    [first, *_] = api.search(document["collection_id"], "How much rain fell at Quollmoor?")["sources"]
    assert "Quollmoor | 1203 | Ida Berg" in first["content"]
    assert "Station | Rain in millimetres | Observer" in first["headings"]


def test_an_office_file_with_a_password_says_so(api: Api) -> None:
    document = api.feed(api.collection(), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4_000, "secret.docx")
    assert document["status"] == "failed"
    assert document["error_message"]
