"""Where two sentences may both be true since one only guesses, or tells of a part."""

import re
from collections.abc import Sequence

from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.weighing.told import Two, written

_UNSURE = re.compile(
    r"(?<!his )(?<!her )(?<!its )(?<!their )\bmight\b|\b(?:possibly|perhaps|maybe|rumou?rs?|allegedly|supposedly|reportedly|probably|so-called"
    r"|propos(?:ed|es?) that|a draft of)\b|\b[Ii]n the (?:film|novel|ballad|legend|play|opera)\b"
)
"""What is so in a story, a plan or a guess."""
_COMMA = re.compile(r"[,;:] ")
_DENIED_IN_PART = re.compile(
    r"\bnot (?:\w+ ){0,2}?(?:(?:the )?only(?!.*\b(?:also|but)\b)|always|(?<!at )all|every|entire|necessarily|just|merely|quite|often|everywhere)\b"
    r"|\b(?:can)?not (?:\w+ ){0,3}?(?!only|early|apply|supply|reply|rely|comply|family|(?:butter|dragon)?fly"
    r"|significantly|statistically)\w{3,}ly\b",
    re.IGNORECASE,
)
""" "Does not always freeze", "does not relieve pain completely"; but what did not differ significantly did not become much rarer."""
_OF_SEVERAL = re.compile(rf"\b(?:\d+|{'|'.join(SPELLED)}) of (?:his|her|its|their)\b", re.IGNORECASE)
_PART = re.compile(
    r"\balone\b|^Of (?:the|its|their|these) [a-z]|^(?!.*\b(?:or|and|to|than|against|versus|vs) (?:a |the )?placebo\b).*\bplacebo\b",
    re.IGNORECASE,
)
"""What says that something is told of a part, which what holds it against the rest does not."""


def is_unsure(two: Two) -> bool:
    """Whether one guesses; of two that differ in a value, at that."""
    values = [*two.moments, *two.amounts]
    sides = (
        [_clause_of(told.text, [pair[side].written for pair in values]) for side, told in enumerate(two.both)]
        if values
        else [told.text for told in two.both]
    )
    return any(map(_UNSURE.search, sides))


def _clause_of(text: str, written: Sequence[str]) -> str:
    """The clauses between commas in which these values stand; the whole text where they stand in none."""
    clauses = [clause for clause in _COMMA.split(text) if any(value in clause for value in written)]
    return ", ".join(clauses) or text


def is_denied_in_part(two: Two) -> bool:
    return not (two.moments or two.amounts) and any(
        (part := _DENIED_IN_PART.search(told.text.replace("n't", " not")))
        and part[0].split()[-1] not in written(against)  # "not formally reported" denies all of "formally reported"
        for told, against in (two.both, two.both[::-1])
    )


def is_part(two: Two) -> bool:
    """Whether one tells of part of what the other does: "Trinity Terminal alone", "two of his medals"."""
    parts = [bool(_OF_SEVERAL.search(told.text) or _PART.search(told.text)) for told in two.both]
    return bool(two.amounts) and parts[0] != parts[1]
