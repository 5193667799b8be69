"""A text as it is spoken: numbers, abbreviations and symbols as words, and nothing that only the eye can use.

English whole. In the other languages that hosts speak, units, abbreviations and symbols are words, and digits are left to the voice,
which reads them as its language does (`symbols.py`). Of all others only what no voice can say is taken away.
"""

import re
from collections.abc import Callable

from lorewright.knowledge.script.numerals import cardinal, decade, decimal, digits, ordinal, year
from lorewright.knowledge.script.symbols import in_words

_Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MONTH = (
    r"(?P<month>Jan(?:uary|\.)|Feb(?:ruary|\.)|Mar(?:ch|\.)|Apr(?:il|\.)|May|June?\.?|July?\.?|Aug(?:ust|\.)"
    r"|Sept?(?:ember|\.)|Oct(?:ober|\.)|Nov(?:ember|\.)|Dec(?:ember|\.))"
)
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>1[1-9]\d\d|20\d\d)"
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_END = r"(?![\w%]|[.,]\d)"
_BEGIN = r"(?<![\w.,])"

_SCALE = {"k": "thousand", "m": "million", "mn": "million", "bn": "billion", "b": "billion", "tn": "trillion"}
_SCALE.update({word: word for word in ("hundred", "thousand", "million", "billion", "trillion")})
_COINS = {"$": ("dollar", "cent"), "£": ("pound", "p"), "€": ("euro", "cent"), "¥": ("yen", ""), "₹": ("rupee", "")}
_UNITS = {
    "km/h": "kilometres per hour", "mph": "miles per hour", "km²": "square kilometres", "m²": "square metres",
    "cm²": "square centimetres", "mm²": "square millimetres", "m³": "cubic metres", "cm³": "cubic centimetres",
    "km³": "cubic kilometres", "N": "newtons", "J": "joules", "MJ": "megajoules", "s²": "seconds squared", "hPa": "hectopascals",
    "km": "kilometres", "cm": "centimetres", "mm": "millimetres",
    "µm": "micrometres", "μm": "micrometres", "nm": "nanometres", "m": "metres", "kg": "kilograms", "mg": "milligrams",
    "µg": "micrograms", "μg": "micrograms", "g": "grams", "lb": "pounds", "lbs": "pounds", "oz": "ounces", "ft": "feet",
    "ml": "millilitres", "mL": "millilitres", "L": "litres", "l": "litres", "kB": "kilobytes", "KB": "kilobytes",
    "MB": "megabytes", "GB": "gigabytes", "TB": "terabytes", "MiB": "mebibytes", "GiB": "gibibytes", "Hz": "hertz",
    "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "W": "watts", "kW": "kilowatts", "MW": "megawatts",
    "GW": "gigawatts", "kWh": "kilowatt hours", "MWh": "megawatt hours", "V": "volts", "mV": "millivolts", "A": "amperes",
    "mA": "milliamperes", "s": "seconds", "ms": "milliseconds", "µs": "microseconds", "min": "minutes", "h": "hours",
    "hrs": "hours", "dB": "decibels", "px": "pixels", "rpm": "revolutions per minute", "ppm": "parts per million",
    "ha": "hectares", "t": "tonnes", "°C": "degrees Celsius", "°F": "degrees Fahrenheit", "°": "degrees", "K": "kelvin",
    "Pa": "pascals", "kPa": "kilopascals", "kJ": "kilojoules", "kcal": "kilocalories", "mol": "moles",
}  # fmt: skip
_ONE_OF = {"feet": "foot", "hertz": "hertz", "kelvin": "kelvin", "kilohertz": "kilohertz"}
_WORDS = {
    "e.g.": "for example", "i.e.": "that is", "etc.": "and so on", "vs.": "versus", "vs": "versus", "cf.": "compare",
    "viz.": "namely", "approx.": "approximately", "ca.": "about", "et al.": "and others", "incl.": "including",
    "Dr.": "Doctor", "Mr.": "Mister", "Mrs.": "Missus", "Ms.": "Miz", "Prof.": "Professor", "Inc.": "Incorporated",
    "Corp.": "Corporation", "Ltd.": "Limited", "Co.": "Company", "Jr.": "Junior", "Sr.": "Senior", "St.": "Saint",
    "Mt.": "Mount", "Ave.": "Avenue", "Blvd.": "Boulevard", "Rd.": "Road", "Gen.": "General", "Gov.": "Governor", "Sen.": "Senator", "Rep.": "Representative", "dept.": "department",
    "Fig.": "Figure", "fig.": "figure", "Vol.": "Volume", "vol.": "volume", "ed.": "edition", "a.m.": "A M", "p.m.": "P M",
    "U.S.": "U S", "U.K.": "U K", "E.U.": "E U", "U.N.": "U N", "B.C.": "B C", "A.D.": "A D", "w/o": "without", "w/": "with",
    "and/or": "and or", "Jan.": "January", "Feb.": "February", "Mar.": "March", "Apr.": "April", "Aug.": "August",
    "Sept.": "September", "Oct.": "October", "Nov.": "November", "Dec.": "December",
}  # fmt: skip
_LAST = frozenset({"etc.", "et al.", "Inc.", "Corp.", "Ltd.", "Co.", "Jr.", "Sr.", "a.m.", "p.m.", "U.S.", "U.K."})
"""Their stop may be that of the sentence as well."""
_BEFORE_NAMES = _LAST - {"etc.", "et al."}
_CAPITAL = re.compile(r"\s+[A-Z]")
_BEGINS = re.compile(
    r"\s+(?:The|An?|It|Its|He|She|They|We|You|His|Her|Their|This|That|These|There|In|On|At|But|And|For|When|After)\b"
)
"""What begins a sentence, and no name."""
_SYMBOLS = {
    "&": " and ", "+": " plus ", "=": " equals ", "×": " times ", "÷": " divided by ", "→": " to ", "≈": " about ",
    "~": " about ", "≤": " at most ", "≥": " at least ", "<": " less than ", ">": " more than ", "±": " plus or minus ",
    "§": " section ", "%": " percent ", "‰": " per mille ", "°": " degrees ", "@": " at ", "€": " euros ", "$": " dollars ",
    "£": " pounds ", "¥": " yen ", "₹": " rupees ", "²": " squared ", "³": " cubed ", "½": " one half ",
    "¼": " one quarter ", "¾": " three quarters ", "µ": " micro ", "μ": " micro ", "…": ", ", "/": " ", "\\": " ", "|": ", ",
}  # fmt: skip
_ROMAN = {
    one: number
    for number, one in enumerate(["II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"], start=2)
}

