"""What a question asks: its terms and their weight, the names and figures in it, and the kind of answer it expects."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from lorewright.knowledge.extractive.predicate import predicate
from lorewright.knowledge.extractive.words import Words
from lorewright.knowledge.sentences import sentences


class Expects(StrEnum):
    PERSON = "person"
    TIME = "time"
    PLACE = "place"
    FIGURE = "figure"
    REASON = "reason"
    DEFINITION = "definition"
    ANYTHING = "anything"


class Question(NamedTuple):
    terms: Mapping[str, float]
    """Term -> weight: names and figures weigh most, the noun that only says what kind of answer is wanted least."""
    specific: frozenset[str]
    """The terms of names and figures: an answer must speak of these."""
    about: frozenset[str]
    """The terms of what is asked about these: an answer must speak of some of it."""
    expects: Expects
    quantity: frozenset[str] | None = None
    """The terms of what is counted or measured, which may be none; None where no quantity is asked for."""
    measure: frozenset[str] = frozenset()
    """The term that says which: of "gross margin" that of "gross"; what lacks it measures something else."""
    counted: bool = False
    """It asks how many: the figure stands beside what is counted."""
    beside: str = ""
    """Of a script without spaces: what must stand in a sentence that answers: 高 where it asks how high, 人 how many people."""
    denied: bool = False
    """It asks for what is not so."""
    in_percent: bool = True
    """A percentage may answer."""
    predicate: frozenset[str] = frozenset()
    """The term of its main verb, where its form tells it: an answer that lacks it tells what else was done."""
    years: frozenset[str] = frozenset()
    has_parts: bool = False
    """It may ask of several things, or of one by way of another."""
    goes_on: bool = False
    """It asks on after its first clause: what answers need not name what it names."""
    full_names: tuple[str, ...] = ()
    """Its names of several words, as they are written."""
    beyond: frozenset[str] = frozenset()
    """The terms of what is asked about these; none where it has no such name."""


_NAME_WEIGHT, _KIND_WEIGHT = 2.0, 0.25
_PARTS = re.compile(
    r"[,;，、；]|\b(?:and|or|both|than|who|whose|which|where|that|und|oder|et|ou|dont|y|o|e)\b.*\w|[和与或と]|또는",
    re.IGNORECASE,
)
"""May join two questions, or hang one on another."""
_COUNTED = re.compile(r"^\W*(?:\w+ )?how many\b", re.IGNORECASE)
_FULL_NAME = re.compile(r"(?<=[^.!?] )[A-ZÀ-ÞА-Я][\w-]*(?: (?:(?:&|de|van|von) )?[A-ZÀ-ÞА-Я][\w-]*)+")
"""Not at the beginning, where any word has a capital."""


def understood(question: str, words: Words) -> Question:
    """What the question asks, in the terms of `words`. Of several sentences only those count that ask."""
    question = _asking(question)
    names = marked_words(question)
    specific = frozenset(terms_of(" ".join(names), words))
    kind_nouns = _kind_nouns(question, words)
    terms = {
        term: _NAME_WEIGHT if term in specific else _KIND_WEIGHT if term in kind_nouns else 1.0
        for term in terms_of(_ASKING.sub(" ", question), words)
        if len(term) > 1 or term.isascii()
    }
    specific &= terms.keys()
    full_names = tuple(match[0] for match in _FULL_NAME.finditer(question)) if names else ()
    first_word = question.partition(" ")[0]
    goes_on = bool(_PARTS.search(question, len(first_word)))
    return Question(
        terms=terms,
        specific=specific,
        about=frozenset(terms.keys() - specific - kind_nouns),
        expects=_expected(question),
        quantity=_quantity(question, words),
        measure=_measure(question, words) - specific,
        counted=bool(_COUNTED.match(question)),
        beside=_beside(question),
        denied=bool(DENIAL.search(question)),
        in_percent=_in_percent(question),
        predicate=frozenset() if goes_on else frozenset(terms_of(predicate(question), words)) & terms.keys() - specific,
        years=frozenset(YEAR.findall(question)),
        has_parts=bool(_PARTS.search(question)),
        goes_on=goes_on,
        full_names=full_names,
        beyond=frozenset(terms.keys() - set(terms_of(" ".join(full_names), words))) if full_names else frozenset(),
    )


def _asking(question: str) -> str:
    """Of several sentences the ones that ask: what stands around them says how to answer, not what is asked."""
    parts = [question[start:end] for start, end in sentences(question)]
    return " ".join([part for part in parts if part.endswith(("?", "？", "؟"))] or parts)


# -- Terms ------------------------------------------------------------------------------------------------------------

_JOINED = re.compile(r"[-‐‑–—/]")
_DIGIT = re.compile(r"\d")
_LETTER = "A-Za-z\u00c0-\u024f\u0370-\u052f"
_CODED = re.compile(
    r"\b(?:FY|Q[1-4]|H[12])? ?((?:19|20)\d\d)\b"
    rf"|(?<![{_LETTER}\d])(?:[{_LETTER}]+\d|\d+(?=[{_LETTER}]))[{_LETTER}\d]*|\d+(?:[.,]\d+)*"
)
"""A year, which may have its quarter or "FY" glued to it; a name such as "CHEK2"; a figure."""
_HANGUL = re.compile("[\uac00-\ud7af]+")
_OFFICES = re.compile(r"\bchief (executive|financial|operating|technology|information) officer\b", re.IGNORECASE)
_SAME = {
    form: base
    for base, forms in {
        "area": "squar", "aris": "aros arisen", "arriv": "arrival", "audit": "auditor", "beat": "defeat",
        "becom": "becam", "begin": "began begun start commenc", "bend": "bent", "bite": "bitten", "bleed": "bled",
        "blow": "blew blown", "born": "birth birthplac", "break": "broke broken", "breed": "bred", "bring": "brought",
        "build": "built construct", "burn": "burnt", "buy": "bought purchas acquir acquisit", "catch": "caught",
        "choos": "chose chosen", "cling": "clung", "close": "shut closur", "come": "came", "compani": "firm",
        "complet": "finish", "conduct": "conductor", "cost": "price", "creep": "crept", "deal": "dealt",
        "deep": "depth", "die": "death dead", "dig": "dug", "direct": "director", "discov": "discoveri",
        "draw": "drew drawn", "dream": "dreamt", "drink": "drank drunk", "drive": "drove driven driver",
        "eat": "ate eaten", "edit": "editor", "employe": "employ staff workforc work worker", "fall": "fell fallen",
        "feed": "fed", "feel": "felt", "fight": "fought", "film": "movi", "flee": "fled", "fli": "flew flown flight",
        "forbid": "forbad forbidden", "forget": "forgot forgotten", "found": "founder establish",
        "freez": "froze frozen", "get": "got gotten", "give": "gave given", "go": "went gone", "grow": "grew grown",
        "hang": "hung", "happen": "occur", "headquart": "base", "hear": "heard", "heavi": "weigh weight",
        "hide": "hid hidden", "high": "height tall", "hold": "held", "invent": "inventor", "invest": "investor",
        "keep": "kept", "kill": "murder", "know": "knew known", "launch": "introduc", "lead": "led leader",
        "learn": "learnt", "leav": "left depart departur", "lend": "lent", "live": "resid", "locat": "situat",
        "long": "length", "lose": "lost loss", "make": "made", "marri": "wife husband spous marriag", "mean": "meant",
        "measur": "measurement", "meet": "met", "open": "inaugur", "overtak": "overtook overtaken",
        "overthrow": "overthrew overthrown", "paint": "painter", "pay": "paid payment", "perform": "performer",
        "play": "player", "publish": "releas", "rebuild": "rebuilt", "ride": "rode ridden", "ring": "rang rung",
        "rise": "rose risen", "run": "ran", "say": "said", "see": "saw seen", "seek": "sought", "sell": "sold sale",
        "send": "sent", "shake": "shook shaken", "shine": "shone", "shoot": "shot", "show": "shown",
        "shrink": "shrank shrunk", "sing": "sang sung singer", "sink": "sank sunk", "sleep": "slept",
        "speak": "spoke spoken", "spend": "spent", "spring": "sprang sprung", "stand": "stood", "steal": "stole stolen",
        "strike": "struck stricken", "swear": "swore sworn", "sweep": "swept", "swim": "swam swum",
        "take": "took taken", "teach": "taught", "tear": "tore torn", "tell": "told", "think": "thought",
        "throw": "threw thrown", "undergo": "underw undergon", "understand": "understood",
        "undertak": "undertook undertaken", "wake": "woke woken", "wear": "wore worn", "weav": "wove woven",
        "wide": "width", "win": "won winner victori", "withdraw": "withdrew withdrawn",
        "write": "wrote written writer author",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""English stems that a question and its answer use for one another: the forms of irregular verbs, a deed and who does it,
two words for one thing."""


