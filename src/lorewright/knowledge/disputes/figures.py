"""Amounts that English tells in words alone, in figures: "an hour and a half", "half a million", "two dozen"."""

import re

from lorewright.knowledge.units import ONES, SPELLED, TENS, UNITS

_NUMBER = rf"(?:\d+|{'|'.join(ONES[1:])}|{'|'.join(TENS)})"
_UNIT = "|".join(
    sorted((one for one in UNITS if one.isalpha() and one.islower() and len(one) > 3 and one.endswith("s")), key=len)
)
_SINGULAR = "|".join(one.removesuffix("s") for one in _UNIT.split("|"))
_MANY = "hundred|thousand|million|billion|trillion"
_AND_A_HALF = re.compile(rf"\b({_NUMBER}) and a half (?=(?:{_UNIT}|{_MANY}|times|percent|per cent)\b)", re.IGNORECASE)
_ONE_AND_A_HALF = re.compile(rf"\b(?:an?|one) ({_SINGULAR}) and a half\b", re.IGNORECASE)
_PART_OF_AN_HOUR = re.compile(r"\b(half|(?:a |one )?quarter of|three quarters of) an hour\b", re.IGNORECASE)
_HALF_OF_ONE = re.compile(rf"\bhalf an? (?:({_SINGULAR})|({_MANY}))\b(?!-)", re.IGNORECASE)
_DOZENS = re.compile(r"\b(?:(half a|a|an?other|one|two|three|four|five|six|\d+) )dozen\b(?! of)", re.IGNORECASE)
_TAKES_ONE = re.compile(
    rf"\b(took|takes?|last(?:s|ed)) (?:(about|around|just|roughly) )?an? ({_SINGULAR})\b(?! and a half)", re.IGNORECASE
)
_SO_LONG = re.compile(rf"(\d[ -](?:{_UNIT}|{_SINGULAR}|foot|feet|km|mi|ft|cm|mm|m))-(long|high|wide|tall|deep|thick)\b")
"""Of "a 3 mile-long road" and "a 300-foot-high tower" the unit."""
_CLOSE_TO = re.compile(r"\b(?:close to|(?:somewhere )?in the (?:region|order) of) (?=[\d$€£])")
_SIGNS = re.compile(r"\b(?:half|dozen|took|takes?|last(?:s|ed)?|quarters?)\b", re.IGNORECASE)
"""One of which stands in each of these."""
_DOZEN = 12
_LIMITED = re.compile(r"\b(?:up to|at (?:most|least)|(?:more|fewer|less) than|over|under) $", re.IGNORECASE)
"""What stands before an amount that it limits."""


def in_figures(sentence: str) -> str:
    """The sentence, with those amounts as others write them; "a dozen" is about twelve."""
    if "-" in sentence:
        sentence = _SO_LONG.sub(r"\1 \2", sentence)
    sentence = _CLOSE_TO.sub("about ", sentence) if " to " in sentence or " of " in sentence else sentence
    if not _SIGNS.search(sentence):
        return sentence
    sentence = _PART_OF_AN_HOUR.sub(_minutes, sentence)
    sentence = _AND_A_HALF.sub(lambda found: f"{_value(found[1])}.5 ", sentence)
    sentence = _ONE_AND_A_HALF.sub(r"1.5 \1s", sentence)
    sentence = _HALF_OF_ONE.sub(lambda found: f"0.5 {found[2] or f'{found[1]}s'}", sentence)
    sentence = _DOZENS.sub(_dozens, sentence)
    return _TAKES_ONE.sub(lambda found: f"{found[1]} {f'{found[2]} ' if found[2] else ''}1 {found[3]}", sentence)


def _value(word: str) -> int:
    return int(word) if word.isdigit() else SPELLED[word.lower()]


def _minutes(found: re.Match[str]) -> str:
    part = found[1].lower()
    return f"{30 if part == 'half' else 45 if part.startswith('three') else 15} minutes"


def _dozens(found: re.Match[str]) -> str:
    many = found[1].lower()
    about = "" if _LIMITED.search(found.string[: found.start()]) else "about "
    if many == "half a":
        return f"{about}6"
    return f"{about}{_DOZEN}" if many.startswith("a") else str(_value(many) * _DOZEN)
