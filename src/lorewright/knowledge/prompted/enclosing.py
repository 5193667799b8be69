"""Texts of others within a request, between lines that they cannot forge.

The mark in the lines is made of the text itself, so that who writes a text and its closing line would have to find a text that
holds 64 bits of its own hash. The same text has the same mark, so that the ledger knows the same request again.
"""

import hashlib
from collections.abc import Sequence

from lorewright.knowledge.engine import Passage

_MARK_DIGITS = 16


def enclosed(tag: str, text: str) -> str:
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_MARK_DIGITS]
    return f"<{tag} {mark}>\n{text}\n</{tag} {mark}>"


def headed(headings: Sequence[str], text: str) -> str:
    """A piece of a text under the headings it stands under: they are a source's words as well, and are enclosed with it."""
    return f"{' > '.join(headings)}\n\n{text}" if headings else text


def numbered(passages: Sequence[Passage]) -> list[str]:
    """Each enclosed under its number, from 1."""
    return [
        enclosed(f"passage {number}", headed(one.headings, one.content)) for number, one in enumerate(passages, start=1)
    ]
