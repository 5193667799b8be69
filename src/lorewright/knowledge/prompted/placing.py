"""Where concepts stand, by a model: taken only of concepts that were asked about, below others that were shown."""

import json
from collections.abc import Sequence

import msgspec
import structlog

from lorewright.core.errors import ProviderFailed, ProviderTimeout
from lorewright.knowledge.engine import Asking
from lorewright.knowledge.prompted.calls import NUMBER, array_of, call_of, object_of, structured
from lorewright.knowledge.prompted.enclosing import enclosed
from lorewright.knowledge.prompted.prompts import prompt
from lorewright.llm.base import LanguageModel, Request

_MOST_OUTPUT = 4_000
_SHAPE = object_of(places=array_of(object_of(number=NUMBER, above=NUMBER)))

log = structlog.get_logger()


class _Place(msgspec.Struct):
    number: int
    above: int


class _Places(msgspec.Struct):
    places: list[_Place]


async def parents(
    model: LanguageModel, names: Sequence[str], lacking: Sequence[int], asking: Asking
) -> Sequence[tuple[int, int]]:
    """None where the model fails: what rules tell stands without it. Raises `BudgetExceeded`, `Unavailable`."""
    asked = prompt("place-1")
    is_open = set(lacking)
    shown = [{"number": place + 1, "name": name, "is_open": place in is_open} for place, name in enumerate(names)]
    request = Request(asked.text, enclosed("concepts", json.dumps(shown, ensure_ascii=False)), _SHAPE, _MOST_OUTPUT)
    try:
        reply = await structured(model, request, call_of(asked, "concepts", asking), _Places)
    except (ProviderFailed, ProviderTimeout) as error:
        log.warning("concepts are placed by rule alone", model=model.name, detail=error.detail)
        return ()
    found: dict[int, int] = {}
    for one in reply.places:
        child, parent = one.number - 1, one.above - 1
        if child in is_open and 0 <= parent < len(names) and child != parent:
            found.setdefault(child, parent)
    return list(found.items())
