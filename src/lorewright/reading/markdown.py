"""Markdown to pieces: what the marks said becomes the kind of a block, what they enclosed becomes its text."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import zip_longest
from typing import TYPE_CHECKING

from lorewright.reading.assembly import About, Piece
from lorewright.reading.base import BlockKind, Skipped
from lorewright.reading.characters import collapsed
from lorewright.reading.omissions import STRUCK_OUT, Omissions
from lorewright.reading.plain import pieces_of

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n((?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_FIELD = re.compile(r"^(title|author|authors|date|published)[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DEPTH = 100
"""The parser leaves out what nests deeper, so such a text is read as a plain one."""
_CELL = " | "
_DEFINES_NOTE = re.compile(r"(?:^|(?<=\s))\[\^[^\]\s]{1,60}\]:\s")
_NOTE_MARK = re.compile(r"\[\^[^\]\s]{1,60}\]")
_DROPPED = frozenset({"script", "style", "svg", "iframe", "object", "template"})
"""Elements of HTML whose content is no text."""
_DROPPED_TAG = re.compile(rf"<(?P<end>/?)(?P<name>{'|'.join(sorted(_DROPPED))})\b[^>]*(?<!/)>", re.IGNORECASE)


def read_markdown(text: str) -> tuple[list[Piece], About, list[Skipped]]:
    """`text` is clean: NFC, line feeds, no controls."""
    from markdown_it import MarkdownIt

    body, about = _without_front_matter(text)
    parser = MarkdownIt("commonmark", {"maxNesting": _DEPTH}).enable(["table", "strikethrough"])
    tokens = parser.parse(body)
    if any(token.level >= _DEPTH - 2 for token in tokens):
        return pieces_of(text), About(), [Skipped("marks of Markdown", f"they nest more than {_DEPTH} deep")]
    walk = _Walk()
    walk.over(tokens)
    first = walk.pieces[0] if walk.pieces else None
    if about.title is None and first is not None and first.kind is BlockKind.HEADING and first.level == 1:
        about = About(first.text, about.author, about.published)
    return walk.pieces, about, walk.skipped


def _without_front_matter(text: str) -> tuple[str, About]:
    """The text after the block of `key: value` lines at its beginning, and what these say."""
    found = _FRONT_MATTER.match(text)
    if found is None or (found.group(1) and ":" not in found.group(1)):
        return text, About()
    fields = {key.lower(): value.strip("\"'[]") for key, value in _FIELD.findall(found.group(1))}
    date = _DATE.match(fields.get("date") or fields.get("published") or "")
    return text[found.end() :], About(
        title=fields.get("title") or None,
        author=fields.get("author") or fields.get("authors") or None,
        published=date.group() if date else None,
    )


class _Walk:
    """One pass over the parser's tokens, which open and close blocks in the order of the text."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.skipped: list[Skipped] = []
        self._lists = 0
        self._quotes = 0
        self._rows: list[str] = []
        self._cells: list[str] = []

    def over(self, tokens: Sequence["Token"]) -> None:
        self._leave_out_struck(tokens)
        dropped = _silence(tokens)
        heading: int | None = None
        in_table = False
        for token in tokens:
            match token.type:
                case "heading_open":
                    heading = int(token.tag[1:])
                case "heading_close":
                    heading = None
                case "bullet_list_open" | "ordered_list_open":
                    self._lists += 1
                case "bullet_list_close" | "ordered_list_close":
                    self._lists -= 1
                case "blockquote_open":
                    self._quotes += 1
                case "blockquote_close":
                    self._quotes -= 1
                case "table_open":
                    in_table, self._rows = True, []
                case "tr_open":
                    self._cells = []
                case "tr_close":
                    self._rows.append(_CELL.join(self._cells))
                case "table_close":
                    in_table = False
                    self._add(BlockKind.TABLE, "\n".join(self._rows))
                case "inline" if in_table:
                    self._cells.append(_spoken(token.children or [])[0])
                case "inline":
                    self._inline(token, heading)
                case "fence" | "code_block":
                    self._add(BlockKind.CODE, token.content.strip("\n"))
                case "html_block":
                    dropped |= self._html(token.content)
                case _:
                    pass  # rules, and what encloses an inline
        self.skipped += [Skipped(f"<{name}> in the Markdown", "it is not text") for name in sorted(dropped)]

    def _leave_out_struck(self, tokens: Sequence["Token"]) -> None:
        """What stands between marks of striking out."""
        omissions = Omissions()
        for token in tokens:
            depth, said = 0, []
            for leaf in token.children or ():
                if leaf.type == "s_open":
                    omissions.add(*STRUCK_OUT, count=depth == 0)
                    depth += 1
                elif leaf.type == "s_close":
                    depth -= 1
                elif not depth:
                    said.append(leaf)
            if token.children is not None:
                token.children = said
        self.skipped += omissions.told()

    def _add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        if text.strip():
            self.pieces.append(Piece(kind, text, level))

    def _inline(self, token: "Token", heading: int | None) -> None:
        text, only_image = _spoken(token.children or [])
        if notes := list(_DEFINES_NOTE.finditer(text)):
            for note, after in zip_longest(notes, notes[1:]):
                self._add(BlockKind.FOOTNOTE, text[note.end() : after.start() if after else None].strip())
            text = text[: notes[0].start()].strip()
        text = _NOTE_MARK.sub("", text)
        if heading is not None:
            self._add(BlockKind.HEADING, text, heading)
        elif only_image:
            self._add(BlockKind.CAPTION, text)
        elif self._lists:
            # An item's second paragraph belongs to it, so it is one more item of its depth.
            self._add(BlockKind.LIST_ITEM, text, self._lists)
        elif self._quotes:
            self._add(BlockKind.QUOTE, text)
        else:
            self._add(BlockKind.PARAGRAPH, text)

    def _html(self, source: str) -> set[str]:
        """The names of the elements that were left out."""
        page = _Html()
        page.feed(source)
        page.close()
        for kind, text, level in page.blocks():
            self._add(kind, text, level)
        return page.dropped


