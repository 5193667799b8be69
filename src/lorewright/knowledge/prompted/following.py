"""What a follow-up asks, by a model: taken only where it says no more than the conversation does."""

import re
from collections.abc import Sequence

import structlog

from lorewright.core.errors import ProviderFailed, ProviderTimeout
from lorewright.index.stopwords import STOP_WORDS
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.engine import Asking, Earlier
from lorewright.knowledge.extractive.followup import standalone
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.prompted.calls import call_of
from lorewright.knowledge.prompted.enclosing import enclosed
from lorewright.knowledge.prompted.links import links
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.llm.base import Ending, LanguageModel, Request

_SHOWN = 8
"""Turns, the last."""
_LONGEST_ANSWER = 1_000
"""Characters shown of an answer."""
_MOST_OUTPUT = 400
_LONGEST_ADDED = 200
"""Characters by which a question may grow."""
_WORD = re.compile(r"[^\W_]+")
_GRAMMAR = lexicon_of(None).stop_words.union(*STOP_WORDS.values())

log = structlog.get_logger()


async def understood(model: LanguageModel, question: str, earlier: Sequence[Earlier], asking: Asking) -> str:
    """By rule where the model fails, or says what the conversation does not. Raises `BudgetExceeded`, `Unavailable`."""
    by_rule = standalone(question, [one.question for one in earlier])
    asked = prompt("followup-1")
    shown = [f"Question: {one.question}\nAnswer: {one.answer[:_LONGEST_ANSWER]}" for one in earlier[-_SHOWN:]]
    text = "\n\n".join((enclosed("conversation", "\n\n".join(shown)), enclosed("question", question)))
    try:
        reply = await model.complete(Request(asked.text, text, None, _MOST_OUTPUT), call_of(asked, "followup", asking))
    except (ProviderFailed, ProviderTimeout) as error:
        log.warning("a follow-up is understood by rule", model=model.name, detail=error.detail)
        return by_rule
    said = " ".join(reply.text.split())
    is_taken = reply.ending is Ending.COMPLETE and reuses(said, question, "\n".join(shown))
    return said if is_taken else by_rule


def reuses(said: str, question: str, conversation: str) -> bool:
    """Whether it is the question with nothing left out but words of grammar, and nothing put in that was not said."""
    if not said or len(said) > len(question) + _LONGEST_ADDED or links(said) - links(f"{question} {conversation}"):
        return False
    analyser = Analyser([BY_SCRIPT, *STOP_WORDS])
    own, there = analyser.every(question), analyser.every(conversation)
    new = [word for word in _WORD.findall(said) if word.lower() not in _GRAMMAR]
    kept = analyser.every(said)
    left_out = [word for word in _WORD.findall(question) if word.lower() not in _GRAMMAR]
    return all(analyser.every(word) & (own | there) for word in new) and all(
        analyser.every(word) & kept for word in left_out
    )
