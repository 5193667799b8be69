"""What every reader does to characters: those that no text should hold go, and the rest comes in one form."""

import re
import unicodedata
from collections import Counter

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\ud800-\udfff"  # lone surrogates: no encoding carries them
    "\ufdd0-\ufdef\ufffe\uffff"  # non-characters
    "\u00ad\u200b\ufeff"  # soft hyphen, zero width space, byte order mark: seen by no reader, in the way of every search
    "\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"  # direction and other invisible marks
    "\U000e0000-\U000e007f]"  # tags: text that only a machine sees
)
_BROKEN_AT = re.compile(r"(?<=\w)[\x02\ufffe](?=\w)")
"""What PDFium's text has for a hyphen at the end of a line."""
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_INVISIBLE = re.compile("[\u00ad\u200b\ufeff\u200e\u200f\u202a-\u202e\u2060-\u206f]")

_NO_SPACES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u2e80-\u312f\u31a0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"  # CJK, kana, full-width forms
)
_UNSPACED = re.compile(f"[{_NO_SPACES}]")


def cleaned(text: str) -> tuple[str, Counter[str]]:
    """The text in NFC with line feeds for line ends, and how many characters of which sort were dropped."""
    text = _BROKEN_AT.sub("-", _LINE_ENDS.sub("\n", text))
    dropped = Counter(_sort_of(found) for found in _FORBIDDEN.findall(text))
    if dropped:
        text = _FORBIDDEN.sub("", text)
    return unicodedata.normalize("NFC", text.translate(_LIGATURES)), dropped


def _sort_of(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return "lone surrogates"
    if _INVISIBLE.match(character):
        return "invisible characters"
    return "control characters"


def is_unspaced(character: str) -> bool:
    """Whether it belongs to a script that puts no spaces between words: Chinese, Japanese, Thai, ..."""
    return _UNSPACED.match(character) is not None


def collapsed(text: str) -> str:
    """On one line, with single spaces."""
    return " ".join(text.split())


def columns_of(text: str) -> int:
    """Width in the cells of a terminal: a full-width character takes two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text if not unicodedata.combining(c))
