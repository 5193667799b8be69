"""Text fields as they come in: what each must be, said once."""

import re
import unicodedata
from math import isfinite
from typing import Annotated, Any

from pydantic import AfterValidator, Field

_NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL and lone surrogates fit into no database and no file."""


def storable(value: str) -> str:
    """Raises `ValueError`."""
    if _NOT_STORABLE.search(value):
        raise ValueError("must not hold NUL characters or lone surrogates")
    return value


_UNSEEN = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})
_LETTERS_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers of Hangul and the empty pattern of Braille, which Unicode counts among what is seen."""


def is_blank(value: str) -> bool:
    """Whether it shows nothing: white space, zero width, marks without a letter."""
    return all(unicodedata.category(one) in _UNSEEN or one in _LETTERS_UNSEEN for one in value)


def _not_blank(value: str) -> str:
    if is_blank(value):
        raise ValueError("must not be blank")
    return storable(value)


MOST_NESTED = 30
"""Deeper JSON of a client's own is no data about anything, and not everything that reads JSON reads it."""


def _json(value: Any, nested: int = 0) -> Any:
    """JSON whose every text can be stored. Raises `ValueError`."""
    if nested > MOST_NESTED:
        raise ValueError(f"must not be nested more than {MOST_NESTED} deep")
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(name): _json(one, nested + 1) for name, one in value.items()}
    if isinstance(value, list):
        return [_json(one, nested + 1) for one in value]
    if isinstance(value, float) and not isfinite(value):
        raise ValueError("must not hold numbers that are not finite")
    return value


def _storable_object(value: dict[str, Any]) -> dict[str, Any]:
    return {storable(name): _json(one) for name, one in value.items()}


Line = Annotated[str, AfterValidator(storable)]
Text = Annotated[str, AfterValidator(_not_blank)]
Title = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_not_blank)]
Question = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(_not_blank)]
Description = Annotated[str, Field(max_length=2_000), AfterValidator(_not_blank)]
Message = Annotated[str, Field(min_length=1, max_length=100_000), AfterValidator(_not_blank)]
Details = Annotated[dict[str, Any], AfterValidator(_storable_object)]
"""A JSON object of the client's own."""
