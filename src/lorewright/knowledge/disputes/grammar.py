"""Words that hold an English clause together, and where its subject ends."""

import re
from collections.abc import Sequence

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.facts import Kind, Token

Row = list[Token]


def light(listed: str) -> frozenset[str]:
    """The keys of such words."""
    return frozenset(f"light:{one}" for one in listed.split())


BE = light("is are was were be been being am")
AUXILIARIES = BE | light("has have had do does did") | {"hedge:can", "hedge:must", "hedge:should"}
DETERMINERS = light("the a an its their his her")
RELATIVES = light("which who whom whose where that") | {"role:when", "role:whereas"}
_LEADING = frozenset(words.listed("in of since until by before after between and"))
"""What stands before a year."""
_EARLY_YEAR = re.compile(r"1[0-3]\d\d")
_NO_SUBJECT = (Kind.NEGATION, Kind.DATE, Kind.NUMBER, Kind.ROLE)


def content(row: Sequence[Token]) -> Row:
    """What is left without articles, auxiliaries and prepositions."""
    return [token for token in row if token.kind not in (Kind.LIGHT, Kind.ROLE, Kind.BREAK)]


def subject_of(piece: Row) -> Row:
    """What the piece begins with; without articles where it has a name."""
    found = piece[: subject_end(piece)]
    if not any(is_name(piece, i) for i in range(len(found))):
        return found
    places = [i for i in range(1, len(found) - 1) if found[i].key == "light:in" and found[i + 1].kind is Kind.NAME]
    return [token for i, token in enumerate(found) if i in places or content([token])]


def subject_end(piece: Sequence[Token]) -> int:
    """Where the subject ends: at the verb, where its form tells it, which is behind a name or an auxiliary."""
    begun = named = False
    for i, token in enumerate(piece):
        if token.key in AUXILIARIES:
            return i
        ordinal = token.kind is Kind.NUMBER and token.key.endswith(".")
        labelled = i > 0 and token.kind is Kind.NUMBER and piece[i - 1].written.lower() in attributes.LABELS
        if token.key in RELATIVES or (token.kind in _NO_SUBJECT and not ordinal and not labelled):
            if begun:
                return i
            continue
        if token.kind is Kind.LIGHT or token.key == "quantifier:only":
            continue
        name = is_name(piece, i) or ordinal
        if begun and not named and _is_verb(piece, i):
            return i
        if named and not name and token.written.lower() not in attributes.GENERIC:
            return i
        named |= name
        begun = True
    return len(piece)


def _is_verb(piece: Sequence[Token], i: int) -> bool:
    """Of the word behind a subject of which no name and no auxiliary tells the end: "Kennedy won", "Trondheim lies"."""
    written = piece[i].written
    following = piece[i + 1].key if i + 1 < len(piece) else ""
    return written in attributes.FINITE or (written.endswith("ed") and following in DETERMINERS)


def is_name(row: Sequence[Token], i: int) -> bool:
    """A name, or the first word of one at the beginning of a sentence."""
    token = row[i]
    if token.kind is Kind.NAME:
        return True
    first = token.kind is Kind.WORD and token.written[:1].isupper()
    return first and i + 1 < len(row) and row[i + 1].kind is Kind.NAME


def with_early_years(row: list[Token]) -> list[Token]:
    """ "In 1066" names a year; `facts` takes a number of four digits for one from 1400 on."""
    for i, token in enumerate(row[1:], start=1):
        if token.kind is Kind.NUMBER and _EARLY_YEAR.fullmatch(token.written):
            counts = i + 1 < len(row) and row[i + 1].kind is Kind.WORD
            if row[i - 1].written.lower() in _LEADING and not counts:
                row[i] = Token(Kind.DATE, token.written, token.written)
    return row
