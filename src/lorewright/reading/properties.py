"""What a file says of itself, as far as a person said it and not a program."""

import re
from datetime import date

from lorewright.reading.characters import cleaned, collapsed

_MEANINGLESS = re.compile(
    r"\W*(?:anonymous|untitled\W*\d*|unspecified|unknown|none|null|title|document\W*\d*|author|user|admin\w*"
    r"|microsoft (?:word|excel|office)\b.*|powerpoint\b.*|word document|slide \d+|presentation\W*\d*|python-(?:docx|pptx)|openpyxl)\W*",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"\S+\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|rtf|odt|html?|txt)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-?(\d{2}))?(?:-?(\d{2}))?")


def sensible(text: str | None) -> str | None:
    """A title or name that a person gave, on one line."""
    text = collapsed(cleaned(text or "")[0])[:500]
    letters = sum(c.isalpha() for c in text)
    mostly_letters = letters >= 2 and letters * 2 >= len(text.replace(" ", ""))
    return text if mostly_letters and not _MEANINGLESS.fullmatch(text) and not _FILE_NAME.fullmatch(text) else None


def day(text: str | None) -> str | None:
    """What begins with `YYYY-MM-DD` or `YYYYMMDD`, or less of it, as an ISO 8601 date."""
    found = _DATE.match(text or "")
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2] or 1), int(found[3] or 1)).isoformat()
    except ValueError:
        return None
