"""A question in the words of the scope that it is put to: spelling put right, and what its texts call the same otherwise.

Without a model; and only where what stands in the question stands nowhere in the scope and is no English word that is known, but for
its other spelling; or is an abbreviation that its texts spell out.
A word is never exchanged for another word that is merely alike in meaning: vectors find those.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from typing import NamedTuple

from sqlalchemy import bindparam, select

from lorewright.db.among import among
from lorewright.db.transaction import Transaction
from lorewright.knowledge.concepts import expansions, key_of
from lorewright.knowledge.spelling import other_spellings
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
_CONTENTS = select(passage.c.number, passage.c.content).where(
    passage.c.scope_id == bindparam("scope_id"), among(passage.c.number, bindparam("numbers"))
)


class Rewritten(NamedTuple):
    asked: str
    """The question with its spelling put right."""
    searched: str
    """The same with what else its words are called."""


def rewritten(tx: Transaction, world: World, scope_id: int, question: str) -> Rewritten:
    """At most five statements."""
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
    every = {match[0]: analyser.every(match[0]) for match in words}
    known = world.words.known(tx, scope_id, set().union(*every.values())) if words else {}
    unknown = [match for match in words if known.keys().isdisjoint(every[match[0]])]
    rightly = {match[0] for match in unknown if world.embedders.is_word(match[0])}
    if not unknown or len({match[0] for match in unknown} - rightly) > MOST_WORDS:
        return question
    meant = {
        word: (other_spellings(word), []) if word in rightly else (slips(word), _halves(word))
        for word in dict.fromkeys(match[0] for match in unknown)
    }
    parts = {part for _, halves in meant.values() for half in halves for part in half}
    terms = analyser.every_of(parts.union(*(some for some, _ in meant.values())))
    there = world.words.known(tx, scope_id, set().union(*terms.values()))
    passages = {
        word: max(there[term] for term in held & there.keys())
        for word, held in terms.items()
        if not there.keys().isdisjoint(held)
    }
    for match in reversed(unknown):
        best = _likeliest(*meant[match[0]], passages)
        if best is not None:
            question = question[: match.start()] + best + question[match.end() :]
    return question


def _halves(word: str) -> list[tuple[str, str]]:
    """Two words that were written as one."""
    least = LEAST_LETTERS - 2
    return [(word[:at], word[at:]) for at in range(least, len(word) - least + 1)]


def _likeliest(words: Set[str], halves: Sequence[tuple[str, str]], passages: Mapping[str, int]) -> str | None:
    """Of what may have been meant, the one that stands in most passages; of two words, both must stand somewhere.

    `passages`: in how many each word stands; those that stand in none are left out.
    """
    there = [(passages[word], word) for word in words & passages.keys()]
    there += [
        (min(passages[first], passages[second]), f"{first} {second}")
        for first, second in halves
        if first in passages and second in passages
    ]
    return max(there)[1] if there else None


def _otherwise(tx: Transaction, world: World, scope_id: int, question: str) -> Iterator[str]:
    """What the scope's own texts say that an abbreviation of the question stands for, and how they abbreviate its names."""
    shorts = list(dict.fromkeys(_SHORT.findall(question)))
    names = list(dict.fromkeys(match[0] for match in _NAME.finditer(question)))
    spelt_out = _spelt_out(tx, world, scope_id, [*shorts, *names])
    for short, found in zip(shorts, spelt_out, strict=False):
        longs = (long for one in found if (long := one.get(short)) is not None)
        yield from islice(longs, 1)
    for name, found in zip(names, spelt_out[len(shorts) :], strict=True):
        key = key_of(name, None)
        called = (short for one in found for short, long in one.items() if key_of(long, None) == key)
        yield from islice(called, 1)


def _spelt_out(tx: Transaction, world: World, scope_id: int, queries: Sequence[str]) -> list[list[Mapping[str, str]]]:
    """For each query, which abbreviations the passages that its words put first spell out, in the order of their numbers."""
    if not queries:
        return []
    hits = world.words.search_each(tx, scope_id, queries, READ_FOR_SHORT)
    found = [sorted(one.numbers.tolist()) for one in hits]
    numbers = sorted(set(chain.from_iterable(found)))
    rows = tx.execute(_CONTENTS, {"scope_id": scope_id, "numbers": numbers}).all() if numbers else []
    held = {row.number: expansions(row.content) for row in rows}
    return [[held[number] for number in some] for some in found]
