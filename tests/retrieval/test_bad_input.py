"""Documents that mean no good: each is refused, or ends with a reason, and the service is as well as before."""

import socket
import zlib

import httpx

from lorewright.reading.recognition.engine import is_installed
from tests.makers import office
from tests.makers.archives import bomb, zipped
from tests.retrieval.conftest import Api

GULL = "The herring gull of Skarholm eats fish and breeds on cliffs by the sea."
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def _png(width: int, height: int) -> bytes:
    """Says that it is so large, and holds nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)

    head = width.to_bytes(4) + height.to_bytes(4) + bytes([1, 0, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


REFUSED = {
    "nul.csv": b"ab,c\0\0" * 1_000,
    "late.txt": b"The gates of Berg.\n" * 10_000 + b"\0",
    "path.docx": zipped({"../../x": "a", "word/document.xml": "a", "[Content_Types].xml": "<Types/>"}),
    "program.docx": b"\x7fELF\x02\x01\x01\x00" * 20,
}


def _failing() -> dict[str, bytes]:
    return {
        "bomb.docx": office.package("word/document.xml", {"word/document.xml": bomb(450)}),
        "entity.docx": office.docx(office.paragraph("&a;").replace("&amp;", "&"), prologue=OUTSIDE),
        "open.csv": b'a,b\n"' + b"a,b\n" * 100_000,
        "wide.csv": b"," * 1_000_000,
        "huge.png": _png(60_000, 60_000),
        "deep.html": b"<!DOCTYPE html>" + b"<div>" * 100_000 + b"a",
        "empty.txt": b" \n",
    }


REASONS = {
    "bomb.docx": "unpacks to more than",
    "entity.docx": "declares entities",
    "open.csv": "quotation mark in the row that begins on line 2 is never closed",
    "wide.csv": "has 1,000,001 columns",
    "huge.png": "more pixels than can be read" if is_installed() else "extra “ocr”",
    "deep.html": "nest more than",
    "empty.txt": "nothing but white space",
}
"""The part of each sentence that tells what is wrong with that one."""


def test_what_means_no_good_is_refused_or_fails_with_a_reason(api: Api) -> None:
    collection = api.collection()
    for name, data in REFUSED.items():
        refused = api.upload(collection, data, name)
        assert (refused.status_code, refused.json()["error_code"]) == (415, "UNSUPPORTED_MEDIA_TYPE"), name
        assert refused.json()["detail"] == "This kind of file cannot be read.", name
    ids = {name: api.upload(collection, data, name).json()["id"] for name, data in _failing().items()}
    api.settle()
    for name, id_ in ids.items():
        document = api.http.get(f"/api/documents/{id_}").json()
        assert document["status"] == "failed", name
        assert REASONS[name] in document["error_message"], name
        assert document["error_message"].endswith("."), name
        assert "/" not in document["error_message"], name
        assert document["chunk_count"] == 0
    assert api.feed(collection, GULL)["status"] == "indexed"
    assert api.http.get("/health").json()["status"] == "ok"
    assert "fish" in api.search(collection, "What does the herring gull of Skarholm eat?")["answer"]
    assert api.http.delete(f"/api/collections/{collection}").status_code == 204
    api.settle()
    assert list(api.world.documents.all()) == []


def test_an_upload_that_stops_half_way_leaves_nothing(api: Api) -> None:
    collection = api.collection()
    whole = httpx.Request(
        "POST",
        f"{api.http.base_url}/api/documents/upload",
        data={"collection_id": collection},
        files={"file": ("gull.txt", GULL * 5_000)},
    )
    body = whole.read()
    lines = ["POST /api/documents/upload HTTP/1.1", *(f"{name}: {value}" for name, value in whole.headers.items())]
    head = "\r\n".join([*lines, "", ""]).encode()
    with socket.create_connection((api.http.base_url.host, api.http.base_url.port or 80)) as connection:
        connection.sendall(head + body[: len(body) // 2])
    assert api.http.get(f"/api/collections/{collection}").json()["document_count"] == 0
    api.settle()
    assert list(api.world.documents.all()) == []
    assert api.http.get("/api/documents", params={"collection_id": collection}).json() == []
