"""Text and Markdown, in any encoding."""

from lorewright.core.errors import Unreadable
from lorewright.reading.assembly import About, assemble
from lorewright.reading.base import Reading, Skipped
from lorewright.reading.characters import cleaned
from lorewright.reading.encodings import declared_decoded, decoded
from lorewright.reading.language import language_of
from lorewright.reading.markup import is_markdown


class TextReader:
    """Decides by the name, else by the text itself, whether it is Markdown."""

    def read(self, data: bytes, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` for what is binary and for what has no text in it."""
        raw, encoding, broken = declared_decoded(data, charset) if charset else decoded(data)
        text, dropped = cleaned(raw)
        if not text.strip():
            raise Unreadable("The text is empty." if not text else "The text holds nothing but white space.")
        skipped = [Skipped(f"{count} {sort}", "they are not text") for sort, count in sorted(dropped.items())]
        if broken:
            skipped.append(Skipped(f"{broken} characters", f"they are broken in the file's encoding, {encoding}"))
        if is_markdown(text, name):
            from lorewright.reading.markdown import read_markdown

            pieces, about, left_out = read_markdown(text)
            skipped += left_out
        else:
            from lorewright.reading.plain import pieces_of

            pieces, about = pieces_of(text), About()
        if not pieces:
            raise Unreadable("The text holds marks and no words.")
        language = language_of("\n".join(piece.text for piece in pieces[:200]))
        return assemble(pieces, About(about.title, about.author, about.published, language), skipped=skipped)
