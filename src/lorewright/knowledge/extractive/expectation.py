"""Whether a sentence or a row holds the kind of answer that a question expects."""

import re
from collections.abc import Set

from lorewright.knowledge.extractive.question import DENIAL, YEAR, Expects, Question, marked_words, terms_of
from lorewright.knowledge.extractive.subject import CALENDAR
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.words import listed

_TIME = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)\b|\b\d+ (?:BCE?|AD|CE)\b|\b(?:\w+day|January|February|March|April|June|July|August"
    r"|September|October|November|December)\b|\b(?:1\d|20)\d\d\b|\b\d{1,2}:\d\d\b"
    r"|[\d一二三四五六七八九十] ?[年月日년월일]|\b\d{1,2}[. ]+[^\W\d_]{3,9}\b|\b[^\W\d_]{3,9} \d{1,2}\b"
)
"""Of the months not May, which alone is a verb."""
_PURPOSES = (
    "allow|avoid|become|build|create|cut|enable|end|ensure|escape|find|free|get|give|help|honou?r|improve|increase|join|keep|let"
    "|lower|maintain|make|meet|pay|prevent|promote|protect|provide|raise|reach|reduce|relieve|replace|save|secure|serve|show|spare|stop"
    "|support|take"
)
"""What one does something for; of any verb "to" says too little: "used to stand", "returned to work"."""
_REASON = re.compile(
    r"\b(?:because|due to|owing to|as a (?:result|consequence)|results? (?:of|from)|result(?:ed|ing) (?:from|in)"
    r"|reflect(?:s|ed|ing)|caus(?:e|es|ed|ing)|since|driven by|attribut\w+|led to|leads to|thanks to|reasons?|so that"
    r"|in order to|therefore|thus|hence|consequently|so as to|on account of|by virtue of|in response to|on (?:the )?grounds"
    r"|(?:prompted|forced|brought about|triggered|explained|motivated|offset|impacted|affected|hit|helped|hurt|supported) by"
    r"|stem(?:s|med)? from|arose from|for fear|in view of|given that"
    rf"|to (?:{_PURPOSES})"
    r"|weil|denn|wegen|aufgrund|damit|deshalb|um|parce que|(?<=, )(?:car|so)|afin de|porque|debido|perché|a causa"
    r"|omdat|doordat|потому|из-за)\b|因为|由于|因此|ため|から|ので",
    re.IGNORECASE,
)


def fits(text: str, own: Set[str], around: Set[str], asked: Question, words: Words) -> float:
    """From 0 to 1, how much a sentence is of the kind that is expected, by what it holds beyond the question.

    `own`: its terms; `around`: those of its headings and passage.
    """
    if asked.expects is Expects.ANYTHING:
        return 0.0
    if asked.expects is Expects.DEFINITION:
        return _defines(text, asked, words)
    if _denies(text, asked, words) or (asked.quantity is None and not asked.predicate <= own):
        return 0.0
    if asked.quantity is not None:
        return _quantified(text, own, around, asked, words)
    if asked.expects is Expects.REASON:
        return float(bool(_REASON.search(text)))  # even in the question's words: "caused by" answers what caused it
    if asked.expects in (Expects.PERSON, Expects.PLACE):
        return _names(text, asked, words)
    if asked.expects is Expects.TIME:
        found = [match[0] for match in _TIME.finditer(text)]
    else:
        says_which = asked.measure <= own and asked.beside in text
        found = [figure for _, figure in _figures(text, True)] if says_which else []
    return float(any(_is_new(piece, asked, words) for piece in found))


def could_be(text: str, own: Set[str], asked: Question, words: Words) -> bool:
    """Whether a sentence, whatever its words are, could be of the kind that is expected: it holds what such an answer is made of, a time, a figure or
    a name that the question lacks, and does not tell, in the question's words, of something else. `own`: its terms."""
    if _denies(text, asked, words) or _tells_another_deed(own, asked) or _tells_another_figure(text, own, asked, words):
        return False
    match asked.expects:
        case Expects.TIME:
            return any(_is_new(match[0], asked, words) for match in _TIME.finditer(text))
        case Expects.FIGURE:
            return any(_is_new(figure, asked, words) for _, figure in _figures(text, asked.in_percent))
        case Expects.PERSON | Expects.PLACE:
            return _names(text, asked, words) > 0
        case _:
            return True


_DEEDS = frozenset(
    listed(
        "bomb born build burn buy capsiz close collaps demolish destroy design die divorc flood launch lose marri open rebuild repair restor sell sink win"
    )
)
"""Terms of what happens to one thing at several times, or is done by several; of other verbs too many tell the same."""


def _tells_another_deed(own: Set[str], asked: Question) -> bool:
    """As when it was built, where the question asks when it was sold."""
    return bool(asked.predicate & _DEEDS) and asked.predicate.isdisjoint(own) and not own.isdisjoint(_DEEDS)


