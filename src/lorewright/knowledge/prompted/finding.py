"""What a model adds to finding passages: other words of a question, and an order of what was found. Neither is ever shown."""

from collections.abc import Sequence

import msgspec
import structlog

from lorewright.core.errors import ProviderFailed, ProviderTimeout
from lorewright.knowledge.engine import Asking, Passage
from lorewright.knowledge.prompted.calls import NUMBER, TEXT, array_of, call_of, object_of, structured
from lorewright.knowledge.prompted.enclosing import enclosed, numbered
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.llm.base import LanguageModel, Request

MOST_TERMS = 8
_LONGEST = 60
"""Characters of a term."""
MOST_RANKED = 12
"""So many of the best are put in order: what lies behind them seldom comes first, and each is paid for."""
_MOST_OUTPUT = 300

log = structlog.get_logger()


class _Terms(msgspec.Struct):
    terms: list[str]


class _Order(msgspec.Struct):
    passages: list[int]


async def other_words(model: LanguageModel, question: str, asking: Asking) -> Sequence[str]:
    """None where the model fails. Raises `BudgetExceeded`, `Unavailable`."""
    asked = prompt("otherwise-1")
    request = Request(asked.text, enclosed("question", question), object_of(terms=array_of(TEXT)), _MOST_OUTPUT)
    try:
        reply = await structured(model, request, call_of(asked, "rewrite", asking), _Terms)
    except (ProviderFailed, ProviderTimeout) as error:
        log.warning("a question is looked for in its own words", model=model.name, detail=error.detail)
        return ()
    terms = dict.fromkeys(" ".join(one.replace("\x00", " ").split()) for one in reply.terms)
    return [one for one in terms if 0 < len(one) <= _LONGEST][:MOST_TERMS]


async def ranked(model: LanguageModel, question: str, passages: Sequence[Passage], asking: Asking) -> Sequence[int]:
    """Their indexes, best first; those that the model leaves out keep their order behind. As they are where it fails.

    Raises `BudgetExceeded`, `Unavailable`.
    """
    looked_at = range(min(len(passages), MOST_RANKED))
    if len(looked_at) < 2:
        return range(len(passages))
    asked = prompt("rank-1")
    shown = "\n\n".join((*numbered(passages[: len(looked_at)]), enclosed("question", question)))
    request = Request(asked.text, shown, object_of(passages=array_of(NUMBER)), _MOST_OUTPUT)
    try:
        reply = await structured(model, request, call_of(asked, "rank", asking), _Order)
    except (ProviderFailed, ProviderTimeout) as error:
        log.warning("passages are ranked by rule", model=model.name, detail=error.detail)
        return range(len(passages))
    named = (number - 1 for number in reply.passages if number - 1 in looked_at)
    return list(dict.fromkeys((*named, *range(len(passages)))))
