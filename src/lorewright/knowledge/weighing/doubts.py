"""Where two sentences may both be true since one only guesses, plans or holds an opinion, or tells of a part."""

import re
from collections.abc import Sequence

from lorewright.knowledge.disputes.cutting import has_past_form
from lorewright.knowledge.units import SPELLED
from lorewright.knowledge.weighing.told import Told, Two, around, titled, written
from lorewright.knowledge.words import MONTHS, listed

_UNSURE = re.compile(
    r"(?<!his )(?<!her )(?<!its )(?<!their )\bmight\b|\b(?:possibly|perhaps|maybe|rumou?rs?|allegedly|supposedly|reportedly|probably|so-called"
    r"|propos(?:ed|es?) that|a draft of)\b|(?<!chapters )(?<!pages )(?<!characters )\b[Ii]n the (?:film|novel|ballad|legend|play|opera)\b"
    r"|\b(?:legend|folklore|tradition) (?:has it|says|holds|claims|tells)|\b(?:[Aa]ccording to|[Ii]n) (?:a |the )?(?:local |popular |old )?(?:legend|folklore|tradition|myth)\b"
    r"|\b(?:is|are|was|were) (?:said|believed|thought|rumou?red|alleged|reputed) to\b|\b(?:once|long) (?:believed|thought) "
)
"""What is so in a story, a plan or a guess."""
_OPINION = re.compile(
    r"\b(?:[Tt]o|[Ff]or|[Ii]n the (?:view|opinion|eyes) of) (?:some|many|most|a few|several) (?:[a-z]+ )?(?:critics|fans|readers|visitors|people|viewers|listeners|guests"
    r"|reviewers|historians|locals|members|users|staff|residents)\b"
    r"|\b(?:[Ii]n|[Tt]o) (?:his|her|their|my|our) (?:own )?(?:view|opinion|taste|mind)\b"
    r"|\b(?:critics?|reviewers?|fans|commentators|some|many|opponents|supporters|visitors|I|we) (?:[a-z]+ )?(?:call(?:ed|s)?|consider(?:ed|s)?|felt|feel|found|find|prais(?:ed?|es)|think|thought|argued?|complain(?:ed|s)?"
    r"|described?|regard(?:ed|s)?|dismissed|enjoyed|disliked|preferr?(?:ed)?)\b"
)
"""What somebody thinks of it, where another may think otherwise."""
_PLAN = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|scheduled?|(?:is|are) to (?:be|open|start|begin|close|end)|expect(?:s|ed)|due (?:in|on|for|by|to (?:be|open|start|begin|close|end|arrive|finish))|intend(?:s|ed)|aim(?:s|ed)?|hope[ds]?|target(?:s|ed)?|propos(?:al|es|ed)|forecasts?|predict(?:s|ed|ion)|project(?:ed|ions?)"
    r"|budget(?:ed)?|estimates?d?|promis(?:ed|es)|anticipat(?:ed|es)|demand(?:s|ed|ing)?|call(?:s|ed|ing) for|was to|were to|would|originally (?:meant|set)|set out to)\b",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"\b(?:under|according to|in) (?:the|its|a|their) (?:\w+ )?(?:plan|proposal|draft)s?\b|\b(?:plans?|planned|proposed|intends?|hopes?|hoped) to\b",
    re.IGNORECASE,
)
_IN_PLAN = re.compile(
    r"(?:According to|Under|In) (?:the|its|a|their) (?:\w+ )?(?:plan|proposal|draft|budget|forecast)s?\b"
)
_OF_PLANS = re.compile(r"\b(?:[Pp]lans?|[Pp]roposals?|[Dd]rafts?) (?:for|of|to)\b")
_SPEAKS_ON = re.compile(r"(?:It|They|This|These) ")
_PAST = frozenset(listed("was were had did went got"))
_DENIED_TWICE = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|cannot)\b(?:(?:\W+\w+){0,4}?\W+(?:without|fail(?:s|ed)? to|refus(?:es?|ed) to|except)|\s+un[a-z]{4,}(?<!until)(?<!under)(?<!union))\b",
    re.IGNORECASE,
)
""" "Not unknown", "never without"."""
_DENIAL = re.compile(r"\b(?:not|never|no|nobody|none|nothing|cannot)\b|n't\b", re.IGNORECASE)
_COMMA = re.compile(r"[,;:] ")
_DENIED_IN_PART = re.compile(
    r"\bnot (?:\w+ ){0,2}?(?:(?:the )?only(?!.*\b(?:also|but)\b)|always|(?<!at )all|every|entire|necessarily|just|merely|quite|often|everywhere)\b"
    r"|\b(?:can)?not (?:\w+ ){0,3}?(?!only|early|apply|supply|reply|rely|comply|family|(?:butter|dragon)?fly"
    r"|significantly|statistically)\w{3,}ly\b",
    re.IGNORECASE,
)
""" "Does not always freeze", "does not relieve pain completely"; but what did not differ significantly did not become much rarer."""
_WHERE = re.compile(
    r"\b(?:in|on|at|inside|within|outside|along) (?:the |its |their |our )?((?:[a-z]+ )?[a-z]{3,})(?= (?:of|and|or|where|which|as|to|but|is|are|in|by|next|at|if|even|so|when|unless)\b|[,.;]|$)"
)
_NO_PLACE = frozenset(
    listed(
        """time times day days night morning evening afternoon noon winter summer spring autumn season week weekend weekends weekdays month year years
        past future total general fact addition order need use case part all least most first last once average request public private
        force a an any following next previous same other
        service contact question advance turn detail particular practice theory good bad numbers children adults men women patients"""
    )
)
_OF_THEM = re.compile(rf"\b(?:\d+|{'|'.join(SPELLED)}) of (?:which|whom|them|those|these)\b", re.IGNORECASE)
_OF_SEVERAL = re.compile(rf"\b(?:\d+|{'|'.join(SPELLED)}) of (?:his|her|its|their)\b", re.IGNORECASE)
_PART = re.compile(
    r"\balone\b|\b(?:[Tt]he )?part of (?:the|it|its|this)\b|^(?:The|Its|This) (?:[a-z]+ )?(?:section|wing|department|branch|ward|annexe?|extension|chapel|side|zone|division|subsidiary)\b|\bof (?:the|its|this) (?:[a-z]+ )?(?:division|subsidiary)\b",
    re.IGNORECASE,
)
"""What says that something is told of a part."""
_OF_PLACEBO = re.compile(
    r"^(?!.*\b(?:or|and|to|than|against|versus|vs) (?:a |the )?(?:[a-z]+ )?placebo\b).*\bplacebo\b", re.IGNORECASE
)
"""Of those that were given nothing, which what holds these against the rest is not."""
_OF_ALL = re.compile(r"^Of (?:the|its|their|these) [a-z][^,]*", re.IGNORECASE)
""" "Of the staff 120 work in Orle"; a share is one of something however that is told."""
_SHARE = "%"
_PARTS = tuple(
    (frozenset(listed(part)), frozenset(listed(whole)))
    for part, whole in (
        (
            "wing annexe block floor storey hall room section",
            "school building buildings hospital museum hotel library station",
        ),
        ("clinic ward department unit", "hospital infirmary"),
        ("branch", "library libraries bank"),
        ("faculty department institute college school", "university"),
        ("line route", "railway railways network company"),
        ("orchard garden gardens", "estate"),
        ("quarter district suburb", "city town"),
        ("island", "archipelago islands"),
        ("team squad section", "club"),
        ("subsidiary division plant factory", "group company corporation"),
    )
)
"""What is counted or measured of the one is not of the other."""
_OF_A_COUNTRY = re.compile(
    r"\b(?:across|throughout|in) the (?:whole |entire )?(?:country|nation)\b|\b(?:nationwide|nationally|countrywide)\b",
    re.IGNORECASE,
)
_OF_THE_WORLD = re.compile(r"\b(?:worldwide|globally|around the world|group-wide|in all countries)\b", re.IGNORECASE)
_IN_A_PLACE = re.compile(r"\bin ([A-Z][a-z]+)")
_OF_A_PLACE = re.compile(r"(?:^|, )(?:[Ii]n|[Aa]t) (?:the )?[A-Z][a-z]+(?! \d)")


