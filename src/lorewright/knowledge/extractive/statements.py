"""What could be said in an answer: the sentences and table rows of passages, each with what it needs to be understood."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lorewright.knowledge.engine import AnswerSentence, Passage, Span
from lorewright.knowledge.extractive.fitness import points_back, tidy
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.question import Question, fits, names_of, terms_of
from lorewright.knowledge.extractive.words import UNSPACED, Words
from lorewright.knowledge.sentences import Bounds, sentences


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A passage with its headings."""

    index: int
    """Its place among the passages, best first."""
    terms: frozenset[str]
    names: frozenset[str]
    """The terms of the question's names and figures that are names or figures here too."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with those before it that it points back to, or a table row with the row that names its columns."""

    bounds: tuple[Bounds, ...]
    """Offsets into the passage's content."""
    terms: frozenset[str]
    stands_in: Surroundings
    fits: bool = False
    """It holds the kind of answer that is expected."""
    is_row: bool = False


def statements(index: int, passage: Passage, asked: Question, words: Words, lexicon: Lexicon) -> list[Statement]:
    """All of a passage that share a term with the question, in order."""
    content = passage.content
    bounds = sentences(content)
    terms = [frozenset(terms_of(content[start:end], words)) for start, end in bounds]
    around = frozenset(terms_of(" ".join(passage.heading_path), words)).union(*terms)
    if not around & asked.terms.keys():
        return []
    names: set[str] = set()
    if asked.specific & around:
        names = names_of(" ".join((*passage.heading_path, content)), words) & asked.specific
    surroundings = Surroundings(index, around, frozenset(names))
    telling = [not own.isdisjoint(asked.terms) for own in terms]
    found = []
    for first, last, header in _units(passage, bounds, telling, lexicon):
        own = frozenset().union(*terms[first : last + 1])
        if _is_row(content, bounds[last]):
            rows = (bounds[last],) if header is None else (bounds[header], bounds[last])
            found.append(Statement(rows, own, surroundings, is_row=True))
        else:
            span = bounds[first][0], bounds[last][1]
            found.append(Statement((span,), own, surroundings, fits(content[slice(*span)], asked, words)))
    return found


def said(statement: Statement, passage: Passage, lexicon: Lexicon) -> AnswerSentence:
    """The statement in the words of its passage, without list marks, note marks and a leading connective."""
    pieces = [passage.content[start:end] for start, end in statement.bounds]
    index = statement.stands_in.index
    spans = [
        Span(passage.start + start, passage.start + end, piece)
        for (start, end), piece in zip(statement.bounds, pieces, strict=True)
    ]
    text = ": ".join(" ".join(piece.split()) for piece in pieces) if statement.is_row else tidy(pieces[0], lexicon)
    return AnswerSentence(text, tuple((index, span) for span in spans))


# -- Sentences --------------------------------------------------------------------------------------------------------

_FULL_STOP = re.compile(r"[.!…。！？।։۔؟][\"'”’»)\]】」』]*(?:\[[^\[\]]{1,12}\]|\d{1,3})?$")
_ASKS_OR_LEADS_IN = ("?", "？", "؟", ":", "：")
_UNSPACED = re.compile(f"[{UNSPACED}\uac00-\ud7af]")
_LONGEST, _SHORTEST_WORDS, _SHORTEST_UNSPACED = 700, 4, 8
_REACH = 2
"""Sentences before one that are taken along at most."""


def _units(
    passage: Passage, bounds: Sequence[Bounds], telling: Sequence[bool], lexicon: Lexicon
) -> Iterator[tuple[int, int, int | None]]:
    """First and last sentence of each statement that ends in a `telling` one and, of a row, the row that names its columns."""
    content = passage.content
    in_lower_case = content.islower()
    header = None
    for i, (start, end) in enumerate(bounds):
        if _is_row(content, bounds[i]):
            begins = not i or not _is_row(content, bounds[i - 1]) or content.count("\n", bounds[i - 1][1], start) > 1
            if begins:
                header = i if _names_columns(content[start:end]) else None
            if telling[i] and not _names_columns(content[start:end]):
                yield i, i, header
        elif telling[i] and _is_sentence(content[start:end], passage.heading_path, in_lower_case, lexicon):
            first = _needed_from(content, bounds, i, lexicon)
            if first is not None and (in_lower_case or not content[bounds[first][0]].islower()):
                yield first, i, None


def _is_sentence(text: str, headings: Sequence[str], in_lower_case: bool, lexicon: Lexicon) -> bool:
    """Whether a line is a sentence: no heading, label or menu, no row of figures, no question."""
    if len(text) > _LONGEST or text.endswith(_ASKS_OR_LEADS_IN) or text in headings:
        return False
    letters = sum(map(str.isalpha, text))
    if letters < 0.6 * (len(text) - text.count(" ")):
        return False
    if len(_UNSPACED.findall(text)) > 0.3 * letters:
        return letters >= _SHORTEST_UNSPACED
    if (text[:1].islower() and not in_lower_case) or (lexicon.verb and not lexicon.verb.search(text)):
        return False
    count = len(text.split())
    return count >= _SHORTEST_WORDS and (bool(_FULL_STOP.search(text)) or (count >= 8 and not _is_title(text)))


def _is_title(text: str) -> bool:
    """Whether most of its longer words have a capital."""
    longer = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return sum(word[0].isupper() for word in longer) >= 0.5 * len(longer)


def _needed_from(content: str, bounds: Sequence[Bounds], i: int, lexicon: Lexicon) -> int | None:
    """The sentence of the same paragraph at which to begin so that sentence `i` is understood; None where none is near."""
    for first in range(i, max(-1, i - _REACH - 1), -1):
        start, end = bounds[first]
        if first < i and ("\n" in content[end : bounds[first + 1][0]] or not _FULL_STOP.search(content, start, end)):
            return None
        if not points_back(tidy(content[start:end], lexicon), lexicon):
            return first
    return None


# -- Rows -------------------------------------------------------------------------------------------------------------

_CELLS = " | "
_FIGURE = re.compile(r"\d[\d.,]*")
_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_row(content: str, bounds: Bounds) -> bool:
    return content.find(_CELLS, *bounds) >= 0


def _names_columns(row: str) -> bool:
    """Whether its cells hold words or years, and no other figures."""
    return all(
        _YEAR.fullmatch(figure.rstrip(".,")) for cell in row.split(_CELLS)[1:] for figure in _FIGURE.findall(cell)
    )
