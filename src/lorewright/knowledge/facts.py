"""What is specific in a sentence: numbers with unit and magnitude, dates, names, negations, comparisons, quantifiers.

A sentence becomes a row of tokens. Each has a kind and a key, and two tokens say the same where their keys are equal:
"$1.2bn" and "1,200 million dollars" have one key, "5 %" and "five percent" too, "3 May 2019" and "May 3, 2019" as well.
The lexicons are English. For other languages there is no claim of understanding: see `evidence.check`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from lorewright.knowledge import words


class Kind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    DIRECTION = "comparison"
    QUANTIFIER = "quantifier"
    HEDGE = "hedge"
    ROLE = "role"
    """A preposition that says who did what to whom, or from where to where."""
    WORD = "word"
    LIGHT = "light"
    """Articles, auxiliaries, pronouns: they may come and go."""
    BREAK = "break"
    """A mark that parts clauses."""


class Token(NamedTuple):
    kind: Kind
    key: str
    written: str
    tie: str = ""
    """What holds the next token to this one: `POSSESSIVE`, `HYPHEN` within a compound, or nothing."""


POSSESSIVE, HYPHEN = "'", "-"


SPECIFIC = frozenset(
    {Kind.NUMBER, Kind.DATE, Kind.NAME, Kind.NEGATION, Kind.DIRECTION, Kind.QUANTIFIER, Kind.HEDGE},
)
"""The kinds that must be borne by the quote, each one."""

FACTS = (Kind.NUMBER, Kind.DATE, Kind.NAME)
"""The kinds that something is said of."""

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", None),
    }
)


_RAISED = re.compile("([²³¹⁰ⁱ⁴-⁾ⁿ₀-₎¼-¾⅐-⅟↉①-⑳⓪㉑-㉟㊱-㊿]+)")
"""Digits that NFKC would write in a line with their neighbours: 10⁶ is not 106, nor 1½ eleven halves."""


def normalised(text: str) -> str:
    """NFKC but for raised, lowered and circled digits; one kind of quotation mark, dash and white space; no characters that are not seen."""
    # The marks come first: NFKC would turn "´" into a space and an accent.
    parts = _RAISED.split(text.translate(_CHARACTERS))
    parts[::2] = [unicodedata.normalize("NFKC", part) for part in parts[::2]]
    return " ".join("".join(parts).split())


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_ONES = _listed("""zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen""")
_TENS = _listed("twenty thirty forty fifty sixty seventy eighty ninety")
_SPELLED = {word: value for value, word in enumerate(_ONES)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        _listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), start=1
    )
}
_MAGNITUDES = {
    **dict.fromkeys(("hundred", "hundreds"), Decimal(100)),
    **dict.fromkeys(("thousand", "thousands", "k"), Decimal(1000)),
    **dict.fromkeys(("million", "millions", "mn", "mln", "mio", "m"), Decimal(10) ** 6),
    **dict.fromkeys(("billion", "billions", "bn", "b"), Decimal(10) ** 9),
    **dict.fromkeys(("trillion", "trillions", "tn"), Decimal(10) ** 12),
}
_CURRENCIES = {
    **dict.fromkeys(("$", "us$", "usd", "dollar", "dollars"), "USD"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds", "sterling"), "GBP"),
    **dict.fromkeys(("¥", "jpy", "yen"), "JPY"),
    **dict.fromkeys(("rmb", "cny", "yuan"), "CNY"),
    **dict.fromkeys(("₹", "inr", "rupee", "rupees"), "INR"),
    **dict.fromkeys(("cent", "cents"), "cent"),
}


def _scaled(base: str, **aliases: str) -> dict[str, tuple[str, Decimal]]:
    """`_0_001="mg milligram"`: each alias as a factor of the base."""
    factors = ((Decimal(factor.strip("_").replace("_", ".")), names) for factor, names in aliases.items())
    return {name: (base, factor) for factor, names in factors for name in names.split()}


UNITS: dict[str, tuple[str, Decimal]] = {
    **_scaled("%", _1="% percent pct per-cent"),
    **_scaled("point", _1="percentage-point percentage-points pp", _0_01="basis-point basis-points bps"),
    **_scaled("g", _1="g gram grams", _1000="kg kilogram kilograms kilo kilos", _0_001="mg milligram milligrams"),
    **_scaled("ug", _1="µg μg ug mcg microgram micrograms", _0_001="ng nanogram nanograms"),
    **_scaled("t", _1="tonne tonnes ton tons"),
    **_scaled("m", _1="metre metres meter meters", _1000="km kilometre kilometres kilometer kilometers"),
    **_scaled("m", _0_01="cm centimetre centimetres centimeter centimeters", _0_001="mm millimetre millimetres millimeter millimeters"),
    **_scaled("um", _1="µm μm um micron microns micrometer micrometers micrometre micrometres", _0_001="nm nanometer nanometers nanometre nanometres"),
    **_scaled("mi", _1="mi mile miles"),
    **_scaled("ft", _1="ft foot feet"),
    **_scaled("in", _1="inch inches"),
    **_scaled("l", _1="l litre litres liter liters", _0_001="ml mL millilitre millilitres milliliter milliliters"),
    **_scaled("ha", _1="ha hectare hectares", _100="km2 km²"),
    **_scaled("s", _1="s sec second seconds", _60="min minute minutes", _3600="h hr hrs hour hours"),
    **_scaled("s", _0_001="ms msec millisecond milliseconds", _86400="day days", _604800="week weeks"),
    **_scaled("month", _1="month months", _12="yr yrs year years", _120="decade decades", _1200="century centuries"),
    **_scaled("W", _1="W watt watts", _1000="kW kilowatt kilowatts", _1000000="MW megawatt megawatts", _1000000000="GW gigawatt gigawatts"),
    **_scaled("Wh", _1000="kWh", _1000000="MWh", _1000000000="GWh"),
    **_scaled("B", _1="byte bytes", _1000="kB KB kilobyte kilobytes", _1000000="MB megabyte megabytes", _1000000000="GB gigabyte gigabytes"),
    **_scaled("Hz", _1="Hz hertz", _1000="kHz", _1000000="MHz", _1000000000="GHz"),
    **_scaled("°C", _1="°C"),
    **_scaled("°F", _1="°F"),
    **_scaled("K", _1="kelvin"),
    **_scaled("M", _1="M mol moles mole", _0_001="mM mmol", _0_000001="µM μM uM µmol μmol"),
    **_scaled("fold", _1="fold -fold times x"),
}  # fmt: skip

TIMES = ("s", "month")
"""The bases of units of time."""

_MONTHS = {
    name[:3]: number for number, name in enumerate(_listed("jan feb mar apr may jun jul aug sep oct nov dec"), 1)
}
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_SPELLED_NUMBER = f"(?:(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES)})"
_TOKEN = re.compile(
    rf"""
    (?P<date>
        \b(?:(?P<day>\d\d?)(?:st|nd|rd|th)?\s(?:of\s)?)?(?P<month>{_MONTH})(?:\s(?P<day2>\d\d?)(?:st|nd|rd|th)?\b(?!\s?%))?(?:,?\s(?P<year>\d{{4}}))?\b
      | \b(?P<iso>\d{{4}}-\d\d-\d\d)\b
      | (?<![\d.,$€£-])(?P<bare>(?:1[4-9]|20)\d\d)(?P<decade>'?s)?\b(?![.,]\d)(?!\s?%)
    )
  | (?P<ordinal>\b\d+(?:st|nd|rd|th)\b)
  | (?P<number>
        (?P<currency>(?:(?:US|A|C|HK)?[$€£¥₹]|\b(?:USD|EUR|GBP|RMB|CNY|INR|JPY)\s?)\s?)?
        (?:(?<![\w.])(?P<sign>-))?
        (?P<digits>(?<![\w])\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|(?<![\w])\d*[¼-¾⅐-⅞]|(?<![\w])\d*\.?\d+)
        (?P<power>[⁺⁻]?[⁰¹²³⁴-⁹]{{1,4}}|\^-?\d{{1,4}})?
        (?:[\s-]?(?P<magnitude>hundred|thousand|million|billion|trillion|mn|mln|bn|tn)\b|(?P<letter>[kKmMbB])\b)?
      | \b(?ai:(?P<spelled>{_SPELLED_NUMBER}))\b(?:[\s-](?P<magnitude2>hundred|thousand|million|billion|trillion)\b)?
    )
  | (?P<word>[^\W\d_](?:[\w&+]|['.](?=\w)|-(?=\w))*|\w+(?:-\w+)*)
  | (?P<break>[,;:()\[\]"?!]|\s-\s|\.(?=\s|$))
    """,
    re.VERBOSE,
)
_UNIT = re.compile(r"[\s-]?(?:(per\scent|percentage\spoints?|basis\spoints?)\b|(%|°[CF]|[^\W\d_]+2?)(?![\w-]))")


_CLASSES = (
    (Kind.NEGATION, words.NEGATION),
    (Kind.DIRECTION, words.DIRECTION),
    (Kind.QUANTIFIER, words.QUANTIFIER),
    (Kind.HEDGE, words.HEDGE),
    (Kind.ROLE, {word: word for word in words.ROLE}),
    (Kind.LIGHT, {word: word for word in words.LIGHT}),
)
_LEXICON = {
    word: Token(kind, f"{kind}:{key}", word) for kind, words in reversed(_CLASSES) for word, key in words.items()
}

_PHRASES = {phrase: Token(Kind(kind), f"{kind}:{key}", phrase) for phrase, (kind, key) in words.PHRASES.items()}
_PHRASE = re.compile(rf"(?ai:{'|'.join(words.PHRASES)})\b")
_PLAIN_WORD = re.compile(r"\s*([a-z]+)(?=[\s,;:)]|\.(?:\s|$)|$)")
"""Most words; looked for first, since the pattern of all tokens takes ten times as long."""
_NOT_PLAIN = frozenset(_SPELLED) | {phrase.split()[0] for phrase in words.PHRASES}
_RANGE = re.compile(r"-(?=\d)")
_POSSESSIVE = re.compile(r"(?<=[sS])'(?!\w)|(?<=\w)'[sS]\b")
"""Behind a token; a word has its 's within."""
_SHORTENED = re.compile(r"(?P<word>\w+)(?P<rest>n't|'ll|'ve|'re)")
_IN_FULL = {"n't": "not", "'ll": "will", "'ve": "have", "'re": "are", "ca": "can", "wo": "will", "sha": "shall"}


def tokens(sentence: str, stem: Callable[[str], str]) -> list[Token]:
    """The tokens of one sentence that has been `normalised`, in order; `stem` takes a lower-case word."""
    found: list[Token] = []
    position = 0
    while True:
        if (plain := _PLAIN_WORD.match(sentence, position)) and plain[1] not in _NOT_PLAIN:
            position = plain.end()
            found.extend(_words(plain[1], stem, first=False))
            continue
        match = _TOKEN.search(sentence, position)
        if match is None:
            return found
        position = match.end()
        if phrase := _PHRASE.match(sentence, match.start()):
            position = phrase.end()
            found.append(_PHRASES[phrase[0].lower()]._replace(written=phrase[0]))
        elif match["bare"] and not match["decade"] and (measure := _measured_year(sentence, match)):
            token, position = measure
            found.append(token)
        elif match["date"] and (date := _date(match)):
            found.append(Token(Kind.DATE, date, match[0]))
        elif match["number"]:
            token, position = _number(sentence, match)
            found.append(token)
            if match["digits"] and (range_ := _RANGE.match(sentence, position)):
                found.append(_LEXICON["to"]._replace(written="-"))
                position = range_.end()
        elif match["ordinal"]:
            found.append(Token(Kind.NUMBER, f"{match[0][:-2]}.", match[0]))
        elif match["break"]:
            found.append(Token(Kind.BREAK, match[0].strip(), match[0]))
        else:
            found.extend(_words(match[0], stem, first=all(token.kind is Kind.BREAK for token in found)))
        if found and (possessive := _POSSESSIVE.match(sentence, position)):
            found[-1] = found[-1]._replace(tie=POSSESSIVE)
            position = possessive.end()


def _date(match: re.Match[str]) -> str | None:
    """`2019`, `2019-5`, `2019-5-3`, `?-5-3`, `1990s`; None for a month alone, which may be a name or a verb."""
    if match["bare"]:
        return match["bare"] + ("s" if match["decade"] else "")
    if match["iso"]:
        year, month, day = match["iso"].split("-")
        return f"{year}-{int(month)}-{int(day)}"
    day, year = match["day"] or match["day2"], match["year"]
    if not day and not year:
        return None
    month = _MONTHS[match["month"][:3].lower()]
    return f"{year or '?'}-{month}" + (f"-{int(day)}" if day else "")


def _measured_year(sentence: str, match: re.Match[str]) -> tuple[Token, int] | None:
    """ "1676 mm" is a length and no year."""
    following = _UNIT.match(sentence, match.end())
    name = following[2] if following else None
    if not following or not name or name not in UNITS or name in ("in", "s", "h", "x", "times", "second"):
        return None
    unit, factor = UNITS[name]
    value = Decimal(match["bare"]) * factor
    return Token(
        Kind.NUMBER, f"{value.normalize():f} {unit}", sentence[match.start() : following.end()]
    ), following.end()


def _number(sentence: str, match: re.Match[str]) -> tuple[Token, int]:
    """The number with its magnitude and unit, and where it ends."""
    if match["spelled"]:
        value = Decimal(sum(_SPELLED[part] for part in match["spelled"].lower().split("-")))
    else:
        value = _value(match["digits"], match["power"])
    value *= _MAGNITUDES.get((match["magnitude"] or match["magnitude2"] or "").lower(), 1)
    if match["sign"]:
        value = -value
    end, unit = match.end(), ""
    if match["letter"]:
        # "$5m" is millions and "5 m" is metres.
        if match["currency"]:
            value *= _MAGNITUDES[match["letter"].lower()]
        else:
            end = match.end("digits")
    if match["currency"]:
        unit = _CURRENCIES.get(match["currency"].strip().lower(), match["currency"].strip())
    elif following := _UNIT.match(sentence, end):
        name = re.sub(r"\s", "-", following[1] or following[2])
        if name in UNITS or name.lower() in UNITS:
            unit, factor = UNITS.get(name) or UNITS[name.lower()]
            value, end = value * factor, following.end()
        elif name.lower() in _CURRENCIES:
            unit, end = _CURRENCIES[name.lower()], following.end()
    # "one" is more often a pronoun than a number; its key still equals that of "1".
    kind = Kind.WORD if match["number"].lower() == "one" and not unit else Kind.NUMBER
    return Token(kind, f"{value.normalize():f} {unit}".strip(), sentence[match.start() : end].strip()), end


_MOST_POWER, _LONGEST_BASE = 30, 20
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SQUARED = str.maketrans("²³", "23")


def _value(digits: str, power: str | None) -> Decimal:
    """Of "1,250", "1½" and "10⁶"."""
    if digits[-1].isdecimal():
        value = Decimal(digits.replace(",", ""))
    else:
        value = Decimal(digits[:-1] or 0) + Decimal(str(unicodedata.numeric(digits[-1])))
    exponent = int(unicodedata.normalize("NFKC", power or "1").lstrip("^").replace("−", "-"))
    # What is more is the mark of a note; as a power it is at least no other number.
    raised = value and len(digits) <= _LONGEST_BASE
    return value ** max(-_MOST_POWER, min(exponent, _MOST_POWER)) if raised else value


def _words(written: str, stem: Callable[[str], str], first: bool) -> Iterator[Token]:
    """One token, or one for each part of a hyphenated lower-case word."""
    word = written.lower().translate(_LOWERED)  # "CO₂" is "CO2"
    if word[:-1] in UNITS or word[:-1] == "m":
        word = word.translate(_SQUARED)
    if short := _SHORTENED.fullmatch(word):
        for part in (short["word"], short["rest"]):
            yield from _words(_IN_FULL.get(part, part), stem, first)
        return
    if word == "cannot":
        yield from (_LEXICON["can"]._replace(written=written), _LEXICON["not"]._replace(written=written))
        return
    if word.endswith("'s"):
        *row, last = _words(written[:-2], stem, first)
        yield from row
        # "It's" is "it is".
        yield last if last.kind is Kind.LIGHT else last._replace(tie=POSSESSIVE)
        return
    if word in _LEXICON and not (written.isupper() and len(written) > 1):
        yield _LEXICON[word]._replace(written=written)
    elif word in _MAGNITUDES and len(word) > 2:
        yield Token(Kind.NUMBER, f"{_MAGNITUDES[word]:f}", written)
    elif word in _ORDINALS:
        yield Token(Kind.NUMBER, f"{_ORDINALS[word]}.", written)
    elif "-" in written and written.islower() and not any(map(str.isdigit, written)):
        *parts, last_part = word.split("-")
        for part in parts:
            yield from (token._replace(tie=HYPHEN) for token in _words(part, stem, first=False))
        yield from _words(last_part, stem, first=False)
    else:
        marked = any(map(str.isupper, written[1:])) or any(map(str.isdigit, written))
        name = marked or (written[0].isupper() and not first)
        yield Token(Kind.NAME if name else Kind.WORD, word if marked else stem(word), written)
