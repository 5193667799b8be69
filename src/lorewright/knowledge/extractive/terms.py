"""The runs of words in a sentence that can name something, as far as form tells.

Runs of words between stop words and marks are candidates. For scripts without spaces they are runs of katakana, and the
pieces of runs of ideographs.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from lorewright.knowledge.concepts import without_plural
from lorewright.knowledge.extractive.naming import Naming
from lorewright.knowledge.extractive.vague import (
    CALENDAR,
    DEMONYM,
    LABELS,
    LEGAL_FORMS,
    NO_NAME_BEGINS,
    VAGUE,
    VAGUE_ALONE,
    VERBS,
    is_vague,
)
from lorewright.knowledge.extractive.words import UNSPACED, Words

Key = tuple[str, ...]
"""A phrase as its stems, or as its characters where words are not parted."""


class Candidate(NamedTuple):
    key: Key
    surface: str
    named: bool
    """Every word has a capital, and none that was due."""
    due: bool
    """It begins its sentence."""
    ends: bool
    """No further word of a phrase comes after it."""
    starts: bool
    """Nor does one stand before it."""

    @property
    def alone(self) -> bool:
        return self.starts and self.ends


_TOKEN = re.compile(
    r"(?:[A-Z]|St)\.(?= [A-Z][a-z])|[^\W_]+(?:['’\-–/&](?!['’]?s\b)[^\W_]+|['’]s?(?=\W))*(?:\.[A-Z])*(?: & [A-Z]\w+)?|[^\w\s]"
)
_IDEOGRAPHS = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々]{2,}")
_KATAKANA = re.compile(r"(?<![\u30a1-\u30ff])[\u30a1-\u30fa][\u30a1-\u30fa\u30fc]{2,15}(?![\u30a1-\u30ff])")
_FUNCTION_IDEOGRAPHS = re.compile(
    "[的了是在和与或也就都而及并被把从对以为于这那其他她它们有不到中上下个之等很将会可能要着过给向由因所但如该此使让及以一二三四五六七八九十百千万亿两]"
)
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]")
_ROMAN = re.compile(r"[IVX]+")
JOINING = frozenset(["of", "de", "del", "della", "den", "der", "des", "di", "do", "du", "da", "la", "le", "van", "von"])
"""Words within a name: "Bank of Norway", "Rio de Janeiro"."""
_INITIAL = re.compile(r"[A-Z]\.")
_LETTER = re.compile(r"[A-HJ-Z]")
_AFTER_A_WORD = re.compile(r"(?<=[^\W\d_]{3} )[A-HJ-Z]\b(?![.'’])")
_WITH_DIGIT = re.compile(r"\b[^\W\d_]+-?\d\w*")
_OF_A_YEAR = re.compile(r"(?:q|h|fy)\d+", re.IGNORECASE)


_BEFORE_A_NOUN = frozenset({
    "a", "an", "the", "its", "their", "his", "her", "our", "my", "your", "this", "these", "those", "of", "for", "in", "no", "any",
})  # fmt: skip
_BEFORE_A_VERB = frozenset({
    "to", "will", "would", "can", "could", "may", "might", "must", "should", "not", "they", "we", "he", "she", "it", "who", "which",
    "i", "you", "never", "cannot", "don't",
})  # fmt: skip
_AFTER_A_VERB = frozenset({
    "a", "an", "the", "its", "their", "his", "her", "our", "my", "your", "him", "them", "us", "me", "it", "itself", "themselves",
})  # fmt: skip


_ENGLISH = Naming(before_noun=_BEFORE_A_NOUN, before_verb=_BEFORE_A_VERB, after_verb=_AFTER_A_VERB)


class Uses:
    """How the words of a text are used: one that mostly stands after "to" or before "the" is a verb in it."""

    def __init__(self, naming: Naming | None = None) -> None:
        self._as_verb: Counter[str] = Counter()
        self._as_noun: Counter[str] = Counter()
        known = naming or _ENGLISH
        self._before_noun, self._before_verb, self._after_verb = known.before_noun, known.before_verb, known.after_verb
        self._article_in_front = naming is not None

    def note(self, tokens: Sequence[str]) -> None:
        before = ""
        for token in tokens:
            article = before.lower() if self._article_in_front else before
            if article in self._before_noun:
                self._as_noun[token] += 1
            elif before in self._before_verb:
                self._as_verb[token] += 1
            elif token in self._after_verb:
                self._as_verb[before] += 1
            before = token

    def is_common(self, word: str) -> bool:
        """Whether it stands after an article or its like, as a common noun does."""
        return self._as_noun[word] > 0

    def is_verb(self, word: str) -> bool:
        return self._as_verb[word] > self._as_noun[word]


def terms_of(text: str, words: Words) -> list[str]:
    """The terms of a text, those that hold a digit, such as "BRCA1", and the letters that go with a word, as in "vitamin D"."""
    return [
        *words.terms(text),
        *map(words.term, _WITH_DIGIT.findall(text)),
        *map(str.lower, _AFTER_A_WORD.findall(text)),
    ]


def key_of_words(name: str, words: Words) -> Key:
    """The key of a name as it is written."""
    return tuple(filter(None, (_part(word, place, words) for place, word in enumerate(name.split()))))


def _part(word: str, place: int, words: Words) -> str:
    if word in JOINING:
        return word
    return word.lower() if place and is_letter(word) else words.term(word)


def is_letter(word: str) -> bool:
    """Whether it can tell one of a kind: the D of "vitamin D"."""
    return bool(_LETTER.fullmatch(word))


def is_capitalised(tokens: Sequence[str], words: Words) -> bool:
    """Whether every word that is no small one has a capital, or is a number."""
    large = [token for token in tokens if words.term(token)]
    return any(token[0].isupper() for token in large) and not any(
        token[0].islower() for token in [*large, *tokens[-1:]]
    )


def candidates(line: str, words: Words, frequent: Set[str], uses: Uses) -> Iterator[Candidate]:
    """Every candidate of a sentence, of words that are `frequent`; notes how its words are used."""
    run: list[tuple[str, str]] = []
    begins = True
    tokens = [*map(without_plural, _TOKEN.findall(line)), "."]
    uses.note(tokens)
    for token, after in zip(tokens, [*tokens[1:], "."], strict=True):
        if _tells_which(token, run, after):
            run.append((token.lower(), token))
            continue
        if _goes_on_a_name(token, run) and not (words.capitalises_nouns and uses.is_common(run[-1][1])):
            run.append(("", token))
            continue
        if token in _BEGINNING and after[0].isupper() and not (begins and token in _COUNTING):
            yield from _of_run(run, begins, words.naming)
            run, begins = [(token.lower(), token)], begins and not run
            continue
        names_nothing = (
            token in VERBS
            or token.lower() in CALENDAR
            or _UNSPACED_RUN.search(token)
            or (words.language == "en" and run and _is_said_of(run[-1][1], token))
        )
        term = "" if names_nothing else words.term(token)
        if term and (term in frequent or "&" in term) and not token[0].isdigit() and not _OF_A_YEAR.fullmatch(token):
            if run and _parts(run[-1], token, words):
                yield from _of_run(run, begins, words.naming)
                run, begins = [], False
            run.append((term, token))
            continue
        yield from _of_run(run, begins, words.naming)
        begins = begins and token in _OPENING
        run = []
    for word in _KATAKANA.findall(line):
        yield Candidate(tuple(word), word, True, False, True, True)
    for piece in _IDEOGRAPHS.findall(line):
        for part in _FUNCTION_IDEOGRAPHS.split(piece):
            yield from _of_ideographs(part, frequent)


def _parts(last: tuple[str, str], token: str, words: Words) -> bool:
    """Whether a word begins something new behind the last of a run."""
    term, before = last
    if token[0].isupper():  # of "Marie Curie's Nobel Prize", as in "the players' union", whose it is
        return bool(_POSSESSIVE_END.search(before)) and before[0].isupper()
    return not term or before.endswith(("'", "’")) or (words.capitalises_nouns and before[0].isupper())


_COUNTING = frozenset({"First", "Last", "One", "Third", "Three", "Two"})
_BEGINNING = _COUNTING | {"St."}
"""Small words that begin a name: "Third Reich", "St. Petersburg"."""
_OPENING = frozenset("\"'“‘«„([")


PARTICIPLE = re.compile(r"[a-z]{3,}(?<!e)ed")
"""Or the past of a verb."""
_NAME_OR_PLURAL = re.compile(r"[A-Z][a-z]+|[a-z-]+[a-hj-rtv-z]s")
_PLURAL = re.compile(r"[a-z-]+[a-hj-rtv-z]s")


def _is_said_of(noun: str, token: str) -> bool:
    """Whether a word is said of the name or the nouns before it: "Delta Express ceased operations", "patients receiving drugs"."""
    if PARTICIPLE.fullmatch(token):
        return bool(_NAME_OR_PLURAL.fullmatch(noun))
    return token.endswith("ing") and bool(_PLURAL.fullmatch(noun))


def _tells_which(token: str, run: Sequence[tuple[str, str]], after: str) -> bool:
    """Whether a letter belongs to the word before it, and is no initial within a name."""
    if not run or not is_letter(token) or after[0].isupper():
        return False
    before = run[-1][1]
    return len(before) > 2 and before[1:].islower() and not is_vague(before.lower(), VAGUE_ALONE)


def _goes_on_a_name(token: str, run: Sequence[tuple[str, str]]) -> bool:
    """Whether a small word or an initial stands behind a word with a capital."""
    if not run or not (run[-1][1][0].isupper() or run[-1][1] in JOINING):
        return False
    return token in JOINING or (len(token) == 2 and bool(_INITIAL.fullmatch(token)))


_LONGEST_UNSPACED = 8
"""Characters of a phrase in a script without spaces."""


def _of_ideographs(part: str, frequent: Set[str]) -> Iterator[Candidate]:
    """The pieces of a run of characters whose pairs are all frequent."""
    for start in range(len(part) - 1):
        for end in range(start + 2, min(len(part), start + _LONGEST_UNSPACED) + 1):
            if part[end - 2 : end] not in frequent:
                break
            whole = end - start == len(part)
            yield Candidate(tuple(part[start:end]), part[start:end], whole, False, True, whole)


_LONGEST = 5
"""Words of a phrase, small ones within a name among them."""


def _of_run(run: Sequence[tuple[str, str]], begins: bool, naming: Naming | None) -> Iterator[Candidate]:
    """The pieces of a run of (term, word) that can be a name. `begins`: the run stands at the beginning of its sentence."""
    while run and not run[-1][0]:
        run = run[:-1]
    for start in range(len(run)):
        if not run[start][0] or is_letter(run[start][1]):
            continue
        for end in range(start + 1, min(start + _LONGEST, len(run)) + 1):
            if not run[end - 1][0] or (end < len(run) and is_letter(run[end][1])):
                continue
            tokens = [token for _, token in run[start:end]]
            if not _can_be(tokens) or (naming and any(naming.is_vague(*run[at]) for at in (start, end - 1))):
                continue
            # The capital of a sentence's first word says nothing.
            due = begins and start == 0
            named = all(token[0].isupper() for token in tokens[due:] if token not in JOINING)
            key = tuple(term or token for term, token in run[start:end])
            surface = _POSSESSIVE_END.sub("", " ".join(tokens))
            yield Candidate(key, surface, named and not (due and len(tokens) == 1), due, end == len(run), start == 0)


_POSSESSIVE_END = re.compile(r"['’]s?$")
_NOT_LAST = re.compile(r"(?:ly|ed|ous|ive|ful|able|ible|ional|ical|less|ish|-like)$")
_NOT_ALONE = re.compile(r"(?:ly|ed|ous|ive|ful|able|ible|al|ic|ary|ing|ent|ant|er|est|less|ish|ness|ular|atory)$")
_SAYS_WHICH = re.compile(
    r"-(?:like|based|term|scale|level|free|wide|specific|positive|negative|terminal|to-\w+|\w+(?:ed|ing|ent))$"
)
"""Of a word with a hyphen: "virus-infected"."""
_NOT_FIRST = re.compile(r"(?:ly|['’])$")


def _can_be(tokens: Sequence[str]) -> bool:
    """Whether these words can be the name of something, as far as form tells."""
    if _ROMAN.fullmatch(tokens[0]):
        return False
    first, last = tokens[0].lower(), _POSSESSIVE_END.sub("", tokens[-1]).lower()
    if len(tokens) == 1:
        adjective = _NOT_ALONE.search(last) and tokens[0].islower()
        is_vague_alone = tokens[0] in _BEGINNING or is_vague(last, VAGUE_ALONE)
        return len(last) > 2 and not is_vague_alone and not (adjective or _SAYS_WHICH.search(last))
    if " ".join(tokens).isupper() and max(map(len, tokens)) > _LONGEST_ABBREVIATION:  # a heading, not a name
        return False
    if _ROMAN.fullmatch(tokens[-1]) and tokens[0].islower():
        return False
    if tokens[0].isupper() and (first in LABELS or is_vague(first, VAGUE_ALONE)):  # a label: "RESULTS Most patients"
        return False
    if _NOT_FIRST.search(first) or last in DEMONYM or last in JOINING:
        return False
    if all(token[0].isupper() for token in tokens if token not in JOINING):
        is_cut = last in VAGUE and (len(tokens) < WITH_ITS_KIND or last in LEGAL_FORMS)
        return not is_cut and not (first in VAGUE and first in NO_NAME_BEGINS)
    adjective = _NOT_LAST.search(last) and tokens[-1].islower()
    return not (is_vague(first, VAGUE) or is_vague(last, VAGUE) or adjective)


WITH_ITS_KIND = 3
"""Words of a name from which on a generic last one is part of it: "New York Times", "Restaurant Group"."""
_LONGEST_ABBREVIATION = 4
"""Letters."""
