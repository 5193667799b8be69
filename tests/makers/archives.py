"""Zip archives made by the tests, sound and broken."""

import io
import struct
import zipfile
from collections.abc import Mapping


def zipped(parts: Mapping[str, str | bytes], *, stored: str | None = None) -> bytes:
    """`stored`: the part that is not packed, as the first of an EPUB must be."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=how)
    return file.getvalue()


def with_password(data: bytes) -> bytes:
    """Every part marked as encrypted, in its own head and in the directory."""
    changed = bytearray(data)
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = changed.find(mark)
        while place >= 0:
            changed[place + flags] |= 1
            place = changed.find(mark, place + 4)
    return bytes(changed)


def claiming(data: bytes, parts: int) -> bytes:
    """The same archive, whose directory is said to have so many entries."""
    place = data.rfind(b"PK\x05\x06")
    return data[: place + 8] + struct.pack("<HH", parts, parts) + data[place + 12 :]


def bomb(megabytes: int) -> bytes:
    """White space, packed to a thousandth."""
    return b" " * (megabytes << 20)
