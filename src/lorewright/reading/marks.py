"""What the marks of a document of HTML mean is written into its text, before that is read: raised, lowered and struck-out text."""

import re
from typing import TYPE_CHECKING

from lorewright.reading.omissions import STRUCK_OUT, Omissions
from lorewright.reading.raised import REACH, lowered, raised
from lorewright.reading.xml import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

INLINE = frozenset(
    {
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i"),
        *("ins", "kbd", "label", "mark", "math", "q", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub"),
        *("sup", "time", "tt", "u", "var", "wbr"),
    }
)
_STRUCK = ("del", "s", "strike")
_STRUCK_STYLE = re.compile(r"text-decoration[\w-]*\s*:[^;:]*line-through", re.IGNORECASE)
_NOTE = re.compile(r"(?:doc-)?(?:footnote|endnote|noteref|fnref|reference|citation|cite_?ref|backlink)")
_NOTE_LINK = frozenset({"doc-noteref", "doc-backlink", "noteref"})
_SAID = "said"
"""The tag of what has its meaning for its text; taken out in the end, its text stays."""


def resolve_marks(root: "Element", omissions: Omissions) -> None:
    """Changes the document so that its text alone says what its readers see."""
    from lxml import etree

    for element in root.iter("{*}*"):
        if _STRUCK_STYLE.search(element.get("style") or ""):
            element.tag = _STRUCK[0]
    struck = [f"{{*}}{name}" for name in _STRUCK]
    omissions.add(*STRUCK_OUT, count=sum(1 for _ in root.iter(*struck)))
    etree.strip_elements(root, *struck, with_tail=False)
    for element, text in _meanings(root):
        del element[:]
        element.text, element.tag = text, _SAID
    etree.strip_tags(root, _SAID)


def _meanings(root: "Element") -> list[tuple["Element", str]]:
    """Raised and lowered elements and the marks of notes, with what each says."""
    from lxml import etree

    found: list[tuple[Element, str]] = []
    before = ""
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        name = local(element)
        if event == "end":
            before = "" if name not in INLINE else before
            before = (before + (element.tail or ""))[-REACH:]
        elif (said := _meaning(element, name, before)) is not None:
            found.append((element, said))
            before += said
            walk.skip_subtree()
        else:
            before = "" if name not in INLINE else before
            before = (before + (element.text or ""))[-REACH:]
    return found


def _meaning(element: "Element", name: str, before: str) -> str | None:
    """None for what is neither raised nor lowered nor the mark of a note."""
    if name == "sup":
        return "" if _is_note(element) else raised(_text(element), before, element.tail or "")
    if name == "sub":
        return lowered(_text(element), before)
    return "" if name == "a" and (_NOTE_LINK & _roles(element) or _links_raised(element)) else None


def _is_note(raised: "Element") -> bool:
    """It says so, or leads somewhere."""
    said = [*_roles(raised), raised.get("id") or ""]
    return any(_NOTE.match(one) for one in said) or any(local(one) == "a" and one.get("href") for one in raised.iter())


def _links_raised(link: "Element") -> bool:
    """Whether all that it says is raised, as in `<a href="#n1"><sup>1</sup></a>`."""
    held = next((one for one in link.iter() if local(one) == "sup"), None)
    return held is not None and _text(held).strip() == _text(link).strip()


def _roles(element: "Element") -> set[str]:
    said = (element.get("class"), element.get("role"), attribute(element, "type"))
    return set(" ".join(filter(None, said)).lower().split())


def _text(element: "Element") -> str:
    return "".join(element.itertext())
