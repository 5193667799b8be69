"""Where two sentences may both be true since they tell of two parts of a matter."""

import re
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise

from lorewright.knowledge.disputes.attributes import LABELS, SAME
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.weighing.opposites import are_opposed
from lorewright.knowledge.weighing.sides import contrast, sides
from lorewright.knowledge.weighing.told import Told, Two, around, each_names_another, written
from lorewright.knowledge.words import keyed, listed

_CALENDAR = sides(
    "summer|winter",
    "spring|autumn",
    "weekday weekdays monday tuesday wednesday thursday friday mondays tuesdays wednesdays thursdays fridays|weekend weekends sunday sundays saturday saturdays",
)
"""Of hours, too."""
_WHOM = (
    *_CALENDAR,
    *sides(
        "adult adults|child children kid kids|senior seniors pensioner pensioners",
        "male males man men|female females woman women",
        "domestic|international foreign overseas",
        "urban|rural",
        "indoor indoors inside|outdoor outdoors outside",
        "staging|production",
        "small|large",
        "low|high",
        "freight cargo goods|passenger passengers",
        "boys|girls",
        "students pupils undergraduates undergraduate|staff teachers lecturers",
        "online|in-person",
        "employees staff|contractors freelancers customers visitors guests",
        "members|guests visitors",
        "basic standard free|premium pro professional studio enterprise deluxe",
        "lunch|dinner|breakfast",
        "during|outside",
        "cooked boiled|raw uncooked",
        "unopened|open opened opening",
    ),
)
"""Of what is denied or is the opposite, too."""
_OF_PEOPLE = sides("men male males men's|women female females women's", "boys|girls", "adults|children")
"""Of who won it, too."""
_OF_WORKS = sides("premiere|recording album disc revival", "music score|libretto lyrics words text")
"""Of what is performed, by whom, and which part of it is whose."""
_CONTRASTS = _WHOM + sides(
    "gross|net",
    "national nationwide country|regional region provincial province county district",
    "proper|metropolitan",
    "revenue revenues turnover sales|profit profits loss losses earnings",
    "elevation altitude|prominence",
    "capacity|average averaged",
    "maximum max greatest highest top record|mean average|median|minimum min least|cruising",
    "primary main|secondary",
    "front|rear back",
    "upper|lower",
    "daytime|night",
    "left|right",
    "single|return|season|family",
    "list|sale discounted reduced",
    "deposit|rent",
    "salary wage|bonus",
    "headcount|equivalents",
    "applicants applied|admitted accepted enrolled",
    "killed dead died deaths|injured wounded hurt",
    "goals|assists",
    "birth newborn newborns|adult adults grown",
    "melting melts melt|boiling boils boil",
    "surface|bottom",
    "standby|talk",
    "download|upload",
    "ram memory|storage disk",
    "living|plot",
    "wingspan|length long|height high tall",
    "navigable|length long total",
    "inner|outer",
    "import imports imported|export exports exported",
    "morning|afternoon|evening",
    "diameter|radius|circumference",
    "north northern|south southern|east eastern|west western",
    "nominated|won win wins",
    "including includes include|excluding excludes exclude without",
    "total overall altogether combined together|main each apiece per alone land",
    "whole entire complete altogether|part",
    "overall|waterline perpendiculars",
    "seated seats|standing",
    "wet|dry",
    "hardback hardcover|paperback|ebook",
    "empty unladen|loaded laden full gross permitted",
    "quarter month|year whole",
    "city urban|highway motorway",
    "eastbound|westbound|northbound|southbound",
    "full-time|part-time",
    "registered|attended came",
    "registered|survey surveyed",
    "estimated budgeted planned|actual final",
    "julian|gregorian",
    "wholesale|retail",
    "peak|off-peak",
    "land|water sea",
    "roof|spire tip antenna mast|floor",
    "hourly|daily|weekly|monthly|annual annually yearly",
)
ATTRIBUTES = frozenset(
    listed(
        """length height width depth thickness diameter mass area speed age population employ seat price revenue gestation emission orbit"""
    )
)
"""Of the classes of `SAME` those that ask for one value."""
COUNTED = frozenset({"population", "employ", "seat"})
"""Of these, what is counted: "142 steps, and 38 metres tall" tells of no other steps than "117 steps"."""
_TEMPERATURE, _LENGTH = "°C", "m"
_MEASURING_NOTHING = frozenset({Kind.LIGHT, Kind.QUANTIFIER})
""" "39 % of all the waste"."""
_EACH_OF_THEM = re.compile(r"(?:, |^)each\b", re.IGNORECASE)
""" "64 plots, each with a tap"."""
_EACH = re.compile(r"\b(?:a|per|each|every) (day|week|month|year)\b|\b(daily|weekly|monthly|yearly|annual(?:ly)?)\b")
_MONTH = "(January|February|March|April|May|June|July|August|September|October|November|December)"
_DAY = r"(?:\d{1,2} )?"
_MONTHS = re.compile(rf"\b(?:[Ff]rom|[Bb]etween) {_DAY}{_MONTH} (?:to|and|until|till|through) {_DAY}{_MONTH}\b")
_IN_MONTH = re.compile(rf"\b(?:[Ii]n|[Dd]uring|[Ff]or|[Oo]f) {_MONTH}\b")
_NON = re.compile(r"\bnon-?([a-z]{4,})\b")
_ZONE = re.compile(
    r"\d (?:[ap]\.?m\.? )?(local time|(?:[A-Z][a-z]+ ){1,3}Time|(?:UTC|GMT|CES?T|[ECMP][SD]T|BST)(?:[+-]\d+)?)\b"
)
_BEFORE_OR_AFTER = re.compile(r"\b([Bb]efore|[Aa]fter|[Dd]uring) (?:the |its |their )([a-z]{4,})\b")
_ALL_TOGETHER = frozenset(listed("together altogether overall total"))
_LABELLED = re.compile(
    r"\b([Tt]rench|[Bb]lock|[Bb]uilding|[Hh]all|[Pp]hase|[Ss]ection|[Ww]ing|[Ff]loor|[Ll]ot|[Uu]nit|[Pp]lot|[Pp]it|[Ss]ite|[Ww]ard|[Gg]roup|[Pp]art) ([A-Z]|\d+)\b"
)
_STRETCHES = keyed(day="day daily", week="week weekly", month="month monthly", year="year yearly annual annually")
"""How long is of what an amount is told: "a month"."""


