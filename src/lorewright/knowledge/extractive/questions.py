"""The questions that a source leaves open: those it asks and does not answer, and what it says is not known."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from lorewright.knowledge.extractive.fitness import LONGEST, length_in_words
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.outline import Section
from lorewright.knowledge.extractive.ranking import Sentence
from lorewright.knowledge.extractive.selection import Candidate

_QUESTION = re.compile(r"[?？؟]$")
_ASKED_UNDER = re.compile(
    r"open (?:questions?|issues?|problems?|points?)|(?:future|further) (?:work|research|directions?)|unresolved|outlook|next steps"
    r"|to ?-?do|limitations|questions? (?:for|to)|unknowns|offene (?:fragen|punkte)|ausblick|questions ouvertes|perspectives"
    r"|preguntas abiertas|trabajo futuro|domande aperte|questões em aberto|trabalhos futuros|未解|课题|展望|今後|課題",
    re.IGNORECASE,
)
_SHORTEST_QUESTION = 5
_QUOTED = re.compile(r"[\"“”«»「」]")


def open_questions(found: Sequence[Sentence], sections: Sequence[Section], lexicon: Lexicon) -> Iterator[Candidate]:
    """In reading order. A question is open where the text asks it under such a heading, or ends a section with it."""
    for sentence, following in zip_longest(found, found[1:]):
        if not _SHORTEST_QUESTION <= length_in_words(sentence.text) <= LONGEST or _QUOTED.search(sentence.text):
            continue
        if _QUESTION.search(sentence.text):
            asked_under = any(_ASKED_UNDER.search(sections[i].heading) for i in sections[sentence.section].path)
            unanswered = following is None or following.section != sentence.section
            is_open = asked_under or (unanswered and not sentence.first_in_block)
        else:
            is_open = bool(sentence.fitness.quality and lexicon.left_open.search(sentence.text))
        if is_open and not sentence.fitness.points_back and not lexicon.points_back.match(sentence.text):
            yield Candidate((sentence,), sentence.text, sentence.terms, sentence.score)
