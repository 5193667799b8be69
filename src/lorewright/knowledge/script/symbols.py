"""Units, abbreviations and symbols as words, in the languages other than English that hosts speak.

Plain numbers keep their digits: which form of a number is said depends on the words around it, and every synthesiser
knows how its language reads them.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

_NUMBER = r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?"


class _Words(NamedTuple):
    units: Mapping[str, str]
    """Of one and of several, a bar between them where they differ."""
    coins: Mapping[str, str]
    per: str
    abbreviations: Mapping[str, str]
    symbols: Mapping[str, str]
    to: str
    minus: str
    power: str
    """Before an exponent."""
    scales: str
    """Words between a number and its coin, as a pattern."""


def _units(listed: str) -> dict[str, str]:
    return dict(line.strip().split(" ", 1) for line in listed.strip().splitlines())


_LIKE_SYMBOLS = {"/": " ", "\\": " ", "|": ", ", "…": ", "}
_GERMAN = _Words(
    units=_units("""
        km Kilometer\nm Meter\ncm Zentimeter\nmm Millimeter\nµm Mikrometer\nμm Mikrometer\nnm Nanometer
        km² Quadratkilometer\nm² Quadratmeter\ncm² Quadratzentimeter\nkm³ Kubikkilometer\nm³ Kubikmeter\ncm³ Kubikzentimeter
        ha Hektar\nkg Kilogramm\ng Gramm\nmg Milligramm\nµg Mikrogramm\nt Tonne|Tonnen\nl Liter\nL Liter\nml Milliliter
        s Sekunde|Sekunden\nms Millisekunde|Millisekunden\nmin Minute|Minuten\nh Stunde|Stunden\ns² Quadratsekunde
        W Watt\nkW Kilowatt\nMW Megawatt\nGW Gigawatt\nkWh Kilowattstunde|Kilowattstunden\nMWh Megawattstunde|Megawattstunden
        V Volt\nA Ampere\nHz Hertz\nkHz Kilohertz\nMHz Megahertz\nGHz Gigahertz\nPa Pascal\nhPa Hektopascal\nN Newton\nJ Joule\nkJ Kilojoule
        kB Kilobyte\nMB Megabyte\nGB Gigabyte\nTB Terabyte\ndB Dezibel\n°C Grad Celsius\n°F Grad Fahrenheit\n° Grad\nK Kelvin
    """),
    coins={"€": "Euro", "$": "Dollar", "£": "Pfund", "¥": "Yen", "₹": "Rupien"},
    per="pro",
    abbreviations={
        "z. B.": "zum Beispiel", "d. h.": "das heißt", "u. a.": "unter anderem", "v. Chr.": "vor Christus",
        "n. Chr.": "nach Christus", "i. d. R.": "in der Regel", "o. ä.": "oder ähnliches", "u. ä.": "und ähnliches",
        "s. o.": "siehe oben", "s. u.": "siehe unten", "ca.": "zirka", "usw.": "und so weiter", "etc.": "et cetera",
        "bzw.": "beziehungsweise", "bspw.": "beispielsweise", "vgl.": "vergleiche", "sog.": "sogenannt", "ggf.": "gegebenenfalls",
        "evtl.": "eventuell", "inkl.": "inklusive", "max.": "maximal", "mind.": "mindestens", "Nr.": "Nummer", "Dr.": "Doktor",
        "Prof.": "Professor", "St.": "Sankt", "Jh.": "Jahrhundert", "Mio.": "Millionen", "Mrd.": "Milliarden", "Abb.": "Abbildung",
        "Bd.": "Band", "Hr.": "Herr", "Fr.": "Frau", "geb.": "geboren", "gest.": "gestorben",
    },
    symbols={
        "&": " und ", "+": " plus ", "=": " gleich ", "×": " mal ", "÷": " geteilt durch ", "→": " nach ", "≈": " etwa ", "~": " etwa ",
        "≤": " höchstens ", "≥": " mindestens ", "<": " kleiner als ", ">": " größer als ", "±": " plus minus ", "§": " Paragraf ",
        "%": " Prozent ", "‰": " Promille ", "°": " Grad ", "@": " at ", "²": " hoch zwei ", "³": " hoch drei ", "½": " ein halb ",
        "¼": " ein Viertel ", "¾": " drei Viertel ", "µ": " Mikro ", "μ": " Mikro ",
    },
    to="bis",
    minus="minus",
    power="hoch",
    scales=r"(?:Mio\.|Mrd\.|Tausend|Millionen?|Milliarden?)",
)  # fmt: skip
_FRENCH = _Words(
    units=_units("""
        km kilomètre|kilomètres\nm mètre|mètres\ncm centimètre|centimètres\nmm millimètre|millimètres\nµm micromètre|micromètres\nμm micromètre|micromètres
        nm nanomètre|nanomètres\nkm² kilomètre carré|kilomètres carrés\nm² mètre carré|mètres carrés\ncm² centimètre carré|centimètres carrés
        km³ kilomètre cube|kilomètres cubes\nm³ mètre cube|mètres cubes\ncm³ centimètre cube|centimètres cubes\nha hectare|hectares
        kg kilogramme|kilogrammes\ng gramme|grammes\nmg milligramme|milligrammes\nµg microgramme|microgrammes\nt tonne|tonnes
        l litre|litres\nL litre|litres\nml millilitre|millilitres\ns seconde|secondes\nms milliseconde|millisecondes\nmin minute|minutes
        h heure|heures\ns² seconde carrée|secondes carrées\nW watt|watts\nkW kilowatt|kilowatts\nMW mégawatt|mégawatts\nGW gigawatt|gigawatts
        kWh kilowattheure|kilowattheures\nMWh mégawattheure|mégawattheures\nV volt|volts\nA ampère|ampères\nHz hertz\nkHz kilohertz\nMHz mégahertz
        GHz gigahertz\nPa pascal|pascals\nhPa hectopascal|hectopascals\nN newton|newtons\nJ joule|joules\nkJ kilojoule|kilojoules
        ko kilooctet|kilooctets\nMo mégaoctet|mégaoctets\nGo gigaoctet|gigaoctets\nTo téraoctet|téraoctets\ndB décibel|décibels
        °C degré Celsius|degrés Celsius\n°F degré Fahrenheit|degrés Fahrenheit\n° degré|degrés\nK kelvin|kelvins
    """),
    coins={"€": "euro|euros", "$": "dollar|dollars", "£": "livre|livres", "¥": "yen|yens", "₹": "roupie|roupies"},
    per="par",
    abbreviations={
        "p. ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ",
        "etc.": "et cetera", "env.": "environ", "ca.": "environ", "cf.": "voir", "M.": "Monsieur", "MM.": "Messieurs", "Mme": "Madame",
        "Mlle": "Mademoiselle", "Dr": "docteur", "n°": "numéro", "N°": "numéro", "nº": "numéro", "vol.": "volume", "max.": "au maximum",
        "min.": "au minimum",
    },
    symbols={
        "&": " et ", "+": " plus ", "=": " égale ", "×": " fois ", "÷": " divisé par ", "→": " vers ", "≈": " environ ", "~": " environ ",
        "≤": " au plus ", "≥": " au moins ", "<": " inférieur à ", ">": " supérieur à ", "±": " plus ou moins ", "§": " paragraphe ",
        "%": " pour cent ", "‰": " pour mille ", "°": " degrés ", "@": " arobase ", "²": " au carré ", "³": " au cube ", "½": " un demi ",
        "¼": " un quart ", "¾": " trois quarts ", "µ": " micro ", "μ": " micro ",
    },
    to="à",
    minus="moins",
    power="puissance",
    scales=r"(?:mille|millions?|milliards?)(?: de)?",
)  # fmt: skip
_SPANISH = _Words(
    units=_units("""
        km kilómetro|kilómetros\nm metro|metros\ncm centímetro|centímetros\nmm milímetro|milímetros\nµm micrómetro|micrómetros\nμm micrómetro|micrómetros
        nm nanómetro|nanómetros\nkm² kilómetro cuadrado|kilómetros cuadrados\nm² metro cuadrado|metros cuadrados\ncm² centímetro cuadrado|centímetros cuadrados
        km³ kilómetro cúbico|kilómetros cúbicos\nm³ metro cúbico|metros cúbicos\ncm³ centímetro cúbico|centímetros cúbicos\nha hectárea|hectáreas
        kg kilogramo|kilogramos\ng gramo|gramos\nmg miligramo|miligramos\nµg microgramo|microgramos\nt tonelada|toneladas
        l litro|litros\nL litro|litros\nml mililitro|mililitros\ns segundo|segundos\nms milisegundo|milisegundos\nmin minuto|minutos
        h hora|horas\ns² segundo al cuadrado|segundos al cuadrado\nW vatio|vatios\nkW kilovatio|kilovatios\nMW megavatio|megavatios\nGW gigavatio|gigavatios
        kWh kilovatio hora|kilovatios hora\nMWh megavatio hora|megavatios hora\nV voltio|voltios\nA amperio|amperios\nHz hercio|hercios
        kHz kilohercio|kilohercios\nMHz megahercio|megahercios\nGHz gigahercio|gigahercios\nPa pascal|pascales\nhPa hectopascal|hectopascales
        N newton|newtons\nJ julio|julios\nkJ kilojulio|kilojulios\nkB kilobyte|kilobytes\nMB megabyte|megabytes\nGB gigabyte|gigabytes
        TB terabyte|terabytes\ndB decibelio|decibelios\n°C grado Celsius|grados Celsius\n°F grado Fahrenheit|grados Fahrenheit\n° grado|grados\nK kelvin|kelvins
    """),
    coins={"€": "euro|euros", "$": "dólar|dólares", "£": "libra|libras", "¥": "yen|yenes", "₹": "rupia|rupias"},
    per="por",
    abbreviations={
        "p. ej.": "por ejemplo", "a. C.": "antes de Cristo", "d. C.": "después de Cristo", "EE. UU.": "Estados Unidos",
        "etc.": "etcétera", "aprox.": "aproximadamente", "ca.": "cerca de", "cf.": "véase", "Sr.": "señor", "Sra.": "señora",
        "Dr.": "doctor", "Dra.": "doctora", "Prof.": "profesor", "Ud.": "usted", "Uds.": "ustedes", "núm.": "número", "nº": "número",
        "n.º": "número", "pág.": "página", "vol.": "volumen", "máx.": "máximo", "mín.": "mínimo",
    },
    symbols={
        "&": " y ", "+": " más ", "=": " igual a ", "×": " por ", "÷": " dividido por ", "→": " a ", "≈": " unos ", "~": " unos ",
        "≤": " como máximo ", "≥": " como mínimo ", "<": " menor que ", ">": " mayor que ", "±": " más o menos ", "§": " párrafo ",
        "%": " por ciento ", "‰": " por mil ", "°": " grados ", "@": " arroba ", "²": " al cuadrado ", "³": " al cubo ", "½": " medio ",
        "¼": " un cuarto ", "¾": " tres cuartos ", "µ": " micro ", "μ": " micro ",
    },
    to="a",
    minus="menos",
    power="elevado a",
    scales=r"(?:mil|millón|millones|mil millones)(?: de)?",
)  # fmt: skip

_Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]


def in_words(text: str, language: str) -> str:
    """`language`: ISO 639-1; of one that is not known here the text as it is."""
    for pattern, said in _RULES.get(language, ()):
        text = pattern.sub(said, text)
    return text


def _counted(number: str, word: str) -> str:
    one, _, several = word.partition("|")
    return f"{number} {one if number == '1' or not several else several}"


def _with_unit(words: _Words, match: re.Match[str]) -> str:
    said = _counted(match["number"], words.units[match["unit"]])
    per = match["per"]
    return f"{said} {words.per} {words.units[per].partition('|')[0]}" if per else said


def _amount(words: _Words, match: re.Match[str]) -> str:
    number, scale = match["number"], (match["scale"] or "").strip()
    said = _counted("2" if scale else number, words.coins[match["coin"]]).split(" ", 1)[1]
    return f"{number} {scale} {said}" if scale else f"{number} {said}"


def _abbreviation(spelt: Mapping[str, str], match: re.Match[str]) -> str:
    """Its stop is that of the sentence too where nothing comes after it, or what begins another."""
    written = re.sub(r"\.(?=\w)", ". ", re.sub(r"[\u00a0\u202f ]+", " ", match[0]))
    said = spelt.get(written) or spelt[match[0]]
    rest = match.string[match.end() :]
    closes = not rest.strip() or (written in ("etc.", "usw.") and re.match(r"\s+[A-ZÄÖÜÀ-Þ¿¡]", rest))
    return f"{said}." if closes and written.endswith(".") else said


def _rules(words: _Words) -> tuple[_Rule, ...]:
    spelt = dict(words.abbreviations)
    alternatives = "|".join(
        re.escape(one).replace(r"\ ", r"[\u00a0\u202f ]?") for one in sorted(spelt, key=len, reverse=True)
    )
    units, coins = (
        "|".join(map(re.escape, sorted(known, key=len, reverse=True))) for known in (words.units, words.coins)
    )
    amount = partial(_amount, words)
    scale = rf"(?P<scale>[\u00a0\u202f ]{words.scales})?"
    return (
        (re.compile(rf"(?P<coin>[{coins.replace('|', '')}]) ?(?P<number>{_NUMBER}){scale}"), amount),
        (re.compile(rf"(?P<number>{_NUMBER}){scale}[\u00a0\u202f ]?(?P<coin>[{coins.replace('|', '')}])"), amount),
        (re.compile(rf"(?<![\w.])(?:{alternatives})(?!\w)"), partial(_abbreviation, _joined(spelt))),
        (re.compile(r"(?<=\d)[\u00a0\u202f ]?[–-][\u00a0\u202f ]?(?=\d)"), lambda _: f" {words.to} "),
        (re.compile(r"(?<![\w.,)])[−-](?=\d)"), lambda _: f"{words.minus} "),
        (re.compile(r"(?<=[\w)])\^\(?([−-]?\d+)\)?"), lambda match: f" {words.power} {match[1].replace('−', '-')}"),
        (
            re.compile(
                rf"(?<![\w.,])(?P<number>{_NUMBER})[\u00a0\u202f ]?(?P<unit>{units})(?:/(?P<per>{units}))?(?![\w²³/])"
            ),
            partial(_with_unit, words),
        ),
        (
            re.compile("[" + re.escape("".join({**words.symbols, **_LIKE_SYMBOLS, **words.coins})) + "]"),
            lambda match: (
                {**words.symbols, **_LIKE_SYMBOLS}.get(match[0]) or f" {words.coins[match[0]].rpartition('|')[2]} "
            ),
        ),
    )


def _joined(spelt: Mapping[str, str]) -> dict[str, str]:
    """However the parts of an abbreviation are set apart."""
    return {**{one.replace(" ", ""): said for one, said in spelt.items()}, **spelt}


_RULES = {language: _rules(words) for language, words in (("de", _GERMAN), ("fr", _FRENCH), ("es", _SPANISH))}