def is_unsure(two: Two) -> bool:
    """Whether one guesses; of two that differ in a value, at that."""
    sides = _differing(two)
    return any(map(_UNSURE.search, sides)) or (not two.values and any(map(_OPINION.search, sides)))


def is_plan(two: Two) -> bool:
    """Whether one tells what was planned or reckoned beforehand, and the other what came of it."""
    planned = [
        bool(_PLAN.search(side) or _IN_PLAN.match(told.text) or _goes_on_about_plans(told))
        for told, side in zip(two.both, _differing(two), strict=True)
    ]
    if not two.values:
        return any(_WILL.search(told.text) and not planned[1 - side] for side, told in enumerate(two.both))
    return any(
        is_planned and not is_other and _tells_the_past(told)
        for is_planned, is_other, told in zip(planned, planned[::-1], two.both[::-1], strict=True)
    )


def _goes_on_about_plans(told: Told) -> bool:
    return bool(_SPEAKS_ON.match(told.text) and _OF_PLANS.search(told.before))


def _tells_the_past(told: Told) -> bool:
    said = written(told)
    return not _PAST.isdisjoint(said) or any(map(has_past_form, said))


def _differing(two: Two) -> list[str]:
    """Of each its clauses in which it differs from the other in a value; all of it where they differ in none."""
    return [
        _clause_of(told.text, [pair[side].written for pair in two.values]) if two.values else told.text
        for side, told in enumerate(two.both)
    ]


