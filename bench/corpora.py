"""Judged collections: documents, queries, and which document answers which query how well.

They lie beside the repository where it is developed, in ../shared/bench, and are not part of it.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT.parent / "shared" / "bench"
NAMES = ("cranfield", "financebench-pdf", "multihop-mini", "scifact")

MAX_TITLE = 200
"""Characters of a title that the service takes."""


@dataclass(frozen=True)
class Document:
    id: str
    title: str
    text: str

    @property
    def content(self) -> str:
        """As it is fed: title and text together; blank where the document has no text."""
        return "\n\n".join(part for part in (self.title, self.text) if part) if self.text.strip() else ""


@dataclass(frozen=True)
class Collection:
    name: str

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    @property
    def is_there(self) -> bool:
        return (self.folder / "queries.jsonl").is_file()

    @property
    def pdfs(self) -> list[Path]:
        return sorted((self.folder / "pdfs").glob("*.pdf"))

    @cached_property
    def documents(self) -> list[Document]:
        with gzip.open(self.folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
            return [Document(one["id"], one["title"] or "", one["text"] or "") for one in map(json.loads, lines)]

    @cached_property
    def queries(self) -> dict[str, str]:
        """Query id -> question, of those that have a judgment."""
        lines = (self.folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
        return {one["id"]: one["text"] for one in map(json.loads, lines) if one["id"] in self.judgments}

    @cached_property
    def judgments(self) -> dict[str, dict[str, int]]:
        """Query id -> document id -> relevance."""
        found: dict[str, dict[str, int]] = {}
        for query_id, document_id, relevance in self._judged():
            found.setdefault(query_id, {})[document_id] = int(relevance)
        return found

    def _judged(self) -> Iterator[Any]:
        for line in (self.folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            yield line.split("\t")


def collections_there(wanted: list[str]) -> list[Collection]:
    """Those that lie on this machine; says which do not."""
    found = [Collection(name) for name in wanted]
    for one in found:
        if not one.is_there:
            print(f"{one.name} is skipped: {one.folder} is not on this machine.")
    return [one for one in found if one.is_there]