def is_of_two_scopes(two: Two) -> bool:
    """Whether they differ in what is measured, and each says what of: gross and net profit, height and length."""
    words = written(two.one), written(two.other)
    is_opposed = two.differ_in_denial or are_opposed(two.one.heard, two.other.heard)
    if (two.amounts or is_opposed) and (_are_contrasted(two) or _are_labelled_apart(two) or _is_of_all_others(two)):
        return True
    if not two.moments and _is_of_two(_months, two):
        return True
    if two.amounts and _is_of_all_and_one(two):
        return True
    if two.amounts and not two.moments and _is_of_two(_month, two):
        return True
    with_context = [said | around(told) for said, told in zip(words, two.both, strict=True)]
    of_whom = _OF_WORKS + _OF_PEOPLE if each_names_another(two.one, two.other) else _OF_WORKS
    if not two.values and any(contrast(sides, *with_context) for sides in of_whom):
        return True
    if two.hours and (_is_of_two(_zones, two) or any(contrast(sides, *words) for sides in _CALENDAR)):
        return True
    if not two.amounts:
        return False
    units = {mine.unit for mine, _ in two.amounts}
    if len(units) > 1 and _TEMPERATURE in units:
        return True  # "at 20 °C it stores 3.2 kWh"
    if _is_of_two(_stretches, two) or _is_of_two(_measured_of, two):
        return True
    asks = COUNTED if units == {""} else ATTRIBUTES
    if units == {_LENGTH}:  # "the river covers 211 km"
        asks = asks - {"area"}
    asked = [{SAME.get(word, "") for word in said} & asks for said in words]
    return all(asked) and asked[0].isdisjoint(asked[1])