def terms_of(text: str, words: Words) -> list[str]:
    """Stems, figures, and words with digits whole: "FY2023" gives "2023", so that it meets "fiscal 2023"."""
    if "hief" in text:
        text = _OFFICES.sub(lambda match: f"C{match[1][0]}O", text)
    plain = text.replace("-", " ").replace("/", " ") if text.isascii() else _JOINED.sub(" ", text)
    coded: list[str] = []
    if _DIGIT.search(plain):  # looking for them and taking them out in one: the pattern tries every letter

        def taken(match: re.Match[str]) -> str:
            coded.append((match[1] or match[0]).replace(",", "").lower())
            return " "

        plain = _CODED.sub(taken, plain)
    terms = [_SAME.get(term, term) for term in words.terms(plain)]
    if not plain.isascii() and _HANGUL.search(plain):
        # Particles hang on the words: pairs of syllables meet where words do not.
        terms = [pair for term in terms for pair in _pairs(term)]
    return [*terms, *coded]


def _pairs(term: str) -> list[str]:
    if not _HANGUL.match(term) or len(term) < 3:
        return [term]
    return [term[i : i + 2] for i in range(len(term) - 1)]


_WORD = re.compile(r"\w[\w&'’]*")


def names_of(text: str, words: Words) -> set[str]:
    """The terms of all words that have a capital or a digit; of all words where a text has no capitals."""
    if text.islower():
        return set(terms_of(text, words))
    return set(terms_of(" ".join(word for word in dict.fromkeys(_WORD.findall(text)) if _is_marked(word)), words))


