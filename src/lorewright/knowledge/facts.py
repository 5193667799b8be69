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
from functools import lru_cache
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.units import CURRENCIES, MAGNITUDES, MONEY, ONES, ORDINALS, SPELLED, TENS, UNIT_PHRASES, UNITS


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
    SIGN = "sign"
    """A symbol that says something: ±, +, ♀."""
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
    {Kind.NUMBER, Kind.DATE, Kind.NAME, Kind.NEGATION, Kind.DIRECTION, Kind.QUANTIFIER, Kind.HEDGE, Kind.SIGN},
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
    if text.isascii():
        return " ".join(text.replace("`", "'").split())
    # The marks come first: NFKC would turn "´" into a space and an accent.
    parts = _RAISED.split(text.translate(_CHARACTERS))
    parts[::2] = [unicodedata.normalize("NFKC", part) for part in parts[::2]]
    return " ".join("".join(parts).split())


_MONTHS = {
    name[:3]: number for number, name in enumerate(words.listed("jan feb mar apr may jun jul aug sep oct nov dec"), 1)
}
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_SPELLED_NUMBER = f"(?:(?:{'|'.join(TENS)})(?:-(?:{'|'.join(ONES[1:10])}))?|{'|'.join(ONES)})"
_TOKEN = re.compile(
    rf"""
    (?P<date>
        \b(?:(?P<day>\d\d?)(?:st|nd|rd|th)?\s(?:of\s)?)?(?P<month>{_MONTH})(?:\s(?P<day2>\d\d?)(?:st|nd|rd|th)?\b(?!\s?%))?(?:,?\s(?P<year>\d{{4}}))?\b
      | \b(?P<iso>\d{{4}}-\d\d-\d\d)\b
      | (?<![\d.,$€£-])(?P<bare>(?:1[4-9]|20)\d\d)(?P<decade>'?s)?\b(?![.,]\d)(?!\s?%)
    )
  | (?P<ordinal>\b\d+(?:st|nd|rd|th)\b)
  | (?P<number>
        (?P<minus>(?<![\w.])-(?=[{MONEY}]))?
        (?P<currency>(?:(?:US|A|C|HK)?[{MONEY}]|\b(?:USD|EUR|GBP|RMB|CNY|INR|JPY)\s?)\s?)?
        (?:(?<![\w.])(?P<sign>-))?
        (?P<digits>(?<![\w])\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|(?<![\w])\d*[¼-¾⅐-⅞]|(?<![\w])\d*\.?\d+)
        (?P<power>[⁺⁻]?[⁰¹²³⁴-⁹]{{1,4}}|\^-?\d{{1,4}})?
        (?:[\s-]?(?P<magnitude>hundred|thousand|million|billion|trillion|mn|mln|bn|tn)\b|(?P<letter>[kKmMbB])\b)?
      | \b(?ai:(?P<spelled>{_SPELLED_NUMBER}))\b(?:[\s-](?P<magnitude2>hundred|thousand|million|billion|trillion)\b)?
    )
  | (?P<word>[^\W\d_](?:[\w&+#]|['.](?=\w)|-(?=\w))*(?:(?<=[A-Z\d])-(?=[\s,;.)]))?|\w+(?:-\w+)*)
  | (?P<symbol>[<>]?-+>|<-+|[<>!/]=|=[<>]|\+/?-|[^\w\s,;:()\[\]"?!.-])
  | (?P<break>[,;:()\[\]"?!]|\s-\s|\.(?=\s|$))
    """,
    re.VERBOSE,
)
_UNIT = re.compile(
    rf"[\s-]?(?:({UNIT_PHRASES})\b|([%‰]|°\s?[CF]\b|°|×(?!\s?\d)|[{MONEY}](?!\s?\d)|[^\W\d_]+2?(?![\w-])))"
)


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
_LEADING_INTO_PHRASES = frozenset(phrase.split()[0] for phrase in words.PHRASES)
_RANGE = re.compile(r"-(?=\d)")
_UNTIL_YEAR = re.compile(r"[-/](?P<year>(?:1[4-9]|20)\d\d|\d\d)\b(?![-/.,]\d)(?!\s?%)")
"""Behind a year: "1981-82", "1993-2000", the season "2010/11"."""
_POSSESSIVE = re.compile(r"(?<=[sS])'(?!\w)|(?<=\w)'[sS]\b")
"""Behind a token; a word has its 's within."""
_SHORTENED = re.compile(r"(?P<word>\w+)(?P<rest>n't|'ll|'ve|'re)")
_IN_FULL = {"n't": "not", "'ll": "will", "'ve": "have", "'re": "are", "ca": "can", "wo": "will", "sha": "shall"}


