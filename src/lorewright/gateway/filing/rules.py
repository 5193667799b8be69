"""Answers as an article: its text to be found by, and what must go from it with a source."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import structs

from lorewright.gateway.articles.rules import RenderedClaim, escape, place_of
from lorewright.gateway.sources.schemas import SourceResponse
from lorewright.knowledge.claims import NewClaim
from lorewright.knowledge.engine import Passage
from lorewright.knowledge.passages import cut
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.tables import Confidence
from lorewright.reading.base import Block, BlockKind, Coverage, Reading
from lorewright.reading.language import language_of

RUN = 6
"""So many words in a row that stand in two texts were taken from one to the other."""
FEW = 3
"""Fewer words in a row stand in two texts by chance."""

_TOKENS = re.compile(
    "[\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0eff]|(?:(?![\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0eff])[^\\W_])+"
)
_ESCAPE = re.compile(r"\\(?=[^\w\s])")
_MARK = re.compile(rf" ?\[(?:{'|'.join(Confidence)})\](?:\[\^[\w-]+\])?|\[\^[\w-]+\]:?")


class Answer(NamedTuple):
    question: str
    """On one line, as a heading."""
    claims: Sequence[NewClaim]


def grouped(claims: Iterable[NewClaim]) -> list[Answer]:
    """By the question that each answers."""
    return [Answer(question, list(some)) for question, some in groupby(claims, key=lambda one: one.section)]


def text_of(answers: Sequence[Answer], title: str, text_id: str) -> tuple[Reading, list[Passage]]:
    """The article's own text, by which it is found: each question as a heading, and under it what answers it.

    Each answer is a passage of its own, or several: it is what that question is to find.
    """
    content = ""
    blocks: list[Block] = []
    passages: list[Passage] = []
    for answer in answers:
        one = _reading(answer.question, " ".join(said.content for said in answer.claims), title)
        start = len(content)
        content += one.content
        blocks += [structs.replace(each, start=each.start + start, end=each.end + start) for each in one.blocks]
        for piece in cut(one, text_id):
            moved = structs.replace(piece, start=piece.start + start, end=piece.end + start, ordinal=len(passages))
            passages.append(moved)
    reading = Reading(content, tuple(blocks), Coverage(len(content)), title=title, language=language_of(content))
    return reading, passages


def _reading(question: str, said: str, title: str) -> Reading:
    content = f"{question}\n\n{said}\n\n"
    heading = Block(0, len(question), BlockKind.HEADING, level=1)
    paragraph = Block(len(question) + 2, len(content) - 2, BlockKind.PARAGRAPH)
    return Reading(content, (heading, paragraph), Coverage(len(content)), title=title)


def rendered(
    one: NewClaim, articles: Mapping[str, tuple[str, str]], sources: Mapping[str, SourceResponse]
) -> RenderedClaim:
    """A claim with where its sources say it. `articles`: (title, slug) by the source that each is of."""
    places = []
    for each in one.support:
        source = sources.get(each.source_id)
        place = place_of(each.page, each.start_s, source.source_url if source else None)
        if each.source_id in articles:
            title, slug = articles[each.source_id]
            place = f"[{escape(title)}](/wiki/{slug})" + (f", {place}" if place else "")
        places.append(place)
    shown = () if one.confidence is Confidence.SOURCED else quotes(one)
    return RenderedClaim(one.content, one.confidence, "; ".join(dict.fromkeys(filter(None, places))), shown)


def quotes(one: NewClaim) -> tuple[str, ...]:
    return tuple(each.span.quote for each in one.support)


def without(body: str, taken: Sequence[str], slugs: Iterable[str]) -> str:
    """Markdown without each sentence that shares a run of words with what is taken away, and without links to these articles.

    A sentence of fewer words goes where all of them stand there in a row, of very few where they are all of it.
    """
    gone = [_words(one) for one in taken]
    runs = {run for words in gone for run in _runs(words, RUN)}
    names = "|".join(map(re.escape, slugs)) or "(?!)"
    inside = r"(?:[^()\n]|\([^()\n]*\))*?"
    linked = re.compile(rf" ?\({inside}\]\(/wiki/(?:{names})\){inside}\)")
    kept: list[str] = []
    for written in body.split("\n"):
        line = linked.sub("", written)
        said = _sentences(line)
        stay = [one for one in said if not _is_taken(one, runs, gone)]
        if stay == said:
            kept.append(line)
        elif any(map(_words, stay)):
            kept.append(" ".join(stay))
    return "\n".join(kept)


def _sentences(line: str) -> list[str]:
    """Each with the mark of proof behind it."""
    found: list[str] = []
    start = 0
    for mark in [*_MARK.finditer(line), None]:
        end = mark.start() if mark else len(line)
        part = [line[start + a : start + b] for a, b in sentences(line[start:end])]
        if mark and part:
            part[-1] += mark[0]
        found += part
        start = mark.end() if mark else end
    return found


def _is_taken(sentence: str, runs: set[tuple[str, ...]], gone: Sequence[tuple[str, ...]]) -> bool:
    words = _words(sentence)
    if len(words) >= RUN:
        return any(run in runs for run in _runs(words, RUN))
    return any(words == one or (len(words) >= FEW and words in _runs(one, len(words))) for one in gone)


def _runs(words: tuple[str, ...], length: int) -> list[tuple[str, ...]]:
    return [words[at : at + length] for at in range(len(words) - length + 1)]


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.casefold() for one in _TOKENS.findall(_MARK.sub(" ", _ESCAPE.sub("", text))))
