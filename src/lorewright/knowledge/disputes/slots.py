"""English sentences that are the same word for word, but for one day, time or name, or but for a word that denies.

What they say need not be understood: where everything else is the same, and of the same thing, one of the two is wrong, unless it may
happen again. Numbers are compared so in every language, see `literal`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.alike import AGAIN
from lorewright.knowledge.disputes.cutting import has_past_form
from lorewright.knowledge.disputes.events import DONE
from lorewright.knowledge.disputes.literal import MOVING, is_certain, without_limits
from lorewright.knowledge.disputes.quantities import CLOCK_TIME, DATE, DAY, WEEKDAY, Bound, Quantity, days, time_of_day
from lorewright.knowledge.disputes.statements import Claim, Name, Says, Statement
from lorewright.knowledge.disputes.wording import qualified, things, told
from lorewright.knowledge.facts import normalised
from lorewright.knowledge.stems import stemmer
from lorewright.knowledge.words import listed

_MONTHS = listed("january february march april may june july august september october november december")
_MONTH = "|".join(month.capitalize() for month in _MONTHS)
_WEEKDAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
_WEEKDAY = "|".join(day.capitalize() for day in _WEEKDAYS)
_DAYS = re.compile(
    rf"(?:\b(?:{_WEEKDAY}),? )?\b(?:(?P<day>\d\d?) (?P<month>{_MONTH})|(?P<month2>{_MONTH}) (?P<day2>\d\d?)(?!\d))(?:,? (?P<year>\d{{4}}))?\b"
    rf"|\b(?P<month3>{_MONTH}) (?P<year3>\d{{4}})\b|\b(?P<year4>(?:1[0-9]\d\d|20\d\d))\b(?![.,]\d)|\b(?P<decade>(?:1[0-9]\d|20\d)0s)\b"
)
_WEEKLY = re.compile(rf"\b(?:{_WEEKDAY})\b(?!,? \d)")
_NAME = r"[A-Z][\w'-]*(?: (?:(?:of|de|van|von) )?[A-Z][\w'-]*)*"
_WHO = rf"(?P<name>(?:(?:the|a) (?:[a-z-]+ ){{1,2}})?{_NAME})"
"""With what that is: "the notary Ada Voss"."""
_NAMES = (
    re.compile(
        rf"^(?:The|Its|His|Her) (?![^,;:]*\b(?:winner|champion|guest|opponent|speaker|finalist)s? )[^,;:]* (?:is|was)(?: called| named)?(?: the)? {_WHO}\.$"
    ),
    re.compile(rf"\bonly (?:in|at|by|with) {_WHO}\.$"),
    re.compile(rf"\b(?:was|were|is|are|been) (?P<deed>[a-z]+)(?: [a-z]+)? by {_WHO}(?: alone)?\.$"),
    re.compile(rf"\b(?:was|were|been) (?P<place>[a-z]+) (?:in|at) (?P<name>{_NAME})\.$"),
)
"""Where one name leaves room for no other."""
_BY_ONE = {
    *DONE,
    *listed(
        "succeeded led headed run managed operated chaired commanded captained edited presented narrated drafted collected sung played cast illustrated"
    ),
} - {"beaten", "defeated", "won", "owned"}
_IN_ONE = frozenset(
    listed("launched built born buried cast founded signed made printed executed assassinated beheaded hanged crowned")
)
_KINDS = frozenset(
    listed("mount mt lake river cape saint st sir dr mr mrs ms captain colonel general professor king queen lord lady")
)
"""Words of names that many names have."""
_AGAIN = AGAIN - frozenset(
    listed("announced appointed arrested convicted sentenced took taken registered said stated became")
)
_ON_ONE_DAY = frozenset(listed("released published signed joined married"))
"""Of these what a day tells more surely than a year."""
_FIRST = frozenset(listed("first last final"))
"""What is done but once is told so."""
_FURTHER = re.compile(r",? (?:by|and|when|after|on|with|as|in the presence of) |, ")
"""Behind a day: what is told besides, without which it is the same."""
_NOT_ALONE = re.compile(
    r"\bnot (?:only|all|every|always|yet|just|necessarily|merely|simply|quite|entirely|both|until)\b"
)
_DENIED = (
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bcould\b"), "can"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bno longer\b|\bnever\b"), "not"),
    (re.compile(r" as well\b"), ""),
    (re.compile(r"\bno (?=[a-z])"), "not "),
)
_SAY_NOTHING = frozenset(listed("not still now today currently ever do does did any more also too either a an any"))
_BEING = frozenset(listed("is are was were be been being"))
_LATER = frozenset(listed("will shall"))
_STEM = "stem:"
"""Before what is compared as it stands, whatever it counts."""
_CONTRARIES = {
    word: (f"contrary:{one}", bool(side))
    for one, *pair in (
        ("court", "acquitted", "convicted"),
        ("backing", "backed", "rejected"),
        ("reaction", "alkaline", "acidic"),
        ("acceptance", "accepted", "refused"),
        ("survival", "survived", "perished"),
        ("outcome", "won", "lost"),
    )
    for side, word in enumerate(pair)
} | {
    "dismissed": ("opposite:uphold", True),
    **dict.fromkeys(listed("forbidden banned prohibited disallowed"), ("opposite:allow", True)),
}
"""Word -> a key for it and its opposite, and whether it is the opposite; beside `attributes.opposed`."""
_PRICED = re.compile(
    r"(?P<what>[^,;:]{6,80}?) (?:(?:is|are) (?P<free>free)(?: of charge)?|costs? (?:(?:you|visitors|members|adults|readers) )?(?:about )?[$€£]?[1-9]\d*(?:[.,]\d+)?(?: [a-z]+)?)"
    r"(?:[.,]| and )"
)
_FOR_NOTHING = "price:none"
_CONTRARY = re.compile(r"(?:un|in|im|ir|il|non-?)(?=[a-z]{4})")
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_SENTENCE = re.compile(r"[A-Z\d][^\"?|]*[.!]")
_SHORTEST, _LONGEST = 3, 40
"""Words of a sentence."""


def but_for_one(claim: Claim) -> Iterator[Statement]:
    stem = stemmer("en")
    for sentence in told(normalised(claim.text), claim):
        size = len(_WORD.findall(sentence))
        if not _SHORTEST <= size <= _LONGEST or not _SENTENCE.fullmatch(sentence) or not is_certain(sentence):
            continue
        yield from _timed(claim, sentence)
        yield from _named(claim, sentence)
        yield from _denied(claim, sentence, stem)
        yield from _priced(claim, sentence)


# -- Times ------------------------------------------------------------------------------------------------------------


def _timed(claim: Claim, sentence: str) -> Iterator[Statement]:
    for pattern, value_of in _TIMES if any(map(str.isdigit, sentence)) else _TIMES[1:]:
        for found in pattern.finditer(sentence):
            ahead = _row(sentence[: found.start()])
            row = _row(sentence[: found.start()], sentence[found.end() :])
            if (value := value_of(found)) is not None and _is_once(
                ahead if any(map(has_past_form, ahead)) else row, value
            ):
                says = Says.MOMENT if value.is_moment else Says.AMOUNT
                if value.unit == DAY and ahead and ahead[-1] == "on":  # "on 4 May 1902" and "in 1904"
                    ahead[-1] = row[len(ahead) - 1] = "in"
                yield _statement(claim, sentence, says, row, value=value)
                if any(map(has_past_form, ahead)) and _FURTHER.match(sentence, found.end()):
                    yield _statement(claim, sentence, says, [*ahead, "_"], value=value)


def _is_once(row: Sequence[str], value: Quantity) -> bool:
    """Whether it may not be so at another time as well."""
    if "not" in row:
        return False
    if value.unit == WEEKDAY and not {"every", "each", "weekly"}.isdisjoint(row):
        return True
    is_day = value.unit != DAY or value.high - value.low < 1
    if not _FIRST.isdisjoint(row) or (is_day and not _LATER.isdisjoint(row)):
        return True
    again = _AGAIN - _ON_ONE_DAY if is_day else _AGAIN
    if not again.isdisjoint(row):
        return False
    return (
        is_day
        or any(map(has_past_form, row))
        or any(before in ("was", "were", "been") and word.endswith(("n", "t", "d")) for before, word in pairwise(row))
    )


def _day(found: re.Match[str]) -> Quantity | None:
    month = next((found[name] for name in ("month", "month2", "month3") if found[name]), None)
    number = _MONTHS.index(month.lower()) + 1 if month else None
    day, year = found["day"] or found["day2"], found["year"] or found["year3"] or found["year4"]
    if found["decade"]:
        span = days(found["decade"])
        return _quantity(*span, found[0], DAY) if span else None
    if year is None:
        of_year = 31.0 * (number or 0) + int(day)
        return _quantity(of_year, of_year, found[0], DATE)
    span = days("-".join(str(part) for part in (int(year), number, day and int(day)) if part))
    return _quantity(*span, found[0], DAY) if span else None


def _weekday(found: re.Match[str]) -> Quantity:
    number = float(_WEEKDAYS.index(found[0].lower()))
    return _quantity(number, number, found[0], WEEKDAY)


_TIMES = ((_DAYS, _day), (_WEEKLY, _weekday), (CLOCK_TIME, time_of_day))
"""Days, which have a digit, first."""


def _quantity(low: float, high: float, written: str, unit: str) -> Quantity:
    return Quantity(low, high, unit, Bound.EXACT, written, unit, 0.0, 0, 0)


# -- Names ------------------------------------------------------------------------------------------------------------


def _named(claim: Claim, sentence: str) -> Iterator[Statement]:
    for pattern in _NAMES:
        for found in pattern.finditer(sentence):
            led = found.groupdict()
            if led.get("deed", "led") not in _BY_ONE or led.get("place", "born") not in _IN_ONE:
                continue
            written = tuple(
                one.lower() for one in _WORD.findall(found["name"]) if one[0].isupper() and one.lower() not in _KINDS
            )
            if written:
                row = _row(sentence[: found.start("name")], sentence[found.end("name") :])
                name = Name(written, found["name"], is_place=led.get("place") is not None, are_several=False)
                yield _statement(claim, sentence, Says.NAME, row, name=name)


# -- Denials ----------------------------------------------------------------------------------------------------------


def _denied(claim: Claim, sentence: str, stem: Callable[[str], str]) -> Iterator[Statement]:
    """Of every sentence, since any may be denied."""
    for pattern, plain in _DENIED:
        sentence = pattern.sub(plain, sentence)
    said = _row(sentence)
    moves = "can" not in said and not MOVING.isdisjoint(_row(without_limits(sentence)))
    if (moves and not _DAYS.search(sentence)) or said.count("not") > 1 or _NOT_ALONE.search(sentence):
        return
    row, turned = [], False
    for first, before, word in zip(["", "", *said], ["", *said], said, strict=False):
        if word in _SAY_NOTHING:
            continue
        opposed = _CONTRARIES.get(word) or attributes.opposed(word, predicate=_leads(first, before))
        if opposed is None and (contrary := _CONTRARY.match(word)):
            opposed = stem(word[contrary.end() :]), True
        key, turns = opposed or (stem(word), False)
        turned ^= turns
        row.append(f"{_STEM}{key}")
    if len(row) > 1:
        yield _statement(claim, sentence, Says.FACT, row, denied="not" in said, turned=turned)


def _priced(claim: Claim, sentence: str) -> Iterator[Statement]:
    """Of "admission is free" and "admission costs 5 euros" that it is for nothing, or that it is not."""
    if found := _PRICED.match(sentence):
        yield _statement(claim, sentence, Says.FACT, [*_row(found["what"]), _FOR_NOTHING], turned=found["free"] is None)


def _leads(first: str, before: str) -> bool:
    """Whether behind such words stands what is said of the subject: "the school is private", "is the smallest", not "private schools"."""
    return before in _BEING or before == "not" or before.endswith("ly") or (before == "the" and first in _BEING)


# -- Statements -------------------------------------------------------------------------------------------------------


def _row(*parts: str) -> list[str]:
    """Of what is left of a sentence its words; where something is gone a mark, which must stand in the same place."""
    row: list[str] = []
    for number, part in enumerate(parts):
        row += ["_"] if number else []
        row += [word.lower() for word in _WORD.findall(part)]
    return row


def _statement(
    claim: Claim,
    sentence: str,
    says: Says,
    row: Sequence[str],
    *,
    value: Quantity | None = None,
    name: Name | None = None,
    denied: bool = False,
    turned: bool = False,
) -> Statement:
    return Statement(
        claim_id=claim.id,
        article_id=claim.article_id,
        says=says,
        keys=frozenset(row),
        spare=frozenset(),
        names=frozenset(),
        order=tuple(row),
        value=value,
        denied=denied,
        turned=turned,
        times=(),
        now=False,
        once=False,
        past=False,
        definite=True,
        dated=claim.dated,
        about=claim.about | things(claim, row, sentence),
        language=claim.language,
        literal=True,
        subject=frozenset(claim.titled.lower().split()),
        name=name,
        qualified=qualified(claim, sentence),
    )
