"""The questions that a question is made of, by a model: taken only where they say no more than the question does."""

import re
from collections.abc import Sequence

import msgspec
import structlog

from lorewright.core.errors import ProviderFailed, ProviderTimeout
from lorewright.index.stopwords import STOP_WORDS
from lorewright.index.terms import BY_SCRIPT, Analyser
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.extractive.lexicon import lexicon_of
from lorewright.knowledge.extractive.parts import MOST, parts
from lorewright.knowledge.prompted.calls import TEXT, array_of, call_of, object_of, structured
from lorewright.knowledge.prompted.enclosing import enclosed
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.llm.base import LanguageModel, Request

_MOST_OUTPUT = 600
_LONGEST = 400
"""Characters of one question."""
_WORD = re.compile(r"[^\W_]+")
_GRAMMAR = lexicon_of(None).stop_words.union(*STOP_WORDS.values())

log = structlog.get_logger()


class _Split(msgspec.Struct):
    questions: list[str]


async def split(model: LanguageModel, question: str, asking: Asking) -> Sequence[str]:
    """By rule where the model fails, or brings in what was not asked. Raises `BudgetExceeded`, `Unavailable`."""
    asked = prompt("split-1")
    request = Request(asked.text, enclosed("question", question), object_of(questions=array_of(TEXT)), _MOST_OUTPUT)
    try:
        reply = await structured(model, request, call_of(asked, "split", asking), _Split)
    except (ProviderFailed, ProviderTimeout) as error:
        log.warning("a question is split by rule", model=model.name, detail=error.detail)
        return parts(question)
    said = list(dict.fromkeys(" ".join(one.split()) for one in reply.questions))
    if len(said) < 2:
        return [question]
    return said if are_parts(said, question) else parts(question)


def are_parts(said: Sequence[str], question: str) -> bool:
    """Whether these are a few questions in words of the question and of grammar, with all its words among them."""
    if len(said) > MOST or not all(0 < len(one) <= _LONGEST for one in said):
        return False
    analyser = Analyser([BY_SCRIPT, *STOP_WORDS])
    own, kept = analyser.every(question), analyser.every(" ".join(said))
    telling = (word for one in said for word in _WORD.findall(one) if word.lower() not in _GRAMMAR)
    names = (word for word in _WORD.findall(question)[1:] if word != word.lower())
    return all(analyser.every(word) & own for word in telling) and all(analyser.every(word) & kept for word in names)
