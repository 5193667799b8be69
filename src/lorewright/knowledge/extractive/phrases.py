"""Key phrases: the names and terms a text is about, which a person would tag it with.

A phrase counts more the longer it is, and less where it mostly stands within longer ones (C-value: Frantzi, Ananiadou & Mima
2000, "Automatic recognition of multi-word terms"). What stands in the title counts most. The ways of writing a thing are
counted together: its plural, its abbreviation where the text spells that out, and a person's name with and without the first.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import log2

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.engine import Concept
from lorewright.knowledge.extractive.ranking import PLACES
from lorewright.knowledge.extractive.terms import JOINING, Key, Uses, candidates, key_of_words, terms_of
from lorewright.knowledge.extractive.vague import DEMONYM, NO_NAME_BEGINS, VAGUE, VAGUE_ALONE
from lorewright.knowledge.extractive.words import Words

_SHORT = 12
"""Sentences of a text that need not say a thing twice to be about it."""
_FROM_PROSE, _FROM_HEADING = 10, 1
"""How much a written form counts: headings write every word with a capital."""


@dataclass(slots=True)
class _Phrase:
    surfaces: Counter[str] = field(default_factory=Counter)
    count: int = 0
    in_prose: int = 0
    """Times it was written in a sentence."""
    named: int = 0
    """Those with a capital where none was due."""
    ends: int = 0
    """Times no further word of a phrase came after it."""
    alone: int = 0
    """Times none stood before it either."""
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
        in_prose = [one for one, weight in self.surfaces.items() if weight >= _FROM_PROSE]
        return min(in_prose, key=lambda one: (len(one), one), default=self.surface)

    @property
    def is_name(self) -> bool:
        return self.named * 2 > self.in_prose

    @property
    def is_written_so(self) -> bool:
        """Whether it stands in the text elsewhere than at the beginning of a sentence or in a heading."""
        return self.surfaces.most_common(1)[0][1] >= _FROM_PROSE

    def take(self, other: "_Phrase") -> None:
        """Counts another way of writing it as its own."""
        self.count += other.count
        self.in_prose += other.in_prose
        self.named += other.named
        self.alone += other.alone
        self.places |= other.places


def key_phrases(
    title: str, headings: Sequence[str], lines: Sequence[str], words: Words, most: int, spelt_out: Mapping[str, str]
) -> tuple[Concept, ...]:
    """At most `most` phrases, the most telling first.

    `lines`: the sentences of the text; `spelt_out`: what the abbreviations in it stand for, as it says itself.
    """
    if words.naming is not None:
        parted = words.naming.parted
        title, headings, lines = parted(title), list(map(parted, headings)), list(map(parted, lines))
    found, uses = _found(title, headings, lines, words)
    _spell_out(found, spelt_out, words)
    _contain(found)
    title_terms, heading_terms = set(terms_of(title, words)), set(terms_of(" . ".join(headings), words))
    _name_in_full(found, title_terms)
    _entitle(found, title, words)
    # Without stop words every two neighbours look like a term, so they must come again.
    least = (2 if len(lines) > _SHORT else 1) + (not words.knows_stop_words)
    values = {
        key: _value(key, phrase, title_terms) * _placed(key, title_terms, heading_terms) * _spread(phrase, len(lines))
        for key, phrase in found.items()
        if (phrase.count >= least or title_terms.issuperset(key) or (phrase.named and len(lines) <= _SHORT))
        and not _is_beside_the_point(key, phrase, uses, words)
    }
    for key in _tells_less(found, values):
        values.pop(key, None)
    return _chosen(found, values, words, most)


# -- Counting ----------------------------------------------------------------------------------------------------------

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


def _found(
    title: str, headings: Sequence[str], lines: Sequence[str], words: Words
) -> tuple[defaultdict[Key, _Phrase], Uses]:
    """Every phrase of the text, and how its words are used."""
    frequent, uses = _frequent_words([title, *lines], words), Uses(words.naming)
    if words.naming is not None:  # what a word is, is asked of it before the text is at its end
        for line in lines:
            uses.note(line.split())
    found: defaultdict[Key, _Phrase] = defaultdict(_Phrase)
    for number, line in enumerate(lines):
        _count(line, found, words, frequent, uses, place=1 << number * PLACES // len(lines))
    for line in dict.fromkeys([title, *headings]):
        _count(line, found, words, frequent, uses, place=0)
    return found, uses


def _count(
    line: str, found: defaultdict[Key, _Phrase], words: Words, frequent: Set[str], uses: Uses, place: int
) -> None:
    """Adds a line's phrases to those `found`; `place`: the part of the text it stands in, as a bit, 0 for a heading."""
    seen: set[Key] = set()
    for key, surface, named, due, ends, alone in candidates(line, words, frequent, uses):
        phrase = found[key]
        phrase.surfaces[surface] += _FROM_PROSE if place and not due else _FROM_HEADING
        phrase.in_prose += place > 0
        phrase.named += named and place > 0
        phrase.ends += ends
        phrase.alone += alone
        if key not in seen:
            seen.add(key)
            phrase.count += 1
            phrase.places |= place


