"""Where two sentences may both be true since they tell of two times, or of two parts of a matter."""

import re
from collections.abc import Callable, Sequence

from lorewright.knowledge.disputes.attributes import PERIODIC, SAME, stemmed
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.told import Told, Two, written
from lorewright.knowledge.words import keyed, listed

_AGAIN = frozenset(listed("renovated restored repaired refurbished repainted serviced inspected audited won"))
"""What is done to a thing more than once, or by it."""
_STAGES = tuple(
    tuple(frozenset(listed(side)) for side in stages.split("|"))
    for stages in (
        "begin begins began begun beginning start starts started|end ends ended complete completed completion finished",
        "work works construction building digging|opened inaugurated",
        "first|last",
        "signed passed adopted enacted|force",
        "sank sunk|located found discovered salvaged raised wreck",
        "promoted|relegated",
        "built survived|fell demolished destroyed burned burnt",
        "open opened opening|close closed closing shut",
        "born|became elected married appointed died",
        "signed|expires expired expire",
    )
)
"""Of what is done, one after the other."""
_CONTRASTS = tuple(
    tuple(frozenset(listed(side)) for side in contrast.split("|"))
    for contrast in (
        "gross|net",
        "maximum max|mean average|minimum min",
        "primary main|secondary",
        "front|rear back",
        "summer|winter|spring|autumn",
        "adult adults|child children kid kids|senior seniors pensioner pensioners",
        "upper|lower",
        "male males man men|female females woman women",
        "daytime|night",
        "left|right",
        "single|return",
        "inner|outer",
        "import imports imported|export exports exported",
        "morning|afternoon|evening",
        "diameter|radius|circumference",
        "weekday weekdays|weekend weekends sunday sundays saturday saturdays",
        "north northern|south southern|east eastern|west western",
        "nominated|won win wins",
    )
)
_ATTRIBUTES = frozenset(
    listed(
        """length height width depth thickness diameter mass area speed age population employ seat price revenue gestation emission orbit"""
    )
)
"""Of the classes of `SAME` those that ask for one value."""
_TEMPERATURE = "°C"
_PERIODIC = stemmed(PERIODIC)
_EACH = re.compile(r"\b(?:a|per|each|every) (day|week|month|year)\b|\b(daily|weekly|monthly|yearly|annual(?:ly)?)\b")
_STRETCHES = keyed(day="day daily", week="week weekly", month="month monthly", year="year yearly annual annually")
"""How long is of what an amount is told: "a month"."""


def is_of_two_times(two: Two) -> bool:
    """Whether they tell values of two times, two times at which it was done, or when it began and when it ended."""
    if two.moments and two.amounts:
        return True
    words = written(two.one), written(two.other)
    is_of_change = all(any(token.kind is Kind.DIRECTION for token in told.heard.words) for told in two.both)
    if two.moments and is_of_change and not _PERIODIC.isdisjoint(two.one.heard.keys & two.other.heard.keys):
        return True  # "profits rose in 2016", and fell in 2017
    is_again = bool(words[0] & words[1] & _AGAIN)
    return bool(two.moments) and (is_again or any(_contrast(stages, *words) for stages in _STAGES))


def is_of_two_scopes(two: Two) -> bool:
    """Whether they differ in what is measured, and each says what of: gross and net profit, height and length."""
    if not two.amounts:
        return False
    units = {mine.unit for mine, _ in two.amounts}
    if len(units) > 1 and _TEMPERATURE in units:
        return True  # "at 20 °C it stores 3.2 kWh"
    if _is_of_two(_stretches, two) or _is_of_two(_measured_of, two):
        return True
    words = written(two.one), written(two.other)
    asked = [{SAME.get(word, "") for word in said} & _ATTRIBUTES for said in words]
    if all(asked) and asked[0].isdisjoint(asked[1]):
        return True
    return any(_contrast(sides, *words) for sides in _CONTRASTS)


def _is_of_two(told_in: Callable[[Told], frozenset[str]], two: Two) -> bool:
    """Whether both tell in what it is, and in nothing that is the same."""
    mine, theirs = map(told_in, two.both)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _stretches(told: Told) -> frozenset[str]:
    return frozenset(_STRETCHES[each[1] or each[2]] for each in _EACH.finditer(told.text))


def _measured_of(told: Told) -> frozenset[str]:
    """Of "16 GB of memory" the memory."""
    words = told.heard.words
    ends = (value.end for value in told.heard.values if value.unit and not value.tells_when)
    return frozenset(
        words[end + 1].key
        for end in ends
        if [one.written for one in words[end : end + 1]] == ["of"] and end + 1 < len(words)
    )


def _contrast(sides: Sequence[frozenset[str]], one: frozenset[str], other: frozenset[str]) -> bool:
    mine, theirs = ({i for i, side in enumerate(sides) if side & said} for said in (one, other))
    return bool(mine and theirs) and mine.isdisjoint(theirs)