def marked_words(text: str) -> list[str]:
    """The words that have a capital or a digit, unless nearly all have: a headline tells nothing by them.

    The capital of the first word tells nothing either.
    """
    written = _WORD.findall(text)
    names = [word for i, word in enumerate(written) if _is_marked(word if i else word[1:])]
    return names if len(names) <= 0.6 * len(written) else []


def _is_marked(word: str) -> bool:
    """Whether it holds a capital or a digit."""
    return word != word.lower() or (not word.isalpha() and any(map(str.isdigit, word)))


# -- The kind of answer -----------------------------------------------------------------------------------------------

# In one table for all languages: a question word of one language is rarely a word of another at a question's beginning.
_BEGINNINGS = {
    Expects.TIME: "when wann quand cuándo quando wanneer когда",
    Expects.PERSON: "who whom whose wer wem wen wessen qui quién quiénes chi quem wie кто",
    Expects.PLACE: "where wo woher wohin où dónde dove onde waar где куда откуда",
    Expects.REASON: "why warum weshalb wieso pourquoi perché waarom почему зачем",
    Expects.FIGURE: "combien cuánto cuánta cuántos cuántas quanto quanta quanti quante quantos quantas hoeveel сколько",
}
_MEASURED = (
    r"(?P<measured>(?:(?!(?:of|in|for|at|on|by|to|from|between|and|cause|effect|reason)\b)[^\s?,;]+ ){0,6}(?:number|amount"
    r"|percentage|proportion|share|rate|price|cost|population|size|length|height|width|depth|weight|mass|area|volume|distance"
    r"|speed|temperature|total|ratio|margin|revenue|sales|income|profit|loss|earnings|ebitda?|expenses?|salary|wage|fee|budget"
    r"|dividend|turnover|cash flow|debt|assets|liabilities|capacity|age)s?)\b"
)
"""A noun that a figure answers, with the words before it, as far as they belong to it."""
_HOW_MUCH_OF = r"有?多(?P<extent>[高长長大深重远遠宽寬快])|(?:多少|何)(?P<unit>(?!で)[ァ-ヴー]+|[人个個名米克吨元円台本冊匹階回倍度歳岁天])"
"""Scripts without spaces: how high, how many metres. The character must stand beside the figure that answers."""
_PHRASES = {
    Expects.FIGURE: r"\bhow (?:many|much|long|old|tall|high|far|large|big|fast|often|deep|heavy|wide)\b"
    rf"|\bwhat (?:is|was|were|are|will be) {_MEASURED}|\bwhat (?:percentage|number|amount|share|proportion)\b"
    r"|\bwie ?(?:viele?|lange?|hoch|groß|alt|oft|weit)\b"
    rf"|多少|几[个年]|幾|いくつ|いくら|どのくらい|どれくらい|どれだけ|{_HOW_MUCH_OF}",
    Expects.TIME: r"\b(?:what|which) (?:year|date|day|month|century|decade|time)\b|\bwelchem jahr\b|\bquelle année\b"
    r"|\bqué año\b|什么时候|何时|哪年|哪一年|いつ|何年",
    Expects.PERSON: r"谁|誰|だれ|何者|\b(?:what|which) (?:person|man|woman|actor|author|president|king|queen)\b",
    Expects.PLACE: r"\b(?:what|which) (?:city|country|state|place|town|county|continent|region)\b|哪里|哪儿|在哪|どこ",
    Expects.REASON: r"\bwhat (?:caused?|causes|led to|drove|drives|is the reason)\b|\bhow come\b|\bpor qué\b|\bpor que\b"
    r"|为什么|为何|なぜ|どうして",
}
"""What may stand anywhere in a question."""
_BEGINNING = r"(?:^|[,;:] ?|\b(?:since|until|by|from|to|with|for) )"
_EXPECTED = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        *((kind, rf"{_BEGINNING}(?:{'|'.join(words.split())})\b") for kind, words in _BEGINNINGS.items()),
        *_PHRASES.items(),
    )
)
_DEFINITION = re.compile(
    # Of at most three words: "What is a hand mill?"
    r"(?:what|who) (?:is|are|was|were) (?:an? |the )?[^\W\d_][\w'’-]*(?: [\w'’-]+){0,2} ?\??$"
    r"|(?:what does .{2,40} mean|define|was (?:ist|sind)|wer (?:ist|war)|qu'est-ce qu|qu[eé] es|che cos|o que é|wat is)\b"
    r"|.{1,20}(?:是(?:什么|谁)\W*$|とは)",
    re.IGNORECASE,
)
_THE_MEASURE = re.compile(
    rf"what (?:was|were) the {_MEASURED}"
    rf"|what (?:is|are) the {_MEASURED.replace('?P<measured>', '?:')}(?:\W*$| (?:of|in|for|at) (?:the|this|our|my|(?-i:[A-Z]\w*))\b)"
    r"|what (?:is|are) the (?:price|cost|population|size|length|height|width|depth|weight|distance|temperature|salary|wage|fee) of\b",
    re.IGNORECASE,
)
"""Asks for the figure; "What is the rate of return?", without "the" more so, may ask what the measure is."""


