"""The addresses that stand in a text: of pages, of servers, of mail."""

import re

_LINK = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}:)?//[^\s<>\"'“”)\]]+"
    r"|\b(?:mailto|data|javascript|file|tel):[^\s<>\"'“”)\]]+"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w.])(?:[\w-]+\.)+[^\W\d_]{2,24}(?:[/:?#][^\s<>\"'“”)\]]*|(?!\w))",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?…。"


def links(text: str) -> set[str]:
    """Each in lower case, without marks at its end. An abbreviation such as "e.g" may be among them."""
    return {match[0].rstrip(_TRAILING).casefold() for match in _LINK.finditer(text)}
