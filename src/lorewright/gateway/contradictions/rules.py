"""What makes two claims the same as before, and what articles and people call a decision."""

import json
from collections.abc import Iterable, Sequence
from datetime import date

from lorewright.core.ids import content_hash
from lorewright.gateway.articles.tables import Resolution
from lorewright.knowledge.markdown import pieces

READ_BY = "statements-31"
"""Another way of reading statements, or of comparing them, reads and compares all claims again: raise it."""

LONGEST = 300
"""Characters of a sentence that is quoted."""

CONTEXT = 600
"""Characters before a sentence that are read for what it means with "it"."""

LABELS = {one: one.value.replace("_", " ").title() for one in Resolution}


def made_of(
    title: str, language: str | None, dated: date | None, concepts: Sequence[str], claim_ids: Sequence[str]
) -> str:
    """Of all that the statements of an article depend on. A claim's id tells what it says."""
    return content_hash(json.dumps([READ_BY, title, language, str(dated), concepts, claim_ids]).encode())


def pair_hash(*sides: tuple[str, str]) -> str:
    """Of two claims, each with its article, in whichever order."""
    return content_hash(json.dumps(["contradiction", *sorted(sides)]).encode())


def still_said(body: str, claims: Iterable[str]) -> set[str]:
    """Those of these Markdown sentences that an edited article still says."""
    said = f" {' '.join(one.key for one in pieces(body))} "
    return {one for one in claims if f" {' '.join(one.split())} " in said}


def of_paragraph(passage: str, end: int) -> str:
    """What stands in the passage before that place, back to a blank line, behind which another matter begins; not more than tells it."""
    return " ".join(passage[:end].rpartition("\n\n")[2][-CONTEXT:].split())


def cut(sentence: str) -> str:
    """As it is quoted beside others."""
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1].rstrip()}…"
