"""What could be said in an answer: the sentences and table rows of passages, each with what it needs to be understood."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from lorewright.knowledge.engine import AnswerSentence, Passage, Span
from lorewright.knowledge.extractive.expectation import fits
from lorewright.knowledge.extractive.fitness import points_back, tidy
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.question import YEAR, Expects, Question, names_of, terms_of
from lorewright.knowledge.extractive.rows import Row, is_row, rows
from lorewright.knowledge.extractive.subject import of_another_number, strays
from lorewright.knowledge.extractive.words import UNSPACED, Words
from lorewright.knowledge.sentences import Bounds, sentences


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A passage with its headings and the title of its text."""

    index: int
    """Its place among the passages, best first."""
    before: int | None
    """The place of the passage that stands before it in its text, where that one is given too."""
    terms: frozenset[str]
    names: frozenset[str]
    """The terms of the question's names and figures that are names or figures here too."""
    titled: frozenset[str] = frozenset()
    """Those of them in the title of the text: all of it speaks of these."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with those before it that it points back to, a lead-in with its list, or a table row with what names its cells."""

    bounds: tuple[Bounds, ...]
    """Offsets into the passage's content, in the order in which they are said; negative in the passage before it."""
    terms: frozenset[str]
    stands_in: Surroundings
    fits: float = 0.0
    """How much it holds of the kind of answer that is expected, from 0 to 1."""
    strays: bool = False
    """It speaks of another than the question names."""
    pattern: str = ""
    """Of a row: how its pieces are put together."""
    beside: int = 0
    """Of a row: the terms of its label that are not asked for."""

    @property
    def is_row(self) -> bool:
        return bool(self.pattern)


def statements(
    index: int, passages: Sequence[Passage], asked: Question, words: Words, lexicon: Lexicon, *, every: bool = False
) -> list[Statement]:
    """All of a passage that share a term with the question, in order; with `every` its other sentences too."""
    passage = passages[index]
    content = passage.content
    bounds = sentences(content)
    terms = [frozenset(terms_of(content[start:end], words)) for start, end in bounds]
    around = frozenset(terms_of(" ".join(passage.headings), words)).union(*terms)
    if not around & asked.terms.keys():
        return []
    names: set[str] = set()
    if asked.specific & around:
        names = names_of(" ".join((*passage.headings, content)), words) & asked.specific
    titled = names.intersection(terms_of(passage.title, words)) if names else names
    surroundings = Surroundings(index, _before(passage, passages), around, frozenset(names), frozenset(titled))
    telling = [every or not own.isdisjoint(asked.terms) for own in terms]
    found = []
    for first, last in _units(passage, bounds, telling, lexicon):
        own = frozenset().union(*terms[first : last + 1])
        span = bounds[first][0], bounds[last][1]
        kind = fits(content[slice(*span)], own, around, asked, words)
        before = ((content[slice(*bounds[i])], terms[i]) for i in range(first - 1, -1, -1))
        headed = ((heading, frozenset(terms_of(heading, words))) for heading in reversed(passage.headings))
        astray = strays(content[slice(*span)], own, chain(before, headed), asked, words, lexicon)
        found.append(Statement((span,), own, surroundings, kind, astray))
    if " | " in content:
        found += _rows(passages, surroundings, bounds, telling, asked, words)
    if asked.expects is Expects.FIGURE:
        found += _figure_lines(content, surroundings, bounds, terms, asked, words)
    elif ":" in content:
        found += _labelled_lines(passage, surroundings, bounds, terms, asked, words)
    return found


_FIGURE_LINE = re.compile(r"(?P<label>[^\W\d_][^|]{0,50}?)[ \t:.…]+[-$€£¥]?\s?\d[\d.,]*(?:\s?(?:[%$€£¥]|[A-Z]{3}))?")
"""As of a receipt: "Total 12.40"."""


def _figure_lines(
    content: str,
    surroundings: Surroundings,
    bounds: Sequence[Bounds],
    terms: Sequence[frozenset[str]],
    asked: Question,
    words: Words,
) -> Iterator[Statement]:
    """Lines that are a label and its figure: rows of a table that was never drawn."""
    for own, (start, end) in zip(terms, bounds, strict=True):
        if own.isdisjoint(asked.terms) or not (line := _FIGURE_LINE.fullmatch(content, start, end)):
            continue
        label = frozenset(terms_of(line["label"], words))
        kind = fits(line[0], own, surroundings.terms, asked, words)
        beside = sum(term.isalpha() for term in label - asked.terms.keys())
        yield Statement(((start, end),), own, surroundings, kind, pattern="{}", beside=beside)


