"""Under which name a blob lies, the same in a folder and in an object store: `<owner>/<first two digits>/<sha256>`."""

import re

_SHA256 = re.compile(r"[0-9a-f]{64}")
_OWNER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,63}")


def checked_owner(owner: str) -> str:
    """Raises `ValueError`."""
    if not _OWNER.fullmatch(owner):
        raise ValueError("an owner's id names a folder and must be plain")
    return owner


def name_of(owner: str, sha256: str) -> str:
    """Raises `ValueError`."""
    if not _SHA256.fullmatch(sha256):
        raise ValueError("a blob's name is a SHA-256 in hexadecimal")
    return f"{checked_owner(owner)}/{sha256[:2]}/{sha256}"


def read_name(name: str) -> tuple[str, str] | None:
    """(owner, SHA-256); None where no blob of ours has this name."""
    owner, _, rest = name.partition("/")
    sha256 = rest.rpartition("/")[2]
    is_ours = _OWNER.fullmatch(owner) and _SHA256.fullmatch(sha256) and rest == f"{sha256[:2]}/{sha256}"
    return (owner, sha256) if is_ours else None
