"""Key phrases: the names and terms a text is about.

Runs of words between stop words and marks are candidates; a phrase counts more the longer it is, and less where it
mostly stands within longer ones (C-value: Frantzi, Ananiadou & Mima 2000, "Automatic recognition of multi-word terms").
For scripts without spaces the candidates are the pieces of runs of ideographs or katakana.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2

from lorewright.knowledge.extractive.ranking import PLACES
from lorewright.knowledge.extractive.words import UNSPACED, Words

Key = tuple[str, ...]
"""A phrase as its stems, or as its characters where words are not parted."""
Candidate = tuple[Key, str, bool, bool, bool]
"""How a phrase is written, whether as a name, whether a capital was due, and whether it ends its run of words."""

_SHORT = 12
"""Sentences of a text that need not say a thing twice to be about it."""
_FROM_PROSE, _FROM_HEADING = 10, 1
"""How much a written form counts: headings write every word with a capital."""


@dataclass(slots=True)
class _Phrase:
    surfaces: Counter[str] = field(default_factory=Counter)
    count: int = 0
    named: int = 0
    """Times it was written with a capital where none was due."""
    ends: int = 0
    """Times no further word of a phrase came after it."""
    places: int = 0
    """The parts of the text it occurs in, a bit each."""
    continued: int = 0
    preceded: int = 0
    """How often it is the beginning, or the end, of a phrase that is longer by a word and occurs again."""


def key_phrases(title: str, headings: Sequence[str], lines: Sequence[str], words: Words, most: int) -> tuple[str, ...]:
    """At most `most` phrases, the most telling first. `lines` are the sentences of the text."""
    frequent = _frequent_words(lines, words)
    found: defaultdict[Key, _Phrase] = defaultdict(_Phrase)
    for number, line in enumerate(lines):
        _count(line, found, words, frequent, _FROM_PROSE, place=1 << number * PLACES // len(lines))
    for line in [title, *headings]:
        _count(line, found, words, frequent, _FROM_HEADING, place=0)
    for key, phrase in found.items():
        if phrase.count == 1:
            continue
        if (beginning := found.get(key[:-1])) is not None:
            beginning.continued += phrase.count
        if (end := found.get(key[1:])) is not None:
            end.preceded += phrase.count
    title_terms, heading_terms = set(words.terms(title)), set(words.terms(" . ".join(headings)))
    # Without stop words every two neighbours look like a term, so they must come again.
    least = 2 if len(lines) > _SHORT or not words.knows_stop_words else 1
    values = {
        key: _value(key, phrase, title_terms) * _placed(key, title_terms, heading_terms) * _spread(phrase, len(lines))
        for key, phrase in found.items()
        if phrase.count >= least or title_terms.issuperset(key) or (phrase.named and len(lines) <= _SHORT)
    }
    chosen: dict[Key, str] = {}
    for key in sorted(values, key=lambda key: -values[key]):
        if len(chosen) == most or values[key] <= 0:
            break
        surface = found[key].surfaces.most_common(1)[0][0]
        if not any(_repeats(key, other, found[key].count) for other in chosen):
            chosen[key] = surface
    return tuple(chosen.values())


_MANY = 200
"""Sentences of a long text."""


def _frequent_words(lines: Sequence[str], words: Words) -> frozenset[str]:
    """All terms; of a long text those that come three times, so that phrases that cannot win do not fill memory."""
    counts = Counter(term for line in lines for term in words.terms(line))
    least = 3 if len(lines) >= _MANY else 1
    return frozenset(term for term, count in counts.items() if count >= least)


def _count(
    line: str, found: defaultdict[Key, _Phrase], words: Words, frequent: frozenset[str], weight: int, place: int
) -> None:
    """Adds a line's phrases to those `found`; `place`: the part of the text it stands in, as a bit."""
    seen: set[Key] = set()
    for key, surface, named, due, ends in _phrases(line, words, frequent):
        phrase = found[key]
        phrase.surfaces[surface] += _FROM_HEADING if due else weight
        phrase.named += named and weight == _FROM_PROSE
        phrase.ends += ends
        if key not in seen:
            seen.add(key)
            phrase.count += 1
            phrase.places |= place


