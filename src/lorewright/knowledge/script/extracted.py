"""What there is to say of a text, by extraction: runs of sentences that can be heard without the page before one's eyes."""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from lorewright.knowledge.concepts import expansions
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.evidence import check, whole
from lorewright.knowledge.extractive.fitness import length_in_words, tidy
from lorewright.knowledge.extractive.lexicon import Lexicon, lexicon_of
from lorewright.knowledge.extractive.outline import Section, is_heading_text, outline
from lorewright.knowledge.extractive.phrases import key_phrases
from lorewright.knowledge.extractive.ranking import Sentence, read_sentences, score
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.script.aloud import defined, first_year, is_aloud, leans_on_another, within
from lorewright.knowledge.script.base import MOST_TEXTS, Chapter, Exchange, Ground, Statement, Told, Topics
from lorewright.knowledge.script.headings import name_of, topic_of
from lorewright.knowledge.script.named import named
from lorewright.reading.base import Block, BlockKind, Coverage, Reading

LONGEST_ANSWER = 75
"""Words; who listens cannot go back."""
SHORTEST_ANSWER = 9
_LONGEST_RUN = 4
"""Sentences."""
_PHRASES = 12
_LEAST_WORTH = 0.1
_JOINED = 0.12
"""So much more is a run worth for each sentence after its first: it explains."""
_BEGINNING = 70
"""Characters within which a sentence names what it speaks of."""
_TELLS_LANGUAGE = 60
"""Words."""
_WITHIN_NAME = re.compile(
    r"(?:\w|(?<!^)\b(?!The |A |An )[A-Z]\w* |^(?!The |A |An |In |On |At |For )[A-Z]\w* )[A-Z]$|\w\w$"
)
"""A phrase that begins here is the rest of a longer name or word."""
_DESCRIBES = re.compile(
    r"\b(?:is|are|was|were|be|been|being|become|becomes|became|seems?|very|so|too|more|most|less|as|how) ([\w-]+)"
)
"""A word that stands behind one of these tells how something is."""
_CLOSES_A_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")
_PARAGRAPH = 80
"""Characters of what stands under a heading."""


class ExtractiveWriter:
    """It works in a thread, since it keeps a processor busy for a while."""

    most_texts = MOST_TEXTS

    async def chapter(self, told: Told, asking: Asking) -> Chapter:
        return await asyncio.to_thread(chapter_of, told)


def chapter_of(told: Told) -> Chapter:
    """Deterministic; time and memory linear in the length of the text."""
    reading = rebuilt(told)
    words, lexicon = Words(told.language), lexicon_of(told.language)
    sections, section_of_block = outline(reading)
    found = read_sentences(reading, sections, section_of_block, words, lexicon)
    score(found, sections, frozenset(words.terms(told.title)), words)
    headings = [section.heading for section in sections if section.heading and not section.is_apparatus]
    lines = [one.text for one in found if one.fitness.quality]
    spelt_out = expansions(reading.content)
    phrases = [one.name for one in key_phrases(told.title, headings, lines, words, _PHRASES, spelt_out)]
    names = _Names(reading.content)
    exchanges = (
        ()
        if _is_foreign(told, reading.content)
        else tuple(
            Exchange(
                topics=_topics(run, sections, phrases, words, names),
                said=_said(run, told, lexicon),
                place=run[0].number,
                worth=_worth(run),
                terms=frozenset().union(*(one.terms for one in run)),
            )
            for run in _runs(found, reading, lexicon)
        )
    )
    terms = frozenset().union(*(one.terms for one in found))
    return Chapter(name_of(told.title, phrases), told.language, told.source_id, exchanges, terms)


def rebuilt(told: Told) -> Reading:
    """The text with its blocks, as far as its passages tell them: a block is what stands between blank lines."""
    content = told.content
    headed = {heading: level for one in told.passages for level, heading in enumerate(one.heading_path, start=1)}
    bounds = [match.span() for match in re.finditer(r"[^\n](?:[^\n]|\n(?!\n))*", content)]
    kinds = [_kind(content, bounds, place, headed) for place in range(len(bounds))]
    blocks, deepest = [], 0
    for (start, end), kind in zip(bounds, kinds, strict=True):
        level = 0
        if kind is BlockKind.HEADING:
            known = headed.get(" ".join(content[start:end].split()))
            level = known or deepest + 1
            deepest = known or deepest
        blocks.append(Block(start, end, kind, min(level, 6)))
    return Reading(content, tuple(blocks), Coverage(len(content)), title=told.title, language=told.language)


def _kind(content: str, bounds: Sequence[tuple[int, int]], place: int, headed: dict[str, int]) -> BlockKind:
    start, end = bounds[place]
    text = " ".join(content[start:end].split())
    if " | " in text:
        return BlockKind.TABLE
    if text in headed:
        return BlockKind.HEADING
    if "\n" in content[start:end]:
        return BlockKind.CODE  # a paragraph is one line
    looks_so = (
        is_heading_text(text) and len(text.split()) <= 10 and not _CLOSES_A_SENTENCE.search(text) and text[0].isupper()
    )
    if looks_so and not text.endswith((":", ",", ";")) and place + 1 < len(bounds):
        under = content[slice(*bounds[place + 1])].rstrip()
        if len(under) >= _PARAGRAPH and _CLOSES_A_SENTENCE.search(under):
            return BlockKind.HEADING
    return BlockKind.PARAGRAPH