def _are_contrasted(two: Two) -> bool:
    """Whether each tells of another side: of summer and of winter, where a sentence that tells of neither may stand behind one that does, or under a title."""
    said = [written(told) - {"each"} if _EACH_OF_THEM.search(told.text) else written(told) for told in two.both]
    with_context = [words | around(told) for words, told in zip(said, two.both, strict=True)]
    return any(
        contrast(sides, *said) or contrast(sides, *with_context) for sides in (_CONTRASTS if two.amounts else _WHOM)
    )


def _is_of_all_others(two: Two) -> bool:
    """Whether one is of what the other is not of: "members" and "non-members"."""
    mine, theirs = (frozenset(_NON.findall(told.text.lower())) for told in two.both)
    return not (mine - theirs).isdisjoint(written(two.other)) or not (theirs - mine).isdisjoint(written(two.one))


def _are_labelled_apart(two: Two) -> bool:
    """Whether each numbers another of a kind: "the first edition" and "the second edition", "phase 1" and "phase 2"."""
    mine, theirs = map(_numbered, two.both)
    return any(mine[kind].isdisjoint(theirs[kind]) for kind in mine.keys() & theirs.keys())


def _is_of_all_and_one(two: Two) -> bool:
    """Whether one is of all together, and the other under the label of one of them: "from all trenches together", "Trench B yielded"."""
    labels = [frozenset(_LABELLED.findall(f"{told.title}. {told.before} {told.text}")) for told in two.both]
    return any(
        not _ALL_TOGETHER.isdisjoint(written(told)) and mine.isdisjoint(theirs) and bool(theirs)
        for told, mine, theirs in zip(two.both, labels, labels[::-1], strict=True)
    )


def _numbered(told: Told) -> dict[str, set[str]]:
    """Kind -> the numbers of those of which it tells."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for before, one in pairwise(told.heard.words):
        if before.kind is Kind.NUMBER and before.key.endswith(".") and one.kind is Kind.WORD:
            found[one.key].add(before.key.rstrip("."))
        elif one.kind is Kind.NUMBER and before.written.lower() in LABELS:
            found[before.key].add(one.key)
    for each in _BEFORE_OR_AFTER.finditer(told.text):
        found[each[2].lower()].add(each[1].lower())
    return found


def _is_of_two(told_in: Callable[[Told], frozenset[str]], two: Two) -> bool:
    """Whether both tell in what it is, and in nothing that is the same."""
    mine, theirs = map(told_in, two.both)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _months(told: Told) -> frozenset[str]:
    """From and to which it is so."""
    return frozenset(month for pair in _MONTHS.findall(f"{told.before} {told.text}") for month in pair)


def _zones(told: Told) -> frozenset[str]:
    """Of time, as they are written behind an hour; the first alone: "16:30 local time (UTC+2)"."""
    return frozenset(zone.lower() for zone in _ZONE.findall(told.text)[:1])


def _month(told: Told) -> frozenset[str]:
    """In which it was so: "in November"."""
    return frozenset(_IN_MONTH.findall(told.text))


def _stretches(told: Told) -> frozenset[str]:
    return frozenset(_STRETCHES[each[1] or each[2]] for each in _EACH.finditer(told.text))


def _measured_of(told: Told) -> frozenset[str]:
    """Of "16 GB of memory" the memory."""
    words = told.heard.words
    ends = (value.end for value in told.heard.values if value.unit and not value.tells_when)
    behind = (words[end + 1 :] for end in ends if [one.written for one in words[end : end + 1]] == ["of"])
    measured = (next((one.key for one in row if one.kind not in _MEASURING_NOTHING), "") for row in behind)
    return frozenset(measured) - {""}