def _expected(question: str) -> Expects:
    """The kind named first: "Who was king when ..." asks for a person."""
    if _DEFINITION.match(question) and not _THE_MEASURE.match(question):
        return Expects.DEFINITION
    found = [(match.start(), kind) for kind, pattern in _EXPECTED if (match := pattern.search(question))]
    return min(found)[1] if found else Expects.ANYTHING


_KIND_NOUN = re.compile(
    r"\b(?:what|which)(?: (?:kind|type|sort) of)? (year|date|day|month|century|decade|time|city|country|state|place|town|county"
    r"|continent|region|nationality|person|man|woman|people|name|kind|type|sort)\b|\bhow many (people|persons)\b"
    r"|\bhow (large|big)\b|\b(happen(?:s|ed)?|geschah|geschieht|passierte?|ocurrió)\b|\bhow much .*\b(cost)\b|\b(?:on|of|in) (?:the|this|my|that) (?:[A-Z][\w'’-]* ){0,2}(receipt|invoice|bill|order|table|document)\b",
    re.IGNORECASE,
)
"""Says only what kind of answer is wanted: the answer itself need not hold the word."""


def _kind_nouns(question: str, words: Words) -> set[str]:
    """The terms of the nouns that only say what kind of answer is wanted."""
    nouns = (noun for match in _KIND_NOUN.finditer(question) for noun in match.groups() if noun)
    return {term for noun in nouns for term in terms_of(noun, words)}


