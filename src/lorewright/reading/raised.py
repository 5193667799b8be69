"""What raised and lowered text says on one line: exponents, charges, ends of ordinals, fractions; the mark of a note says nothing."""

import re

REACH = 40
"""How many characters before a raised text are looked at."""

_NUMBER = r"[-−–+]?\d+(?:\.\d+)?"
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\(\d{1,3}\)|\(?[a-z]\)", re.DOTALL)
_NOTE_MARK = re.compile(r"\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*|[a-z]|[*†‡§¶#]{1,3}")
_OF_TABLES = re.compile(r"[a-df-h]|[*†‡§¶#]+|\d{1,3}(?:\s*[,;–-]\s*\d{1,3})+")
"""Marks of notes also after a figure: those of the cells of tables, and several in one."""
_EXPRESSION = re.compile(r"[\w.()\s+−–*/-]*[\w)]")
_FRACTION_SLASHES = ("/", "\N{FRACTION SLASH}", "\N{DIVISION SLASH}")
_MARKS_OF_TRADE = {"tm": "™", "sm": "℠", "r": "®", "(r)": "®"}

_LENGTH = re.compile(
    r"(?:(?<![^\W\d_]|['’])(?:km|hm|dam|dm|cm|mm|[µμnp]m|m|ft|yd|mi|Km|KM|км|дм|см|мм|м|كم)|(?<=\d[\s-])in)\s?$"
)
_MILLIONS = re.compile(r"[$€£¥₹]\s?[\d.,]+\s?m$")
_SYMBOL = re.compile(r"(?<![\w'’.])(?:[b-zα-ωΑ-Ω]|R|ms|sec)$|=\s*[^\W\d_]{1,3}$")
_CAPITAL = re.compile(r"(?<![\w'’.])[A-Z]$")
_COMPARED = re.compile(r"\s*[=<>≈≤≥]")
_ROMAN = re.compile(r"(?<!\w)[IVXLC]+$")
_POWERS = str.maketrans("0123456789-−–+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁺")

_NUCLIDES = (
    (re.compile(r"[23]"), re.compile(r"(?:H|He)(?![\w.])")),
    (
        re.compile(r"\d\d"),
        re.compile(r"(?:[CNOFPSK]|Al|Na|Mg|Si|Cl|Ar|Ca|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Kr|Sr|Mo|Tc)(?![\w.])"),
    ),
    (re.compile(r"\d{3}m?"), re.compile(r"[A-Z][a-z]?(?![\w.])")),
)


def raised(text: str, before: str, after: str = "") -> str:
    """What it says between what stands `before` it and `after` it; "" where it is the mark of a note.

    A number is an exponent after a figure, a unit of length or the symbol of a quantity, and a note after any other word.
    """
    text = text.strip()
    if _BRACKETED.fullmatch(text):
        return _MARKS_OF_TRADE.get(text.lower(), "")
    if text.isdecimal() and after.strip() in _FRACTION_SLASHES:
        return f" {text}" if before[-1:].isdigit() else text
    if text.lower() in ("tm", "sm"):
        return _MARKS_OF_TRADE[text.lower()]
    if before[-1:].isdigit():
        return _after_figure(text)
    if re.fullmatch(_NUMBER, text):
        return _number(text, before, after)
    if text == "e" and _ROMAN.search(before):
        return text
    if _SYMBOL.search(before) and (re.fullmatch(r"[i-z]", text) or not text.isalpha()) and _EXPRESSION.fullmatch(text):
        return _power(text)
    return "" if _NOTE_MARK.fullmatch(text) else text


def lowered(text: str, before: str) -> str:
    """A lowered figure is told from one that it follows."""
    text = text.strip()
    return f"_{text}" if before[-1:].isdigit() and text[:1].isdigit() else text


def _after_figure(text: str) -> str:
    if _OF_TABLES.fullmatch(text):
        return ""
    if text == "o":
        return "°"
    if text.isalpha() and (len(text) > 1 or text == "e"):
        return text  # the 19th century, le 2e jour
    if re.fullmatch(r"[+−–-]", text) or not any(one.isalnum() for one in text):
        return text
    return _power(text)


def _number(text: str, before: str, after: str) -> str:
    is_signed = not text[0].isdigit()
    if not is_signed and _names_nuclide(text, before, after):
        return text
    if is_signed and before[-1:].isalpha():
        return text.translate(_POWERS) if "." not in text else _power(text)
    of_length = text in ("2", "3", "4") and _LENGTH.search(before) and not _MILLIONS.search(before)
    of_symbol = text in tuple("23456789") and (
        _SYMBOL.search(before) or (_CAPITAL.search(before) and _COMPARED.match(after))
    )
    # No figure stands before it that the two could be read as one with: "km²" is what people write.
    return text.translate(_POWERS) if of_length or of_symbol else ""


def _names_nuclide(text: str, before: str, after: str) -> bool:
    return not before[-1:].isalnum() and any(
        number.fullmatch(text) and symbol.match(after) for number, symbol in _NUCLIDES
    )


def _power(text: str) -> str:
    is_single = re.fullmatch(rf"{_NUMBER}|\d*[+−–-]|\w", text)
    return f"^{text}" if is_single else f"^({text})"
