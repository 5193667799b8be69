"""Texts of a wanted length, made by rule: the same on every machine, each with a word of its own."""

import random
from collections.abc import Iterator
from itertools import accumulate

STARTS = (
    "b",
    "br",
    "c",
    "cl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
)
VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
ENDS = ("n", "r", "l", "t", "m", "nd", "st", "ck", "ment", "tion", "ing", "er", "al")
VOCABULARY = 4_000
PATTERNS = (
    "The {0} of the {1} {2} rose from {n} to {m} percent in {year}, after the {3} had been {4} by the {5}.",
    "In {year} {Name} found that a {0} {1} can hold the {2} of {n} {3} without losing its {4}.",
    "Neither the {0} nor the {1} {2} was measured by {Name}, although both depend on the {3} of the {4}.",
    "A {0} is a {1} that turns {2} into {3}, and its {4} is about {n} times that of a {5}.",
    "When the {0} {1} reaches the {2}, its {3} falls by {n} units and the {4} has to be replaced.",
    "{Name} and the {0} of {1} agreed in {year} to share the {2}, the {3} and {n} of the {4}.",
    "Most of the {0} comes from {1}, where {n} {2} a year are made for the {3} of the {4}.",
)


def vocabulary() -> list[str]:
    """Words that look like words, the frequent ones first."""
    draw = random.Random(1)
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        middle = "".join(draw.choice(STARTS) + draw.choice(VOWELS) for _ in range(draw.randint(1, 2)))
        words[middle + draw.choice(ENDS)] = None
    return list(words)


def texts(count: int, words: int, seed: int = 0) -> Iterator[tuple[str, str]]:
    """(text of about so many words, the word that only it holds); paragraphs of four sentences.

    Words are drawn with a frequency of 1 / (rank + 10), as natural languages have it (Zipf and Mandelbrot).
    """
    known = vocabulary()
    weights = list(accumulate(1 / (rank + 10) for rank in range(len(known))))
    for number in range(count):
        draw = random.Random(f"{seed}-{number}")
        own = f"{draw.choice(STARTS)}o{seed}x{number}q"
        sentences = [f"This note on {own} was written by {_name(draw, known)} in {draw.randint(1950, 2020)}."]
        total = 10
        while total < words:
            sentences.append(_sentence(draw, known, weights))
            total += len(sentences[-1].split())
        paragraphs = (" ".join(sentences[at : at + 4]) for at in range(0, len(sentences), 4))
        yield "\n\n".join(paragraphs), own


def question_of(content: str) -> str:
    """Of some words in the middle of a text."""
    words = content.split()
    middle = len(words) // 2
    return f"What is known of {' '.join(words[middle : middle + 6]).strip('.,')}?"


def _sentence(draw: random.Random, known: list[str], weights: list[float]) -> str:
    chosen = draw.choices(known, cum_weights=weights, k=6)
    low = draw.randint(2, 60)
    return draw.choice(PATTERNS).format(
        *chosen, n=low, m=low + draw.randint(1, 30), year=draw.randint(1950, 2020), Name=_name(draw, known)
    )


def _name(draw: random.Random, known: list[str]) -> str:
    return f"{draw.choice(known).title()} {draw.choice(known).title()}"
