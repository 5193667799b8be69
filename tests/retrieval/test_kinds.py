"""Documents of every kind that a reader knows: told by their content, read, found."""

from collections.abc import Callable

import pytest

from tests.makers import books, office
from tests.retrieval.conftest import Api

SENTENCE = "The gates of Berg were cast in 1911."
MESSAGE = f"From: ida@berg.example\nTo: karl@thal.example\nSubject: Gates\nDate: Tue, 05 Mar 2024 10:00:00 +0100\n\n{SENTENCE}\n"
DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "docx": lambda: office.docx(office.paragraph(SENTENCE)),
    "pptx": lambda: office.pptx([office.shape(SENTENCE)]),
    "epub": lambda: books.epub({"a.xhtml": f"<p>{SENTENCE}</p>"}),
    "eml": MESSAGE.encode,
    "html": f"<html><body><p>{SENTENCE}</p></body></html>".encode,
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
