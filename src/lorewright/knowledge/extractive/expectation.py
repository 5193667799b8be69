"""Whether a sentence or a row holds the kind of answer that a question expects."""

import re
from collections.abc import Set

from lorewright.knowledge.extractive.question import Expects, Question, marked_words, terms_of
from lorewright.knowledge.extractive.words import Words


_ANSWER = {
    Expects.TIME: re.compile(r"\b(?:1\d|20)\d\d\b|\d ?年|\b\d{1,2}[. ]+[^\W\d_]{3,9}\b|\b[^\W\d_]{3,9} \d{1,2}\b"),
    Expects.FIGURE: re.compile(
        r"\d+(?:[.,]\d+)*|[一二三四五六七八九十百千万]+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen"
        r"|hundred|thousand|million|half|twice|double|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|deux|trois"
        r"|quatre|cinq|sept|huit|neuf|dix|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|due|tre|quattro)\b",
        re.IGNORECASE,
    ),
    Expects.REASON: re.compile(
        r"\b(?:because|due to|owing to|as a result|result(?:s|ed) (?:of|from)|caus(?:e|es|ed|ing)|since|driven by|attribut\w+|led to"
        r"|thanks to|reasons?|so that|in order to|weil|denn|wegen|aufgrund|damit|parce que|car|afin de|porque|debido|perché"
        r"|a causa|omdat|doordat|потому|из-за)\b|因为|由于|因此|ため|から|ので",
        re.IGNORECASE,
    ),
}
_DEFINING = re.compile(
    r"^(?P<subject>(?:\S+ ){1,9}?\(?)(?:is|are|was|were|means|stands for|refers to|ist|sind|war|bezeichnet|est|sont|était|es|son|era"
    r"|è|sono|é|são|foi|was|zijn|—|–)\b(?P<class> (?:an?|the|one|any|defined|ein|eine|der|die|das|une?|le|la|una?|el|um|uma|il)\b)?"
    r"|^(?P<topic>.{1,20})(?:是|とは|は)",
    re.IGNORECASE,
)
_SUBJECT_WORDS = 8
_NAMING = re.compile(
    r"\b(?:called|known as|defined as|termed|abbreviated|short for|stands for|denotes)\b", re.IGNORECASE
)


def defines(text: str, asked: Question, words: Words) -> float:
    """How well a sentence says what something is: 1 where it is "X is a ...", 0 where X is not what it speaks of."""
    wanted = asked.terms.keys()
    if match := _DEFINING.match(text):
        subject = match["subject"] or match["topic"]
        if wanted <= set(terms_of(subject, words)):
            return 1.0 if match["class"] or match["topic"] else 0.6
    if _NAMING.search(text) and wanted <= set(terms_of(text, words)):
        return 0.6
    return 0.2 if wanted <= set(terms_of(" ".join(text.split()[:_SUBJECT_WORDS]), words)) else 0.0


def fits(text: str, own: Set[str], around: Set[str], asked: Question, words: Words) -> float:
    """From 0 to 1, how much a sentence is of the kind that is expected, by what it holds beyond the question.

    `own`: its terms; `around`: those of its headings and passage.
    """
    if asked.expects is Expects.ANYTHING:
        return 0.0
    if asked.expects is Expects.DEFINITION:
        return defines(text, asked, words)
    if asked.quantity is not None:
        return float(_holds_quantity(text, own, around, asked))
    pattern = _ANSWER.get(asked.expects)
    found = [match[0] for match in pattern.finditer(text)] if pattern else marked_words(text)
    return float(any(not set(terms_of(piece, words)) & asked.terms.keys() for piece in found))


_YEAR = re.compile(r"(?:19|20)\d\d")
_NO_QUANTITY = re.compile(
    r"(?<![\d.,])(?:19|20)\d\d(?![\d,]|\.\d)|\b(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? \d{1,2}\b|\b(?:Item|Note|Table|Figure|Fig|Exhibit|Section|Form|Part|Chapter"
    r"|Article|Page|Step|No)\.? \d[\d.]*|\(\d\)|\[[\d, ]+\]|(?<=[A-Za-z-])\d[\d.]*|\d+-?[A-Z]\b",
)
"""Figures that count and measure nothing: years, days, and the numbers of notes and things. A digit glued to letters is a name."""


def _holds_quantity(text: str, own: Set[str], around: Set[str], asked: Question) -> bool:
    """Whether it holds a figure and what it is asked of, and speaks of the year asked for, or of none in such a passage."""
    if asked.quantity and not asked.quantity & own:
        return False
    if asked.years and not asked.years & own and (_YEAR.search(text) or not asked.years & around):
        return False
    figures = _ANSWER[Expects.FIGURE].finditer(_NO_QUANTITY.sub(" ", text))
    return any(figure[0].replace(",", "").lower() not in asked.terms for figure in figures)
