"""What seems to be a contradiction and is none: sentences that may both be true, as far as that can be told by rule.

The models that weigh two sentences take what differs for what cannot be: they know little of values that reach over each other ("more than 1,300"
and "1,342"), and nothing of another year, another scope or another ship. So that is told here, before they are asked.
"""

import re
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.attributes import PERIODIC, SAME, stemmed
from lorewright.knowledge.disputes.quantities import CURRENCIES, Quantity, differ
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.weighing.values import Heard, apart, tells
from lorewright.knowledge.words import DAYS, keyed, listed


class Told(NamedTuple):
    """A sentence of an article."""

    title: str
    text: str
    heard: Heard
    titled: Heard
    """What its title says."""


class _Two(NamedTuple):
    one: Told
    other: Told
    moments: Sequence[tuple[Quantity, Quantity]]
    """Days, months and years in which they differ."""
    amounts: Sequence[tuple[Quantity, Quantity]]
    """What else they differ in that is counted or measured."""

    @property
    def both(self) -> tuple[Told, Told]:
        return self.one, self.other


def may_both_be_true(one: Told, other: Told) -> bool:
    differing = apart(one.heard, other.heard)
    two = _Two(
        one,
        other,
        [pair for pair in differing if pair[0].is_moment],
        [pair for pair in differing if not pair[0].tells_when],
    )
    return any(reason(two) for reason in _REASONS)


# -- Unsure, or in part -------------------------------------------------------------------------------------------------

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


def _is_unsure(two: _Two) -> bool:
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


def _is_denied_in_part(two: _Two) -> bool:
    return not (two.moments or two.amounts) and any(
        (part := _DENIED_IN_PART.search(told.text.replace("n't", " not")))
        and part[0].split()[-1] not in _words(against)  # "not formally reported" denies all of "formally reported"
        for told, against in (two.both, two.both[::-1])
    )


def _is_part(two: _Two) -> bool:
    """Whether one tells of part of what the other does: "Trinity Terminal alone", "two of his medals"."""
    parts = [bool(_OF_SEVERAL.search(told.text) or _PART.search(told.text)) for told in two.both]
    return bool(two.amounts) and parts[0] != parts[1]


# -- The same value -----------------------------------------------------------------------------------------------------

_NEARLY = 1.25
"""How many times a value the limit may be of "more than" and "up to", where both mean the same."""


def _is_one_value(two: _Two) -> bool:
    """Whether all values of both agree, and nothing else tells the two apart: "in the 1950s" and "in 1951"."""
    mine, theirs = (told.heard.values for told in two.both)
    if not (mine and theirs) or not (_agree(mine, theirs) and _agree(theirs, mine)):
        return False
    if two.one.heard.denials != two.other.heard.denials or _each_names_its_own(two):
        return False
    said = [_keys(told.heard) for told in two.both]
    shared = len(said[0] & said[1])
    written = [{value.written.lower() for value in values} for values in (mine, theirs)]
    if written[0] != written[1] and shared >= min(map(len, said)) / 2:
        return True
    return shared == min(map(len, said))


