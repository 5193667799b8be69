"""Where two sentences may both be true since they tell of two times."""

import re

from lorewright.knowledge.disputes.attributes import PERIODIC, stemmed
from lorewright.knowledge.weighing.opposites import is_denied
from lorewright.knowledge.weighing.sides import contrast, sides
from lorewright.knowledge.weighing.told import Told, Two, each_names_another, written
from lorewright.knowledge.words import WEEKDAYS, listed

_AGAIN = frozenset(listed("renovated restored repaired refurbished repainted serviced inspected audited won"))
"""What is done to a thing more than once, or by it."""
_STAGES = sides(
    "begin begins began begun beginning start starts started|end ends ended complete completed completion finished",
    "work works construction building digging|opened inaugurated",
    "stone|complete completed completion finished opened inaugurated consecrated",
    "first|last",
    "signed passed adopted enacted published announced|force effect effective applies applied",
    "sank sunk|located found discovered salvaged raised wreck",
    "promoted|relegated",
    "built survived|fell demolished destroyed burned burnt",
    "open opened opening|close closed closing shut",
    "born|became elected married appointed died",
    "signed|expires expired expire",
    "first original former|present current now since",
    "announced proposed|opened launched released introduced",
    "laid|launched|commissioned|voyage|decommissioned scrapped",
    "filmed shot filming recorded|released premiered aired",
    "festival|cinemas cinema theatres theaters",
    "submitted|accepted|published",
    "alpha beta preview|final stable",
    "filed applied|granted",
    "written wrote composed completed|published performed premiered heard",
    "ordered|delivered|retired",
    "joined hired|left resigned retired",
    "founded established|incorporated chartered register registered|moved relocated|classes lessons teaching",
    "born|baptised christened",
    "invented|patented",
    "signed|ratified",
    "elected|inaugurated sworn",
    "arrested|convicted sentenced",
    "closed shut|demolished",
    "designed|built completed",
    "planted sown|harvested",
    "engaged|married|divorced",
    "enrolled|graduated",
    "discovered|named described|excavated excavation excavations",
    "bought acquired purchased|opened",
    "approved|began begun started opened",
    "enrolment recruitment|results published",
)
"""Of what is done, one after the other."""
_PERIODIC = stemmed(PERIODIC)
_UP_AND_DOWN = frozenset({"comparison:up", "comparison:down"})
_AS_OF = re.compile(
    r"\b(?:[Aa]s of|[Ss]ince|[Ff]rom|[Uu]ntil|[Ii]n|[Bb]y|[Oo]n|at the end of) (?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:1[4-9]|20)\d\d\b(?=,? (?:the|its|a|an|he|she|it|they|there)\b)|\b(?:[Aa]s of|[Ss]ince) |\b[Ff]rom (?:[A-Z][a-z]+ )?\d{4} (?:to|until|till) "
)
"""When it was so."""
_AS_OF_ALONE = re.compile(r"\b[Aa]s of \w|\bas (?:it|they) (?:stood|was|were) in (?:1[4-9]|20)\d\d\b")
""" "As of 1998" tells nothing of 2007; "since 1998" does."""
_REPLACES = re.compile(
    r"\b(?:earlier|previous|old|former|existing) (?:\w+ )?(?:is|was|are|were) (?:withdrawn|replaced|abolished|cancelled|superseded)\b"
    r"|\b(?:replaces|supersedes) the (?:earlier|previous|old|former|existing)\b|\binstead of (?:on )?(?:\w+day|\d)"
)
"""What says that it was otherwise before."""
_SINCE = re.compile(r"\b[Ss]ince (?:the )?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?(?:1[4-9]|20)\d\d\b")
_NOW = re.compile(r"\b(?:now|currently|nowadays|today|at present)\b", re.IGNORECASE)
_THAT_YEAR = re.compile(r"\b(?:that|this|the same) year\b")
_IN_YEAR = re.compile(r"\b[Ii]n ((?:1[4-9]|20)\d\d)\b")
_YEAR = re.compile(r"\b(?:1[4-9]|20)\d\d\b")
_WHILE = re.compile(
    r"\b(?:at first|initially|originally|at (?:its|their|his|her|the) (?:peak|height|zenith)|in (?:its|their) (?:first|early|opening|final|last) (?:weeks?|months?|days|decade)"
    r"|in (?:its|their|the) (?:first|early|opening|final|last) (?:years?|seasons?)"
    r"|during (?:the )?(?:construction|renovation|restoration|repairs?|war|strike|pandemic|festival|trial|drought|flood|storm)|at launch|in its heyday|formerly|when (?:it|they) (?:first )?opened|until recently)\b",
    re.IGNORECASE,
)
_IS = frozenset(listed("is are been"))
_FIRST, _NOW_IT_IS = (
    frozenset(listed("first original founding inaugural")),
    frozenset(listed("present current now today new since")),
)
_AT_A_TIME = re.compile(
    r"\b(?:[Ii]n|[Dd]uring|[Uu]ntil|[Ff]rom|[Ss]ince) (?:the )?(?:early |late |[A-Z][a-z]+ )?(?:1[4-9]|20)\d\ds?\b"
)


