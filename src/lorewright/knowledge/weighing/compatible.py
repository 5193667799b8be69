"""What seems to be a contradiction and is none: sentences that may both be true, as far as that can be told by rule.

The models that weigh two sentences take what differs for what cannot be: they know little of values that reach over each other ("more than 1,300"
and "1,342"), and nothing of another year, another scope or another ship. So that is told here, before they are asked.
"""

import re
from collections.abc import Sequence
from itertools import pairwise, product
from math import inf

from lorewright.knowledge.disputes import events
from lorewright.knowledge.disputes.quantities import CURRENCIES, Quantity, differ
from lorewright.knowledge.disputes.statements import titled as named_by
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.doubts import is_denied_in_part, is_denied_twice, is_part, is_plan, is_unsure
from lorewright.knowledge.weighing.opposites import are_opposed, is_denied
from lorewright.knowledge.weighing.questions import happens
from lorewright.knowledge.weighing.scopes import is_of_two_scopes
from lorewright.knowledge.weighing.sides import contrast
from lorewright.knowledge.weighing.times import is_of_two_times
from lorewright.knowledge.weighing.told import Told, Two, around, each_names_another, titled, written
from lorewright.knowledge.weighing.values import Heard, are_told, counted
from lorewright.knowledge.words import DAYS, listed


def may_both_be_true(one: Told, other: Told) -> bool:
    two = Two.of(one, other)
    return any(reason(two) for reason in _REASONS)


# -- The same value -----------------------------------------------------------------------------------------------------

_FAR = 2
"""How many times the least a value may be that is measured: "at least 30 days", and 45."""
_NEARLY = 1.25
"""How many times a value the limit may be of "more than" and "up to", where both mean the same."""


def _is_one_value(two: Two) -> bool:
    """Whether all values of both agree, and nothing else tells the two apart: "in the 1950s" and "in 1951"."""
    mine, theirs = (told.heard.values for told in two.both)
    if not (mine and theirs) or not (_agree(mine, theirs) and _agree(theirs, mine)):
        return False
    if two.differ_in_denial or _each_names_its_own(two):
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


def _agrees_in_measures(two: Two) -> bool:
    """Whether both measure or count the same, or tell when it was, each in its own words, and neither denies or opposes anything: "7.5 miles" and
    "12 km", "2 to 3 m" and "2.6 m"."""
    if two.values or _is_denied_of_value(two) or are_opposed(two.one.heard, two.other.heard):
        return False
    return any(
        mine.unit == theirs.unit and _says_otherwise(mine, theirs) and _is_of_the_same(mine, theirs, two)
        for mine, theirs in product(*([value for value in told.heard.values if value.low != -inf] for told in two.both))
    )


def _is_denied_of_value(two: Two) -> bool:
    """Whether what one denies the other tells, or is a value: not where it "is 3,200 m long" and "10,500 feet long, and not for everyone"."""
    if not two.differ_in_denial:
        return False
    rows = (told.heard.words for told in two.both)
    is_of_number = any(
        one.kind is Kind.NEGATION and next_.kind is Kind.NUMBER for row in rows for one, next_ in pairwise(row)
    )
    return is_of_number or is_denied(two)


def _is_of_the_same(mine: Quantity, theirs: Quantity, two: Two) -> bool:
    if mine.tells_when:
        return mine.is_moment and not happens(two.one).isdisjoint(happens(two.other))
    return bool(mine.unit or counted(two.one.heard, mine) & counted(two.other.heard, theirs))


def _says_otherwise(one: Quantity, other: Quantity) -> bool:
    """Whether both write the same value in two ways, or one is the least that the other may be."""
    if inf in (one.high, other.high):
        exact, least = sorted((one, other), key=lambda value: value.high)
        return exact.high < inf and exact.low <= _FAR * least.low
    return one.written.lower() != other.written.lower()


def _is_in_two_currencies(two: Two) -> bool:
    left = [
        [value for value in said.heard.values if not are_told(against.heard.values, value)]
        for said, against in (two.both, two.both[::-1])
    ]
    return all(left) and {value.unit for values in left for value in values} <= CURRENCIES and not two.amounts


# -- Another thing, or another who did it ------------------------------------------------------------------------------

