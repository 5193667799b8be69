"""What an English sentence tells in one of its clauses, as a sentence by itself.

Who notes one fact of a sentence that tells several does so in a clause's words, and the models doubt most what tells much besides.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from lorewright.knowledge.asides import PLACE_AT_END, STATISTICS

_CLAUSES = re.compile(
    r"; (?:and |but )?|: (?=[a-z\d])"
    r"|, (?:and|but|while|whereas|though|although) (?=(?:the|it|he|she|they|its|his|her|an?|in|on|of|about|some|only|no)\b)"
)
_SOURCE = "trial|study|survey|paper|report|analysis|review|experiment|cohort|article|book|text|notes?"
_OPENER = re.compile(
    rf"^(?:In|According to|Of|For|At) (?:(?:the|an?|one|this|that|another|our|their) )?(?:[a-z-]+ ){{0,3}}?(?:{_SOURCE}),? (?=\w)"
)
"""Before what a sentence tells: from whom that is known."""
_AT_LAST = re.compile(
    r"^(?:In the end|Finally|Eventually|Ultimately|At last"
    r"|After (?:[a-z]+ ){0,4}?(?:debate|discussions?|talks|deliberations?|consultations?|negotiations)),? (?=\w)"
)
"""Before how something ended."""
_SHORTEST = 5
"""Words."""
_HELD = 2_000


@lru_cache(maxsize=_HELD)
def parts(sentence: str) -> tuple[str, ...]:
    """Without the sentence itself; none of one that tells but one thing."""
    return tuple(
        dict.fromkeys(one for one in map(_whole, _cut(sentence)) if len(one.split()) >= _SHORTEST and one != sentence)
    )


def _cut(sentence: str) -> Iterator[str]:
    bare = STATISTICS.sub("", sentence.replace(" ()", ""))
    for clause in dict.fromkeys((bare, *_CLAUSES.split(bare))):
        yield clause
        yield _OPENER.sub("", clause)
        yield _AT_LAST.sub("", clause)
        yield PLACE_AT_END.sub(".", clause)


def _whole(part: str) -> str:
    part = part.strip(" ,;:")
    return f"{part[:1].upper()}{part[1:]}{'' if part.endswith(('.', '!')) else '.'}"