_LABELLED_LINE = re.compile(r"(?P<label>[^\W\d_][^|:\n]{0,40}):[ \t]*(?P<value>[^\n]{1,100})(?<![.:;,])")
"""As of a form: "Keeper: Anna Berg"."""


def _labelled_lines(
    passage: Passage,
    surroundings: Surroundings,
    bounds: Sequence[Bounds],
    terms: Sequence[frozenset[str]],
    asked: Question,
    words: Words,
) -> Iterator[Statement]:
    """Lines whose label is what is asked: what else the question holds stands in the title and the headings over them."""
    headed = frozenset(terms_of(" ".join(passage.headings), words))
    for own, (start, end) in zip(terms, bounds, strict=True):
        if own.isdisjoint(asked.terms) or not (line := _LABELLED_LINE.fullmatch(passage.content, start, end)):
            continue
        label = frozenset(terms_of(line["label"], words))
        if not label or not label <= asked.terms.keys() or not asked.terms.keys() <= label | headed:
            continue
        value = line["value"]
        if asked.expects in (Expects.PERSON, Expects.PLACE):
            kind = float(value != value.lower() and not any(map(str.isdigit, value)))
        elif asked.expects in (Expects.ANYTHING, Expects.DEFINITION):
            kind = 1.0
        else:
            kind = fits(value, own, surroundings.terms, asked, words)
        # With its headings it says all that is asked, so what only repeats these adds nothing.
        yield Statement(((start, end),), own | asked.terms.keys(), surroundings, kind, pattern="{}")


def _rows(
    passages: Sequence[Passage],
    surroundings: Surroundings,
    bounds: Sequence[Bounds],
    telling: Sequence[bool],
    asked: Question,
    words: Words,
) -> Iterator[Statement]:
    """The rows of a passage whose label shares a term with the question. If its table was cut, it is read with what was before.

    `bounds`: of the passage's sentences and lines; `telling`: which of them share a term with the question.
    """
    content = passages[surroundings.index].content
    cut = surroundings.before if is_row(content, bounds[0]) else None
    head = "" if cut is None else passages[cut].content
    table, shift = head + content, len(head)
    lines = [*sentences(head), *((start + shift, end + shift) for start, end in bounds)]
    unseen = len(lines) - len(bounds)
    terms_at = cache(lambda start, end: frozenset(terms_of(table[start:end], words)))
    for i, row in rows(table, lines).items():
        label = terms_at(*row.label)
        if i < unseen or not telling[i - unseen] or label.isdisjoint(asked.terms) or of_another_number(label, asked):
            continue
        named = _of_row(table, row, surroundings, asked, words, terms_at)
        # What a row says with its columns is spoken of in its passage, wherever the columns were named.
        place = replace(
            surroundings,
            terms=surroundings.terms | named.terms,
            names=surroundings.names | named.terms & asked.specific,
        )
        yield replace(named, stands_in=place, bounds=tuple((start - shift, end - shift) for start, end in named.bounds))


def _before(passage: Passage, passages: Sequence[Passage]) -> int | None:
    """See `Surroundings.before`."""
    return next(
        (i for i, other in enumerate(passages) if other.text_id == passage.text_id and other.end == passage.start), None
    )


_LEAD_IN = re.compile(r"[^\n]*[:：]\s*\n")


def said(statement: Statement, passages: Sequence[Passage], lexicon: Lexicon) -> AnswerSentence:
    """The statement in the words of its passage, without list marks, note marks and a leading connective."""
    place = statement.stands_in
    support = []
    for start, end in statement.bounds:
        # Only a negative offset leads to the passage before, and only where there is one.
        index = place.index if start >= 0 or place.before is None else place.before
        at, own = passages[place.index].start, passages[index]
        quote = own.content[at + start - own.start : at + end - own.start]
        support.append((index, Span(at + start, at + end, quote)))
    pieces = [span.quote for _, span in support]
    if statement.is_row:
        text = statement.pattern.format(*(" ".join(piece.split()) for piece in pieces))
    elif _LEAD_IN.match(pieces[0]):
        lead_in, *items = [pieces[0][start:end] for start, end in sentences(pieces[0])]
        text = f"{tidy(lead_in)} {'; '.join(tidy(item).rstrip(';,') for item in items)}"
    else:
        text = tidy(pieces[0], lexicon)
    return AnswerSentence(text, tuple(support))


