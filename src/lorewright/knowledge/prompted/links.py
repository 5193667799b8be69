"""The addresses that stand in a text: of pages, of servers, of mail."""

import re

from lorewright.knowledge.facts import normalised

_LINK = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}:)?//[^\s<>\"'“”)\]]+"
    r"|\b[a-z][a-z0-9+.-]{1,20}:(?!:)[^\s<>\"'“”)\]]+"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w.])(?:[\w-]+\.)+[^\W\d_]{2,24}(?:[/:?#][^\s<>\"'“”)\]]*|(?!\w))",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?…。"


def links(text: str) -> set[str]:
    """Each in lower case, without marks at its end, as it reads and not as it is written: a wide full stop is one.

    An abbreviation such as "e.g" may be among them, and two words with nothing but a colon between them.
    """
    return {match[0].rstrip(_TRAILING).casefold() for match in _LINK.finditer(normalised(text))}
