"""Key phrases: the names and terms a text is about, which a person would tag it with.

A phrase counts more the longer it is, and less where it mostly stands within longer ones (C-value: Frantzi, Ananiadou & Mima
2000, "Automatic recognition of multi-word terms"). What stands in the title counts most. The ways of writing a thing are
counted together: its plural, its abbreviation where the text spells that out, and a person's name with and without the first.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log2

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.engine import Concept
from lorewright.knowledge.extractive.counting import FROM_HEADING, FROM_PROSE, Phrase, contain, phrases_of
from lorewright.knowledge.extractive.ranking import PLACES
from lorewright.knowledge.extractive.terms import (
    JOINING,
    PARTICIPLE,
    WITH_ITS_KIND,
    Key,
    Uses,
    is_capitalised,
    key_of_words,
    terms_of,
)
from lorewright.knowledge.extractive.vague import DEMONYM, NO_NAME_BEGINS, VAGUE, VAGUE_ALONE, is_vague
from lorewright.knowledge.extractive.words import Words

_SHORT = 12
"""Sentences of a text that need not say a thing twice to be about it."""


def key_phrases(
    title: str, headings: Sequence[str], lines: Sequence[str], words: Words, most: int, spelt_out: Mapping[str, str]
) -> tuple[Concept, ...]:
    """At most `most` phrases, the most telling first.

    `lines`: the sentences of the text; `spelt_out`: what the abbreviations in it stand for, as it says itself.
    """
    if words.naming is not None:
        parted = words.naming.parted
        title, headings, lines = parted(title), list(map(parted, headings)), list(map(parted, lines))
    found, uses = phrases_of(title, headings, lines, words)
    _spell_out(found, spelt_out, words)
    title_terms, heading_terms = set(terms_of(title, words)), set(terms_of(" . ".join(headings), words))
    subject = _entitle(found, title, lines, spelt_out, words)
    contain(found)
    title_terms.update(subject)
    _name_in_full(found, title_terms, subject)
    if subject:
        found[subject].count += _IS_SUBJECT
    # Without stop words every two neighbours look like a term, so they must come again.
    least = (2 if len(lines) > _SHORT else 1) + (not words.knows_stop_words)
    values = {
        key: _value(key, phrase, title_terms) * _placed(key, title_terms, heading_terms) * _spread(phrase, len(lines))
        for key, phrase in found.items()
        if (phrase.count >= least or title_terms.issuperset(key) or (phrase.named and len(lines) <= _SHORT))
        and not _is_beside_the_point(key, phrase, title_terms, uses, words)
    }
    for key in _tells_less(found, values):
        values.pop(key, None)
    return _chosen(found, values, words, most, subject)


# -- Whole names ------------------------------------------------------------------------------------------------------


def _spell_out(found: dict[Key, Phrase], spelt_out: Mapping[str, str], words: Words) -> None:
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


def _name_in_full(found: dict[Key, Phrase], title_terms: set[str], subject: Key) -> None:
    """Counts a name that stands alone as the one full name that ends with it: "Curie" as "Marie Curie". `subject`: what is the title."""
    fuller: defaultdict[Key, list[Key]] = defaultdict(list)
    for key, phrase in found.items():
        is_full = key == subject or (len(key) in (2, 3) and "of" not in key)
        if is_full and len(key) > 1 and phrase.is_name and phrase.is_written_so:
            fuller[key[-1:]].append(key)
    for last, full in fuller.items():
        alone = found.get(last)
        if alone is None or not alone.is_name or last == subject or alone.continued == alone.count:
            continue
        within = {key[-2:] for key in full if len(key) > 2}
        longest = [key for key in full if key not in within]
        entitled = [key for key in full if (key == subject if subject else title_terms.issuperset(key))]
        most = max(entitled or longest, key=lambda key: found[key].count)
        phrase = found[most]
        is_plain = sum(not term.endswith(".") for term in most) == 2
        outweighs = 2 * phrase.count > sum(found[key].count for key in longest) and (is_plain or phrase.count > 1)
        is_whose = phrase.surface.split()[0].lower() in NO_NAME_BEGINS | DEMONYM | VAGUE_ALONE
        if (most == subject or ((entitled or outweighs) and phrase.count < alone.count)) and not is_whose:
            counted = phrase.count  # with the surname, wherever the full name stands
            phrase.take(alone)
            phrase.count = max(counted, alone.count)
            del found[last]


_ASIDE = re.compile(r" ?[(\[|:] ?| [-–—] ")
_AROUND = " ?!\"'“”‘’«»"
_ARTICLE = re.compile(r"^(?:The|An?) (?=[A-Z])")
_IS_SUBJECT, _SHORT_TITLE, _LONGEST_TITLE = 3, 3, 7
"""Occurrences that it counts for to be the whole title; words up to which a title names something whatever its form, and up to
which it does where the text says it."""


def _named_by(title: str, found: Mapping[Key, Phrase], spelt_out: Mapping[str, str], words: Words) -> str:
    """What a title names: in full, without an article, and without the country of a place."""
    name = _ARTICLE.sub("", _ASIDE.split(title)[0].strip(_AROUND))
    place, _, country = name.partition(", ")
    is_place = len(country.split()) <= _SHORT_TITLE and is_capitalised(country.split(), words)
    if is_place and (phrase := found.get(key_of_words(place, words))) and phrase.is_name:
        name = place
    return spelt_out.get(name, name)


def _holds_a_name(title: Key, found: Mapping[Key, Phrase], said: int) -> bool:
    """Whether a part of a title that the text has `said` so often is a name that mostly stands without the rest; not the surname."""
    return any(
        phrase.is_name and phrase.alone > 2 * said + 1 and _holds(title, key)
        for key, phrase in found.items()
        if key not in (title, title[-1:])
    )


def _entitle(
    found: dict[Key, Phrase], title: str, lines: Sequence[str], spelt_out: Mapping[str, str], words: Words
) -> Key:
    """What is the whole title, but for what follows a mark, is what the text is about. Its key; empty where it names nothing."""
    name = _named_by(title, found, spelt_out, words)
    tokens, key = name.split(), key_of_words(name, words)
    if not key or len(key[0]) == 1 or "_" in name:
        return ()
    is_name = not words.capitalises_nouns and is_capitalised(tokens, words)
    has_small = len(key) < len(tokens)
    if is_name and has_small:  # they are part of it
        key = tuple(words.term(token) or token.lower() for token in tokens)
        has_small = not words.term(tokens[0])
    written = re.compile(rf"\b{re.escape(name)}\b", 0 if is_name else re.IGNORECASE)
    is_sought = 1 < len(tokens) <= (_LONGEST_TITLE if is_name else 0 if has_small else _SHORT_TITLE)
    said = sum(map(bool, map(written.search, lines))) if is_sought else 0
    if is_name and _holds_a_name(key, found, said):
        return ()
    if not said and (key not in found or (found[key].in_prose == 0 and len(tokens) > _SHORT_TITLE)):
        vague = {tokens[0].lower(), tokens[-1].lower()} & (VAGUE if len(tokens) > 1 else VAGUE_ALONE)
        is_vague = bool(vague) and not (is_name and len(tokens) >= WITH_ITS_KIND)
        is_joined = words.capitalises_nouns and not JOINING.isdisjoint(tokens)
        if is_joined or len(tokens) > _SHORT_TITLE or has_small or is_vague or not words.knows_stop_words:
            return ()
    phrase = found[key]
    phrase.count = max(phrase.count, said + 1)  # with the title
    phrase.alone += 1
    if is_name and (said or not phrase.in_prose):
        phrase.surfaces = Counter({name: FROM_PROSE})
        phrase.in_prose = phrase.named = max(said, 1)
    else:
        phrase.surfaces[name] += FROM_HEADING
    return key


# -- Judging -----------------------------------------------------------------------------------------------------------

_ALONE = 6
"""Occurrences beyond which a common noun by itself tells no more."""
_TELLS_MORE, _TELLS_MORE_OF_A_NAME = 0.3, 0.5
"""Share of a word's occurrences from which on a longer term says better what they are about."""
_LOOSE, _DOING = re.compile(r"\w+(?:al|ic|ive|ous)|key"), re.compile(r"\w+(?:ed|ing)")
"""A word before a noun that may be there for this once."""
_OF_EVERY_STUDY = frozenset(
    {"confidenceinterval", "oddratio", "hazardratio", "relativerisk", "standarddeviation", "mainoutcomemeasure"}
)