def tokens(sentence: str, stem: Callable[[str], str]) -> list[Token]:
    """The tokens of one sentence that has been `normalised`, in order; `stem` takes a lower-case word."""
    found: list[Token] = []
    position = 0
    while True:
        if (plain := _PLAIN_WORD.match(sentence, position)) and not _is_more(sentence, plain):
            position = plain.end()
            found.extend(_plain(plain[1], stem))
            continue
        match = _TOKEN.search(sentence, position)
        if match is None:
            return _lettered(found)
        position = match.end()
        if phrase := _PHRASE.match(sentence, match.start()):
            position = phrase.end()
            found.append(_PHRASES[phrase[0].lower()]._replace(written=phrase[0]))
        elif match["bare"] and not match["decade"] and (measure := _measured_year(sentence, match)):
            token, position = measure
            found.append(token)
        elif match["date"] and (date := _date(match)):
            found.append(Token(Kind.DATE, date, match[0]))
            if match["bare"] and not match["decade"] and (until := _until(sentence, match)):
                token, position = until
                found += (_LEXICON["to"]._replace(written=sentence[match.end()]), token)
        elif match["number"]:
            token, position = _number(sentence, match)
            found.append(token)
            if match["digits"] and (range_ := _RANGE.match(sentence, position)):
                found.append(_LEXICON["to"]._replace(written="-"))
                position = range_.end()
        elif match["symbol"]:
            found.extend(_symbol(sentence, match, first=not found))
        elif match["ordinal"]:
            found.append(Token(Kind.NUMBER, f"{match[0][:-2]}.", match[0]))
        elif match["break"]:
            found.append(Token(Kind.BREAK, match[0].strip(), match[0]))
        else:
            found.extend(_words(match[0], stem, first=all(token.kind is Kind.BREAK for token in found)))
        if found and (possessive := _POSSESSIVE.match(sentence, position)):
            found[-1] = found[-1]._replace(tie=POSSESSIVE)
            position = possessive.end()


_MEASURES = re.compile(rf"\s?[-+]?[{MONEY}]?\.?\d")
_CROSSES = "✗✘☒❌"
_SYMBOLS = {
    "<": (Kind.DIRECTION, "below"),
    ">": (Kind.DIRECTION, "above"),
    **dict.fromkeys(("≤", "<=", "=<", "⩽", "≦"), (Kind.DIRECTION, "≤")),
    **dict.fromkeys(("≥", ">=", "⩾", "≧"), (Kind.DIRECTION, "≥")),
    **dict.fromkeys(("↑", "▲"), (Kind.DIRECTION, "up")),
    **dict.fromkeys(("↓", "▼"), (Kind.DIRECTION, "down")),
    **dict.fromkeys(("≠", "!=", "/="), (Kind.NEGATION, "≠")),
    **dict.fromkeys(("~", "∼", "≈", "≃", "≅"), (Kind.QUANTIFIER, "about")),
    **dict.fromkeys(("+/-", "+-"), (Kind.SIGN, "±")),
    **dict.fromkeys(("->", "-->"), (Kind.SIGN, "→")),
    "&": (Kind.LIGHT, "and"),
    "=": (Kind.LIGHT, "="),
}
_MUTE = frozenset("©®^`|") | set(map(chr, range(0x2500, 0x25B2))) | set(map(chr, range(0x25C0, 0x2600)))
"""Symbols that say nothing of what stands beside them: marks of ownership, of markup and of lists."""
_POSITIVE = re.compile(rf"(?<![\w)])\+(?=[\d.{MONEY}])")
_FIRST_EMOJI = "\U0001f000"


def _symbol(sentence: str, match: re.Match[str], first: bool) -> Iterator[Token]:
    """Nothing for one that says nothing: the mark of a list or a quotation, the plus of "+5", the tilde of a path."""
    written = match[0]
    measures = _MEASURES.match(sentence, match.end())
    if first and not measures and written not in _CROSSES:
        return
    if _POSITIVE.match(sentence, match.start()):
        return
    if written == "~" and not measures:
        return
    if written in _SYMBOLS:
        kind, key = _SYMBOLS[written]
        yield Token(kind, f"{kind}:{key}", written)
    elif written not in _MUTE and written < _FIRST_EMOJI and unicodedata.category(written[-1]).startswith("S"):
        yield Token(Kind.SIGN, f"{Kind.SIGN}:{written}", written)


def _is_more(sentence: str, plain: re.Match[str]) -> bool:
    """Whether a word is a number, or begins a phrase."""
    word = plain[1]
    return word in SPELLED or (word in _LEADING_INTO_PHRASES and _PHRASE.match(sentence, plain.start(1)) is not None)


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