_ASKING = re.compile(
    r"\b(?:what|which|how|name|tell|describe|explain|list|was|wie|welche[mnrs]?|que|quel(?:le)?s?|qué|cuál(?:es)?|che|quale|qual|wat"
    r"|как(?:ой|ая|ое|ие|ую|им|ова?|ово|овы)"
    rf"|{'|'.join(' '.join(_BEGINNINGS.values()).split())})\b"
    # Chinese
    r"|请问|有?多(?=[高长長大深重远遠宽寬快])|是多少|多少|是什么|为什么|什么时候|什么|怎么样|怎么|如何|哪里|哪儿|哪些|哪个|哪年|哪一年|在哪|何时|几个"
    r"|[谁吗呢的了是有在被和与哪些]"
    # Japanese
    r"|どのくらい|どのように|どこ|どの|どれ|どう|いつ|いくつ|いくら|だれ|誰|なぜ|何年|何人|何|でしょうか|でしたか|ですか|ますか|ましたか|です|ました"
    r"|ます|した|とは|から|まで|[のがをにでともへか](?![ぁ-ん]{2})|は"
    # Korean, its particles too
    r"|얼마나|얼마|무엇|무슨|누구|언제|어디|어느|몇|입니까|인가요|인가|합니까|했습니까|습니까|니까"
    r"|(?<=[가-힣]{2})(?:은|는|이|가|을|를|의|에|에서|과|와)(?= )"
    # Thai
    r"|อะไร|ที่ไหน|เมื่อไร|เมื่อใด|ใคร|กี่|เท่าไร|เท่าไหร่|ทำไม|อย่างไร|คือ|เป็น|ของ|ใน|ที่|มี",
    re.IGNORECASE,
)
"""Words that ask; of scripts without spaces those too that tie words together: a pair of characters over them says nothing."""


# -- Quantities -------------------------------------------------------------------------------------------------------

_AUXILIARY = "do|does|did|is|are|was|has|have|had|will|would|can|could|should|may|might|must"
_QUANTITY = re.compile(
    rf"^\W*(?:\w+ )?(?:how (?:many|much)\b ?"
    rf"(?P<counted>(?:(?!(?:{_AUXILIARY}|of|in|by|to|from|with|were)\b)[\w'’-]+ ){{0,4}})(?P<then>(?:{_AUXILIARY})\b)?"
    rf"|what (?:is|was|were|are|will be) {_MEASURED}(?: of (?P<whole>(?:the )?[\w'’-]+))?)",
    re.IGNORECASE,
)
"""How many tickets did they sell; what was the net income of Ferry."""
_BARE = re.compile(r"\b(?:number|amount|percentage|proportion|share|total|level)s? ?$", re.IGNORECASE)
"""Says that a quantity is asked for, not of what."""


