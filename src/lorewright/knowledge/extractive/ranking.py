"""How telling each sentence is.

The centre of a text is the vector of its terms, each weighted by the sentences that have it; a sentence is as central as
the terms it shares with that centre (centroid-based summarisation: Radev, Jing, Styś & Tam 2004, "Centroid-based
summarization of multiple documents"). What stands first says most (Edmundson 1969, "New methods in automatic extracting":
position, title and cue words beside frequency). One pass over the sentences, memory linear in the distinct terms, where
a graph over all pairs (TextRank, LexRank) would need the square of the sentences.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log1p

from lorewright.knowledge.extractive.code import said_in_code
from lorewright.knowledge.extractive.fitness import UNFIT, Fitness, judge, judge_note, length_in_words, tidy
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.outline import Section
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.sentences import block_sentences
from lorewright.reading.base import Block, BlockKind, Reading

_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE})
_BEGINS_LOWER = re.compile(r"[\"'“‘(]?[a-zà-öø-ÿа-яё]")
_SPECIFIC = re.compile(r"(?<=[^.!?] )[A-Z][\w&-]+|\d[\d.,]*")
_DEFINES = re.compile(
    r"^(?:Today, )?(?:w|W)e are (?:an?|the|one of)\b"
    r"|^We (?:operate|own|sell|offer|provide|make|build|design|develop|manufacture|produce|distribute|supply|serve"
    r"|(?:have|had|employ(?:ed)?) (?:(?:about|approximately|around|nearly|over|more than) )?\d[\d,]*) "
    r"|^(?:(?:The|A|An) )?[\w\"'“”‘’&.,()/\- ]{2,60}?\b(?:is|are|was|were)(?: (?:primarily|also|now|today))? (?:an?|the|one of|among)\b"
    r"|^[\w&.,() ]{2,40} (?:was|were) (?:founded|incorporated|established|formed|created|born)\b"
    r"|^(?:(?:[A-Z][\w&.,()\-]*|and|of) ){1,8}"
    r"(?:operates?|engages?|provides?|designs?|develops?|manufactures?|sells?|founded|headquartered)\b"
    r"|^(?:This|The|In this) (?:study|paper|article|report|review|work|survey|book|document|guide)\b"
    r"|^.{3,200}?\btoday (?:announced|reported)\b"
    r"|^[^，。]{2,20}是|^[^、。]{2,30}とは"
)
_CUE = re.compile(
    r"\b(?:we (?:find|found|show|showed|demonstrate|conclude|propose|present|report)|results? (?:show|indicate|suggest|demonstrate)\w*"
    r"|today (?:announced|reported|declared)|announced today|in conclusion|in summary|conclude[sd]?|most (?:important|significant)"
    r"|main (?:result|finding|reason|cause)|key|because"
    r"|increased?|decreased?|grew|declined?|rose|fell|founded|first|largest|leading|largely due to|driven by|primarily)\b",
    re.IGNORECASE,
)

PLACES = 20
"""Parts of a text that are told apart when asking how widely a word is spread."""
_LONG = 1000
"""Sentences of a text whose last part is appendix rather than conclusion."""

_A_NOTE = 120
"""Words of the longest note."""
_FEW = 2
"""Whole sentences up to which the other lines of a note are needed to know what it says."""
_A_LINE = 60
"""Characters; what is shorter is a title or a label rather than the beginning of a broken paragraph."""
_OF_A_LIST = 0.8
"""What stands in a list is seldom a whole sentence, even with a full stop."""

_QUANTITY = re.compile(r"[$€£¥] ?\d|\d ?%|\d (?:percent|per cent|million|billion|trillion)\b|[0-9一-九]+[万亿億]")
_CENTRAL, _EARLY, _IN_PARAGRAPH, _HEADED, _SPECIFICS, _CUED = 0.5, 0.15, 0.08, 0.12, 0.08, 0.07


@dataclass(slots=True)
class Sentence:
    """A sentence of the text's prose, at `content[start:end]`."""

    number: int
    start: int
    end: int
    block: int
    section: int
    first_in_block: bool
    text: str
    """Tidied; what a claim would say."""
    fitness: Fitness
    terms: frozenset[str]
    centrality: float = 0.0
    """0 to 1, 1 for the most central sentence of the text."""
    score: float = 0.0
    defines: bool = False
    """It says what something is."""


def read_sentences(
    reading: Reading, sections: Sequence[Section], section_of_block: Sequence[int], words: Words, lexicon: Lexicon
) -> list[Sentence]:
    """Every sentence of the text's prose in order, judged, not yet scored; of nothing but code, those that stand in it."""
    found: list[Sentence] = []
    cased = _is_cased(reading)
    has_prose = any(block.kind in _PROSE for block in reading.blocks)
    for number, block in enumerate(reading.blocks):
        if block.kind is BlockKind.CODE and not has_prose:
            bounds = list(said_in_code(reading.content, block))
        elif block.kind in _PROSE:
            bounds = block_sentences(reading.content, block)
        else:
            continue
        if sections[section_of_block[number]].is_apparatus:
            continue
        quoting = False
        goes_on = number > 0 and _goes_on(reading, reading.blocks[number - 1], block)
        for position, (start, end) in enumerate(bounds):
            raw = reading.content[start:end]
            text = tidy(raw, lexicon)
            # Within a quotation that runs over several sentences nobody can tell who speaks.
            fitness = UNFIT if quoting or (goes_on and position == 0) else judge(text, lexicon, cased)
            if block.kind is BlockKind.LIST_ITEM:
                fitness = replace(fitness, quality=fitness.quality * _OF_A_LIST)
            quoting ^= bool(raw.count('"') % 2) or raw.count("“") != raw.count("”")
            found.append(
                Sentence(
                    number=len(found),
                    start=start,
                    end=end,
                    block=number,
                    section=section_of_block[number],
                    first_in_block=position == 0,
                    text=text,
                    fitness=fitness,
                    terms=frozenset(words.terms(text)),
                )
            )
    _welcome_first(found)
    _judge_as_note(found, reading)
    return found


