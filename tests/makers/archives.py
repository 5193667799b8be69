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


def crowded(parts: int) -> bytes:
    """An archive of so many parts without a name, whose last record tells of one: that before it, for long directories, of all."""
    head = b"PK\x03\x04" + bytes(26)
    directory = (b"PK\x01\x02" + bytes(42)) * parts
    end = len(head) + len(directory)
    long = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, parts, parts, len(directory), len(head))
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    return head + directory + long + locator + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 46, len(head), 0)


def beginning_before_itself(data: bytes) -> bytes:
    """The same archive, whose directory is said to be longer than the file."""
    place = data.rfind(b"PK\x05\x06")
    return data[: place + 12] + struct.pack("<L", len(data) * 2) + data[place + 16 :]


def bomb(megabytes: int) -> bytes:
    """White space, packed to a thousandth."""
    return b" " * (megabytes << 20)
