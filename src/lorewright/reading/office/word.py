"""DOCX bytes to a reading."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, Piece, assemble
from lorewright.reading.base import BlockKind, Reading, Skipped
from lorewright.reading.characters import cleaned, collapsed
from lorewright.reading.language import language_of
from lorewright.reading.office.body import Body
from lorewright.reading.office.package import Package
from lorewright.reading.office.styles import styles_of
from lorewright.reading.xml import attribute, child, descendants, each, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MAX_CHARACTERS = 20_000_000
_BLOCKS = ("p", "tbl", "sdt", "customXml", "ins", "moveTo")
_EXAMPLE_CHARACTERS = 60


class WordReader:
    def __init__(self, max_characters: int = MAX_CHARACTERS) -> None:
        self._max_characters = max_characters

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is no DOCX, is encrypted, damaged, without text, or over a limit."""
        package = Package(data)
        main = package.main()
        styles = [styles_of(package.tree(part)) for part in package.of_kind(main, "styles")]
        notes = {kind: _notes(package, main, kind) for kind in ("footnote", "endnote")}
        body = Body(styles[0] if styles else {}, notes)
        characters = 0
        with package.opened(main) as stream:
            for element in each(stream, _BLOCKS, inside={"body"}):
                before = len(body.pieces)
                body.add(element)
                characters += sum(len(piece.text) for piece in body.pieces[before:])
                if characters > self._max_characters:
                    raise Unreadable(f"The document holds more than {self._max_characters} characters of text.")
        if not body.pieces:
            raise Unreadable("The document holds no text.")
        skipped = [*body.omissions.told(), *_edges(package, main), *_comments(package, main)]
        about = _about(package, body.pieces)
        pages = body.page if body.page == _pages(package) else 0
        return assemble(
            body.pieces if pages else map(_unpaged, body.pieces),
            about,
            skipped=skipped,
            pages_total=pages,
            pages_read=pages,
        )


def _notes(package: Package, main: str, kind: str) -> dict[str, "Element"]:
    """Notes by their ids, without those that only draw a line."""
    return {
        attribute(one, "id") or "": one
        for part in package.of_kind(main, f"{kind}s")[:1]
        for one in package.tree(part)
        if local(one) == kind and attribute(one, "type") in (None, "normal")
    }


def _about(package: Package, pieces: list[Piece]) -> About:
    about = package.about()
    first = next(piece for piece in pieces if piece.text)
    own = first.text if first.kind is BlockKind.HEADING and first.level == 1 else None
    language = language_of("\n".join(piece.text for piece in pieces[:300]))
    return About(about.title or own, about.author, about.published, language)


def _pages(package: Package) -> int:
    """As many as Word counted when it laid the text out last; where that is how often its text says that a page ends, the
    places can be trusted."""
    for part in package.of_kind("", "extended-properties")[:1]:
        pages = child(package.tree(part), "Pages")
        if pages is not None and (pages.text or "").isdigit():
            return int(pages.text or 0)
    return 0


def _unpaged(piece: Piece) -> Piece:
    return Piece(piece.kind, piece.text, piece.level, header=piece.header)


def _edges(package: Package, main: str) -> list[Skipped]:
    texts = (
        _text(descendants(package.tree(part), "p"))
        for kind in ("header", "footer")
        for part in package.of_kind(main, kind)
    )
    found = dict.fromkeys(text[:_EXAMPLE_CHARACTERS] for text in texts if text)
    return [Skipped(f"“{text}”", "it stands at the edge of the pages") for text in found]


def _text(paragraphs: Iterable["Element"]) -> str:
    return collapsed(cleaned(" ".join("".join(t.text or "" for t in descendants(p, "t")) for p in paragraphs))[0])


def _comments(package: Package, main: str) -> list[Skipped]:
    count = sum(len(package.tree(part)) for part in package.of_kind(main, "comments"))
    plural = "" if count == 1 else "s"
    return [Skipped(f"{count} comment{plural}", "they are about the text, not of it")] if count else []