def is_of_two_times(two: Two) -> bool:
    """Whether they tell values of two times, two times at which it was done, or when it began and when it ended."""
    if _had_it_at_two_times(two):
        return True
    if (two.moments and two.amounts) or ((two.moments or two.hours) and is_denied(two)):
        return True
    if _are_of_two_years(two) if not two.moments else _are_each_of_its_year(two):
        return True
    if bool(_REPLACES.search(two.one.text)) != bool(_REPLACES.search(two.other.text)):
        return True
    is_as_of = all(map(_tells_as_of, two.both)) or any(_AS_OF_ALONE.search(told.text) for told in two.both)
    if two.moments and is_as_of and not _tell_since_when(two):
        return True
    if (two.amounts or two.differ_in_denial) and _is_of_a_while(two):
        return True
    words = written(two.one), written(two.other)
    is_of_change = all(not _UP_AND_DOWN.isdisjoint(told.heard.keys) for told in two.both)
    if two.moments and is_of_change and not _PERIODIC.isdisjoint(two.one.heard.keys & two.other.heard.keys):
        return True  # "profits rose in 2016", and fell in 2017
    is_again = bool(words[0] & words[1] & _AGAIN)
    when = bool(two.moments or two.hours)
    return when and (is_again or any(contrast(stages, *words) for stages in _STAGES))


def _had_it_at_two_times(two: Two) -> bool:
    """Whether each names another who was something, the one at first and the other later: "the first director", "in the 1960s the director"."""
    if two.amounts or two.hours or not each_names_another(two.one, two.other):
        return False
    if two.moments:
        return all(_AT_A_TIME.search(told.text) and not _IS.isdisjoint(written(told)) for told in two.both)
    mine, theirs = map(_when_had, two.both)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _when_had(told: Told) -> frozenset[str]:
    said = written(told)
    marks = {"first": said & _FIRST, "now": said & _NOW_IT_IS, "then": _AT_A_TIME.search(told.text)}
    return frozenset(mark for mark, is_there in marks.items() if is_there)


def _tell_since_when(two: Two) -> bool:
    """Whether they differ in nothing but since when it is so: "has led it since 1994", "leads it, as she has since 1998"."""
    is_all = len(two.values) == 1 and not two.differ_in_denial and not each_names_another(two.one, two.other)
    weekdays = [written(told) & WEEKDAYS for told in two.both]
    return is_all and weekdays[0] == weekdays[1] and all(_SINCE.search(told.text) for told in two.both)


def _tells_as_of(told: Told) -> bool:
    return bool(_AS_OF.search(f"{told.before} {told.text}"))


def _are_of_two_years(two: Two) -> bool:
    """Whether the titles tell two, or what stands beside "as of" and "since"; or only one, and the other tells what is so now."""
    mine, theirs = map(_years, two.both)
    if any(_THAT_YEAR.search(told.text) for told in two.both):  # the prices of 2020, and "9 percent in 2022"
        mine, theirs = (_years(told) or frozenset(_IN_YEAR.findall(told.text)) for told in two.both)
    if mine and theirs:
        return mine.isdisjoint(theirs)
    return any(
        years and not others and _NOW.search(told.text)
        for years, others, told in ((mine, theirs, two.other), (theirs, mine, two.one))
    )


def _are_each_of_its_year(two: Two) -> bool:
    """Whether each title tells another year, and the sentence that year: of the festival of 1998, and of 2008."""
    named = [frozenset(_YEAR.findall(told.title)) for told in two.both]
    said = [frozenset(_YEAR.findall(told.text)) for told in two.both]
    return named[0].isdisjoint(named[1]) and all(years & tells for years, tells in zip(named, said, strict=True))


def _years(told: Told) -> frozenset[str]:
    """At which it was so."""
    said = f"{told.before} {told.text}" if _tells_as_of(told) else ""
    return frozenset(_YEAR.findall(f"{told.title} {said}"))


def _is_of_a_while(two: Two) -> bool:
    """Whether one alone tells that it was so for a while: "at first", "during construction"."""
    whiles = [bool(_WHILE.search(told.text)) for told in two.both]
    return whiles[0] != whiles[1]
