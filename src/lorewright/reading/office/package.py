"""What the three kinds of Office files share: parts, the relations between them, and what a file says of itself."""

import posixpath
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from lorewright.core.errors import Unreadable
from lorewright.reading.archive import Archive, Part
from lorewright.reading.assembly import About
from lorewright.reading.properties import day, sensible
from lorewright.reading.xml import local, tree_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Begins the files of Office before 2007, and those with a password of any."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


class Relation(NamedTuple):
    kind: str
    """The last part of its type: "header", "slide", ..."""
    target: str
    """The name of a part."""


class Package:
    def __init__(self, data: bytes) -> None:
        """Raises `Unreadable` with the reason."""
        if data.startswith(COMPOUND):
            raise Unreadable(
                "The file is encrypted and needs a password."
                if _ENCRYPTED in data
                else "The file is of an Office before 2007; saved as DOCX, XLSX or PPTX it can be read."
            )
        self._archive = Archive(BytesIO(data))
        self._relations: dict[str, Mapping[str, Relation]] = {}

    def main(self) -> str:
        """The name of the part that all others hang on. Raises `Unreadable` where there is none."""
        found = self.of_kind("", "officeDocument")
        if not found:
            raise Unreadable("The file is damaged: it does not say where its text is.")
        return found[0]

    def relations(self, part: str) -> Mapping[str, Relation]:
        """By their ids; "" for the file as a whole. What lies outside of the file is left out, and never fetched."""
        if part not in self._relations:
            self._relations[part] = self._related(part)
        return self._relations[part]

    def _related(self, part: str) -> Mapping[str, Relation]:
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self._archive:
            return {}
        return {
            one.get("Id", ""): Relation(
                one.get("Type", "").rpartition("/")[2], _resolved(folder, one.get("Target", ""))
            )
            for one in self.tree(path)
            if local(one) == "Relationship" and one.get("TargetMode") != "External"
        }

    def of_kind(self, part: str, kind: str) -> list[str]:
        """The parts that this one has of a kind, as far as they are there."""
        return [one.target for one in self.relations(part).values() if one.kind == kind and one.target in self]

    def __contains__(self, part: str) -> bool:
        return part in self._archive

    def tree(self, part: str) -> "Element":
        return tree_of(self._archive.read(part))

    @contextmanager
    def opened(self, part: str) -> Iterator[Part]:
        with self._archive.opened(part) as stream:
            yield stream

    def about(self) -> About:
        fields: dict[str, str] = {}
        for part in self.of_kind("", "core-properties")[:1]:
            for field in self.tree(part):
                fields.setdefault(local(field), field.text or "")
        return About(
            title=sensible(fields.get("title")),
            author=sensible(fields.get("creator")),
            published=day(fields.get("created")) or day(fields.get("modified")),
        )


def _resolved(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