_RULERS = (
    "Alexander|Alfonso|Benedict|Catherine|Charles|Christian|Clement|Edward|Elizabeth|Ferdinand|Francis|Frederick|George|Gregory|Gustav"
    "|Harald|Henry|Innocent|Ivan|James|John|John Paul|Joseph|Julius|Leo|Leopold|Louis|Margaret|Mary|Napoleon|Nicholas|Olav|Otto|Paul"
    "|Pedro|Peter|Philip|Pius|Ramesses|Richard|Robert|Urban|Victor Emmanuel|Wilhelm|William"
)
_REIGNS = {
    one: number
    for number, one in enumerate(
        ["I", *_ROMAN, "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "XXII", "XXIII"], start=1
    )
}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

_ADDRESS = re.compile(
    r"\(?\b(?:https?://|ftp://|www\.|doi:\s?)\S+|\(?\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\)?"
)
_NOTE = re.compile(r"\s?\[[^\[\]]{0,12}\]")
_MARKUP = re.compile(r"[*_`^{}\[\]#™®©•·▪†‡\u00ad\u200b-\u200f\u2028-\u202e\ufeff]+")
_QUOTES = re.compile(r"[\"“”„«»‹›]+|(?<!\w)['‘’]|['’](?!\w)")
_BRACKETED = re.compile(r"\s*\(([^()]*)\)")
_DASH = re.compile(r"\s+[-–—]+\s+|\s*—\s*|(?<=\w)--+(?=\w)")


def spoken(text: str, language: str | None = "en") -> str:
    """One line; empty where there is nothing to say. English: no digit is left in it. `language`: ISO 639-1."""
    text = _NOTE.sub("", _ADDRESS.sub(_dropped, text))
    if language in (None, "en"):
        for pattern, said in _RULES:
            text = pattern.sub(said, text)
    else:
        text = in_words(text, language)
    text = _MARKUP.sub(" ", _QUOTES.sub("", text))
    text = _DASH.sub(", ", _BRACKETED.sub(_aside, text))
    return _tidied(text)


def _dropped(match: re.Match[str]) -> str:
    """With what follows it of the sentence: its stop."""
    written = match[0]
    return " " + "".join(one for one in written[-2:] if one in ".,;:!?")


def _aside(match: re.Match[str]) -> str:
    return f", {match[1].strip()}, " if any(map(str.isalnum, match[1])) else " "


_ODD_STOPS = re.compile(r"(?:\s*,)*\s*([.!?;:])(?:\s*[,.;:])*(?=\s|$)|(?:\s*,(?!\d))+")
_LEADING = re.compile(r"^[\s,.;:)-]+")


def _tidied(text: str) -> str:
    """No space before a mark and one after it, no two marks in a row."""
    text = _ODD_STOPS.sub(lambda match: match[1] or ", ", text.replace("(", ", ").replace(")", ", "))
    text = _LEADING.sub("", " ".join(text.split())).rstrip(" ,;:")
    return text[:1].upper() + text[1:] if text else ""


# -- English ----------------------------------------------------------------------------------------------------------


def _any(words: dict[str, str] | dict[str, int]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _is_one(number: str) -> bool:
    return number in ("1", "1.0")


def _abbreviation(match: re.Match[str]) -> str:
    word = match[1]
    said = _WORDS[word]
    rest = match.string[match.end() :]
    begins = _BEGINS if word in _BEFORE_NAMES else _CAPITAL
    return f"{said}." if word in _LAST and (not rest or begins.match(rest)) else said


def _street(match: re.Match[str]) -> str:
    rest = match.string[match.end() :]
    return f"{match[1]} Street{'.' if not rest or _BEGINS.match(rest) else ''}"


def _money(match: re.Match[str]) -> str:
    coin, small = _COINS[match["coin"]]
    number, scale = match["number"], match["scale"]
    many = coin if coin == "yen" else f"{coin}s"
    if scale:
        return f"{decimal(number)} {_SCALE[scale.lower()]} {many}"
    whole, _, part = number.partition(".")
    if small and len(part) == 2:
        pounds = f"{decimal(whole)} {coin if whole == '1' else many}"
        if part == "00":
            return pounds
        cents = f"{cardinal(int(part))}{'' if small == 'p' else f' {small}' if part == '01' else f' {small}s'}"
        return f"{pounds} {'' if small == 'p' else 'and '}{cents}"
    return f"{decimal(number)} {coin if _is_one(number) else many}"


def _date(match: re.Match[str]) -> str:
    month = next(name for name in _MONTHS if name.startswith(match["month"][:3]))
    day = ordinal(int(match["day"]))
    in_year = f", {year(int(match['year']))}" if match["year"] else ""
    return f"{month} {day}{in_year}"


def _iso_date(match: re.Match[str]) -> str:
    return f"{_MONTHS[int(match[2]) - 1]} {ordinal(int(match[3]))}, {year(int(match[1]))}"


def _time(match: re.Match[str]) -> str:
    hour, minute = int(match[1]), int(match[2])
    if not minute:
        return f"{cardinal(hour)} o'clock" if 0 < hour <= 12 else f"{cardinal(hour)} hundred hours"
    return f"{cardinal(hour)} {f'oh {cardinal(minute)}' if minute < 10 else cardinal(minute)}"


def _with_unit(match: re.Match[str]) -> str:
    unit, per = _UNITS[match["unit"]], match["per"]
    said = f"{_counted(match['number'])} {_single(unit) if _is_one(match['number']) else unit}"
    return f"{said} per {_single(_UNITS[per])}" if per else said


def _single(unit: str) -> str:
    """ "square metre" of "square metres"."""
    first, _, rest = unit.partition(" ")
    if first in ("square", "cubic"):
        return f"{first} {rest.removesuffix('s')}"
    return f"{_ONE_OF.get(first, first.removesuffix('s'))} {rest}".strip()


def _counted(written: str) -> str:
    """Of a number before a unit: never a year."""
    return decimal(written)


def _plain(match: re.Match[str]) -> str:
    written = match[0]
    if len(written) == 4 and written.isdecimal() and (1100 <= int(written) <= 1999 or 2000 <= int(written) <= 2099):
        return year(int(written))
    return decimal(written)


def _ranged(match: re.Match[str]) -> str:
    first, last, between = match["first"], match["last"], match["between"] or ""
    if len(first) == 4 and len(last) == 2 and "." not in last:  # 1914–18
        last = first[:2] + last
    return f"{between}{first} {'and' if between else 'to'} {last}{match['percent'] or ''}"


def _phone(match: re.Match[str]) -> str:
    """Its digits; what may be a range of round numbers is left."""
    groups = re.findall(r"\d+", match[0])
    if len(groups) == 2 and all(group.endswith("0") for group in groups):
        return match[0]
    return ", ".join(digits(group) for group in groups)


def _power(match: re.Match[str]) -> str:
    exponent = match[1].translate(_RAISED).replace("−", "-")
    sign = "minus " if exponent.startswith("-") else ""
    return f" to the power of {sign}{cardinal(int(exponent.lstrip('-') or '0'))}"


def _lasted(match: re.Match[str]) -> str:
    counted = zip(match.groups(), ("hour", "minute", "second"), strict=True)
    return " ".join(f"{cardinal(int(count))} {unit}{'' if int(count) == 1 else 's'}" for count, unit in counted)


_HALVES = {"2": "half", "3": "third", "4": "quarter", "5": "fifth", "8": "eighth", "10": "tenth"}


def _fraction(match: re.Match[str]) -> str:
    above, below = match[1], match[2]
    if below in _HALVES and int(above) < int(below):
        part = _HALVES[below]
        many = "halves" if part == "half" else f"{part}s"
        return f"{cardinal(int(above))} {part if above == '1' else many}"
    return f"{cardinal(int(above))} over {cardinal(int(below))}"


_RULES: tuple[_Rule, ...] = (
    (re.compile(r"[\u00a0\u2007\u2009\u202f]"), " "),
    (re.compile(r"[²³](?=\d)"), " "),
    (re.compile("[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]"), lambda match: str(int(match[0]))),
    (re.compile(r"(?<=[\w)])\^\(?([−-]?\d{1,9})\)?"), _power),
    (re.compile(r"(?<=\d)([⁻⁰¹⁴-⁹][⁰¹²³⁴-⁹]*|[²³][⁰¹²³⁴-⁹]+)"), _power),
    (re.compile(r"\b([A-Z][a-z]+|\d+(?:st|nd|rd|th)) St\.(?!\w)(?!\s+(?!(?:The|It|He|She|They|We|In|On|But|And|This|There)\b)[A-Z])"),
     _street),
    (re.compile(rf"(?<![\w.])({_any(_WORDS)})(?!\w)"), _abbreviation),
    (re.compile(r"\b[Nn]os?\. ?(?=\d)|#(?=\d)"), "number "),
    (re.compile(r"\bpp?\. ?(?=\d)"), "page "),
    (re.compile(rf"\b(War|Part|Chapter|Volume|Phase|Act|Book|Title|Type|Section) ({_any(_ROMAN)})\b"),
     lambda match: f"{match[1]} {cardinal(_ROMAN[match[2]])}"),
    (re.compile(rf"\b({_RULERS}) ((?:[XVI]{{2,}}|V|X)\b|I\b(?=,|\.|;|\)|['’]s|$| of\b| was\b| had\b| died\b))"),
     lambda match: f"{match[1]} the {ordinal(_REIGNS[match[2]])}" if match[2] in _REIGNS else match[0]),
    (re.compile(r"(?<![\w+(-])(?:\+?\d{1,3}[ -])?(?:\(\d{3}\) ?|\d{3}[ -])?\d{3}-\d{4}(?![\d-])"), _phone),
    (re.compile(r"\b(1\d{3}|20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b"), _iso_date),
    (re.compile(rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?(?!\d|[.,]\d)"), _date),
    (re.compile(rf"(?<![\d.,])\b(?:the )?{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?(?![\w])"), _date),
    (re.compile(r"(?<![\d:.])(\d{1,3}):([0-5]\d):([0-5]\d)(?![\d:])"), _lasted),
    (re.compile(r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])"), _time),
    (re.compile(r"(?<=\d):(?=\d)"), " to "),
    (re.compile(r"\b(?:US|AU|CA|NZ)(?=\$)"), ""),
    (re.compile(rf"(?P<coin>[$£€¥₹]) ?(?P<number>{_NUMBER})(?:[ -]?(?P<scale>(?ai:{_any(_SCALE)}))\b)?"), _money),
    (re.compile(r"(?P<between>\b[Bb]etween )?(?<![\w.,])(?P<first>\d[\d,]*(?:\.\d+)?)\s?[–—-]\s?"
                r"(?P<last>\d[\d,]*(?:\.\d+)?)(?P<percent>%)?(?![\w]|[.–-]\d)"), _ranged),
    (re.compile(r"(?<![\w.])(1[1-9]\d0|20\d0)s\b"), lambda match: decade(int(match[1]))),
    (re.compile(r"['’]([2-9]0)s\b"), lambda match: decade(1900 + int(match[1])).removeprefix("nineteen ")),
    (re.compile(r"\b(the|his|her|their|its|my|our|your|early|late|mid)([ -])([2-9]0)s\b"),
     lambda match: match[1] + match[2] + decade(1900 + int(match[3])).removeprefix("nineteen ")),
    (re.compile(r"(?<![\w.,])(\d)K\b"), lambda match: f"{cardinal(int(match[1]))} K"),  # 4K video
    (re.compile(r"(?<![\w.,])(\d{2,3})K\b"), lambda match: f"{cardinal(int(match[1]))} thousand"),
    (re.compile(r"\b(\d{1,9})(?:st|nd|rd|th)\b"), lambda match: ordinal(int(match[1]))),
    (re.compile(rf"{_BEGIN}[−-](?=\d)"), "minus "),
    (re.compile(rf"(?P<number>{_NUMBER}) ?%"), lambda match: f"{decimal(match['number'])} percent"),
    (re.compile(rf"{_BEGIN}(?P<number>{_NUMBER})(?: |-)?(?P<unit>{_any(_UNITS)})(?:/(?P<per>{_any(_UNITS)}))?(?![\w²³/])"), _with_unit),
    (re.compile(rf"{_BEGIN}(?P<number>{_NUMBER}) ?(?P<scale>bn|mn|tn|k|M|B)(?!\w)"),
     lambda match: f"{decimal(match['number'])} {_SCALE[match['scale'].lower()]}"),
    (re.compile(r"(?<![\w./])(\d{1,3})/(\d{1,3})(?![\w/])"), _fraction),
    (re.compile(r"(?<![\w.,])\d+(?:\.\d+){2,5}(?![\w])"), lambda match: decimal(match[0])),
    (re.compile(rf"{_BEGIN}(?:{_NUMBER}){_END}"), _plain),
    (re.compile(r"(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])"), " "),  # B2B, MP3
    (re.compile(r"[\d]{1,4}(?!\d)(?<!\d{5})"), lambda match: cardinal(int(match[0]))),
    (re.compile(r"\d+"), lambda match: digits(match[0])),
    (re.compile("[" + re.escape("".join(_SYMBOLS)) + "]"), lambda match: _SYMBOLS[match[0]]),
)  # fmt: skip