def _agree(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    return all(any(one.unit == other.unit and _is_same(one, other) for other in theirs) for one in mine)


def _is_same(one: Quantity, other: Quantity) -> bool:
    limited = [value for value in (one, other) if inf in (value.high, -value.low)]
    if differ(one, other) or (limited and one.is_moment):
        return False
    limits = [abs(value.low if value.high == inf else value.high) for value in (one, other)]
    return not limited or max(limits) <= _NEARLY * min(limits)


def _is_in_two_currencies(two: _Two) -> bool:
    left = [
        [value for value in said.heard.values if not tells(against.heard, value)]
        for said, against in (two.both, two.both[::-1])
    ]
    return all(left) and {value.unit for values in left for value in values} <= CURRENCIES and not two.amounts


# -- Another time, or another part of a matter -------------------------------------------------------------------------

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


def _is_of_two_times(two: _Two) -> bool:
    """Whether they tell values of two times, two times at which it was done, or when it began and when it ended."""
    if two.moments and two.amounts:
        return True
    words = _words(two.one), _words(two.other)
    is_of_change = all(any(token.kind is Kind.DIRECTION for token in told.heard.words) for told in two.both)
    if two.moments and is_of_change and not _PERIODIC.isdisjoint(two.one.heard.keys & two.other.heard.keys):
        return True  # "profits rose in 2016", and fell in 2017
    is_again = bool(words[0] & words[1] & _AGAIN)
    return bool(two.moments) and (is_again or any(_contrast(stages, *words) for stages in _STAGES))


def _is_of_two_scopes(two: _Two) -> bool:
    """Whether they differ in what is measured, and each says what of: gross and net profit, height and length."""
    if not two.amounts:
        return False
    units = {mine.unit for mine, _ in two.amounts}
    if len(units) > 1 and _TEMPERATURE in units:
        return True  # "at 20 °C it stores 3.2 kWh"
    if _is_of_two(_stretches, two) or _is_of_two(_measured_of, two):
        return True
    words = _words(two.one), _words(two.other)
    asked = [{SAME.get(word, "") for word in said} & _ATTRIBUTES for said in words]
    if all(asked) and asked[0].isdisjoint(asked[1]):
        return True
    return any(_contrast(sides, *words) for sides in _CONTRASTS)


def _is_of_two(told_in: Callable[[Told], frozenset[str]], two: _Two) -> bool:
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


# -- Another thing, or another who did it ------------------------------------------------------------------------------

_PLACED = re.compile(r"\b(?:in|at|for|to) (?:the )?([A-Z]\w+)")
_DEEDS = {word: one.key for one in events.ROWS if one.doer == "by" for word in one.past.split()}
"""Word -> what somebody does to a thing."""
_BETWEEN_NAMES = frozenset(listed("of the"))
_HEADINGS = frozenset(
    listed(
        """BACKGROUND CONTEXT INTRODUCTION OBJECTIVE OBJECTIVES AIM AIMS PURPOSE DESIGN SETTING METHODS PATIENTS PARTICIPANTS RESULTS
        FINDINGS CONCLUSION CONCLUSIONS"""
    )
)
"""What the parts of an abstract begin with."""
_ONCE = frozenset(listed("born died founded"))
"""What comes to nobody twice."""
_KIND_FIRST = frozenset(listed("ss hms rms mv uss lake mount river fort cape class model"))
"""What a title begins with, where it does not end with it, to say of what kind its thing is."""
_PRONOUNS = frozenset(listed("it he she they its his her their"))
_ALIKE = 0.6
"""Share of the words of both, beside their names, from which on it is the names that tell them apart."""


def _is_of_two_things(two: _Two) -> bool:
    if _are_titled_apart(two) or _are_of_whoever(two):
        return True
    if not _each_names_its_own(two):
        return False
    if two.moments or two.amounts:
        return not _happens_once(two)
    names = _subject(two.one) | _subject(two.other)
    said = [_keys(told.heard) - names for told in two.both]
    return two.one.heard.denials != two.other.heard.denials and len(said[0] & said[1]) >= _ALIKE * max(
        1, *map(len, said)
    )


def _happens_once(two: _Two) -> bool:
    """Whether both tell that of one whom both name: "died in Varn in 1827", "died in Orle in 1830"."""
    mine, theirs = map(_subject, two.both)
    names = (mine | theirs) & two.one.heard.keys & two.other.heard.keys
    is_one = not (mine - two.other.heard.keys and theirs - two.one.heard.keys)  # not two of a family
    return bool(names) and is_one and not _ONCE.isdisjoint(_words(two.one) & _words(two.other))


def _each_names_its_own(two: _Two) -> bool:
    """A subject, as "Gannet Island", or a place, as "in Paris", which the other does not speak of."""
    if all(_subject(told) - against.heard.keys for told, against in (two.both, two.both[::-1])):
        return True
    here, there = ({*_PLACED.findall(told.text)} for told in two.both)
    known = _titled(two.one) | _titled(two.other) | DAYS | (_words(two.one) & _words(two.other))
    here, there = ({name for name in names if name.lower() not in known} for names in (here, there))
    return bool(here and there) and here.isdisjoint(there)


def _subject(told: Told) -> frozenset[str]:
    """Names that its sentence begins with, but for how many there are."""
    row = list(told.heard.words)
    while row and (row[0].kind in (Kind.LIGHT, Kind.NUMBER) or row[0].written in _HEADINGS):
        del row[0]
    if not row or not row[0].written[:1].isupper():
        return frozenset()
    follows = [token.written for token in row[1:3]]
    is_name = row[0].kind is Kind.NAME or row[0].written.lower() in _titled(told)
    if not is_name and not any(word[:1].isupper() for word in follows[: 1 + (follows[:1] == ["of"])]):
        return frozenset()
    names = set()
    for i, token in enumerate(row):
        if token.written in _BETWEEN_NAMES and any(one.written[:1].isupper() for one in row[i + 1 : i + 3]):
            continue
        if not (token.written[:1].isupper() or token.kind is Kind.NUMBER):
            break
        names.add(token.key)
    return frozenset(names)


def _are_titled_apart(two: _Two) -> bool:
    """Whether the articles are of two of a kind, as "Hoover Dam" and "Grand Coulee Dam", and neither sentence names the other's."""
    titles = [told.title.removeprefix("The ").split() for told in two.both]
    if not all(1 < len(title) < 4 and all(word[:1].isupper() for word in title) for title in titles):
        return False
    one, other = ([word.lower() for word in title] for title in titles)
    if one[-1] != other[-1] and not (one[0] == other[0] in _KIND_FIRST):
        return False
    own = set(one) - set(other), set(other) - set(one)
    return all(own) and own[0].isdisjoint(_words(two.other)) and own[1].isdisjoint(_words(two.one))


def _are_of_whoever(two: _Two) -> bool:
    """Whether both begin with "it" or "she" under titles of which neither names all that the other does: nobody knows whom they mean."""
    mine, theirs = _titled(two.one), _titled(two.other)
    return all(map(_begins_with_pronoun, two.both)) and not (mine <= theirs or theirs <= mine)


def _begins_with_pronoun(told: Told) -> bool:
    return bool(told.heard.words) and told.heard.words[0].written.lower() in _PRONOUNS


def _is_of_two_deeds(two: _Two) -> bool:
    """Whether each tells by whom something else was done: designed by one, built by another."""
    words = _words(two.one), _words(two.other)
    deeds = [{_DEEDS[word] for word in said if word in _DEEDS} for said in words]
    return (
        not (two.moments or two.amounts)
        and all(deeds)
        and deeds[0].isdisjoint(deeds[1])
        and "by" in words[0] & words[1]
    )


def _words(told: Told) -> frozenset[str]:
    return frozenset(token.written.lower() for token in told.heard.words)


def _titled(told: Told) -> frozenset[str]:
    return frozenset(token.written.lower() for token in told.titled.words)


_SAYING = frozenset({Kind.WORD, Kind.NAME, Kind.DIRECTION, Kind.QUANTIFIER})


def _keys(heard: Heard) -> frozenset[str]:
    return frozenset(token.key for token in heard.words if token.kind in _SAYING)


_REASONS = (
    _is_unsure,
    _is_denied_in_part,
    _is_part,
    _is_one_value,
    _is_in_two_currencies,
    _is_of_two_times,
    _is_of_two_scopes,
    _is_of_two_things,
    _is_of_two_deeds,
)
