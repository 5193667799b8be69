"""Links between articles in their Markdown, `[[Title]]` and `[words](/wiki/slug)`, each with the sentence it stands in.

`[[Title|words]]` shows other words, and `extends::` before a link says what it is. What stands in code is no link.
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from lorewright.knowledge.markdown import pieces

LONGEST_SENTENCE = 500
"""Characters that are kept of the sentence of a link."""

_TITLE = r"\[\[(?P<title>[^\[\]|\n]{1,200})(?:\|(?P<said>[^\[\]\n]{1,200}))?\]\]"
_SLUG = r"\[(?P<words>(?:[^\[\]\\\n]|\\.){1,400})\]\(/wiki/(?P<slug>[^()\s#]{1,300})(?:#[^()\s]{0,200})?\)"
_LINK = re.compile(
    rf"`{{1,3}}[^`]{{1,1000}}`{{1,3}}|\\.|(?P<extends>(?<!\w)extends::[ \t]{{0,4}})?(?:{_TITLE}|{_SLUG})"
)
_CODE = re.compile(r" {0,3}(?:`{3,}|~{3,})| {4}|\t")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

SlugOf = Callable[[str], str | None]
"""The slug of the article that a title names; None where there is none yet."""


class Link(NamedTuple):
    target: str
    """A title or another name; of `[words](/wiki/slug)` the slug."""
    extends: bool
    sentence: str
    """Its words, without marks."""


def links(body: str) -> Iterator[Link]:
    """In the order of the text."""
    for block in _blocks(body):
        begin = block[0].start
        for match in _LINK.finditer(body[begin : block[-1].end]):
            target = match["title"] or match["slug"]
            if target and target.strip():
                holding = [one for one in block if one.end > begin + match.start() and one.start < begin + match.end()]
                said = _plain(body[holding[0].start : holding[-1].said_end])
                yield Link(target.strip(), match["extends"] is not None, said)


def naming(body: str, names: Collection[str]) -> dict[str, str]:
    """Of each of these names that the text says, in any case, the first sentence that does, as it is read."""
    plain = _on_one_line(body).casefold()
    words = {name: " ".join(name.split()) for name in names}
    wanted = {
        name: re.compile(rf"(?<!\w){re.escape(said)}(?!\w)", re.IGNORECASE)
        for name, said in words.items()
        if said.casefold() in plain
    }
    found: dict[str, str] = {}
    for one in pieces(body) if wanted else ():
        if one.is_sentence:
            sentence = _plain(one.text)
            found = {name: sentence for name, whole in wanted.items() if whole.search(sentence)} | found
    return found


def resolved(body: str, slug_of: SlugOf) -> str:
    """The body with each `[[Title]]` that names an article as a link to it; the others stay as they are."""

    def shown(match: re.Match[str]) -> str:
        slug = slug_of(match["title"].strip()) if match["title"] else None
        return match[0] if slug is None else f"{match['extends'] or ''}[{_words(match)}](/wiki/{slug})"

    return _replaced(body, shown) if "[[" in body else body


def unresolved(text: str, before: str, slug_of: SlugOf) -> str:
    """What `resolved` did to `before`, undone in a text that was made of it."""
    if "[[" not in before:
        return text
    written: dict[tuple[str, str | None], str] = {}
    for block in _blocks(before):
        for match in _LINK.finditer(before[block[0].start : block[-1].end]):
            if match["title"]:
                written[_words(match), slug_of(match["title"].strip())] = match[0].removeprefix(match["extends"] or "")

    def as_written(match: re.Match[str]) -> str:
        known = written.get((match["words"], match["slug"])) if match["slug"] else None
        return match[0] if known is None else f"{match['extends'] or ''}{known}"

    return _replaced(text, as_written)


class _Place(NamedTuple):
    """Of a sentence, or of another piece that is no code."""

    start: int
    said_end: int
    end: int
    """Of the marks behind it."""


def _replaced(body: str, by: Callable[[re.Match[str]], str]) -> str:
    parts: list[str] = []
    at = 0
    for block in _blocks(body):
        start, end = block[0].start, block[-1].end
        parts += [body[at:start], _LINK.sub(by, body[start:end])]
        at = end
    return "".join(parts) + body[at:]


def _blocks(body: str) -> Iterator[list[_Place]]:
    """The sentences of each block: a title may look like the end of one."""
    block: list[_Place] = []
    at = 0
    for piece in pieces(body):
        start = body.index(piece.text, at)
        at = start + len(piece.text) + len(piece.tail)
        if piece.is_first and block:
            yield block
            block = []
        if piece.is_sentence or not _CODE.match(piece.text):
            block.append(_Place(start, start + len(piece.text), at))
    if block:
        yield block


def _words(match: re.Match[str]) -> str:
    return str(match["said"] or match["title"]).strip()


def _plain(text: str) -> str:
    """A sentence as it is read: of links their words."""
    line = _LINK.sub(lambda match: match["words"] or (_words(match) if match["title"] else match[0]), text)
    line = _on_one_line(line)
    return line if len(line) <= LONGEST_SENTENCE else f"{line[: LONGEST_SENTENCE - 1].rstrip()}…"


def _on_one_line(text: str) -> str:
    return " ".join(_ESCAPED.sub(r"\1", text).split())