_PLACED = re.compile(r"\b(?:in|at|for|to) (?:the )?([A-Z]\w+)")
_DEEDS = dict.fromkeys(listed("directed"), "direct") | dict.fromkeys(listed("illustrated photographed"), "picture")
_DEEDS |= {word: one.key for one in events.ROWS if one.doer == "by" for word in one.past.split()}
"""Word -> what somebody does to a thing."""
_ROLES = (
    dict.fromkeys(listed("author writer novelist"), "author")
    | {
        role: role
        for role in listed(
            """architect engineer sculptor composer librettist conductor illustrator translator editor publisher director producer choreographer
        captain coach goalkeeper treasurer secretary chair president mayor owner photographer painter nurse soloist manager sponsor"""
        )
    }
    | dict.fromkeys(listed("dedicated dedicatee"), "dedicatee")
)
"""Word -> who somebody is to a thing."""
_BETWEEN_NAMES = frozenset(listed("of the"))
_HEADINGS = frozenset(
    listed(
        """BACKGROUND CONTEXT INTRODUCTION OBJECTIVE OBJECTIVES AIM AIMS PURPOSE DESIGN SETTING METHODS PATIENTS PARTICIPANTS RESULTS
        FINDINGS CONCLUSION CONCLUSIONS"""
    )
)
"""What the parts of an abstract begin with."""
_OPENING = _HEADINGS | frozenset(listed("Each Every Since When While Although Because As If After Before For"))
"""What a sentence begins with and is no name."""
_ONCE = frozenset(listed("born died founded"))
"""What comes to nobody twice."""
_KIND_FIRST = frozenset(listed("ss hms rms mv uss lake mount river fort cape class model"))
"""What a title begins with, where it does not end with it, to say of what kind its thing is."""
_OF_TWO_AGES = (frozenset({"elder", "senior"}), frozenset({"younger", "junior"}))
_THE = re.compile(r"^The ")
_SERIES = 3
"""Words that the titles of a series have in common."""
_LONG_TITLE = 4
"""Words that no name of one of a kind has."""
_PART_OF = re.compile(r"^((?:\w+ )?[a-z]+|[A-Z][a-z]+ [A-Za-z][a-z]+) (?:of|at|in) (?:the )?([A-Z]\w.*)$")
_NAMED_FIRST = re.compile(r"^(?:The )?([A-Z]\w+(?: [A-Z]\w+)*)")
_KIN_OF = re.compile(
    r"\b(?:brother|sister|son|daughter|father|mother|cousin|uncle|aunt|nephew|niece|grandson|granddaughter|widow|pupil|twin) of (?:the )?(?:[a-z]+ )?((?:[A-Z]\w+ ?)+)"
)
_IT_WAS_WHEN = re.compile(
    r"It (?:is|was) (?:on |in )?(?:(?:\d{1,2} )?[A-Z][a-z]+ \d|\d{1,2} [A-Z]|\d{4}\b|not until|only in)"
)
_PRONOUNS = frozenset(listed("it he she they its his her their this that these those"))
_NAMED = 2 / 3
"""Share of the words of a title, with the first of them, from which on it is what is spoken of."""
_ALIKE = 0.6
"""Share of the words of both, beside their names, from which on it is the names that tell them apart."""


def _is_of_two_things(two: Two) -> bool:
    if _are_titled_apart(two) or _are_of_whoever(two) or _are_each_of_its_title(two):
        return True
    if two.amounts and _is_of_part(two):
        return True
    if not _each_names_its_own(two):
        return False
    if two.moments or two.amounts:
        return not _happens_once(two)
    names = _subject(two.one) | _subject(two.other)
    said = [_keys(told.heard) - names for told in two.both]
    return two.differ_in_denial and len(said[0] & said[1]) >= _ALIKE * max(1, *map(len, said))


def _happens_once(two: Two) -> bool:
    """Whether both tell that of one whom both name: "died in Varn in 1827", "died in Orle in 1830"."""
    mine, theirs = map(_subject, two.both)
    names = (mine | theirs) & two.one.heard.keys & two.other.heard.keys
    is_one = not (mine - two.other.heard.keys and theirs - two.one.heard.keys)  # not two of a family
    return bool(names) and is_one and not _ONCE.isdisjoint(written(two.one) & written(two.other))


def _each_names_its_own(two: Two) -> bool:
    """A subject, as "Gannet Island", or a place, as "in Paris", which the other does not speak of."""
    if all(_subject(told) - against.heard.keys for told, against in (two.both, two.both[::-1])):
        return True
    here, there = ({*_PLACED.findall(told.text)} for told in two.both)
    known = titled(two.one) | titled(two.other) | DAYS | (written(two.one) & written(two.other))
    here, there = ({name for name in names if name.lower() not in known} for names in (here, there))
    return bool(here and there) and here.isdisjoint(there)


def _subject(told: Told) -> frozenset[str]:
    """Names that its sentence begins with, but for how many there are."""
    row = list(told.heard.words)
    while row and (row[0].kind in (Kind.LIGHT, Kind.NUMBER) or row[0].written in _OPENING):
        del row[0]
    if not row or not row[0].written[:1].isupper():
        return frozenset()
    follows = [token.written for token in row[1:3]]
    is_name = row[0].kind is Kind.NAME or row[0].written.lower() in titled(told)
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