def _tells_another_figure(text: str, own: Set[str], asked: Question, words: Words) -> bool:
    """As the gross margin, where the question asks for the net one; or that what is to be counted is old."""
    if not asked.quantity or asked.quantity.isdisjoint(own):
        return False
    return not asked.measure <= own or (asked.counted and not _counts(text, asked.quantity, words))


def _is_new(piece: str, asked: Question, words: Words) -> bool:
    """Whether the question holds nothing of it."""
    return asked.terms.keys().isdisjoint(terms_of(piece, words))


_FULL_NAME = re.compile(r"\b[A-ZÀ-ÞА-Я][\w'’-]+ (?:[A-Z]\. )?[A-ZÀ-ÞА-Я][\w'’-]+")


def _names(text: str, asked: Question, words: Words) -> float:
    """1 where it names somebody or a place that the question does not; 0.5 of a person without a full name, or in doubt."""
    if text.lower() == text.upper() or text.islower():
        return 0.5  # without capitals no name can be told from other words
    names = (word for word in marked_words(text) if terms_of(word, words) and not CALENDAR.match(word))
    if not any(_is_new(name, asked, words) for name in names):
        return 0.0
    if asked.expects is Expects.PLACE or any(_is_new(name[0], asked, words) for name in _FULL_NAME.finditer(text)):
        return 1.0
    return 0.5


# -- Definitions ------------------------------------------------------------------------------------------------------

_DEFINING = re.compile(
    r"^(?P<subject>(?:\S+ ){1,9}?\(?)(?:is|are|was|were|means|stands for|refers to|denotes|describes|comprises|consists of"
    r"|ist|sind|war|bezeichnet|est|sont|était|es|son|era|è|sono|é|são|foi|zijn|—|–)\b"
    r"(?P<class> (?:an?|the|one|any|defined|ein|eine|der|die|das|une?|le|la|una?|el|um|uma|il)\b)?"
    r"|^(?P<topic>.{1,20})(?:是|とは|は)",
    re.IGNORECASE,
)
"""X is a ...; in scripts without spaces all that stands before the mark of the topic."""
_APPOSED = re.compile(r",? (?:formerly|former)\b|, (?:an?|one of|eine?|une?) ", re.IGNORECASE)
"""X, a former ...: what follows says what X is."""
_OF_ANOTHER = re.compile(r"\b(?:of|for|with|on|in|to|from|by|than|about|that|and)\b", re.IGNORECASE)
"""After it stands another thing: "the price of X is a ..." defines no X."""
_NAMING = re.compile(
    r"\b(?:called|known as|defined as|termed|abbreviated|short for|stands for|denotes)\b", re.IGNORECASE
)


def _defines(text: str, asked: Question, words: Words) -> float:
    """How well a sentence says what something is: 1 where it is "X is a ...", 0 where X is not what it speaks of."""
    wanted = asked.terms.keys()
    if match := _DEFINING.match(text):
        subject = match["subject"] or match["topic"]
        head = _OF_ANOTHER.split(subject, maxsplit=1)[0]
        if wanted <= set(terms_of(head, words)) or wanted == set(terms_of(subject, words)):
            return 1.0 if match["class"] or match["topic"] else 0.6
    if _NAMING.search(text) and wanted <= set(terms_of(text, words)):
        return 0.6
    if any(
        wanted <= set(terms_of(_words_before(text, at.start(), len(wanted)), words)) for at in _APPOSED.finditer(text)
    ):
        return 0.6
    return 0.0


def _words_before(text: str, end: int, count: int) -> str:
    """So many words, and two that may belong to a name: an initial, "Inc."."""
    return " ".join(text[:end].split()[-count - 2 :])


# -- Denials ----------------------------------------------------------------------------------------------------------

_CLAUSES = re.compile(
    r"[.;:，；。、] ?|, |\b(?:but|though|although|while|because|since|so that|who|which|that)\b", re.IGNORECASE
)


def _denies(text: str, asked: Question, words: Words) -> bool:
    """Whether the clause that speaks most of what is asked says that it is not so, and the question does not ask for that."""
    if asked.denied or not DENIAL.search(text):
        return False
    clauses = _CLAUSES.split(text)
    shared = [len(asked.terms.keys() & set(terms_of(clause, words))) for clause in clauses]
    return bool(DENIAL.search(clauses[shared.index(max(shared))].strip()))


# -- Figures ----------------------------------------------------------------------------------------------------------