_TOKEN = re.compile(r"[^\W_]+(?:['’\-/&][^\W_]+)*(?:\.[A-Z])*(?: & [A-Z]\w+)?|[^\w\s]")
_IDEOGRAPHS = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々]{2,}|[\u30a1-\u30fa\u30fc]{3,}")
_FUNCTION_IDEOGRAPHS = re.compile(
    "[的了是在和与或也就都而及并被把从对以为于这那其他她它们有不到中上下个之等很将会可能要着过给向由因所但如该此使让及以一二三四五六七八九十百千万亿两]"
)
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]")


def _phrases(line: str, words: Words, frequent: frozenset[str]) -> Iterator[Candidate]:
    """Every candidate of a sentence."""
    run: list[tuple[str, str]] = []
    begins = True
    for token in [*_TOKEN.findall(line), "."]:
        term = "" if _UNSPACED_RUN.search(token) else words.term(token)
        if term and (term in frequent or "&" in term) and not token[0].isdigit():
            if words.capitalises_nouns and run and run[-1][1][0].isupper() and not token[0].isupper():
                yield from _of_run(run, begins)
                run, begins = [], False
            run.append((term, token.removesuffix("'s").removesuffix("’s")))
            continue
        yield from _of_run(run, begins)
        begins = False
        run = []
    for piece in _IDEOGRAPHS.findall(line):
        for part in _FUNCTION_IDEOGRAPHS.split(piece):
            yield from _of_ideographs(part, frequent)


_LONGEST_UNSPACED = 8
"""Characters of a phrase in a script without spaces."""


def _of_ideographs(part: str, frequent: frozenset[str]) -> Iterator[Candidate]:
    """The pieces of a run of characters whose pairs are all frequent."""
    for start in range(len(part) - 1):
        for end in range(start + 2, min(len(part), start + _LONGEST_UNSPACED) + 1):
            if part[end - 2 : end] not in frequent:
                break
            yield tuple(part[start:end]), part[start:end], end - start == len(part), False, True


_LONGEST = 4
"""Words of a phrase."""


def _of_run(run: Sequence[tuple[str, str]], begins: bool) -> Iterator[Candidate]:
    """The pieces of a run of (term, word) that can be a name. `begins`: the run stands at the beginning of its sentence."""
    for start in range(len(run)):
        for end in range(start + 1, min(start + _LONGEST, len(run)) + 1):
            tokens = [token for _, token in run[start:end]]
            if not _can_be(tokens):
                continue
            # The capital of a sentence's first word says nothing.
            due = begins and start == 0
            named = all(token[0].isupper() for token in tokens[due:]) and not (due and len(tokens) == 1)
            yield tuple(term for term, _ in run[start:end]), " ".join(tokens), named, due, end == len(run)


_VAGUE_WORDS = """ability able account accounts act activity addition additional administrator adverse adversely
    agreement agreements amount amounts applicable approach approximately area areas article ask asks aspect available
    average balance based basis believe believes best better big board book call calls case cases certain change
    changes chapter chief clear commencement commission common companies company compared conclusion condition
    conditions considered consolidated continue continued corporation current currently data date day days decrease
    decreased difference different director directors due early effect effects employment end ended ending equal
    example examples exchange executive expect expected fact factor factors favorable figure following form full
    general good great group groups guarantee guarantor guarantors half hand held help high higher hold holds home
    hour hours idea impact impacts important inc include included includes income increase increased increasing
    introduction issue issuer issues item items keep keeps kind large larger late level levels life light limited line
    list little long look looks lose loses lost lot low lower main man manner material materially matter means member
    method minutes moment month months name names net new note notes number numbers officer officers old opportunity
    order original overall overview page paper parent part participant parts past people period periods person place
    plan point points possible practice present previous primary prior problem process provide provided provides
    purpose quarter question read reads reason recent related relevant report reported require required respectively
    result results right risk role rule run runs section sections securities set shareholders sheet sheets side
    significant similar single situated size small source sources special specific start state statements status step
    steps story strong study subject substantial summary system table tell tells term terms text think thinks time
    times total true turn turns type types unfavorable unit use useful value view want wants week weeks work world
    write writes written wrong year years
    two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion dozen
    yesterday today tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april
    june july august september october november december jan feb mar apr jun jul aug sep oct nov dec"""
