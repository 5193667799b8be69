"""A question in the words of the scope that it is put to: spelling put right, and what its texts call the same otherwise.

Without a model; and only where a word of the question stands nowhere in the scope, or is an abbreviation that its texts spell out.
A word is never exchanged for another word that is merely alike in meaning: vectors find those.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge.concepts import expansions, key_of
from lorewright.knowledge.tables import passage
from lorewright.world import World

LEAST_LETTERS = 5
"""Shorter words are too easily another word."""
MOST_LETTERS = 40
"""Longer ones are no slip of the pen; what may have been meant by them grows with the square of their length."""
MOST_WORDS = 4
"""So many words of a question are looked at; more that are unknown are no slips of the pen."""
READ_FOR_SHORT = 8
"""Passages that are looked through for what an abbreviation stands for."""

_WORD = re.compile(r"[^\W\d_]+")
_SHORT = re.compile(r"\b[A-Z][A-Z\d]{1,9}\b")
_NAME = re.compile(
    r"\b[A-Z][a-z]+(?: (?:of|and|for|the) (?=[A-Z])| (?=[A-Z]))(?:(?:of|and|for|the) )?[A-Z][\w -]*[a-z]"
)
_ALPHABETS = (
    (("a", "z"), "abcdefghijklmnopqrstuvwxyz"),
    (("а", "я"), "абвгдежзийклмнопрстуфхцчшщъыьэюя"),
    (("α", "ω"), "αβγδεζηθικλμνξοπρστυφχψω"),
)
_CONTENTS = select(passage.c.content).where(
    passage.c.scope_id == bindparam("scope_id"), among(passage.c.number, bindparam("numbers"))
)


class Rewritten(NamedTuple):
    asked: str
    """The question with its spelling put right."""
    searched: str
    """The same with what else its words are called."""


def rewritten(tx: Transaction, world: World, scope_id: int, question: str) -> Rewritten:
    """Two statements, four more for each abbreviation or name that may have one."""
    asked = _spelt(tx, world, scope_id, question)
    also = list(_otherwise(tx, world, scope_id, asked))
    return Rewritten(asked, " ".join([asked, *also]))


def slips(word: str) -> set[str]:
    """What may have been meant by a word with one letter too many, too few, wrong, or changed places with the next.

    (After Damerau 1964: these are four of five slips of the pen.)
    """
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    letters = next((some for (first, last), some in _ALPHABETS if all(first <= one <= last for one in word)), "")
    less = {before + after[1:] for before, after in parts if after}
    turned = {before + after[1] + after[0] + after[2:] for before, after in parts if len(after) > 1}
    other = {before + one + after[1:] for before, after in parts if after for one in letters}
    more = {before + one + after for before, after in parts for one in letters}
    return (less | turned | other | more) - {word}


def _spelt(tx: Transaction, world: World, scope_id: int, question: str) -> str:
    analyser = world.words.analyser(tx, scope_id)
    # A name that stands nowhere is somebody the scope does not know, not somebody else.
    words = [
        match
        for match in _WORD.finditer(question)
        if LEAST_LETTERS <= len(match[0]) <= MOST_LETTERS and match[0].islower() and not analyser.is_stop_word(match[0])
    ]
    known = world.words.known(tx, scope_id, {term for match in words for term in analyser.every(match[0])})
    unknown = [match for match in words if not analyser.every(match[0]) & known.keys()]
    if not unknown or len(unknown) > MOST_WORDS:
        return question
    meant = {match[0]: [*slips(match[0]), *_halves(match[0])] for match in unknown}
    terms = analyser.every_of({word for some in meant.values() for one in some for word in one.split()})
    there = world.words.known(tx, scope_id, set().union(*terms.values()))
    passages = {
        word: max(there[term] for term in held) for word, some in terms.items() if (held := some & there.keys())
    }
    for match in reversed(unknown):
        best = _likeliest(meant[match[0]], passages)
        if best is not None:
            question = question[: match.start()] + best + question[match.end() :]
    return question


def _halves(word: str) -> Iterator[str]:
    """Two words that were written as one."""
    least = LEAST_LETTERS - 2
    return (f"{word[:at]} {word[at:]}" for at in range(least, len(word) - least + 1))


def _likeliest(meant: Sequence[str], passages: Mapping[str, int]) -> str | None:
    """Of what may have been meant, the one that stands in most passages; of two words, both must stand somewhere.

    `passages`: in how many each word stands; those that stand in none are left out.
    """
    there = [one for one in meant if passages.keys() >= set(one.split())]
    return max(there, key=lambda one: (min(passages[word] for word in one.split()), one), default=None)


def _otherwise(tx: Transaction, world: World, scope_id: int, question: str) -> Iterator[str]:
    """What the scope's own texts say that an abbreviation of the question stands for, and how they abbreviate its names."""
    for short in dict.fromkeys(_SHORT.findall(question)):
        for content in _holding(tx, world, scope_id, short):
            long = expansions(content).get(short)
            if long is not None:
                yield long
                break
    for name in dict.fromkeys(match[0] for match in _NAME.finditer(question)):
        key = key_of(name, None)
        for content in _holding(tx, world, scope_id, name):
            short = next((short for short, long in expansions(content).items() if key_of(long, None) == key), None)
            if short is not None:
                yield short
                break


def _holding(tx: Transaction, world: World, scope_id: int, words: str) -> list[str]:
    """The contents of the passages that these words put first."""
    hits = world.words.search(tx, scope_id, words, READ_FOR_SHORT)
    if not len(hits.numbers):
        return []
    wanted = {"scope_id": scope_id, "numbers": hits.numbers.tolist()}
    return list(tx.execute(_CONTENTS, wanted).scalars())
