"""What a stub of a model may make of a request: it reads the prompt as a model would, and answers in the form that is asked for."""

import json
import re
from collections.abc import Callable
from typing import Any

from lorewright.knowledge.sentences import sentences
from tests.makers.models.answers import Received

Mind = Callable[[Received], str]

_ENCLOSED = re.compile(
    r"^<(?P<tag>[a-z]+(?: \d+)?) (?P<mark>[0-9a-f]{16})>\n(?P<text>.*?)\n</(?P=tag) (?P=mark)>$", re.M | re.S
)


def enclosed(received: Received) -> dict[str, str]:
    return enclosed_in(received.prompt)


def enclosed_in(prompt: str) -> dict[str, str]:
    """What stands between the lines of each tag."""
    return {match["tag"]: match["text"] for match in _ENCLOSED.finditer(prompt)}


def lines_of(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def claim(text: str, quote: str | None = None, importance: int = 3) -> dict[str, Any]:
    return {"text": text, "quote": text if quote is None else quote, "importance": importance}


def section_of(*claims: dict[str, Any], concepts: list[str] | None = None) -> str:
    return json.dumps({"claims": claims, "open_questions": [], "concepts": concepts or []}, ensure_ascii=False)


def is_repair(received: Received) -> bool:
    return "claims" in enclosed(received)


def repaired(received: Received, *texts_and_quotes: tuple[str, str]) -> str:
    return repaired_in(received.prompt, *texts_and_quotes)


def repaired_in(prompt: str, *texts_and_quotes: tuple[str, str]) -> str:
    """The claims that are asked for again, each as the next of these."""
    numbers = [one["number"] for one in json.loads(enclosed_in(prompt)["claims"])]
    claims = [
        {"number": number, "text": text, "quote": quote}
        for number, (text, quote) in zip(numbers, texts_and_quotes, strict=False)
    ]
    return json.dumps({"claims": claims}, ensure_ascii=False)


def faithful(received: Received) -> str:
    """Says each sentence of what it reads, word by word; of passages the first sentence that shares a word of the question."""
    parts = enclosed(received)
    if is_repair(received):
        return repaired(received)
    if "section" in parts:
        said = [line for line in lines_of(parts["section"]) if line.endswith(".")]
        return section_of(*(claim(line, importance=5 - i % 5) for i, line in enumerate(said)))
    asked = set(re.findall(r"\w{4,}", parts.pop("question").lower()))
    for tag, text in parts.items():
        for line in lines_of(text):
            if line.endswith(".") and len(asked & set(re.findall(r"\w{4,}", line.lower()))) > 1:
                return f"{line[:-1]} [{tag.split()[1]}]."
    return "NO_ANSWER"