def _clause_of(text: str, values: Sequence[str]) -> str:
    """The clauses between commas in which these values stand; the whole text where they stand in none."""
    clauses = [clause for clause in _COMMA.split(text) if any(value in clause for value in values)]
    return ", ".join(clauses) or text


def is_denied_twice(two: Two) -> bool:
    """Whether one denies a denial, which is what the other tells."""
    return two.differ_in_denial and not two.values and any(map(_denies_a_denial, two.both))


def _denies_a_denial(told: Told) -> bool:
    """Nothing else, as "has no lift, so that nobody gets up without help" does."""
    found = _DENIED_TWICE.search(told.text)
    return found is not None and not _DENIAL.search(told.text.replace(found[0], ""))


def is_denied_in_part(two: Two) -> bool:
    return not two.values and (
        _is_denied_elsewhere(two)
        or any(
            (part := _DENIED_IN_PART.search(told.text.replace("n't", " not")))
            and part[0].split()[-1] not in written(against)  # "not formally reported" denies all of "formally reported"
            for told, against in (two.both, two.both[::-1])
        )
    )


def _is_denied_elsewhere(two: Two) -> bool:
    """Whether one denies of one place what the other tells of another: "does not breed on the mainland", "breeds on the shingle banks"."""
    if not two.differ_in_denial:
        return False
    denying, telling = two.both if _DENIAL.search(two.one.text) else two.both[::-1]
    denial = _DENIAL.search(denying.text)
    if denial is None or _DENIAL.search(telling.text):
        return False
    here, there = (_places(_COMMA.split(denying.text[denial.end() :])[0]), _places(telling.text))
    return bool(here - written(telling) and there - written(denying))


def _places(text: str) -> frozenset[str]:
    """Words that say where, of the first place alone."""
    phrases = (frozenset(each.split()) for each in _WHERE.findall(text))
    return next((words for words in phrases if words.isdisjoint(_NO_PLACE)), frozenset())


def is_part(two: Two) -> bool:
    """Whether one tells of part of what the other does: "Trinity Terminal alone", "two of his medals"."""
    are_shares = all(value.unit == _SHARE for value, _ in two.amounts)
    parts = [
        bool(
            _OF_SEVERAL.search(told.text)
            or _PART.search(told.text)
            or _OF_THEM.search(clause)
            or _OF_PLACEBO.search(clause)
        )
        or (not are_shares and _is_of_all(told.text, [pair[side].written for pair in two.values]))
        for side, (told, clause) in enumerate(zip(two.both, _differing(two), strict=True))
    ]
    if not two.amounts:
        return False
    return parts[0] != parts[1] or _is_of_a_part_and_the_whole(two) or _is_of_a_place_and_its_country(two)


def _is_of_all(text: str, values: Sequence[str]) -> bool:
    """Whether it tells of some of what it begins with; of "Of the lake's 22 islands" all are told."""
    found = _OF_ALL.match(text)
    return found is not None and not any(value in found[0] for value in values)


def _is_of_a_part_and_the_whole(two: Two) -> bool:
    """Whether the one, or what its title names, is a part of what the other is of: "The east wing" and "Orle School"."""
    said = [written(told) | around(told) for told in two.both]
    return any(
        part & titled(two.both[side]) and not part & said[1 - side] and whole & said[1 - side]
        for part, whole in _PARTS
        for side in (0, 1)
    )


def _is_of_a_place_and_its_country(two: Two) -> bool:
    country, place = (
        [bool(pattern.search(told.text)) for told in two.both] for pattern in (_OF_A_COUNTRY, _OF_A_PLACE)
    )
    if country[0] != country[1] and place[country[0]]:
        return True
    world = [bool(_OF_THE_WORLD.search(told.text)) for told in two.both]
    if world[0] == world[1]:
        return False
    named = _IN_A_PLACE.findall(
        two.both[world[0]].text
    )  # the other one, which is second where the first is of the world
    return any(name.lower() not in MONTHS for name in named)
