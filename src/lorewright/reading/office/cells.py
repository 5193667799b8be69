"""What the cells of a workbook say, as far as it can be told without Excel: shared texts, numbers, dates, shares (SpreadsheetML)."""

import math
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.office.package import Package
from lorewright.reading.xml import attribute, child, children, descendants, each, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_TEXTS = 2_000_000
_DATES = frozenset({*range(14, 18), 22, *range(27, 37), *range(50, 59)})
_TIMES = frozenset({*range(18, 22), 45, 46, 47})
_SHARES = frozenset({9, 10})
"""Formats that every workbook has (ECMA-376 part 1, 18.8.30)."""
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_SECONDS = 86_400


class Cells:
    def __init__(self, package: Package, main: str, *, is_1904: bool) -> None:
        """Raises `Unreadable`."""
        self._texts = [text for part in package.of_kind(main, "sharedStrings")[:1] for text in _shared(package, part)]
        self._formats: list[str] = []
        for part in package.of_kind(main, "styles")[:1]:
            self._formats = _formats(package.tree(part))
        # Excel takes 1900 for a leap year, as Lotus did.
        self._first_day = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
        self._days = (datetime.max - self._first_day).days

    def text(self, cell: "Element") -> str | None:
        """ "" for a blank cell; None for a formula whose result the file does not hold."""
        value = child(cell, "v")
        raw = (value.text or "") if value is not None else ""
        match cell.get("t", "n"):
            case "inlineStr":
                inline = child(cell, "is")
                return "" if inline is None else _rich(inline)
            case "s":
                place = int(raw) if raw.isdigit() else -1
                return self._texts[place] if 0 <= place < len(self._texts) else ""
            case "b":
                return {"1": "TRUE", "0": "FALSE"}.get(raw, "")
            case "n" if raw:
                return self._number(raw, cell.get("s") or "0")
            case "d":
                return raw.removesuffix("T00:00:00")
        if not raw and child(cell, "f") is not None:
            return None
        return _clean(raw)

    def _number(self, raw: str, style: str) -> str:
        try:
            number = float(raw)
        except ValueError:
            return _clean(raw)
        if not math.isfinite(number):
            return ""
        form = self._formats[int(style)] if style.isdigit() and int(style) < len(self._formats) else ""
        if form in ("date", "time") and 0 <= number < self._days:
            return self._moment(number, form)
        if form == "share":
            return f"{_plain(number * 100)}%"
        return _plain(number)

    def _moment(self, days: float, form: str) -> str:
        moment = self._first_day + timedelta(seconds=round(days * _SECONDS))
        if form == "time":
            return moment.strftime("%H:%M:%S").removesuffix(":00") if days < 1 else _plain(days * 24) + " h"
        return moment.date().isoformat() if days == int(days) else moment.isoformat(" ").removesuffix(":00")


def _plain(number: float) -> str:
    """With the 15 digits that Excel keeps, and never as a power of ten while it is short."""
    text = f"{number:.15g}"
    return f"{number:.0f}" if "e+" in text and abs(number) < 1e21 else text


def _shared(package: Package, part: str) -> list[str]:
    texts: list[str] = []
    with package.opened(part) as stream:
        for one in each(stream, ("si",), inside={"sst"}):
            texts.append(_rich(one))
            if len(texts) > MAX_TEXTS:
                raise Unreadable(f"The workbook holds more than {MAX_TEXTS:,} texts.")
    return texts


def _rich(element: "Element") -> str:
    """A text that may be in pieces of several looks; what tells how it is pronounced is no part of it."""
    parts: list[str] = []
    for one in element:
        match local(one):
            case "t":
                parts.append(one.text or "")
            case "r":
                parts += [t.text or "" for t in descendants(one, "t")]
    return _clean("".join(parts))


def _formats(styles: "Element") -> list[str]:
    """For each style of a cell: "date", "time", "share" or ""."""
    own = {attribute(one, "numFmtId"): attribute(one, "formatCode") or "" for one in children(styles, "numFmts")}
    return [_form(attribute(one, "numFmtId") or "0", own) for one in children(styles, "cellXfs") if local(one) == "xf"]


def _form(number: str, own: dict[str | None, str]) -> str:
    if number not in own:
        place = int(number) if number.isdigit() else 0
        return "date" if place in _DATES else "time" if place in _TIMES else "share" if place in _SHARES else ""
    code = own[number]
    if _ELAPSED.search(code):
        return "time"
    code = _LITERAL.sub("", code.partition(";")[0]).lower()
    if "y" in code or "d" in code:
        return "date"
    return "time" if "h" in code or "s" in code else "share" if "%" in code else ""


def _clean(text: str) -> str:
    return collapsed(cleaned(text)[0])
