"""Whether a sentence speaks of what a question names, or of something else of its kind in the same passage."""

import re
from collections.abc import Iterable, Sequence, Set

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.question import YEAR, Question, terms_of
from lorewright.knowledge.extractive.words import Words

_REFERS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|him|his|she|her|this|these|we|our|the (?:company|group|firm|corporation|registrant|bank"
    r"|club|party|same|latter|former))\b",
    re.IGNORECASE,
)


def strays(
    text: str, terms: Set[str], before: Iterable[tuple[str, Set[str]]], asked: Question, words: Words, lexicon: Lexicon
) -> bool:
    """Whether a sentence speaks of another than the question names. `before`: what stands before it, the last first.

    It speaks of what it names; where it names nothing, or refers back, of what was last named before it.
    """
    names = {name for name in asked.specific if not name[0].isdigit()}
    if not names or names <= terms or words.capitalises_nouns:
        return False
    own, other = _named(text, terms, names, asked, words, lexicon)
    if own:
        return False
    if (other and not _REFERS_BACK.search(text)) or _of_another_person(text, lexicon):
        return True
    for earlier, held in before:
        own, other = _named(earlier, held, names, asked, words, lexicon)
        if own or other:
            return not own
    return False


def elsewhere(passages: Sequence[Passage], asked: Question) -> frozenset[int]:
    """The places of passages that never speak of the one full name in the question, where others do.

    Of a person whose full name stands before, a text says the last name alone.
    """
    if len(asked.full_names) != 1:
        return frozenset()
    [name] = asked.full_names
    parts = [re.escape(part) for part in name.split()]
    whole = re.compile(r"\b" + r"\W+(?:\w+\W+)?".join(parts) + r"\b", re.IGNORECASE)
    last = re.compile(rf"\b{parts[-1]}\b") if "&" not in name else whole
    texts = ["\n".join((*passage.headings, passage.content)) for passage in passages]
    if not any(map(whole.search, texts)):
        return frozenset()
    return frozenset(i for i, text in enumerate(texts) if not (last.search(text) or whole.search(text)))


def of_another_number(label: Set[str], asked: Question) -> bool:
    """Whether what has this label is told by another number than the question names: SKU-6678 says nothing of SKU-5512."""
    own, wanted = _numbers(label), _numbers(asked.specific)
    return bool(own and wanted) and own.isdisjoint(wanted)


def _numbers(terms: Set[str]) -> set[str]:
    return {term for term in terms if term[0].isdigit() and not YEAR.fullmatch(term)}


# -- Names ------------------------------------------------------------------------------------------------------------

_CAPITAL = "A-ZÀ-ÞА-Я"
_NAME = re.compile(rf"\b[{_CAPITAL}][\w&'’-]*\.?(?: (?:(?:de|van|von|&) )?[{_CAPITAL}\d][\w&'’-]*\.?)*")


def _of_another_person(text: str, lexicon: Lexicon) -> bool:
    """Whether it names somebody before its first "he" or "her", who is meant by that."""
    person = lexicon.person.search(text)
    return person is not None and any(
        _is_name(match, text, lexicon) for match in _NAME.finditer(text, 0, person.start())
    )


_OPENING = re.compile(
    r"(?:in|at|on|by|for|from|since|during|after|before|until|under|with) [^,.]{1,60}, "
    rf"|(?:the|an?) (?=[{_CAPITAL}])",
    re.IGNORECASE,
)
"""What may stand before a subject and names nothing: where and when it was; an article."""
_SUBJECT = 20
"""Characters within which the subject of a sentence is named."""
_LONGEST_NAME = 60
_STOPS = (".", "!", "”", '"', ")", "]")
"""What ends a sentence; a line that ends otherwise, such as a heading or a row, has no subject."""
_FORMS = frozenset(
    ["inc", "corp", "co", "ltd", "llc", "llp", "plc", "ag", "gmbh", "sa", "nv", "compani", "mr", "ms", "mrs", "dr"]
)
"""Terms that a name may be written with or without."""


def _named(
    text: str, terms: Set[str], names: Set[str], asked: Question, words: Words, lexicon: Lexicon
) -> tuple[bool, bool]:
    """Whether a sentence holds one of the question's names by itself, and whether its subject is another name.

    "Lake Orrin" is another name than "Lake Sund", and its "Lake" is not the one asked for.
    """
    other: set[str] = set()
    if text.endswith(_STOPS):
        opening = _OPENING.match(text)
        start = opening.end() if opening else 0
        for match in _NAME.finditer(text, start, start + _SUBJECT + _LONGEST_NAME):
            if match.start() < start + _SUBJECT and _is_name(match, text, lexicon):
                own = set(terms_of(match[0], words)) - _FORMS
                if not names <= own and not own <= asked.terms.keys():
                    other |= own
    return not (terms & names) <= other, bool(other)


CALENDAR = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+day|Table|Figure|Note)\b"
)
"""Has a capital and names nobody and no place."""
_NO_NAME = re.compile(r"\w+(?:s|ing|tion|ment|ness|ity)\b")
"""A first word that has its capital from its place."""
_AS_SUBJECT = re.compile(r" (?:is|are|was|were|has|had|will|can|did|does|and|[a-z]+(?:s|ed))\b")
"""What follows a name that is the subject."""


def _is_name(match: re.Match[str], text: str, lexicon: Lexicon) -> bool:
    """Whether what has a capital is a name: at the beginning of a sentence any word may have one."""
    if CALENDAR.match(match[0]) or match[0].lower() in lexicon.stop_words:
        return False
    if match.start() or " " in match[0]:
        return True
    return not _NO_NAME.fullmatch(match[0]) and bool(_AS_SUBJECT.match(text, match.end()))
