"""What there is to say of a text, by a model: each sentence of an answer held against the passages that it names."""

import asyncio
import re
from collections.abc import Sequence

import msgspec
import structlog

from lorewright.core.errors import ProviderFailed, ProviderTimeout
from lorewright.knowledge.engine import Asking, Passage
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.prompted.address import addresses_model
from lorewright.knowledge.prompted.answering import Judge
from lorewright.knowledge.prompted.calls import NUMBER, TEXT, array_of, call_of, object_of, structured
from lorewright.knowledge.prompted.enclosing import enclosed, headed
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.knowledge.prompted.proof import plain
from lorewright.knowledge.prompted.streamed import Said
from lorewright.knowledge.script.aloud import is_aloud
from lorewright.knowledge.script.base import Chapter, Exchange, Ground, Statement, Told, Topics
from lorewright.knowledge.script.extracted import chapter_of
from lorewright.llm.base import LanguageModel, Request

_PASSAGES = 14
"""That a model is shown at once."""
_SECONDS_A_CALL = 600.0
"""Of an episode, for each further call about a text."""
_SECONDS_A_TEXT = 40.0
_MOST_OUTPUT = 3_000
_LONGEST_QUESTION = 160
_LATER = 0.01
"""So much less each further exchange is worth: the model puts first what matters first."""
_SCHEMA = object_of(
    exchanges=array_of(object_of(question=TEXT, answer=array_of(object_of(sentence=TEXT, passages=array_of(NUMBER)))))
)
_NAMES = re.compile(r"(?<!^)\b(?:[A-Z][\w’'-]*|\w*\d\w*)")
_ODD = re.compile(r"https?:|www\.|[<>{}\[\]|\\*_`#]")

log = structlog.get_logger()


class _Sentence(msgspec.Struct):
    sentence: str
    passages: list[int]


class _Exchange(msgspec.Struct):
    question: str
    answer: list[_Sentence]


class _Part(msgspec.Struct):
    exchanges: list[_Exchange]


class PromptedWriter:
    def __init__(self, model: LanguageModel, seconds: float) -> None:
        """`seconds`: how long the episode is to be."""
        self._model = model
        self._calls = 1 + int(seconds // _SECONDS_A_CALL)
        self.most_texts = max(2, round(seconds / _SECONDS_A_TEXT))

    async def chapter(self, told: Told, asking: Asking) -> Chapter:
        """By extraction where the model fails, or says nothing that the text bears. Raises `BudgetExceeded`, `Unavailable`."""
        extracted = await asyncio.to_thread(chapter_of, told)
        exchanges: list[Exchange] = []
        try:
            for passages in _windows(told.passages, self._calls):
                exchanges += await self._asked(told, passages, asking, len(exchanges))
        except (ProviderFailed, ProviderTimeout) as error:
            log.warning("a script is written by extraction", model=self._model.name, detail=error.detail)
        return extracted._replace(exchanges=tuple(exchanges)) if exchanges else extracted

    async def _asked(self, told: Told, passages: Sequence[Passage], asking: Asking, already: int) -> list[Exchange]:
        asked = prompt("script-1")
        shown = "\n\n".join(
            enclosed(f"passage {number}", headed((told.title, *one.heading_path), one.content))
            for number, one in enumerate(passages, start=1)
        )
        request = Request(asked.text, shown, _SCHEMA, _MOST_OUTPUT)
        part = await structured(self._model, request, call_of(asked, "script", asking), _Part)
        return await asyncio.to_thread(_judged, part, told, passages, already)


def _windows(passages: Sequence[Passage], most: int) -> list[Sequence[Passage]]:
    """At most so many runs of passages, spread over the text, its beginning first."""
    count = min(most, -(-len(passages) // _PASSAGES))
    step = (len(passages) - _PASSAGES) / max(1, count - 1) if count > 1 else 0
    return [passages[round(step * number) :][:_PASSAGES] for number in range(count)]


def _judged(part: _Part, told: Told, passages: Sequence[Passage], already: int) -> list[Exchange]:
    """Of each exchange what the passages bear; one of which that is nothing falls away."""
    judge, words = Judge(passages), Words(told.language)
    content = "\n".join((told.title, *(heading for one in passages for heading in one.heading_path))) + told.content
    found: list[Exchange] = []
    for one in part.exchanges:
        said = [statement for sentence in one.answer if (statement := _borne(judge, sentence, told))]
        if not said:
            continue
        text = " ".join(statement.text for statement in said)
        number = already + len(found)
        found.append(
            Exchange(
                topics=Topics(asked=_question(one.question, content)),
                said=tuple(said),
                place=number,
                worth=1.0 - _LATER * number,
                terms=frozenset(words.terms(text)),
            )
        )
    return found


def _borne(judge: Judge, sentence: _Sentence, told: Told) -> Statement | None:
    judged = judge.judged(Said(sentence.sentence, tuple(sentence.passages)))
    if judged is None or judged.inferred or not is_aloud(judged.text):
        return None
    grounds = (Ground(told.source_id, told.text_id, span.start, span.end) for _, span in judged.support)
    return Statement(judged.text, tuple(dict.fromkeys(grounds)))


def _question(text: str, content: str) -> str:
    """Empty where it is none, or brings in a name or a number that the text does not have: another is asked then."""
    text = plain(text)
    is_one = text.endswith(("?", "？")) and len(text) <= _LONGEST_QUESTION and not _ODD.search(text)
    if not is_one or addresses_model(text):
        return ""
    return text if all(name in content for name in _NAMES.findall(text)) else ""