def _silence(tokens: Sequence["Token"]) -> set[str]:
    """Empties what stands in an element that is no text, where its tags are apart: in a line, or with blank lines between.

    An element that is never closed is taken for a slip, and what follows it for text. The names of those emptied.
    """
    leaves = [leaf for token in tokens for leaf in (token.children if token.type == "inline" else [token]) or ()]
    tags = [list(_DROPPED_TAG.finditer(leaf.content)) if leaf.type.startswith("html") else [] for leaf in leaves]
    closed_last = {tag["name"].lower(): i for i, found in enumerate(tags) for tag in found if tag["end"]}
    silenced: set[str] = set()
    open_name = ""
    for i, (leaf, found) in enumerate(zip(leaves, tags, strict=True)):
        begin = 0 if not open_name else len(leaf.content)
        for tag in found:
            name = tag["name"].lower()
            if tag["end"] and name == open_name:
                open_name, begin = "", tag.end()
            elif not tag["end"] and not open_name and closed_last.get(name, -1) > i:
                open_name = name
                silenced.add(name)
        leaf.content = leaf.content[begin:]
    return silenced


def _spoken(children: Sequence["Token"]) -> tuple[str, bool]:
    """What an inline says without its marks, and whether that is the description of an image and nothing else."""
    parts: list[str] = []
    images = others = 0
    for token in children:
        match token.type:
            case "text" | "code_inline":
                parts.append(token.content)
                others += bool(token.content.strip())
            case "softbreak" | "hardbreak":
                parts.append(" ")
            case "image":
                parts.append(token.content)
                images += 1
            case "html_inline" if token.content.lower().startswith("<br"):
                parts.append(" ")
            case _:
                pass  # marks of emphasis, links, tags
    return collapsed("".join(parts)), images > 0 and others == 0


_INLINE = frozenset(
    {"a", "b", "i", "em", "strong", "span", "code", "sub", "sup", "u", "s", "small", "mark", "abbr", "kbd", "q"}
)
_LISTS = frozenset({"ul", "ol"})
_KINDS = {
    "li": BlockKind.LIST_ITEM,
    "caption": BlockKind.CAPTION,
    "figcaption": BlockKind.CAPTION,
    "pre": BlockKind.CODE,
    **{f"h{level}": BlockKind.HEADING for level in range(1, 7)},
}


class _Html(HTMLParser):
    """Raw HTML inside Markdown, reduced to its text: table rows keep their cells, other block elements end a block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.dropped: set[str] = set()
        self._blocks: list[tuple[BlockKind, str, int]] = []
        self._open: list[str] = []
        """Lists and what gives a block its kind, outermost first."""
        self._rows: list[str] = []
        self._cells: list[str] = []
        self._text: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self.dropped.add(tag)
            self._silent += 1
        elif tag not in _INLINE:
            self._end(tag)
            if tag == "li" and self._open[-1:] == ["li"]:
                self._open.pop()  # the tag that ends an item may be missing
            if tag in _KINDS or tag in _LISTS:
                self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED:
            self._silent = max(0, self._silent - 1)
        elif tag not in _INLINE:
            self._end(tag)
            if tag in self._open:
                while self._open.pop() != tag:
                    pass

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._text.append(data)

    def _end(self, tag: str) -> None:
        text = collapsed("".join(self._text))
        self._text = []
        if tag in {"td", "th"}:
            if text:
                self._cells.append(text)
            return
        if self._cells:
            self._rows.append(_CELL.join([*self._cells, text] if text else self._cells))
            self._cells = []
        elif text:
            self._flush()
            self._blocks.append(self._block(text))
        if tag == "table":
            self._flush()

    def _block(self, text: str) -> tuple[BlockKind, str, int]:
        kind = _KINDS.get(self._open[-1], BlockKind.PARAGRAPH) if self._open else BlockKind.PARAGRAPH
        if kind is BlockKind.HEADING:
            return kind, text, int(self._open[-1][1:])
        return kind, text, sum(tag in _LISTS for tag in self._open) or 1 if kind is BlockKind.LIST_ITEM else 0

    def _flush(self) -> None:
        if self._rows:
            self._blocks.append((BlockKind.TABLE, "\n".join(self._rows), 0))
            self._rows = []

    def blocks(self) -> list[tuple[BlockKind, str, int]]:
        self._end("")
        self._flush()
        return self._blocks