# -- Rows -------------------------------------------------------------------------------------------------------------

_MOST_CELLS = 2
"""Cells that are said one by one; where more are meant, the whole row is."""


def _of_row(
    content: str,
    row: Row,
    surroundings: Surroundings,
    asked: Question,
    words: Words,
    terms_at: Callable[[int, int], frozenset[str]],
) -> Statement:
    """The cells whose columns the question names, each with its column; else the row under the row that names the columns."""

    def terms(*bounds: Bounds) -> frozenset[str]:
        return frozenset().union(*(terms_at(*each) for each in bounds))

    label = terms(row.label)
    chosen = _asked_columns([terms(*column) for column in row.columns], asked, label)
    if 0 < len(chosen) <= _MOST_CELLS and all(row.cells[i][0] < row.cells[i][1] for i in chosen):
        pieces = [row.label, *(piece for i in chosen for piece in (*row.columns[i], row.cells[i]))]
        pattern = "{}, " + "; ".join(" ".join("{}" for _ in row.columns[i]) + ": {}" for i in chosen)
        if row.unit:
            pieces.append(row.unit)
            pattern += " {}"
    else:
        pieces = [row.header, row.bounds] if row.header else [row.bounds]
        pattern = ": ".join("{}" for _ in pieces)
    own = terms(*pieces)
    text = " | ".join(content[slice(*piece)] for piece in pieces)
    values = text if not row.header or len(pieces) > _MOST_CELLS else content[slice(*row.bounds)]
    kind = fits(values, own, surroundings.terms, asked, words)
    if asked.quantity and not asked.quantity & label.union(*(terms(*row.columns[i]) for i in chosen)):
        kind = 0.0
    beside = sum(term.isalpha() for term in label - asked.terms.keys())
    return Statement(tuple(pieces), own, surroundings, kind, pattern=pattern, beside=beside)


def _asked_columns(columns: Sequence[Set[str]], asked: Question, label: Set[str]) -> list[int]:
    """Those whose names share most with the question, one that names several years only where none names one."""
    named = [len(column & (asked.terms.keys() - label)) for column in columns]
    if asked.years and any(count and len(_years(column)) == 1 for count, column in zip(named, columns, strict=True)):
        named = [count if len(_years(column)) <= 1 else 0 for count, column in zip(named, columns, strict=True)]
    most = max(named, default=0)
    return [i for i, count in enumerate(named) if count == most and (most or len(named) == 1)]


def _years(terms: Set[str]) -> list[str]:
    return [term for term in terms if YEAR.fullmatch(term)]


# -- Sentences --------------------------------------------------------------------------------------------------------


