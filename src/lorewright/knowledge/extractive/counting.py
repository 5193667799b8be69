"""How often the candidates of a text occur, and as what: what its key phrases are chosen by."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from lorewright.knowledge.extractive.ranking import PLACES
from lorewright.knowledge.extractive.terms import JOINING, Key, Uses, candidates, terms_of
from lorewright.knowledge.extractive.words import Words

FROM_PROSE, FROM_HEADING = 10, 1
"""How much a written form counts: headings write every word with a capital."""


@dataclass(slots=True)
class Phrase:
    surfaces: Counter[str] = field(default_factory=Counter)
    count: int = 0
    in_prose: int = 0
    """Times it was written in a sentence, but for one word at the beginning: its capital says nothing."""
    named: int = 0
    """Those with a capital where none was due."""
    ends: int = 0
    """Times no further word of a phrase came after it."""
    starts: int = 0
    """Times none stood before it."""
    alone: int = 0
    """Times neither."""
    places: int = 0
    """The parts of the text it occurs in, a bit each."""
    continued: int = 0
    preceded: int = 0
    """How often it is the beginning, or the end, of a phrase that is longer by a word and occurs again."""
    short: str | None = None
    """Its abbreviation, where the text spells that out."""

    @property
    def surface(self) -> str:
        return self.surfaces.most_common(1)[0][0]

    @property
    def least_inflected(self) -> str:
        """The shortest way in which a sentence writes it, where any does."""
        in_prose = [one for one, weight in self.surfaces.items() if weight >= FROM_PROSE]
        return min(in_prose, key=lambda one: (len(one), one), default=self.surface)

    @property
    def is_name(self) -> bool:
        return self.named * 2 > self.in_prose

    @property
    def is_written_so(self) -> bool:
        """Whether it stands in the text elsewhere than at the beginning of a sentence or in a heading."""
        return self.surfaces.most_common(1)[0][1] >= FROM_PROSE

    def take(self, other: "Phrase") -> None:
        """Counts another way of writing it as its own."""
        self.count += other.count
        self.in_prose += other.in_prose
        self.named += other.named
        self.alone += other.alone
        self.places |= other.places


_MANY = 200
"""Sentences of a long text."""


def _frequent_words(lines: Sequence[str], words: Words) -> frozenset[str]:
    """All terms; of a long text those that come three times, so that phrases that cannot win do not fill memory."""
    counts = Counter(term for line in lines for term in terms_of(line, words))
    least = 3 if len(lines) >= _MANY else 1
    return frozenset(
        term
        for term, count in counts.items()
        if count >= least and (words.knows_stop_words or not _seems_small(term, count, len(lines)))
    )


_SMALL = 4
"""Letters of a small word, such as a preposition, at most."""
_FIRST_UNSPACED = "\u0e00"


def _seems_small(term: str, count: int, lines: int) -> bool:
    """Of a language whose small words are not known: they are short and come all the time."""
    return len(term) <= _SMALL and term < _FIRST_UNSPACED and count > max(4, lines // 10)


def phrases_of(
    title: str, headings: Sequence[str], lines: Sequence[str], words: Words
) -> tuple[defaultdict[Key, Phrase], Uses]:
    """Every phrase of the text, and how its words are used."""
    frequent, uses = _frequent_words([title, *lines], words), Uses(words.naming)
    if words.naming is not None:  # what a word is, is asked of it before the text is at its end
        for line in lines:
            uses.note(line.split())
    found: defaultdict[Key, Phrase] = defaultdict(Phrase)
    for number, line in enumerate(lines):
        _count(line, found, words, frequent, uses, place=1 << number * PLACES // len(lines))
    for line in dict.fromkeys([title, *headings]):
        _count(line, found, words, frequent, uses, place=0)
    return found, uses


def _count(
    line: str, found: defaultdict[Key, Phrase], words: Words, frequent: Set[str], uses: Uses, place: int
) -> None:
    """Adds a line's phrases to those `found`; `place`: the part of the text it stands in, as a bit, 0 for a heading."""
    seen: set[Key] = set()
    for one in candidates(line, words, frequent, uses):
        key = one.key
        phrase = found[key]
        phrase.surfaces[one.surface] += FROM_PROSE if place and not one.due else FROM_HEADING
        phrase.in_prose += place > 0 and not (one.due and len(key) == 1)
        phrase.named += one.named and place > 0
        phrase.starts += one.starts
        phrase.ends += one.ends
        phrase.alone += one.alone
        if key not in seen:
            seen.add(key)
            phrase.count += 1
            phrase.places |= place


def contain(found: Mapping[Key, Phrase]) -> None:
    """Notes of each phrase how often it is a part of longer ones."""
    for key, phrase in found.items():
        if phrase.count == 1 and not phrase.is_name:
            continue
        if (beginning := found.get(_trimmed(key[:-1]))) is not None:
            beginning.continued += phrase.count
        if (end := found.get(_trimmed(key[1:]))) is not None:
            end.preceded += phrase.count


def _trimmed(key: Key) -> Key:
    """Without the small words that its ends may have been joined by."""
    while key and key[0] in JOINING:
        key = key[1:]
    while key and key[-1] in JOINING:
        key = key[:-1]
    return key