_VAGUE = frozenset(_VAGUE_WORDS.split())
_NO_NAME_BEGINS = frozenset(
    {"consolidated", "annual", "total", "net", "balance", "report", "table", "section", "note", "item"}
)
"""Vague words that stay vague with a capital, unlike those of New York or Best Buy."""
_VERB_WORDS = """achieve achieves allow allows assist assists become becomes contain contains create creates describe
    describes enable enables ensure ensures explain explains happen happens help helps improve improves indicate
    indicates maintain maintains prevent prevents provide provides reduce reduces remain remains represent represents
    require requires requiring seek seeks serve serves understand understands"""
_VERBS = frozenset(_VERB_WORDS.split())
"""They name nothing, wherever in a phrase they stand."""
_NOT_LAST = re.compile(r"(?:ly|ed|ous|ive|ful|able|ible|ional)$")
_NOT_ALONE = re.compile(r"(?:ly|ed|ous|ive|ful|able|ible|al|ic|ary|ing|ent|ant|er|est)$")
_NOT_FIRST = re.compile(r"(?:ly)$")


def _can_be(tokens: Sequence[str]) -> bool:
    """Whether these words can be the name of something, as far as form tells."""
    if not _VERBS.isdisjoint(tokens):
        return False
    first, last = tokens[0].lower(), tokens[-1].lower()
    if len(tokens) == 1:
        return len(first) > 2 and first not in _VAGUE and not (_NOT_ALONE.search(first) and tokens[0].islower())
    is_name = all(token[0].isupper() for token in tokens) and first not in _NO_NAME_BEGINS
    if (first in _VAGUE and not is_name) or _NOT_FIRST.search(first):
        return False
    return not (last in _VAGUE or (_NOT_LAST.search(last) and tokens[-1].islower()))


_ALONE = 6
"""Occurrences beyond which a common noun by itself tells no more."""


def _value(key: Key, phrase: _Phrase, title_terms: set[str]) -> float:
    """Grows with the words of the phrase and with how often it stands by itself."""
    unspaced = len(key[0]) == 1
    length = log2(len(key) + (0 if unspaced else 1))
    value: float = length * max(0, phrase.count - max(phrase.continued, phrase.preceded))
    if unspaced:
        return value if phrase.count > 1 or (phrase.named and len(key) <= 4) else 0.0
    if phrase.named * 2 > phrase.count:
        return value * 1.4
    # A word alone is seldom a term, and words that stood together once may do so by chance.
    if len(key) == 1 and key[0] not in title_terms:
        # What always stands before a noun is its adjective.
        return min(value, _ALONE) / 2 if phrase.count > 1 and phrase.ends else 0.0
    return value * (1.0 if phrase.count > 1 else 0.3 if len(key) == 2 else 0.1)


def _placed(key: Key, title_terms: set[str], heading_terms: set[str]) -> float:
    """What a phrase gains by standing in the title or the headings."""
    return (1.5 if title_terms.issuperset(key) else 1.0) * (1.25 if heading_terms.issuperset(key) else 1.0)


def _spread(phrase: _Phrase, lines: int) -> float:
    """Share of the parts of the text that have it, of those that could."""
    return max(1, phrase.places.bit_count()) / max(1, min(PLACES, lines, 2 * phrase.count))


def _repeats(key: Key, chosen: Key, count: int) -> bool:
    """Whether one holds the other, or it is the same run of words shifted; what occurs once must share nothing."""
    if _holds(key, chosen) or _holds(chosen, key):
        return True
    shared = len(set(key) & set(chosen))
    return len(key[0]) > 1 and (shared > 1 or (count == 1 and shared > 0))


def _holds(long: Key, short: Key) -> bool:
    return any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))
