"""Identifiers: lower-case UUIDs, random for what a person makes, derived for what we can make again."""

import hashlib
import uuid


def new_id() -> str:
    """A random UUID (version 4)."""
    return str(uuid.uuid4())


def derived_id(*parts: str | int) -> str:
    """The same UUID for the same parts, always (version 8: ours, from SHA-256). Parts cannot run into each other."""
    joined = "\x1f".join(f"{len(str(part))}:{part}" for part in parts)
    digest = bytearray(hashlib.sha256(joined.encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


def content_hash(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal: the name of a blob and the identity of a content."""
    return hashlib.sha256(data).hexdigest()
