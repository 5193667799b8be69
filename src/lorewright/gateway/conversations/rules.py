"""What is said where there is no answer, how sure an answer may sound, and what a conversation is called."""

import json
import re
from collections.abc import Sequence, Set
from datetime import datetime
from typing import NamedTuple

from lorewright.gateway.articles.rules import escape
from lorewright.gateway.articles.slugs import slugify

NO_ANSWER = "The wiki holds nothing that answers this question."
ANSWER_REMOVED = "What this answer rested on was deleted."
MAX_TITLE = 120
MAX_NAME_BYTES = 200

_CLOSING = re.compile(r"(?<=\s)(#+)$")


class Delta(NamedTuple):
    """A piece of the answer's text."""

    text: str


_SPOKEN_OF = 0.5
"""Share of a question's terms that an answer must speak of not to be doubtful."""


def confidence(question_terms: Set[str], sentences: Sequence[Set[str]], titles: Set[str] = frozenset()) -> str:
    """high where one of its sentences, by its terms, speaks of all that the question asks about, low where all leave out most.

    `titles`: the terms of the titles of what is cited, which its sentences need not repeat.
    """
    if not sentences or not question_terms:
        return "medium" if sentences else "low"
    if any(question_terms <= said for said in sentences):
        return "high"
    spoken_of = question_terms & set(titles).union(*sentences)
    return "medium" if len(spoken_of) >= _SPOKEN_OF * len(question_terms) else "low"


def title_of(question: str) -> str:
    """At most 120 characters, cut between words where there are any."""
    line = " ".join(question.split())
    if len(line) <= MAX_TITLE:
        return line
    cut = line[:MAX_TITLE].rfind(" ")
    return line[: cut if cut > MAX_TITLE // 2 else MAX_TITLE - 1].rstrip() + "…"


class ExportedTurn(NamedTuple):
    question: str
    answer: str
    titles: Sequence[str]
    """Of the articles that it rests on."""


def exported(id_: str, title: str, created: datetime, updated: datetime, turns: Sequence[ExportedTurn]) -> str:
    """A conversation as a Markdown file."""
    matter = [
        "---",
        f"title: {json.dumps(title, ensure_ascii=False)}",  # JSON is YAML
        f"slug: {json.dumps(slugify(title) or f'conversation-{id_[:8]}', ensure_ascii=False)}",
        "type: qa-conversation",
        f"created: {created:%Y-%m-%dT%H:%M:%SZ}",
        f"updated: {updated:%Y-%m-%dT%H:%M:%SZ}",
        f"turn_count: {len(turns)}",
        "---",
    ]
    parts = ["\n".join(matter), f"# {_heading(title)}"]
    for number, turn in enumerate(turns, start=1):
        parts += [f"## Q{number}: {_heading(turn.question)}", turn.answer]
        if turn.titles:
            parts.append("**Sources:** " + ", ".join(f"[[{escape(one)}]]" for one in turn.titles))
    return "\n\n".join(parts) + "\n"


def file_name(title: str) -> str:
    """Of a conversation's Markdown file, for any file system's longest name."""
    name = title.replace("/", "-").replace("\\", "-")
    return f"{name.encode()[:MAX_NAME_BYTES].decode(errors='ignore').rstrip()}.md"


def _heading(text: str) -> str:
    """Number signs at its end would be taken for the heading's."""
    return _CLOSING.sub(r"\\\1", escape(text))