def _contain(found: Mapping[Key, _Phrase]) -> None:
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


def _spell_out(found: dict[Key, _Phrase], spelt_out: Mapping[str, str], words: Words) -> None:
    """Counts an abbreviation as what it stands for."""
    for short, long in spelt_out.items():
        abbreviated = found.pop((words.term(short),), None)
        key = key_of_words(long, words)
        if not key:  # of single letters
            continue
        phrase = found[key]
        if not phrase.surfaces:
            phrase.surfaces[long] = 1
        phrase.short = short
        if abbreviated is not None:
            phrase.take(abbreviated)


def _name_in_full(found: dict[Key, _Phrase], title_terms: set[str]) -> None:
    """Counts a name that stands alone as the one full name that ends with it: "Curie" as "Marie Curie"."""
    fuller: defaultdict[Key, list[Key]] = defaultdict(list)
    for key, phrase in found.items():
        if len(key) in (2, 3) and phrase.is_name and phrase.is_written_so and "of" not in key:
            fuller[key[-1:]].append(key)
    for last, full in fuller.items():
        alone = found.get(last)
        if alone is None or not alone.is_name:
            continue
        within = {key[-2:] for key in full if len(key) > 2}
        longest = [key for key in full if key not in within]
        entitled = [key for key in longest if title_terms.issuperset(key)]
        most = max(entitled or longest, key=lambda key: found[key].count)
        phrase = found[most]
        outweighs = 2 * phrase.count > sum(found[key].count for key in longest) and (len(most) == 2 or phrase.count > 1)
        is_whose = phrase.surface.split()[0].lower() in NO_NAME_BEGINS | DEMONYM | VAGUE_ALONE
        if (entitled or outweighs) and phrase.count < alone.count and not is_whose:
            phrase.take(alone)
            del found[last]


_ASIDE = re.compile(r" ?[(\[|:] ?| [-–—] ")
_IS_SUBJECT, _SHORT_TITLE = 3, 3
"""Occurrences that it counts for to be the whole title; words up to which a title names something whatever its form."""


def _entitle(found: dict[Key, _Phrase], title: str, words: Words) -> None:
    """What is the whole title, but for what follows a mark, is what the text is about."""
    name = _ASIDE.split(title)[0].strip()
    tokens, key = name.split(), key_of_words(name, words)
    if not key or len(key[0]) == 1 or "_" in name:
        return
    if key not in found or (found[key].in_prose == 0 and len(tokens) > _SHORT_TITLE):
        vague = {tokens[0].lower(), tokens[-1].lower()} & (VAGUE if len(tokens) > 1 else VAGUE_ALONE)
        is_joined = words.capitalises_nouns and not JOINING.isdisjoint(tokens)
        if is_joined or len(tokens) > _SHORT_TITLE or len(key) < len(tokens) or vague or not words.knows_stop_words:
            return
        found[key].surfaces[name] = 1
    found[key].count += _IS_SUBJECT
    found[key].alone += 1


# -- Judging -----------------------------------------------------------------------------------------------------------

_ALONE = 6
"""Occurrences beyond which a common noun by itself tells no more."""
_TELLS_MORE, _TELLS_MORE_OF_A_NAME = 0.3, 0.5
"""Share of a word's occurrences from which on a longer term says better what they are about."""
_LOOSE, _DOING = re.compile(r"\w+(?:al|ic|ive|ous)"), re.compile(r"\w+(?:ed|ing)")
"""A word before a noun that may be there for this once."""
_OF_EVERY_STUDY = frozenset(
    {"confidenceinterval", "oddratio", "hazardratio", "relativerisk", "standarddeviation", "mainoutcomemeasure"}
)


def _is_beside_the_point(key: Key, phrase: _Phrase, uses: Uses, words: Words) -> bool:
    """Whether it names nothing: a verb at an end, of which country something is, a part of a name that never stands alone."""
    tokens = phrase.surface.split()
    if (
        len(key) == 1
        and phrase.short is None
        and (tokens[0].lower() in DEMONYM or (phrase.alone == 0 and phrase.count < (2 if phrase.is_name else 3)))
    ):
        return True
    if phrase.count == 1 and ("of" in key or any(token.endswith(("'s", "’s")) for token in tokens)):
        return True
    if words.naming is not None and words.naming.is_said(tokens):
        return True
    return not phrase.is_name and (uses.is_verb(tokens[0]) or uses.is_verb(tokens[-1]))


