"""Messages: their fields, the text, attachments."""

import time
from email.message import EmailMessage

import pytest
from tests.reading.checks import blocks, check

from lorewright.core.errors import Unreadable
from lorewright.reading import read
from lorewright.reading.base import BlockKind

PLAIN = "The gates of Berg were delivered on Monday.\n\nPlease pay within ten days."
HTML = "<p>The gates of <b>Berg</b> were delivered.</p>"


def _message(plain: str = PLAIN, html: str = "") -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = "Your gates – invoice"
    message["From"] = "Ida Berg <ida@berg.example>"
    message["To"] = "Karl Thal <karl@thal.example>"
    message["Date"] = "Tue, 05 Mar 2024 10:00:00 +0100"
    if plain:
        message.set_content(plain)
    if html:
        message.add_alternative(html, subtype="html")
    return message


def test_a_message_says_who_wrote_what_to_whom() -> None:
    reading = read(_message().as_bytes(), "eml")
    check(reading)
    assert blocks(reading) == [
        (BlockKind.HEADING, "Your gates – invoice"),
        (BlockKind.LIST_ITEM, "From: Ida Berg <ida@berg.example>"),
        (BlockKind.LIST_ITEM, "To: Karl Thal <karl@thal.example>"),
        (BlockKind.LIST_ITEM, "Date: Tue, 05 Mar 2024 10:00:00 +0100"),
        (BlockKind.PARAGRAPH, "The gates of Berg were delivered on Monday."),
        (BlockKind.PARAGRAPH, "Please pay within ten days."),
    ]
    assert (reading.title, reading.author, reading.published) == ("Your gates – invoice", "Ida Berg", "2024-03-05")


def test_the_text_goes_before_html_which_is_read_where_there_is_no_other() -> None:
    assert "<b>" not in read(_message(html=HTML).as_bytes(), "eml").content
    assert read(_message(html=HTML).as_bytes(), "eml").content.endswith("within ten days.")
    assert read(_message(" \n", HTML).as_bytes(), "eml").content.endswith("The gates of Berg were delivered.")


def test_attachments_are_named_and_not_read() -> None:
    message = _message()
    message.add_attachment(b"PK", maintype="application", subtype="zip", filename="drawings.zip")
    reading = read(message.as_bytes(), "eml")
    assert [gap.what for gap in reading.coverage.skipped] == ["the attachment “drawings.zip”"]
    assert "PK" not in reading.content


def test_other_encodings_are_told() -> None:
    head = b"From: a@b.example\r\nSubject: =?iso-8859-1?q?T=FCren?=\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n"
    reading = read(head + "Die Türen sind schön.".encode("latin-1"), "eml")
    assert reading.content.endswith("Die Türen sind schön.")
    assert reading.title == "Türen"


def test_parts_that_cannot_be_told_apart_are_read_as_one() -> None:
    head = b"From: a@b.example\nSubject: x\nContent-Type: multipart/mixed; boundary=a\n\n"
    assert read(head + b"The gates were delivered.\n", "eml").content.endswith("The gates were delivered.")


def _nested(depth: int) -> bytes:
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (i, i) for i in range(depth))
    return b"From: a@b.example\nSubject: deep\n" + parts + b"\nthe end\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"No message at all, but a letter.\n\nText.", "no message"),
        (b"From: a@b.example\n\n", "holds no text"),
        (_nested(3000), "nest too deep"),
    ],
    ids=["letter", "empty", "nested"],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(data, "eml")


@pytest.mark.parametrize(
    "field", ["To: " + "ada@example.org, " * 40_000, "From: " + "a," * 300_000, "Subject: " + "=?utf-8?q?a?= " * 60_000]
)
def test_a_field_without_end_is_read_only_so_far(field: str) -> None:
    began = time.process_time()
    reading = read(f"X-From: b\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n{field}\n\nThe body.\n".encode(), "eml")
    assert time.process_time() - began < 10
    assert reading.content.endswith("The body.")
    assert len(reading.content) < 100_000
    assert "is longer than 16,384 characters" in reading.coverage.skipped[0].why
