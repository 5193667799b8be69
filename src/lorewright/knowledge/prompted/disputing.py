"""Which claims contradict each other, by a model: taken only where it shows in the words of both what it speaks of."""

import json
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from lorewright.knowledge.disputes.statements import Relation
from lorewright.knowledge.engine import Asking, Disputed
from lorewright.knowledge.prompted.calls import NUMBER, TEXT, CutError, array_of, call_of, object_of, structured
from lorewright.knowledge.prompted.enclosing import enclosed
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.llm.base import LanguageModel, Request

_MOST_OUTPUT = 2_000


class _Says(StrEnum):
    CONTRADICTS = "contradicts"
    A_SUPERSEDES_B = "a supersedes b"
    B_SUPERSEDES_A = "b supersedes a"


class _Verdict(msgspec.Struct):
    number: int
    relation: _Says
    a: str
    b: str


class _Verdicts(msgspec.Struct):
    disputed: list[_Verdict]


_SHAPE = object_of(
    disputed=array_of(
        object_of(number=NUMBER, relation={"type": "string", "enum": [one.value for one in _Says]}, a=TEXT, b=TEXT)
    )
)


async def disputed(model: LanguageModel, pairs: Sequence[tuple[str, str]], asking: Asking) -> Sequence[Disputed]:
    """Raises as the model does."""
    try:
        return await _told(model, pairs, asking)
    except CutError:
        if len(pairs) == 1:
            raise
    half = len(pairs) // 2
    first = await disputed(model, pairs[:half], asking)
    second = await disputed(model, pairs[half:], asking)
    return [*first, *(msgspec.structs.replace(one, pair=half + one.pair) for one in second)]


async def _told(model: LanguageModel, pairs: Sequence[tuple[str, str]], asking: Asking) -> Sequence[Disputed]:
    asked = prompt("dispute-1")
    shown = [{"number": number, "a": a, "b": b} for number, (a, b) in enumerate(pairs, start=1)]
    request = Request(asked.text, enclosed("pairs", json.dumps(shown, ensure_ascii=False)), _SHAPE, _MOST_OUTPUT)
    reply = await structured(model, request, call_of(asked, "lint", asking), _Verdicts)
    found: dict[int, Disputed] = {}
    for one in reply.disputed:
        pair = one.number - 1
        if 0 <= pair < len(pairs) and _is_shown(one, pairs[pair]):
            found.setdefault(pair, _as_told(one, pair))
    return list(found.values())


def _is_shown(one: _Verdict, pair: tuple[str, str]) -> bool:
    """Whether it quotes both, and something that is not the same."""
    quotes = [" ".join(said.split()) for said in (one.a, one.b)]
    stand = all(quote and quote in " ".join(said.split()) for quote, said in zip(quotes, pair, strict=True))
    return stand and quotes[0].casefold() != quotes[1].casefold()


def _as_told(one: _Verdict, pair: int) -> Disputed:
    is_turned = one.relation is _Says.B_SUPERSEDES_A
    relation = Relation.CONTRADICTS if one.relation is _Says.CONTRADICTS else Relation.SUPERSEDES
    return Disputed(pair, relation, (one.a, one.b), is_turned)
