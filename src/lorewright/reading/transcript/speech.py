"""Captions to paragraphs of sentences. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lorewright.reading.assembly import Piece
from lorewright.reading.base import BlockKind
from lorewright.reading.characters import columns_of, is_unspaced
from lorewright.reading.transcript.captions import Caption

_WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]{2}|[^\W_]+")
_END = re.compile(r"[.!?…؟।](?=[\"'”’»)\]]*(?:\s|$))|[。！？｡]")
_ENDS_SENTENCE = re.compile(r"[.!?…؟।。！？｡][\"'”’»)\]」』]*$")
_WORDS_A_STOP = 50
"""Nobody writes longer sentences than that all along."""

_PARAGRAPH = 700
"""Characters after which a paragraph ends with its sentence."""
_ENDLESS = 5_000
"""Characters after which it ends all the same."""
_LONG_PAUSE_MS = 1_500
"""Between two thoughts."""
_PAUSE_MS = 500
"""Between two sentences; within one, people pause for a shorter time."""
_BREATH_MS = 150
_SHORT, _LONG = 40, 180
"""Columns of a sentence: below, a pause is a hesitation; above, it is cut where it may be."""
_STOPS = {"ja": "。", "zh": "。", "hi": "।", "th": "", "lo": "", "km": "", "my": ""}
"""How a sentence ends; by a full stop elsewhere."""


def is_punctuated(captions: Sequence[Caption]) -> bool:
    words = sum(len(_WORD.findall(one.text)) for one in captions)
    return sum(len(_END.findall(one.text)) for one in captions) * _WORDS_A_STOP >= words


def paragraphs(captions: Sequence[Caption]) -> list[Piece]:
    """Ended with the sentence before a pause, at some length, or where somebody else speaks."""
    found: list[list[Caption]] = [[]]
    size = 0
    for index, one in enumerate(captions):
        if found[-1]:
            pause_ms = one.start_ms - captions[index - 1].end_ms
            is_whole = _ENDS_SENTENCE.search(captions[index - 1].text)
            is_long = size >= (_PARAGRAPH if is_whole else _ENDLESS)
            if one.is_turn or is_long or (is_whole and pause_ms >= _LONG_PAUSE_MS):
                found.append([])
                size = 0
        found[-1].append(one)
        size += len(one.text)
    return [_piece(group) for group in found]


def utterances(captions: Sequence[Caption], language: str | None) -> list[Piece]:
    """A sentence each: what is said between two pauses. One that is cut where nobody pauses is not finished with a stop."""
    pauses = [max(0, after.start_ms - before.end_ms) for before, after in pairwise(captions)]
    has_pauses = any(pause >= _BREATH_MS for pause in pauses)
    stop = _STOPS.get(language or "", ".")
    pieces = []
    begins = True
    for start, end in _stretches(captions, pauses):
        ends = not has_pauses or end == len(captions) or captions[end].is_turn or pauses[end - 1] >= _BREATH_MS
        pieces.append(_marked(_piece(captions[start:end]), begins, stop if ends else ""))
        begins = ends
    return pieces


def _stretches(captions: Sequence[Caption], pauses: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last (exclusive) caption of each sentence, as far as pauses and length can tell."""
    start = 0
    sizes: list[int] = []
    index = 0
    while index < len(captions):
        sizes.append((sizes[-1] if sizes else 0) + columns_of(captions[index].text) + 1)
        index += 1
        last = index == len(captions)
        pause_ms = _LONG_PAUSE_MS if last or captions[index].is_turn else pauses[index - 1]
        if pause_ms >= (_PAUSE_MS if sizes[-1] >= _SHORT else _LONG_PAUSE_MS):
            yield start, index
        elif sizes[-1] >= _LONG:
            # At the longest pause that leaves a sentence of some length before it; the later of two.
            places = [place for place, size in enumerate(sizes, start + 1) if size >= _SHORT]
            index = max(places, key=lambda place: (pauses[place - 1], place))
            yield start, index
        else:
            continue
        start = index
        sizes = []


def _piece(captions: Sequence[Caption]) -> Piece:
    """A paragraph on one line, with the second of each of its captions."""
    text = ""
    moments: list[tuple[int, int]] = []
    for one in captions:
        if text and not (is_unspaced(text[-1]) and is_unspaced(one.text[0])):
            text += " "
        moments.append((len(text), one.start_ms // 1000))
        text += one.text
    return Piece(BlockKind.PARAGRAPH, text, moments=tuple(moments))


def _marked(piece: Piece, begins: bool, stop: str) -> Piece:
    first = piece.text[0].upper()
    text = first + piece.text[1:] if begins and len(first) == 1 else piece.text
    return Piece(piece.kind, text if _ENDS_SENTENCE.search(text) else text + stop, moments=piece.moments)