def _is_beside_the_point(key: Key, phrase: Phrase, title_terms: set[str], uses: Uses, words: Words) -> bool:
    """Whether it names nothing: a verb at an end, of which country something is, a part of a name that never stands alone."""
    tokens = phrase.surface.split()
    if (
        len(key) == 1
        and phrase.short is None
        and (tokens[0].lower() in DEMONYM or (phrase.alone == 0 and phrase.count < (2 if phrase.is_name else 3)))
    ):
        return True
    is_entitled = title_terms.issuperset(term for term in key if term not in JOINING)
    if phrase.count == 1 and (
        ("of" in key and not is_entitled) or any(token.endswith(("'s", "’s")) for token in tokens)
    ):
        return True
    if words.naming is not None and words.naming.is_said(tokens):
        return True
    if phrase.is_name:
        return False
    if uses.is_verb(tokens[0]) or uses.is_verb(tokens[-1]):
        return True
    if words.language != "en" or len(tokens) == 1 or is_entitled:
        return False
    is_loose = phrase.count == 1 and is_vague(tokens[-1].lower(), VAGUE_ALONE) and _LOOSE.fullmatch(tokens[-2].lower())
    return bool(is_loose) or _is_clause(phrase, tokens)


def _is_clause(phrase: Phrase, tokens: Sequence[str]) -> bool:
    """Whether it holds what is said of a noun, the noun itself or the one before it: "airline ceased operations"."""
    if PARTICIPLE.fullmatch(tokens[0]) and not phrase.starts:
        return True
    return phrase.count == 1 and any(map(PARTICIPLE.fullmatch, tokens[1:-1]))