def _units(
    passage: Passage, bounds: Sequence[Bounds], telling: Sequence[bool], lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    """First and last sentence of each statement that ends in a `telling` one, or begins with a telling lead-in."""
    content = passage.content
    in_lower_case = content.islower()
    for i, (start, end) in enumerate(bounds):
        if not telling[i] or is_row(content, bounds[i]):
            continue
        if content.endswith((":", "："), start, end):
            last = _last_item(content, bounds, i)
            if last > i:
                yield i, last
        elif _is_sentence(content[start:end], passage.heading_path, in_lower_case, lexicon):
            first = _needed_from(passage, bounds, i, lexicon)
            if first is not None and (in_lower_case or not content[bounds[first][0]].islower()):
                yield first, i


_MOST_ITEMS, _LONGEST_ITEM = 4, 300
_LIST_MARK = re.compile(r"\s*(?:[-•*·‣▪–—]|\(?(?:\d{1,2}|[a-z]|[ivx]+)[.)])\s", re.IGNORECASE)


def _last_item(content: str, bounds: Sequence[Bounds], lead_in: int) -> int:
    """The last sentence of the list that a lead-in announces, `lead_in` itself where none follows."""
    start, end = bounds[lead_in]
    if len(content[start:end].split()) < _SHORTEST_WORDS or (start and content[start - 1] != "\n"):
        return lead_in
    last = lead_in
    for i in range(lead_in + 1, min(len(bounds), lead_in + 1 + _MOST_ITEMS)):
        begins_line = "\n" in content[bounds[i - 1][1] : bounds[i][0]]
        item = content[slice(*bounds[i])]
        listed = (
            _LIST_MARK.match(item)
            or item.endswith(";")
            or (i > lead_in + 1 and content[: bounds[i - 1][1]].endswith((";", "; and")))
        )
        if not begins_line or not listed or len(item) > _LONGEST_ITEM or is_row(content, bounds[i]):
            break
        last = i
    return last


_FULL_STOP = re.compile(r"[.!…。！？।։۔؟][\"'”’»)\]】」』]*(?:\[[^\[\]]{1,12}\]|\d{1,3})?$")
_ASKS_OR_LEADS_IN = ("?", "？", "؟", ":", "：")
_UNSPACED = re.compile(f"[{UNSPACED}\uac00-\ud7af]")
_LONGEST, _SHORTEST_WORDS, _SHORTEST_UNSPACED, _SHORTEST_UNSPACED_WHOLE = 700, 4, 8, 5
_ANNOUNCES = re.compile(
    r"^(?:below|following|here) (?:is|are|we)\b|\b(?:presented|shown|given|summari[sz]ed|listed|reported|set forth|provided|described) "
    r"(?:in|below|above) ?(?:the |our |following )*(?:table|figure|fig|section|appendix|exhibit|below|above)?",
    re.IGNORECASE,
)
_LONGEST_ANNOUNCEMENT = 12
"""Words up to which a sentence that points to a table or list says nothing else."""


def _is_sentence(text: str, headings: Sequence[str], in_lower_case: bool, lexicon: Lexicon) -> bool:
    """Whether a line is a sentence: no heading, label or menu, no row of figures, no question."""
    if len(text) > _LONGEST or text.endswith(_ASKS_OR_LEADS_IN) or text in headings:
        return False
    letters, visible = sum(map(str.isalpha, text)), len(text) - text.count(" ")
    if len(_UNSPACED.findall(text)) > 0.3 * letters and letters >= 0.5 * visible:
        return letters >= (_SHORTEST_UNSPACED_WHOLE if _FULL_STOP.search(text) else _SHORTEST_UNSPACED)
    if letters < 0.6 * visible:
        return False
    if text[:1].islower() and not in_lower_case:
        return False
    if "”" in text[:-2] and text.find("“") not in range(text.find("”")):
        return False  # it begins within what it quotes
    count = len(text.split())
    if count <= _LONGEST_ANNOUNCEMENT and _ANNOUNCES.search(text):
        return False
    says = lexicon.verb is None or bool(lexicon.verb.search(text))
    if _FULL_STOP.search(text):
        # The stop may belong to a name: "Berg & Sons Co., Inc."
        return count >= _SHORTEST_WORDS and (says or not _is_name(text))
    return count >= 8 and not _is_title(text) and says


def _is_title(text: str) -> bool:
    """Whether most of its longer words have a capital."""
    longer = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return sum(word[0].isupper() for word in longer) >= 0.5 * len(longer)


def _is_name(text: str) -> bool:
    """Whether all of its longer words have a capital."""
    return all(word[0].isupper() for word in text.split() if len(word) > 3 and word[0].isalpha())


_SIGNATURE, _SPEAKS_FOR_ITSELF = re.compile(r"/s/ ?\w"), re.compile(r"(?:We|I|Our|My)\b")
_BELOW_A_SIGNATURE = 3
"""Lines, such as the firm, the place and the date."""


def _signature_before(content: str, bounds: Sequence[Bounds], i: int) -> int | None:
    """The line that is signed above sentence `i`, with no sentence between them."""
    for line in range(i - 1, max(-1, i - 2 - _BELOW_A_SIGNATURE), -1):
        if _SIGNATURE.match(content, bounds[line][0]):
            return line
        if _FULL_STOP.search(content, *bounds[line]):
            break
    return None


_REACH = 2
"""Sentences before one that are taken along at most."""


def _needed_from(passage: Passage, bounds: Sequence[Bounds], i: int, lexicon: Lexicon) -> int | None:
    """The sentence of the same paragraph at which to begin so that sentence `i` is understood; None where none is near.

    Who speaks as "we" under a signature is who signed.
    """
    content = passage.content
    if (
        _SPEAKS_FOR_ITSELF.match(content, bounds[i][0])
        and (signed := _signature_before(content, bounds, i)) is not None
    ):
        return signed
    for first in range(i, max(-1, i - _REACH - 1), -1):
        start, end = bounds[first]
        if first < i and (
            "\n" in content[end : bounds[first + 1][0]]
            or not _FULL_STOP.search(content, start, end)
            or not _is_sentence(content[start:end], passage.heading_path, content.islower(), lexicon)
        ):
            return None
        if not points_back(tidy(content[start:end], lexicon), lexicon):
            return first
    return None
