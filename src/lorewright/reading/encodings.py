"""Bytes to characters, whatever the encoding."""

import codecs
import re

from lorewright.core.errors import Unreadable

# The longer first: the UTF-32 mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_ESCAPES = re.compile(rb"\x1b\$[@B]|\x1b\(J")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE_BYTES = 32_768
_BADLY_ENCODED = 0.02
"""Share of the characters beyond ASCII that may be broken in a text that still counts as UTF-8."""

# What a code page of one byte was made for: letters and marks that its users write often. Detection by frequency alone takes
# windows-1252 for its neighbours when a text is short; a page whose own letters appear wins.
_MARKS_OF_PRINT = "’‘“”„–—…•«»°§€£©®"
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ№"
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_PAGES = {  # of two that fit alike the first is taken: Hebrew read as Cyrillic fits, Cyrillic read as Hebrew does not decode
    "cp1252": "éèàêçùâîôûëïœüöäßñáíóúãõåæøÉÈÀÇÖÄÜÅÆØÑºª¿¡ðþý²½",
    "cp1255": "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    "cp1250": "ąćęłńóśźżĄĆŁŚŻŹáčďéěíňřšťúůýžČŘŠŽÚőűöüÖÜŐăâîşţŞŢäĺľô",
    "iso8859-2": "ąćęłńóśźżĄĆŁŚŻŹáčďéěíňřšťúůýžČŘŠŽÚőűöüÖÜŐăâîşţŞŢäĺľô",
    "cp1254": "çğıöşüÇĞİÖŞÜâîû",
    "cp1257": "āčēģīķļņšūžąęėįųõäöüĀČĒĪŠŪŽ",
    "cp1251": _CYRILLIC,
    "koi8-r": _CYRILLIC,
    "iso8859-5": _CYRILLIC,
    "cp866": _CYRILLIC,
    "cp1253": _GREEK,
    "cp1256": "ابتثجحخدذرزسشصضطظعغفقكلمنهويىءآأؤإئة،؟پچژگ",
    "iso8859-6": "ابتثجحخدذرزسشصضطظعغفقكلمنهويىءآأؤإئة،؟",
    "cp874": "กขคฆงจฉชซญฎฐณดตถทธนบปผฝพฟภมยรลวศษสหอฮะัาำิีึืุูเแโใไ็่้์ๆ",
    "cp850": "éèàêçùâîôûëïüöäßñáíóúåæøÉÇÖÄÜ",
    "mac_roman": "éèàêçùâîôûëïœüöäßñáíóúãõåæøÉÈÀÇÖÄÜ",
}
_MISPLACED = re.compile(r"(?<=[a-zß-ÿа-яёα-ωά-ώ])[A-ZÀ-ÞА-ЯΑ-Ω]|(?<=[^\W\d_])[„“”«»§°](?=[^\W\d_])|[A-Za-z][Ͱ-ۿ฀-๿]")
"""A capital, a quotation mark or another script inside a word."""
_WORDY = ("cp932", "euc_jp", "gb18030", "big5", "cp949")