def _until(sentence: str, match: re.Match[str]) -> tuple[Token, int] | None:
    """The later year of a range of years, and where it ends."""
    last = _UNTIL_YEAR.match(sentence, match.end())
    if last is None:
        return None
    year = match["bare"][: -len(last["year"])] + last["year"]
    return (Token(Kind.DATE, year, last["year"]), last.end()) if year > match["bare"] else None


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
        value = Decimal(sum(SPELLED[part] for part in match["spelled"].lower().split("-")))
    else:
        value = _value(match["digits"], match["power"])
    value *= MAGNITUDES.get((match["magnitude"] or match["magnitude2"] or "").lower(), 1)
    if match["sign"] or match["minus"]:
        value = -value
    end, unit = match.end(), ""
    if match["letter"]:
        # "$5m" is millions and "5 m" is metres.
        if match["currency"]:
            value *= MAGNITUDES[match["letter"].lower()]
        else:
            end = match.end("digits")
    if match["currency"]:
        unit = CURRENCIES.get(match["currency"].strip().lower(), match["currency"].strip())
    elif following := _UNIT.match(sentence, end):
        name = re.sub(r"\s", "" if following[2] else "-", following[1] or following[2])
        if name in UNITS or name.lower() in UNITS:
            unit, factor = UNITS.get(name) or UNITS[name.lower()]
            value, end = value * factor, following.end()
        elif name.lower() in CURRENCIES:
            unit, end = CURRENCIES[name.lower()], following.end()
    if not unit and (prime := _PRIME.match(sentence, end)) and not _is_quoted(sentence, match.start(), prime[0]):
        unit, end = prime[0], prime.end()
    # "one" is more often a pronoun than a number; its key still equals that of "1".
    kind = Kind.WORD if match["number"].lower() == "one" and not unit else Kind.NUMBER
    return Token(kind, f"{value.normalize():f} {unit}".strip(), sentence[match.start() : end].strip()), end


_PRIME = re.compile(r"['\"](?![^\W\d_])")
"""Of feet and inches, or of minutes and seconds."""


def _is_quoted(sentence: str, place: int, mark: str) -> bool:
    """Whether a quotation has begun and not ended, so that the mark behind a number may end it."""
    if mark == POSSESSIVE:
        return re.search(r"(?<!\w)'", sentence[:place]) is not None
    return len(re.findall(r"(?<!\d)\"", sentence[:place])) % 2 == 1


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


_ROMAN = frozenset(words.listed("ii iii iv vi vii viii ix xi xii xiii xiv xv"))
_NO_NOUN = frozenset(
    f"{kind}:{word}"
    for kind, listed in (
        ("light", "of in on at and as that which is are was were has have had"),
        ("role", "to by from with for"),
    )
    for word in listed.split()
)
"""What follows a letter and no article."""


def _lettered(row: list[Token]) -> list[Token]:
    """ "Hepatitis a", "World War I": a letter and no article or pronoun."""
    for n, token in enumerate(row):
        if n and token.key in ("light:a", "light:i") and len(token.written) == 1 and row[n - 1].kind is not Kind.BREAK:
            before, after = row[n - 1], row[n + 1] if n + 1 < len(row) else None
            labelled = before.written.lower() in words.LETTERED
            if token.key == "light:i":
                letter = labelled or token.written == "i" or before.kind is Kind.NAME
            else:
                alone = after is None or after.kind is Kind.BREAK or (after.key in _NO_NOUN and not after.tie)
                letter = labelled or alone or token.written == "A"
            if letter:
                row[n] = token._replace(kind=Kind.NAME, key=token.written.lower())
    return row


@lru_cache(maxsize=20_000)
def _plain(word: str, stem: Callable[[str], str]) -> tuple[Token, ...]:
    """Of a word in lower case: nearly every one comes again."""
    return tuple(_words(word, stem, first=False))


def _words(written: str, stem: Callable[[str], str], first: bool) -> Iterator[Token]:
    """One token, or one for each part of a hyphenated lower-case word."""
    word = written.lower()
    if not word.isascii():
        word = word.translate(_LOWERED)  # "CO₂" is "CO2"
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
    elif word in MAGNITUDES and len(word) > 2:
        yield Token(Kind.NUMBER, f"{MAGNITUDES[word]:f}", written)
    elif word in ORDINALS:
        yield Token(Kind.NUMBER, f"{ORDINALS[word]}.", written)
    elif "-" in written and written.islower() and not any(map(str.isdigit, written)):
        *parts, last_part = word.split("-")
        for part in parts:
            yield from (token._replace(tie=HYPHEN) for token in _words(part, stem, first=False))
        yield from _words(last_part, stem, first=False)
    else:
        marked = any(map(str.isupper, written[1:])) or any(map(str.isdigit, written))
        name = marked or (written[0].isupper() and not first) or len(word) == 1 or word in _ROMAN
        yield Token(Kind.NAME if name else Kind.WORD, word if marked else stem(word), written)
