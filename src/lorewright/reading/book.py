"""EPUB bytes to a reading: the parts of the book in the order in which they are read (EPUB 2 and 3)."""

import posixpath
import re
from collections.abc import Iterator
from html.entities import html5
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lorewright.core.errors import Unreadable
from lorewright.reading.archive import Archive
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import Reading
from lorewright.reading.encodings import declared_decoded
from lorewright.reading.hypertext import Hypertext, tree_of_html
from lorewright.reading.language import language_of
from lorewright.reading.omissions import Omissions
from lorewright.reading.properties import day, sensible
from lorewright.reading.xml import children, descendants, local, tree_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30};)")
_OF_XML = frozenset({"lt;", "gt;", "amp;", "quot;", "apos;"})
MAX_CHARACTERS = 20_000_000


class BookReader:
    def __init__(self, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no EPUB, is protected, damaged, without text, or over a limit."""
        archive = Archive(BytesIO(data))
        omissions = Omissions()
        container = tree_of(archive.read(_CONTAINER), with_type=True)
        path = next((one.get("full-path") or "" for one in descendants(container, "rootfile")), "")
        book = tree_of(archive.read(path), with_type=True)
        protected = _protected(archive)
        hypertext = Hypertext(omissions)
        characters = 0
        for part in _parts(book, posixpath.dirname(path), omissions):
            if part in protected:
                raise Unreadable("The book is protected against copying, so it cannot be read.")
            if part not in archive:
                omissions.add("part", "it is missing from the file")
                continue
            before = len(hypertext.pieces)
            hypertext.read(_document(archive.read(part)))
            characters += sum(len(piece.text) for piece in hypertext.pieces[before:])
            if characters > self._max_characters:
                raise Unreadable(f"The book holds more than {self._max_characters:,} characters of text.")
        if not hypertext.pieces:
            raise Unreadable("The book holds no text.")
        about = _about(book)
        language = language_of("\n".join(piece.text for piece in hypertext.pieces[:300]))
        return assemble(
            hypertext.pieces,
            About(about.title, about.author, about.published, language or about.language),
            skipped=omissions.told(),
        )


def _parts(book: "Element", folder: str, omissions: Omissions) -> Iterator[str]:
    """Names of the parts that are read one after the other; the table of contents and what stands aside are left out."""
    items = {one.get("id"): one for one in children(book, "manifest") if local(one) == "item"}
    for reference in children(book, "spine"):
        item = items.get(reference.get("idref"))
        if item is None:
            continue
        if "nav" in (item.get("properties") or "").split():
            omissions.add("table of contents", "the headings themselves are read")
        elif reference.get("linear") == "no":
            omissions.add("part", "it stands beside the text")
        else:
            yield posixpath.normpath(posixpath.join(folder, unquote(item.get("href") or ""))).lower()


def _document(data: bytes) -> "Element":
    """Books are XHTML, or should be: what is no XML is read as a browser would."""
    text = _NAMED.sub(_character, declared_decoded(data, None)[0])
    try:
        return tree_of(re.sub(r"^\s*<\?xml[^>]*\?>", "", text).encode(), with_type=True)
    except Unreadable:
        return tree_of_html(text)


def _character(found: re.Match[str]) -> str:
    """XML knows five names of characters, HTML more than two thousand."""
    return found[0] if found[1] in _OF_XML else html5.get(found[1], found[0])


def _protected(archive: Archive) -> set[str]:
    """Parts that are encrypted; fonts often are, so that nobody takes them out."""
    if _ENCRYPTION not in archive:
        return set()
    root = tree_of(archive.read(_ENCRYPTION))
    return {unquote(one.get("URI") or "").lower() for one in descendants(root, "CipherReference")}


def _about(book: "Element") -> About:
    said: dict[str, str] = {}
    for one in children(book, "metadata"):
        said.setdefault(local(one), one.text or "")
    language = said.get("language", "")[:2].lower()
    return About(sensible(said.get("title")), sensible(said.get("creator")), day(said.get("date")), language or None)
