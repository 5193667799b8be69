"""The receipt of a deletion."""

from pydantic import BaseModel


class Receipt(BaseModel):
    """What else went or changed with the source."""

    articles: int
    edits: int
    """Versions of them that a person wrote."""
    passages: int
    claims: int
    answers: int
    outside: list[str]
    """What may still hold the text and is not ours to erase."""


class Deleted(BaseModel):
    deleted: str
    receipt: Receipt
