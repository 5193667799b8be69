"""The built-in engine's answer in other words than the question's: the sentence of which the model says that it answers.

"Who was Lil Hardin's husband?" shares a name with "She was the second wife of Louis Armstrong", and no word. What words cannot tell, a model can that
has read questions beside sentences that answer them, and beside sentences that seem to.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from lorewright.knowledge.engine import Passage
from lorewright.knowledge.extractive.expectation import could_be
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.question import Question
from lorewright.knowledge.extractive.statements import Statement, said
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.sentences import sentences

Answers = Callable[[str, Sequence[str]], Sequence[float]]
"""How probably each of these sentences answers a question."""

LANGUAGE = "en"
"""What the model knows."""
MOST_ASKED = 8
"""Sentences that the model is asked about: each takes it some milliseconds, and of 160 that answer 159 were among these by their words."""
SURE, DOUBTFUL = 0.6, 0.1
"""How probable it must be that a sentence answers; below which what words have found does not."""


class Meaning(NamedTuple):
    """The model on one question."""

    question: str
    asked: Question
    passages: Sequence[Passage]
    words: Words
    lexicon: Lexicon
    answers: Answers

    def doubts(self, statement: Statement) -> bool:
        """Whether it says that this, which was found by words, does not answer. Rows of tables it has never read."""
        return not statement.is_row and self.answers(self.question, [self._titled(statement)])[0] < DOUBTFUL

    def best(self, statements: Sequence[Statement]) -> list[Statement]:
        """The sentence that answers most probably, if any does. `statements`: first those that share most with the question."""
        could = (
            one for one in statements if not one.is_row and could_be(self._text(one), one.terms, self.asked, self.words)
        )
        asked = list(islice(could, MOST_ASKED))
        if not asked:
            return []
        told = self.answers(self.question, [self._titled(one) for one in asked])
        best = max(range(len(told)), key=lambda i: told[i])
        return [asked[best]] if told[best] >= SURE else []

    def _titled(self, statement: Statement) -> str:
        """As the model has learnt to read sentences: behind the title of what they stand in, or a word that could be one."""
        title, *_ = (*self.passages[statement.stands_in.index].headings, "Notes")
        text = self._text(statement)
        # What stands before it, to be understood with it, the title stands for.
        start, end = sentences(text)[-1]
        return f"{title}: {text[start:end]}"

    def _text(self, statement: Statement) -> str:
        return said(statement, self.passages, self.lexicon).text
