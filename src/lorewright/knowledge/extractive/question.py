"""What a question asks: its terms and their weight, the names and figures in it, and the kind of answer it expects."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from lorewright.knowledge.extractive.words import Words


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
    expects: Expects


_NAME_WEIGHT, _KIND_WEIGHT = 2.0, 0.4

# By language in one pattern each: a question word of one is rarely a word of another at a question's beginning.
# What a question begins with, and what may stand anywhere in it. In one table for all languages: a question word of one
# language is rarely a word of another at a question's beginning.
_BEGINNINGS = {
    Expects.TIME: "when wann quand cuándo quando wanneer когда",
    Expects.PERSON: "who whom whose wer wem wen wessen qui quién quiénes chi quem wie кто",
    Expects.PLACE: "where wo woher wohin où dónde dove onde waar где куда откуда",
    Expects.REASON: "why warum weshalb wieso pourquoi perché waarom почему зачем",
    Expects.FIGURE: "combien cuánto cuánta cuántos cuántas quanto quanta quanti quante quantos quantas hoeveel сколько",
}
_PHRASES = {
    Expects.FIGURE: r"\bhow (?:many|much|long|old|tall|high|far|large|big|fast|often|deep|heavy|wide)\b|\bwhat (?:is|was|were|are|"
    r"will be) (?:\w+ ){0,3}(?:number|amount|percentage|share|rate|price|cost|population|size|length|height|total|ratio)\b"
    r"|\bwhat (?:percentage|number|amount|share|proportion)\b|\bwie ?(?:viele?|lange?|hoch|groß|alt|oft|weit)\b"
    r"|多少|几个|几年|幾|いくつ|いくら|何人|何個",
    Expects.TIME: r"\b(?:what|which) (?:year|date|day|month|century|decade|time)\b|\bwelchem jahr\b|\bquelle année\b"
    r"|\bqué año\b|什么时候|何时|哪年|哪一年|いつ|何年",
    Expects.PERSON: r"谁|誰|だれ|何者|\b(?:what|which) (?:person|man|woman|actor|author|president|king|queen)\b",
    Expects.PLACE: r"\b(?:what|which) (?:city|country|state|place|town|county|continent|region)\b|哪里|哪儿|在哪|どこ",
    Expects.REASON: r"\bwhat (?:caused?|causes|led to|drove|drives|is the reason)\b|\bhow come\b|\bpor qué\b|\bpor que\b"
    r"|为什么|为何|なぜ|どうして",
}
_EXPECTED = tuple(
    (
        kind,
        re.compile(
            rf"(?:^|[,;:] ?|\b(?:since|until|by|from|to|with|for) )(?:{'|'.join(words.split())})\b", re.IGNORECASE
        ),
    )
    for kind, words in _BEGINNINGS.items()
) + tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PHRASES.items())
_DEFINITION = re.compile(
    r"(?:what|who) (?:is|are|was|were) (?:an? |the )?[^\W\d_][\w'’-]*(?: [\w'’-]+){0,2} ?\??$"
    r"|(?:what does .{2,40} mean|define|was (?:ist|sind)|wer (?:ist|war)|qu'est-ce qu|qu[eé] es|che cos|o que é|wat is)\b"
    r"|.{1,20}(?:是什么|是谁|とは)",
    re.IGNORECASE,
)
_KIND_NOUN = re.compile(
    r"\b(?:what|which)(?: (?:kind|type|sort|form|part|percentage|number) of)? (\w+)|\bhow (?:many|much) (\w+)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|name|tell|describe|explain|list)\b", re.IGNORECASE
)
_NAME = re.compile(r"(?<![.?!] )(?<!^)(?<!^[\"'“‘(])\b[^\W\d_a-zà-öø-ÿ][\w&'’-]*|\b[^\W\d_]+[A-Z][\w&-]*|\b\w*\d\w*")
"""A word with a capital within the question, or with one within the word, or with a digit."""
_JOINED = re.compile(r"[-‐‑–—/]")
_MARKED = re.compile(r"\w*[^\W_a-zà-öø-ÿ]\w*")
_CODED = re.compile(r"\b(?:FY|Q[1-4]|H[12])? ?((?:19|20)\d\d)\b|\b(?:[^\W\d_]+\d|\d+(?=[^\W\d_]))\w*|\d+(?:[.,]\d+)*")
"""A year, which may have its quarter or "FY" glued to it; a name such as "CHEK2"; a figure."""


def terms_of(text: str, words: Words) -> list[str]:
    """Stems, figures, and words with digits whole: "FY2023" gives "2023", so that it meets "fiscal 2023"."""
    plain = _JOINED.sub(" ", text)
    coded = [(match[1] or match[0]).replace(",", "").lower() for match in _CODED.finditer(plain)]
    return [*words.terms(_CODED.sub(" ", plain) if coded else plain), *coded]


def names_of(text: str, words: Words) -> set[str]:
    """The terms of all words that have a capital or a digit; of all words where a text has no capitals."""
    if text.islower():
        return set(terms_of(text, words))
    return set(terms_of(" ".join(_MARKED.findall(text)), words))


def understood(question: str, words: Words) -> Question:
    plain = _ASKING.sub(" ", question)
    names = _names(question)
    specific = frozenset(terms_of(" ".join(names), words))
    kind_nouns = {
        term
        for match in _KIND_NOUN.finditer(question)
        for noun in match.groups()
        if noun
        for term in terms_of(noun, words)
    }
    terms = {
        term: _NAME_WEIGHT if term in specific else _KIND_WEIGHT if term in kind_nouns else 1.0
        for term in terms_of(plain, words)
    }
    return Question(terms, specific & terms.keys(), _expected(question))


def _names(question: str) -> list[str]:
    """Words written with a capital within the question, unless nearly all of it is: a headline tells nothing by them."""
    names = _NAME.findall(question)
    return names if len(names) <= 0.6 * len(question.split()) else []


def _expected(question: str) -> Expects:
    """The kind named first: "Who was king when ..." asks for a person."""
    if _DEFINITION.match(question.strip()):
        return Expects.DEFINITION
    found = [(match.start(), kind) for kind, pattern in _EXPECTED if (match := pattern.search(question.strip()))]
    return min(found)[1] if found else Expects.ANYTHING


_ANSWER = {
    Expects.TIME: re.compile(r"\b(?:1\d|20)\d\d\b|\d ?年|\b\d{1,2}[. ]+[^\W\d_]{3,9}\b|\b[^\W\d_]{3,9} \d{1,2}\b"),
    Expects.FIGURE: re.compile(
        r"\d+(?:[.,]\d+)*|[一二三四五六七八九十百千万]+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen"
        r"|hundred|thousand|million|half|twice|double)\b",
        re.IGNORECASE,
    ),
    Expects.REASON: re.compile(
        r"\b(?:because|due to|owing to|as a result|result(?:s|ed) (?:of|from)|caus(?:e|es|ed|ing)|since|driven by|attribut\w+|led to"
        r"|thanks to|reasons?|so that|in order to|weil|denn|wegen|aufgrund|damit|parce que|car|afin de|porque|debido|perché"
        r"|a causa|omdat|doordat|потому|из-за)\b|因为|由于|因此|ため|から|ので",
        re.IGNORECASE,
    ),
    Expects.DEFINITION: re.compile(
        r"^(?:\S+ ){1,9}?\(?(?:is|are|was|were|means|refers to|ist|sind|war|bezeichnet|est|sont|était|es|son|era|è|sono|é|são|foi"
        r"|was|zijn|—|–)\b|^.{1,20}(?:是|とは|は)",
        re.IGNORECASE,
    ),
}
_NAMED = re.compile(r"(?<=[^.?!] )[^\W\d_a-zà-öø-ÿ][\w'’-]+")


def fits(text: str, asked: Question, words: Words) -> bool:
    """Whether a sentence holds the kind of answer that is expected, other than what the question itself holds."""
    if asked.expects is Expects.ANYTHING:
        return False
    pattern = _ANSWER.get(asked.expects, _NAMED)
    found = (match[0] for match in pattern.finditer(text))
    if asked.expects is Expects.DEFINITION:
        return any(asked.terms.keys() <= set(terms_of(start, words)) for start in found)
    return any(not set(terms_of(piece, words)) & asked.terms.keys() for piece in found)
