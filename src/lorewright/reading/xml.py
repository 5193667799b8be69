"""XML that nobody vouches for: no entities, no document type, nothing fetched; and only so deep as libxml2 allows by default."""

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from lorewright.core.errors import Unreadable

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SAFE: dict[str, Any] = {
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
_AT_ONCE = 16_384
"""Bytes parsed together; what ends in them stays in memory until they are through."""


class Stream(Protocol):
    def read(self, count: int) -> bytes: ...


def tree_of(data: bytes, *, with_type: bool = False) -> "Element":
    """The root. `with_type`: it may name a document type, as books do, but declare nothing. Raises `Unreadable`."""
    from lxml import etree

    try:
        root = etree.fromstring(data, etree.XMLParser(**_SAFE))
    except etree.XMLSyntaxError as error:
        raise _broken(error) from error
    _check_type(root, with_type=with_type)
    return root


def each(stream: Stream, names: Iterable[str], inside: Container[str]) -> Iterator["Element"]:
    """Elements of these names right inside those called so, one at a time; each is freed some time after the next is asked for.

    Names are without their namespace: there are two sets of these in use. Raises `Unreadable`.
    """
    from lxml import etree

    parser = etree.XMLPullParser(events=("end",), tag=[f"{{*}}{name}" for name in names], **_SAFE)
    try:
        while data := stream.read(_AT_ONCE):
            parser.feed(data)
            done: list[Element] = []
            for _, element in parser.read_events():
                parent = element.getparent()
                if parent is not None and local(parent) in inside:
                    _check_type(parent)
                    yield element
                    done.append(element)
            # Not before: while Python knows the elements inside, freeing what encloses them is slow.
            for element in done:
                _free(element)
        _check_type(parser.close())
    except etree.XMLSyntaxError as error:
        raise _broken(error) from error


def _free(element: "Element") -> None:
    """With all that stands before it."""
    parent = element.getparent()
    element.clear()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def local(element: "Element") -> str:
    """The element's name without its namespace; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: "Element | None", name: str) -> str | None:
    """By its name without the namespace."""
    if element is not None:
        for key, value in element.attrib.items():
            if str(key).rpartition("}")[2] == name:
                return str(value)
    return None


def child(element: "Element | None", *path: str) -> "Element | None":
    """The first child of that name, of which the first of the next name, and so on."""
    for name in path:
        if element is None:
            return None
        element = next((one for one in element if local(one) == name), None)
    return element


def children(element: "Element | None", *path: str) -> Iterator["Element"]:
    """Those of the element that `child` finds; none where there is no such."""
    found = child(element, *path)
    if found is not None:
        yield from found.iterchildren("*")


def descendants(element: "Element", name: str) -> Iterator["Element"]:
    yield from element.iter(f"{{*}}{name}")


def _check_type(element: "Element", *, with_type: bool = False) -> None:
    declared = element.getroottree().docinfo.internalDTD
    if declared is not None and (not with_type or any(True for _ in declared.iterentities())):
        raise Unreadable(
            "The file declares entities or a document type of its own, as no program that writes such files does."
        )


def _broken(error: Exception) -> Unreadable:
    return Unreadable(f"The file is damaged: a part of it is no valid XML ({str(error)[:150]}).")
