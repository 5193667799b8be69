"""Real English sentences of the collections, from which claims are made: whole, of plain prose, 8 to 45 words."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bench import corpora
from bench.mutations import words
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.sentences import sentences

PAGES = "article-extraction"

_PLAIN = re.compile(r"[A-Za-z\"'“‘].*[.]$")
_FURNITURE = re.compile(r"[|{}<>=@_#*•]|https?:|\.\.\.|…|\bet al\b|\bpp?\. ?\d")
_COMMON = frozenset(words("the of and to in is was for that with as on by are at from it an be has have were"))


@dataclass(frozen=True)
class Source:
    id: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


def sources(name: str, skipped: frozenset[str] = frozenset()) -> list[Source]:
    """The documents of a collection that hold a sentence to make a claim of; empty, with a line, where it is not there."""
    found = []
    for id_, text in _texts(name):
        kept = tuple(one for one in _sentences_of(text) if is_plain(one))
        if kept and id_ not in skipped:
            found.append(Source(f"{name}/{id_}", kept))
    return found


def _texts(name: str) -> Iterator[tuple[str, str]]:
    if name == PAGES:
        path = corpora.FOLDER / PAGES / "ground-truth.json"
        if not path.is_file():
            print(f"{name} is skipped: {path.parent} is not on this machine.")
            return
        for id_, one in sorted(json.loads(path.read_text(encoding="utf-8")).items()):
            yield id_, one["articleBody"]
        return
    for collection in corpora.collections_there([name]):
        for document in collection.documents:
            # Pages of a PDF break their lines anywhere; the last line of a paragraph is the one that ends in a stop.
            yield document.id, re.sub(r"(?<![.:])\n(?!\n)", " ", document.text)


def _sentences_of(text: str) -> Iterator[str]:
    for start, end in sentences(text):
        yield re.sub(r" ([.,;])(?=\s|$)", r"\1", normalised(text[start:end]))


def is_plain(sentence: str) -> bool:
    """Whether it is a sentence of English prose that can be taken apart and put together again by rule."""
    said = re.findall(r"[a-z]+", sentence.lower())
    if not 8 <= len(sentence.split()) <= 45 or not _PLAIN.match(sentence) or _FURNITURE.search(sentence):
        return False
    if sentence.count("(") != sentence.count(")") or sentence.count('"') % 2 or "[" in sentence:
        return False
    common = sum(word in _COMMON for word in said)
    return common >= 0.15 * len(said) and sum(map(str.isdigit, sentence)) < 0.2 * len(sentence)
