"""What an article is addressed by, and its file is called."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import count

MAX_SLUG = 80
"""Characters."""
MAX_SLUG_BYTES = 200
_LIKE_AN_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HYPHENS = re.compile(r"-+")
_DIACRITICS = re.compile("[\u0300-\u036f]")


def slugify(title: str) -> str:
    """Lower-case words joined by hyphens, without diacritics; empty where the title has no letter or digit."""
    plain = _DIACRITICS.sub("", unicodedata.normalize("NFKD", title))
    letters = (
        c if unicodedata.category(c)[0] in "LNM" else "-" for c in unicodedata.normalize("NFC", plain).casefold()
    )
    slug = _HYPHENS.sub("-", "".join(letters)).strip("-")
    if len(slug) > MAX_SLUG:
        cut = slug[: MAX_SLUG + 1].rfind("-")
        slug = slug[: cut if cut > MAX_SLUG // 2 else MAX_SLUG].rstrip("-")
    if _LIKE_AN_ID.fullmatch(slug):  # an address names an article by its id or its slug
        slug = f"article-{slug}"
    while len(slug.encode()) > MAX_SLUG_BYTES:  # it names a file
        slug = slug[:-1].rstrip("-")
    return slug


def slugs(wanted: str) -> Iterator[str]:
    """`wanted`, and then with 2, 3, ... behind it: the first that is free names the article. None is longer than `slugify` makes them,
    or links could not name it."""
    yield wanted
    for end in (f"-{number}" for number in count(2)):
        kept = wanted[: MAX_SLUG - len(end)]
        while len(kept.encode()) > MAX_SLUG_BYTES - len(end):
            kept = kept[:-1]
        yield kept.rstrip("-") + end
