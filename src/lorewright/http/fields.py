"""Text fields as they come in: what each must be, said once."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

_NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL and lone surrogates fit into no database and no file."""


def _storable(value: str) -> str:
    if _NOT_STORABLE.search(value):
        raise ValueError("must not hold NUL characters or lone surrogates")
    return value


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return _storable(value)


Line = Annotated[str, AfterValidator(_storable)]
Title = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_not_blank)]
Question = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(_not_blank)]