def _value(key: Key, phrase: _Phrase, title_terms: set[str]) -> float:
    """Grows with the words of the phrase and with how often it stands by itself."""
    unspaced = len(key[0]) == 1
    length = log2(sum(term not in JOINING for term in key) + (0 if unspaced else 1))
    value: float = length * max(0, phrase.count - max(phrase.continued, phrase.preceded))
    if unspaced:
        return value if phrase.count > 1 or (phrase.named and len(key) <= 4) else 0.0
    if phrase.short or phrase.is_name:
        return value * 1.4
    # A word alone is seldom a term, and words that stood together once may do so by chance.
    if len(key) == 1 and key[0] not in title_terms:
        # What always stands before a noun is its adjective.
        return min(value, _ALONE) / 2 if phrase.count > 2 and phrase.ends else 0.0
    first, last = (phrase.surface.split()[i].lower() for i in (0, -1))
    if len(key) == 2 and (_DOING.fullmatch(first) or (last in VAGUE_ALONE and _LOOSE.fullmatch(first))):
        value *= 0.4
    return value * (1.0 if phrase.count > 1 else 0.3 if len(key) == 2 else 0.1)


def _tells_less(found: Mapping[Key, _Phrase], values: Mapping[Key, float]) -> set[Key]:
    """Single words of which longer terms of the text say better what they are about."""
    return {
        (term,)
        for key, value in values.items()
        if value > 0 and len(key) > 1 and len(key[0]) > 1 and found[key].count > 1 and found[key].is_written_so
        for term in key
        if (word := found.get((term,))) is not None
        and found[key].count >= (_TELLS_MORE_OF_A_NAME if word.is_name else _TELLS_MORE) * word.count
        and found[key].is_name >= word.is_name
    }


def _placed(key: Key, title_terms: set[str], heading_terms: set[str]) -> float:
    """What a phrase gains by standing in the title or the headings."""
    return (1.5 if title_terms.issuperset(key) else 1.0) * (1.25 if heading_terms.issuperset(key) else 1.0)


def _spread(phrase: _Phrase, lines: int) -> float:
    """Share of the parts of the text that have it, of those that could."""
    return max(1, phrase.places.bit_count()) / max(1, min(PLACES, lines, 2 * phrase.count))


_ENOUGH, _WEAK = 3, 0.12
"""Of more than so many, those are left out whose value is a smaller share of the best's, and what is said but once."""
_ENOUGH_NAMES = 5
"""Of names that are said but once more are told: they are seldom there by chance."""


def _chosen(found: Mapping[Key, _Phrase], values: Mapping[Key, float], words: Words, most: int) -> tuple[Concept, ...]:
    """The best that neither repeat each other nor are weak."""
    chosen: dict[Key, Concept] = {}
    written: list[str] = []
    best = max(values.values(), default=0.0)
    for key in sorted(values, key=lambda key: -values[key]):
        if len(chosen) == most or values[key] <= (0.0 if len(chosen) < _ENOUGH else _WEAK * best):
            break
        phrase = found[key]
        if phrase.count == 1 and len(chosen) >= (_ENOUGH_NAMES if phrase.is_name else _ENOUGH):
            continue
        name = phrase.least_inflected if words.capitalises_nouns else phrase.surface
        concept, same = Concept(name, phrase.short), key_of(name, words.language)
        if same in _OF_EVERY_STUDY or any(same in other or other in same for other in written):
            continue
        if not any(_repeats(key, other, phrase.count) or _is_synonym(concept, chosen[other]) for other in chosen):
            chosen[key] = concept
            written.append(same)
    return tuple(chosen.values())


def _repeats(key: Key, chosen: Key, count: int) -> bool:
    """Whether one holds the other, or it is the same run of words shifted; what occurs once must share nothing."""
    if _holds(key, chosen) or _holds(chosen, key):
        return True
    if len(key[0]) == 1:
        return _overlap(key, chosen) or _overlap(chosen, key)
    shared = len((_parts(key) & _parts(chosen)) - JOINING)
    return shared > 1 or (count == 1 and shared > 0)


def _parts(key: Key) -> set[str]:
    return {part for term in key for part in term.split("-")}


def _overlap(one: Key, other: Key) -> bool:
    """Whether the end of one, at least a half of it, is the beginning of the other."""
    return any(one[i:] == other[: len(one) - i] for i in range(1, len(one) // 2 + 1))


def _is_synonym(one: Concept, other: Concept) -> bool:
    """Whether they differ in a last word that says little: "heat pump systems", "heat pump technology"."""
    (start, _, last), (other_start, _, other_last) = (each.name.lower().rpartition(" ") for each in (one, other))
    return bool(start) and start == other_start and {last, other_last} <= VAGUE_ALONE


def _holds(long: Key, short: Key) -> bool:
    return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))