def _are_titled_apart(two: Two) -> bool:
    """Whether the articles are of two of a kind, as "Hoover Dam" and "Grand Coulee Dam", and neither sentence names the other's."""
    if contrast(_OF_TWO_AGES, *map(titled, two.both)):
        return True
    titles = [_THE.sub("", named_by(told.title)).split() for told in two.both]
    if _differ_in_a_name(*map(frozenset, titles)):
        return True
    if not all(1 < len(title) < _LONG_TITLE and all(word[:1].isupper() for word in title) for title in titles):
        return False
    one, other = ([word.lower() for word in title] for title in titles)
    if one[-1] != other[-1] and not (one[0] == other[0] in _KIND_FIRST):
        return False
    own = set(one) - set(other), set(other) - set(one)
    return all(own) and own[0].isdisjoint(_spoken_of(two.other)) and own[1].isdisjoint(_spoken_of(two.one))


def _differ_in_a_name(one: frozenset[str], other: frozenset[str]) -> bool:
    """Of two of a series: "holiday rules for staff in Orle" and "in Varn"."""
    mine, theirs = one - other, other - one
    is_one_each = len(mine) == len(theirs) == 1 and all(word[:1].isupper() for word in mine | theirs)
    return is_one_each and len(one & other) >= _SERIES


def _spoken_of(told: Told) -> frozenset[str]:
    """Its words, but for whose brother somebody is."""
    kin = {word.lower() for each in _KIN_OF.finditer(told.text) for word in each[1].split()}
    return written(told) - kin


def _is_of_part(two: Two) -> bool:
    """Whether one article is of a part of what the other is of, "Maternity ward of the Orle Hospital" and "Orle Hospital", and its sentence tells of that."""
    for told, against in (two.both, two.both[::-1]):
        found = _PART_OF.match(named_by(told.title))
        whole = _THE.sub("", named_by(against.title)).lower().split()
        part = found[1].lower().split()[-1] if found else ""
        named = found[2].lower().split() if found else []
        is_part = {*named} <= {*whole} and not any(word.startswith(part) for word in whole)
        if found and is_part and written(told).isdisjoint(whole):
            return part not in written(against) and (_begins_with_pronoun(told) or part in written(told))
    return False


def _are_each_of_its_title(two: Two) -> bool:
    """Whether "it" is for each what its own title names, and that is something else: "Lake Ulm lies in Orle Park. It covers 38 ha" and "Orle Park"."""
    mine, theirs = (
        {word.lower() for word in _NAMED_FIRST.findall(told.before.split(".")[0])[:1] for word in word.split()}
        if _begins_with_pronoun(told)
        else set[str]()
        for told in two.both
    )
    are_own = mine <= titled(two.one) and theirs <= titled(two.other)
    return bool(mine and theirs) and are_own and mine.isdisjoint(theirs)


def _are_of_whoever(two: Two) -> bool:
    """Whether both begin with "it" or "she", and neither names what the other's title does, nor do its own title and what stands before: nobody knows
    whom they mean."""
    is_named = any(_is_named(told, against) for told, against in (two.both, two.both[::-1]))
    return all(map(_begins_with_pronoun, two.both)) and not is_named


def _is_named(told: Told, by: Told) -> bool:
    """Whether the other, its title or what stands before it names what the title does: "the Cordelia" the MV Cordelia, "the Kessel tunnel" the Kessel Road
    Tunnel."""
    said = [
        word.written.lower() for word in told.titled.words if word.written[0].isalnum() and word.kind is not Kind.LIGHT
    ]
    names = [word for word in said if word not in _KIND_FIRST] or said
    spoken = around(by) | written(by)
    known = [word for word in names if word in spoken]
    return known[:1] == names[:1] and len(known) >= _NAMED * len(names)


def _begins_with_pronoun(told: Told) -> bool:
    """Not "It was in May that ..."."""
    words = told.heard.words
    return bool(words) and words[0].written.lower() in _PRONOUNS and not _IT_WAS_WHEN.match(told.text)


def _is_of_two_deeds(two: Two) -> bool:
    """Whether each tells by whom something else was done: designed by one, built by another; or who was something else to it: its architect, its engineer."""
    words = written(two.one), written(two.other)
    roles = [{_ROLES[word] for word in said if word in _ROLES} for said in words]
    if not two.values and all(roles) and roles[0].isdisjoint(roles[1]) and each_names_another(two.one, two.other):
        return True
    deeds = [{_DEEDS[word] for word in said if word in _DEEDS} for said in words]
    return (
        not (two.moments or two.amounts)
        and all(deeds)
        and deeds[0].isdisjoint(deeds[1])
        and "by" in words[0] & words[1]
    )


_SAYING = frozenset({Kind.WORD, Kind.NAME, Kind.DIRECTION, Kind.QUANTIFIER})


def _keys(heard: Heard) -> frozenset[str]:
    return frozenset(token.key for token in heard.words if token.kind in _SAYING)


_REASONS = (
    is_unsure,
    is_plan,
    is_denied_twice,
    is_denied_in_part,
    is_part,
    _is_one_value,
    _agrees_in_measures,
    _is_in_two_currencies,
    is_of_two_times,
    is_of_two_scopes,
    _is_of_two_things,
    _is_of_two_deeds,
)