def _runs(found: Sequence[Sentence], reading: Reading, lexicon: Lexicon) -> Iterator[tuple[Sentence, ...]]:
    """In reading order, no sentence in two of them: what follows a sentence in its paragraph may lean on it."""
    of_block: defaultdict[int, list[Sentence]] = defaultdict(list)
    for one in found:
        of_block[one.block].append(one)
    for block in of_block.values():
        rest = block
        while rest:
            run = _run(rest, reading)
            if run and _length(run) >= SHORTEST_ANSWER and _worth(run) >= _LEAST_WORTH:
                yield run
            rest = rest[max(1, len(run)) :]


def _run(rest: Sequence[Sentence], reading: Reading) -> tuple[Sentence, ...]:
    """The sentences from the first on that can be said together; none where it cannot begin one."""
    first = rest[0]
    if (
        not first.fitness.quality
        or first.fitness.points_back
        or leans_on_another(first.text)
        or not is_aloud(first.text)
    ):
        return ()
    run, length = [first], length_in_words(first.text)
    for one in takewhile(lambda one: one.fitness.quality and is_aloud(one.text), rest[1:_LONGEST_RUN]):
        length += length_in_words(one.text)
        if length > LONGEST_ANSWER or any(one.text == other.text for other in run):
            break
        run.append(one)
    return tuple(run)


def _length(run: Sequence[Sentence]) -> int:
    return sum(length_in_words(one.text) for one in run)


def _worth(run: Sequence[Sentence]) -> float:
    """That of its best sentence counts most: the others explain it."""
    scores = [one.score for one in run]
    return (0.6 * max(scores) + 0.4 * sum(scores) / len(scores)) * (1 + _JOINED * (len(run) - 1))


def _said(run: Sequence[Sentence], told: Told, lexicon: Lexicon) -> tuple[Statement, ...]:
    """Each as it stands in the text, as far as the evidence rule lets it be shown; a connective within a run stays."""
    content = told.content
    said = []
    for place, one in enumerate(run):
        quote = content[one.start : one.end]
        text = one.text if place == 0 else tidy(quote)
        around = whole(content, one.start, one.end)
        for claim in dict.fromkeys((text, quote)):
            if check(claim, [quote], [quote], told.language, [around]).passed:
                ground = Ground(told.source_id, told.text_id, one.start, one.end)
                said.append(Statement(claim, (ground,)))
                break
    return tuple(said)


def _topics(
    run: Sequence[Sentence], sections: Sequence[Section], phrases: Sequence[str], words: Words, names: "_Names"
) -> Topics:
    """A heading counts where the answer takes up a word of it, and a phrase where the answer begins with it."""
    first, english = run[0], words.language in (None, "en")
    said = frozenset().union(*(one.terms for one in run))
    heading = sections[first.section].heading
    fits = not said.isdisjoint(words.terms(heading))
    begins = first.text[:_BEGINNING].casefold()
    begun = [
        (place, one)
        for one in phrases
        if (place := begins.find(one.casefold())) >= 0
        and not _WITHIN_NAME.search(first.text[: place + 1])
        and not names.describes(one)
    ]
    return Topics(
        defined=defined(first.text, names) if english else "",
        heading=topic_of(heading, names) if fits else "",
        phrase=_named(first.text, *min(begun), names) if begun else "",
        named=tuple(named(first.text, words.language, names)),
        year=first_year(first.text) if english else "",
    )


def _named(text: str, place: int, phrase: str, names: "_Names") -> str:
    """With its article, where it stands with one."""
    is_whole = not re.match(r"['’]| [A-Z]", text[place + len(phrase) :])
    article = "the " if is_whole and text[:place].lower().endswith("the ") and names.takes_article(phrase) else ""
    return article + within(phrase, names)


class _Names:
    """Which words of a text are written with a capital wherever they stand."""

    def __init__(self, content: str) -> None:
        self._content = content.casefold()
        self._describing = frozenset(_DESCRIBES.findall(self._content))
        self._inside = Counter(re.findall(r"(?<=[a-z,;] )[A-Z][\w’'-]*", content))
        self._small = Counter(re.findall(r"\b[a-z][\w’'-]*", content))
        self._acronyms = frozenset(re.findall(r"\b[A-Z][A-Z\d]{1,5}\b(?=[ ,.]+[a-z])", content))

    def describes(self, phrase: str) -> bool:
        """Whether it is a word that tells how something is, and nothing to be asked about: "salty"."""
        return phrase.islower() and phrase in self._describing

    def takes_article(self, phrase: str) -> bool:
        """Whether it mostly stands with one: "the Handbook", but "the New York police"."""
        bare = phrase.casefold()
        return 2 * self._content.count(f"the {bare}") > self._content.count(bare)

    def __call__(self, word: str) -> bool:
        return word in self._acronyms or self._inside[word] > self._small[word.lower()]


def _is_foreign(told: Told, content: str) -> bool:
    """Whether it has words enough to tell its language, and it is none that we know: a voice could only guess."""
    return told.language is None and len(content.split()) >= _TELLS_LANGUAGE
