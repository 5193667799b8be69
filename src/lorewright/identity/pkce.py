"""Proof Key for Code Exchange (RFC 7636): whoever took the code on its way cannot use it."""

import base64
import hashlib
import secrets


def random_word() -> str:
    """256 bits, in letters that an address may hold."""
    return secrets.token_urlsafe(32)


def challenge_of(verifier: str) -> str:
    """By the method S256."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