def _quantity(question: str, words: Words) -> frozenset[str] | None:
    """The terms of the noun that is counted or measured; none where it only says what kind of thing is."""
    match = _QUANTITY.match(question)
    if not match:
        return None
    if _KIND_NOUN.search(match[0]):
        return frozenset()
    if match["measured"]:
        of_another = match["whole"] and _BARE.search(match["measured"]) and not _KIND_NOUN.search(question)
        terms = terms_of(match["whole"] if of_another else _BARE.sub("", match["measured"]), words)
        return frozenset(terms[-1:])
    terms = terms_of(match["counted"] or "", words)
    return frozenset(terms[-1:] if match["then"] else terms)


_ANY_MEASURE = re.compile(
    r"(?:overall|total|whole|entire|full|combined|current|latest|exact|approximate|estimated|annual|yearly|reported|actual)$",
    re.IGNORECASE,
)
"""Words before a measure that seldom stand beside its figure."""
_HOW = re.compile(r"^\W*(?:\w+ )?how (deep|tall|high|wide|heavy)\b", re.IGNORECASE)


def _measure(question: str, words: Words) -> frozenset[str]:
    """The term that says which measure: of "gross margin" that of "gross", of "how deep" that of "deep"; none where none does."""
    if extent := _HOW.match(question):
        return frozenset(terms_of(extent[1], words))
    match = _QUANTITY.match(question)
    if not match or not match["measured"]:
        return frozenset()
    before = match["measured"].split()[-2:-1]
    if not before or before[0].endswith(("'s", "’s", "s'", "s’")) or _ANY_MEASURE.match(before[0]):
        return frozenset()
    return frozenset(terms_of(before[0], words))


_EXTENT = re.compile(_HOW_MUCH_OF)


def _beside(question: str) -> str:
    """See `Question.beside`."""
    extent = _EXTENT.search(question)
    return extent["extent"] or extent["unit"] if extent else ""


_ABSOLUTE = re.compile(
    rf"^\W*(?:\w+ )?(?:how (?:many|much (?:cash|money)|much .*\b(?:spen[dt]|cost|pay|paid|earn|invest))\b"
    rf"|what (?:is|was|were|are|will be) {_MEASURED})",
    re.IGNORECASE,
)
"""Asks for a count or a sum."""
_OF_A_WHOLE = re.compile(
    r"\b(?:margins?|rates?|percent\w*|shares?|proportions?|ratios?|growth|chang\w+|yield|increas\w+|decreas\w+|grow|grew|r[io]se|f[ae]ll"
    r"|efficiency|probability)\b",
    re.IGNORECASE,
)
"""A part of something, or a change: in percent even where it is a sum."""


def _in_percent(question: str) -> bool:
    """Whether a percentage may answer."""
    return bool(_OF_A_WHOLE.search(question)) or not _ABSOLUTE.match(question)


# -- Denials and years ------------------------------------------------------------------------------------------------

DENIAL = re.compile(
    r"^(?:none|no one|nobody|neither|no|kein\w*|niemand|aucun\w*|nessun\w*|ningun\w*|ningún|nadie|nenhum\w*|ninguém|geen)\b"
    r"|\b(?:not (?!only\b|until\b|\w+ until\b)|never |nor |cannot |nicht |nie |niet |\w+n['’]t\b|(?:ne |n['’])\w+ (?:pas|jamais|plus)\b)"
    r"|没有?|沒有?|未(?!来|來)|不(?=是|能|会|會|在|曾)|(?:ない|なかった|ません|ませんでした)(?:。|$)",
    re.IGNORECASE,
)
"""Says that something is not so."""
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