def _value(key: Key, phrase: Phrase, title_terms: set[str]) -> float:
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
    return value * (1.0 if phrase.count > 1 else 0.3 if len(key) == 2 else 0.1 if title_terms.issuperset(key) else 0.0)


def _tells_less(found: Mapping[Key, Phrase], values: Mapping[Key, float]) -> set[Key]:
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


def _spread(phrase: Phrase, lines: int) -> float:
    """Share of the parts of the text that have it, of those that could."""
    return max(1, phrase.places.bit_count()) / max(1, min(PLACES, lines, 2 * phrase.count))


_ENOUGH, _WEAK = 3, 0.12
"""Of more than so many, those are left out whose value is a smaller share of the best's, and what is said but once."""
_ENOUGH_NAMES = 5
"""Of names that are said but once more are told: they are seldom there by chance."""


def _chosen(
    found: Mapping[Key, Phrase], values: Mapping[Key, float], words: Words, most: int, subject: Key
) -> tuple[Concept, ...]:
    """The best that neither repeat each other nor are weak beside the best but the subject."""
    chosen: dict[Key, Concept] = {}
    written: list[str] = []
    best = max((value / (2 if key == subject else 1) for key, value in values.items()), default=0.0)
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
        if not any(
            _repeats(key, other, once=phrase.count == 1 and not (phrase.is_name and found[other].is_name))
            or _is_synonym(concept, chosen[other])
            for other in chosen
        ):
            chosen[key] = concept
            written.append(same)
    return tuple(chosen.values())


def _repeats(key: Key, chosen: Key, *, once: bool) -> bool:
    """Whether one holds the other, or it is the same run of words shifted; what occurs but `once`, and is no other name, must share nothing."""
    if _holds(key, chosen) or _holds(chosen, key):
        return True
    if len(key[0]) == 1:
        return _overlap(key, chosen) or _overlap(chosen, key)
    shared = len((_parts(key) & _parts(chosen)) - JOINING)
    return shared > 1 or (once and shared > 0)


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
