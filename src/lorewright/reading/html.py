"""An HTML file that is a document: all it says, and what its head says of it."""

from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import BlockKind, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.encodings import declared_decoded
from lorewright.reading.hypertext import Hypertext, tree_of_html
from lorewright.reading.language import language_of
from lorewright.reading.omissions import Omissions
from lorewright.reading.properties import day, sensible
from lorewright.reading.xml import descendants

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_AUTHOR = ("author", "dc.creator", "dcterms.creator", "article:author")
_PUBLISHED = ("article:published_time", "date", "dc.date", "dcterms.created", "datepublished", "pubdate")


class HtmlReader:
    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what has no text, and for what nests too deep."""
        text, encoding, broken = declared_decoded(data, charset)
        root = tree_of_html(text)
        omissions = Omissions()
        omissions.add("character", f"it is broken in the document's encoding, {encoding}", count=broken)
        hypertext = Hypertext(omissions)
        hypertext.read(root)
        pieces = hypertext.pieces
        if not pieces:
            raise Unreadable("The document holds marks and no text.")
        about = _about(root)
        own = pieces[0].text if pieces[0].kind is BlockKind.HEADING and pieces[0].level == 1 else None
        language = language_of("\n".join(piece.text for piece in pieces[:300]))
        skipped: list[Skipped] = omissions.told()
        return assemble(pieces, About(about.title or own, about.author, about.published, language), skipped=skipped)


def _about(root: "Element") -> About:
    title = next((collapsed(cleaned("".join(one.itertext()))[0]) for one in descendants(root, "title")), "")
    said: dict[str, str] = {}
    for meta in descendants(root, "meta"):
        said.setdefault((meta.get("name") or meta.get("property") or "").lower(), meta.get("content") or "")
    author = next((said[name] for name in _AUTHOR if said.get(name)), None)
    published = next((said[name] for name in _PUBLISHED if said.get(name)), None)
    return About(sensible(title), sensible(author), day(published))