def decoded(data: bytes) -> tuple[str, str, int]:
    """The text, the encoding it was read as, and how many of its characters could not be decoded (now U+FFFD).

    Raises `Unreadable` where the bytes are no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            if "\0" in text:
                raise _binary()
            return text, encoding, text.count("\ufffd")
    if b"\0" in data:
        return _wide(data)
    if _ESCAPES.search(data):
        text = data.decode("iso2022_jp", "replace")
        return text, "iso2022_jp", text.count("\ufffd")
    try:
        return data.decode("utf-8"), "utf-8", 0
    except UnicodeDecodeError:
        return _damaged_utf8(data) or _legacy(data)


def declared_decoded(data: bytes, charset: str | None) -> tuple[str, str, int]:
    """The same for what came from a server, which may name the encoding (`charset`), as a page itself may: both often lie.

    So what is UTF-8 is taken for UTF-8, and else the first encoding named is believed that can be decoded.
    """
    try:
        return decoded(data) if _is_plain(data) else (data.decode("utf-8-sig"), "utf-8", 0)
    except UnicodeDecodeError:
        pass
    declared = _DECLARED.search(data[:_HEAD_BYTES])
    for name in (charset, declared[1].decode("ascii") if declared else None):
        encoding = _named(name or "")
        try:
            if encoding:
                return data.decode(encoding), encoding, 0
        except UnicodeDecodeError:
            continue
    return decoded(data)


_HEAD_BYTES = 4_096
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE
)
_TAKEN_FOR = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
"""Python's names of encodings, and which of them browsers read instead (WHATWG Encoding Standard)."""
_READ = frozenset(
    [f"cp{page}" for page in (866, 874, 932, 949, *range(1250, 1259))]
    + [f"iso8859-{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)]
    + ["koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "gb18030", "big5hkscs", "euc_jp"]
)


def _named(name: str) -> str | None:
    """The encoding that a page means by this name; None where it is none of those that pages have."""
    try:
        known = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return None
    encoding = _TAKEN_FOR.get(known, known)
    return encoding if encoding in _READ else None


def _is_plain(data: bytes) -> bool:
    """Whether its first bytes, or bytes that no page in UTF-8 holds, say by themselves in which encoding it is."""
    return b"\0" in data or data.startswith(tuple(mark for mark, _ in _MARKS)) or bool(_ESCAPES.search(data))


def _binary() -> Unreadable:
    return Unreadable("This is not a text file: it holds NUL bytes, as only binary files do.")


def _wide(data: bytes) -> tuple[str, str, int]:
    """UTF-16 or UTF-32 without a mark: what decodes without an error and without characters that no text has."""
    for encoding in _WIDE:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Bytes of ASCII read in the wrong order are rare ideographs without a space or a line end among them.
        common = sum(text.count(c) for c in " \n,.、。，")
        if not _CONTROLS.search(text) and "\ufffe" not in text and (len(text) < 8 or common * 100 >= len(text)):
            return text, encoding, 0
    raise _binary()


def _damaged_utf8(data: bytes) -> tuple[str, str, int] | None:
    """UTF-8 with a character broken here and there, or with surrogates encoded one by one."""
    text = data.decode("utf-8", "surrogatepass") if _passes_surrogates(data) else data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = sum(not c.isascii() for c in text)
    return (text, "utf-8", broken) if broken <= _BADLY_ENCODED * beyond_ascii else None


def _passes_surrogates(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _legacy(data: bytes) -> tuple[str, str, int]:
    sample = _telling(data)
    page, score = max(((page, _fit(sample, page)) for page in _PAGES), key=lambda pair: pair[1])
    encoding = page if score >= _SURE else _detected(sample) or page
    text = data.decode(encoding, "replace")
    if len(_CONTROLS.findall(text)) * 50 > len(text):
        raise Unreadable("This is not a text file: its bytes make no characters in any encoding we know.")
    return text, encoding, text.count("\ufffd")


_SURE = 0.9


def _telling(data: bytes) -> bytes:
    """The lines with bytes beyond ASCII, up to what is enough to tell an encoding."""
    lines: list[bytes] = []
    length = 0
    for line in data.splitlines(keepends=True):
        if not line.isascii():
            lines.append(line)
            length += len(line)
            if length >= _SAMPLE_BYTES:
                break
    return b"".join(lines)


def _fit(sample: bytes, page: str) -> float:
    """The share of the characters beyond ASCII that the page's users write, less what stands where nobody writes it."""
    try:
        text = sample.decode(page)
    except UnicodeDecodeError:
        return 0.0
    beyond = [c for c in text if not c.isascii() and not c.isspace()]
    expected = sum(c in _PAGES[page] or c in _MARKS_OF_PRINT for c in beyond)
    return (expected - len(_MISPLACED.findall(text))) / max(1, len(beyond))


def _detected(sample: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=[*_WORDY, *_PAGES]).best()
    return best.encoding if best else None