def _quantified(text: str, own: Set[str], around: Set[str], asked: Question, words: Words) -> float:
    """1 where it holds a figure in digits and what it is asked of, less where in words; 0 where it holds none.

    A sentence that names years must name one that is asked for; where it names none, its passage must.
    """
    if (asked.quantity and not asked.quantity & own) or not asked.measure <= own:
        return 0.0
    if asked.years and not asked.years & own and (YEAR.search(text) or not asked.years & around):
        return 0.0
    if asked.counted and asked.quantity and not _counts(text, asked.quantity, words):
        return 0.0
    figures = {figure.replace(",", "").lower() for _, figure in _figures(text, asked.in_percent)} - asked.terms.keys()
    if not any(figure[0].isdigit() for figure in figures):
        return 0.5 * bool(figures)
    return 0.5 if asked.quantity and not asked.counted and _is_of_a_kind(text, asked, words) else 1.0


_ELSEWHERE = re.compile(r"\b(?:on|in|with|at|for|to|by|from|that|which|who|and)\b|[,;] |\. ")
"""What follows is of something else."""
_REACH = 6
"""Words between a figure and what it counts."""
_BEFORE_ITS_FIGURE = re.compile(r"(\w+) of (?:about |some |nearly |over |almost )?(?=\d)")
"""As in "a crew of 35"."""


def _counts(text: str, noun: Set[str], words: Words) -> bool:
    """Whether a figure stands close before what is counted, or in its row."""
    if " | " in text:
        return True
    if any(noun & set(terms_of(before[1], words)) for before in _BEFORE_ITS_FIGURE.finditer(text)):
        return True
    return any(
        noun & set(terms_of(" ".join(_ELSEWHERE.split(rest, maxsplit=1)[0].split()[:_REACH]), words))
        for rest, _ in _figures(text, False)
    )


_BEFORE = re.compile(r"(?:([^\W\d_][\w-]*) )?([^\W\d_][\w-]*)")


def _is_of_a_kind(text: str, asked: Question, words: Words) -> bool:
    """Whether the measure always has a word before it that the question has not: "deferred revenue" where revenue is asked for."""
    found = False
    for match in _BEFORE.finditer(text):
        before, noun = match.groups()
        if not asked.quantity or not asked.quantity & set(terms_of(noun, words)):
            continue
        found = True
        kind = set(terms_of(before or "", words))
        if not kind or kind <= asked.terms.keys():
            return False
    return found


_NUMERALS = r"""
two three four five six seven eight nine ten eleven twelve (?:thir|four|fif|six|seven|eigh|nine)teen
(?:twen|thir|for|fif|six|seven|eigh|nine)ty dozens? hundreds? thousands? millions? half twice double
zwei drei vier fünf sechs sieben acht neun elf zwölf \w*(?:zig|zehn|dreißig) \w*hundert \w*tausend halb Dutzend
deux trois quatre cinq huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cents? mille moitié douzaine
tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cuarenta cincuenta sesenta cien ciento mil mitad docena
tre quattro cinque sette otto nove dieci dodici venti trenta quaranta cinquanta cento metà dozzina
dois duas três quatro sete oito dez doze vinte trinta quarenta cinquenta cem metade dúzia
twee drie zes zeven negen tien twaalf twintig dertig veertig vijftig honderd duizend helft
два две три четыре пять шесть семь восемь девять десять сорок сто тысяч[аи]? половин[ау]"""
_FIGURE = re.compile(
    r"\d+(?:[.,]\d+)*"
    # In ideographs from ten on; below ten only before what is counted, and never what is the first, the second, ...
    r"|(?<![第统統唯十百千万])(?:[一二三四五六七八九两兩〇零十百千万萬亿億]*[十百千万萬亿億][一二三四五六七八九两兩〇零十百千万萬亿億]*"
    r"|[二三四五六七八九两兩](?=[人个個名米公千吨元円台本冊匹階回倍度歳岁天座条年]))"
    rf"|\b(?:{'|'.join(_NUMERALS.split())})\b",
    re.IGNORECASE,
)
_NO_QUANTITY = re.compile(
    # Years, times and days.
    r"(?<![\d.,])(?:1[5-9]|20)\d\d(?=年)|(?<![\d.,])(?:19|20)\d\d(?!\d|[.,]\d)|\b\d{1,2}:\d\d\b"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? \d{1,2}\b"
    # The numbers of notes and things. A digit glued to letters is a name.
    r"|\b(?:Item|Note|Table|Figure|Fig|Exhibit|Section|Form|Part|Chapter|Article|Page|Step|No)\.? \d[\d.]*"
    r"|\(\d\)|\[[\d, ]+\]|(?<=[A-Za-z-])\d[\d.]*|\d+-?[A-Z]\b",
)
"""Figures that count and measure nothing."""


def _figures(text: str, in_percent: bool) -> list[tuple[str, str]]:
    """Figures that measure something, each with the text after it; percentages only where `in_percent`."""
    plain = _NO_QUANTITY.sub(" ", text)
    return [
        (plain[figure.end() :], figure[0])
        for figure in _FIGURE.finditer(plain)
        if in_percent or not (plain.startswith(("%", " %", " percent", " per cent"), figure.end()))
    ]