def _goes_on(reading: Reading, before: Block, block: Block) -> bool:
    """Whether this paragraph may be the rest of one that was broken, as by a page's end or a table."""
    if before.kind is not BlockKind.PARAGRAPH or block.kind is not BlockKind.PARAGRAPH:
        return False
    tail = reading.content[max(before.start, before.end - 300) : before.end]
    return len(tail) > _A_LINE and (tail[-1].isalnum() or tail[-1] in ",-–(")


def _judge_as_note(found: Sequence[Sentence], reading: Reading) -> None:
    """Of a text with hardly a whole sentence: a short note says what its lines say, a list its items; a form or a bill nothing."""
    short = sum(length_in_words(sentence.text) for sentence in found) <= _A_NOTE
    standing = sum(bool(sentence.fitness.quality) and not sentence.fitness.points_back for sentence in found)
    if standing > (_FEW if short else 0):
        return
    for sentence in found:
        if sentence.fitness.quality or (len(found) > 1 and length_in_words(sentence.text) == 1):
            continue
        if short or reading.blocks[sentence.block].kind is BlockKind.LIST_ITEM:
            sentence.fitness = judge_note(sentence.text)


def _welcome_first(found: Sequence[Sentence]) -> None:
    """Before the first sentence of a text stands nothing, so it points at nothing before it: "This is a letter to ..."."""
    if found and found[0].fitness.points_back:
        found[0].fitness = Fitness(found[0].fitness.quality)


def _is_cased(reading: Reading) -> bool:
    """Whether this text begins its paragraphs with capitals; a note typed in lower case does not."""
    starts = [reading.content[block.start : block.start + 2] for block in reading.blocks if block.kind in _PROSE][:200]
    return sum(bool(_BEGINS_LOWER.match(start)) for start in starts) <= 0.8 * len(starts)


def score(found: Sequence[Sentence], sections: Sequence[Section], title_terms: frozenset[str], words: Words) -> None:
    """Sets `centrality`, `score` and `defines` of each sentence."""
    if not found:
        return
    weights = _weights(found)
    for sentence in found:
        sentence.centrality = _centrality(sentence.terms, weights)
    # Not the highest: one sentence that lists everything would flatten all others.
    highest = sorted(sentence.centrality for sentence in found)[len(found) * 98 // 100] or 1.0
    late = 0.4 * min(1.0, len(found) / _LONG)
    lead = 3 + 0.03 * len(found)
    heading_terms = [frozenset(words.terms(section.heading)) for section in sections]
    seen_sections: set[int] = set()
    for sentence in found:
        sentence.centrality = min(1.0, sentence.centrality / highest)
        sentence.defines = bool(_DEFINES.match(sentence.text))
        first_in_section = sentence.section not in seen_sections
        seen_sections.add(sentence.section)
        if not sentence.fitness.quality:  # never shown, however long it is
            sentence.score = 0.0
            continue
        headed = title_terms.union(*(heading_terms[i] for i in sections[sentence.section].path))
        worth = (
            sentence.fitness.quality * sections[sentence.section].interest * (1 - late * sentence.number / len(found))
        )
        sentence.score = worth * (
            _CENTRAL * sentence.centrality
            + _EARLY * exp(-sentence.number / lead)
            + _IN_PARAGRAPH * (0.6 * sentence.first_in_block + 0.4 * first_in_section)
            + _HEADED * _share(sentence.terms, headed)
            + _SPECIFICS
            * min(1.0, len(_SPECIFIC.findall(sentence.text)) / 4 + bool(_QUANTITY.search(sentence.text)) / 2)
            + _CUED * (0.6 * bool(_CUE.search(sentence.text)) + 0.4 * sentence.defines)
        )


def _weights(found: Sequence[Sentence]) -> dict[str, float]:
    """Of each term: more the more sentences have it, less where most have it, less where they stand in few places."""
    counts = Counter(term for sentence in found for term in sentence.terms)
    places: defaultdict[str, int] = defaultdict(int)
    for sentence in found:
        place = 1 << sentence.number * PLACES // len(found)
        for term in sentence.terms:
            places[term] |= place
    possible = min(PLACES, len(found))
    return {
        term: log1p(count) * log1p(len(found) / count) * (places[term].bit_count() / min(possible, 2 * count)) ** 0.5
        for term, count in counts.items()
    }


def _centrality(terms: Iterable[str], weights: dict[str, float]) -> float:
    """Cosine to the centre of the text, but for its length; a constant keeps short sentences from winning."""
    shared = [weights[term] for term in terms]
    return sum(shared) / (4.0 + len(shared)) ** 0.7 if shared else 0.0


def _share(terms: frozenset[str], headed: frozenset[str]) -> float:
    return min(1.0, len(terms & headed) / min(3, len(headed))) if headed else 0.0
