"""EML bytes to a reading: who wrote what to whom, and the text of the message (RFC 5322, MIME)."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import EmailPolicy
from itertools import islice
from typing import cast

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.encodings import declared_decoded
from lorewright.reading.hypertext import Hypertext, tree_of_html
from lorewright.reading.language import language_of
from lorewright.reading.omissions import Omissions
from lorewright.reading.plain import pieces_of
from lorewright.reading.properties import sensible

_TOLD = ("From", "To", "Cc", "Date")
_MULTIPART = re.compile(rb"multipart/", re.IGNORECASE)
_MOST_MULTIPARTS = 200
"""A message has a handful. Those in each other cost the parser more with each one, and it calls itself for them."""
_LONGEST_FIELD = 16_384
"""Characters. Five hundred recipients have room in it; taking addresses apart costs more with each character."""
_MANY = "The message is broken: its parts nest too deep, or there are too many."


class _Bounded(EmailPolicy):
    """Takes no more of a field apart than a person reads."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        parsed: str = super().header_fetch_parse(name, value[:_LONGEST_FIELD])
        return parsed


class MailReader:
    """Of a message that says the same as text and as HTML the text is read. Attachments are documents of their own."""

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no message, and for one without text."""
        if next(islice(_MULTIPART.finditer(data), _MOST_MULTIPARTS, None), None) is not None:
            raise Unreadable(_MANY)
        try:
            message = BytesParser(EmailMessage, policy=_Bounded()).parsebytes(data)
            return self._read(cast(EmailMessage, message))
        except RecursionError as error:
            raise Unreadable(_MANY) from error
        except (MessageError, LookupError, ValueError) as error:
            raise Unreadable("The message is broken: its parts cannot be told apart.") from error

    def _read(self, message: EmailMessage) -> Reading:
        fields = {name: message.get(name) for name in (*_TOLD, "Subject")}  # each time anew they are taken apart
        subject = _line(fields["Subject"])
        if not any(fields.values()):
            raise Unreadable("This is no message: it names neither who wrote it nor when.")
        omissions = Omissions()
        for name, value in message.raw_items():
            if name.title() in fields and len(value) > _LONGEST_FIELD:
                omissions.add(
                    "field",
                    f"“{name.title()}” is read only so far, for it is longer than {_LONGEST_FIELD:,} characters",
                )
        body = list(_body(message, omissions))
        if not body and not subject:
            raise Unreadable("The message holds no text.")
        pieces = [Piece(BlockKind.HEADING, subject, 1)] if subject else []
        told = ((name, _line(fields[name])) for name in _TOLD)
        pieces += [Piece(BlockKind.LIST_ITEM, f"{name}: {line}", 1) for name, line in told if line]
        attached = [
            Skipped(
                f"the attachment “{collapsed(cleaned(part.get_filename() or '')[0])[:200] or 'without a name'}”", _OWN
            )
            for part in message.iter_attachments()
        ]
        about = About(
            subject or None,
            sensible(_author(fields["From"])),
            _day(fields["Date"]),
            language_of("\n".join(piece.text for piece in body[:300])),
        )
        return assemble([*pieces, *body], about, skipped=[*attached, *omissions.told()])


_OWN = "it is a document of its own"


def _body(message: EmailMessage, omissions: Omissions) -> Iterator[Piece]:
    for kind in ("plain", "html"):
        part = message.get_body((kind,))
        if part is None:
            continue
        raw = part.get_payload(decode=True)
        text, encoding, broken = declared_decoded(raw if isinstance(raw, bytes) else b"", part.get_content_charset())
        text = cleaned(text)[0]
        if not text.strip():
            continue
        omissions.add("character", f"it is broken in the message's encoding, {encoding}", count=broken)
        if kind == "plain":
            yield from pieces_of(text)
        else:
            hypertext = Hypertext(omissions)
            hypertext.read(tree_of_html(text))
            yield from hypertext.pieces
        return
    if isinstance(left := message.get_payload(), str) and message.get_content_maintype() == "multipart":
        yield from pieces_of(cleaned(left)[0])  # it says that it has parts, and not where they end


def _line(field: str | None) -> str:
    return collapsed(cleaned(str(field or ""))[0])


def _author(field: str | None) -> str:
    addresses = getattr(field, "addresses", ())
    return next((one.display_name or one.addr_spec for one in addresses), "")


def _day(field: str | None) -> str | None:
    moment = getattr(field, "datetime", None)
    return moment.date().isoformat() if isinstance(moment, datetime) else None
