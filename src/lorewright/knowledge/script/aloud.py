"""What can be heard without seeing, and what a sentence can be asked for."""

import re
from collections.abc import Callable

from lorewright.knowledge.extractive.vague import VAGUE_ALONE

_LONGEST = 42
"""Words of a sentence: who listens cannot read it twice."""
_MOST_NUMBERS = 5

_SEEN = re.compile(
    r"\b(?:figures?|figs?\.|tables?|diagrams?|charts?|equations?|eqs?\.|appendi(?:x|ces)|sections?|chapters?|footnotes?|screenshots?|plots?"
    r"|(?:left|right|bottom|top)[- ](?:hand|most|panel|corner|column)|panels?) ?\(?(?:\d|[A-Z]\b|[ivx]+\b)"
    r"|\b(?:see|cf\.?) (?:also|the|our|fig|section|chapter|appendix|table|below|above|page)\b|\b(?:above|below)\b(?!-?(?:average|zero))"
    r"|\b(?:click|scroll|tap|the link|this (?:page|link|button|example|figure|table|chapter|section|tutorial))\b"
    r"|\b(?:subscribe|sign up|newsletter|mailing list|follow us|your inbox|cookies|all rights reserved|advertisement|terms of (?:use|service)"
    r"|privacy policy|share (?:this|on)|log ?in|read more)\b"
    r"|\b(?:these|those) (?:two|three|four|five|words|lines)\b|\b(?:the|this) (?:quote|quotation)\b|\bas (?:shown|seen|described|mentioned|discussed|noted|defined|listed|explained|follows)\b|\bthe (?:following|preceding)\b"
    r"|\bhere(?:in|after|by)?\b(?: is| are|['’]s|:)|\brespectively\b|\bpages? \d|\bibid\b|\bop\. cit",
    re.IGNORECASE,
)
"""Points at something on the page."""
_CODE = re.compile(
    r"https?://|www\.|\b\w+\(\)|\b\w+_\w+|[a-z]{2,}[A-Z][a-z]|(?:^|\s)--?[a-z]|[{}<>=|\\^~`#]|(?<=\w)/(?=\w+/)|::|\.(?:py|js|md|txt|html?|json|ya?ml|exe)\b"
    r"|[α-ωΑ-Ω∑∫√∞∈∀∃∂]|\$[a-z]"
)
_SPEAKER = re.compile(
    r"\b(?:I|[Ww]e|[Oo]urs?|[Uu]s|[Mm]y|[Mm]e|[Mm]ine|myself|ourselves)\b(?!['’]?\w)|\b(?:I|we)['’](?:m|re|ve|ll|d)\b"
)
"""Nobody who listens knows who that is."""
_ASIDE = re.compile(r"\([^()]{40,}\)|\[|\(.*\(|[;:].*[;:]|[\"“”«»]")
_BYLINE = re.compile(
    r"\b(?:is|was|has been) (?:an?|the) [\w ,’'-]{0,60}(?:reporter|editor|correspondent|columnist|staff writer|contributor|blogger"
    r"|freelance\w*)\b|\b(?:lives?|living|resides?) (?:now )?in [^.]{2,60} with (?:his|her|their) (?:husband|wife|family|partner|children|two|three)"
)
"""Whoever wrote it speaks of herself, not of the matter."""
_NUMBER = re.compile(r"\d[\d.,]*")
_LEANS = re.compile(
    r"^(?:(?:the|an?) )?(?:\w+ ){0,3}(?:this|these|those|such|former|latter|same|other|others|another|above|following)\b(?! (?:as|than|who|that)\b)"
    r"|^(?:also|too|instead|then|there|here|so|thus|but|and|or|nor|yet|still|even|again|both|either|neither)\b"
    r"|^because\b"  # of what stood before, or half of a sentence
    r"|^(?:the (?:first|second|third|last|next|rest|two|three|four|company|group|firm|author|authors|user|man|woman|boy|girl|reason|result|answer"
    r"|problem|idea|approach|method|process|solution|difference|change|increase|decrease)) "
    r"|^(?:soon|shortly|later|afterwards?|meanwhile|eventually|subsequently|consequently|accordingly|recently|originally|initially|finally"
    r"|next|first|second|third|last|at (?:that|the same) time|in response|as a result|for (?:example|instance))\b(?! (?:time|day|year|of)\b)"
    r"|^(?:(?:about|around|only|just|some) )?\w+ (?:\w+ )?(?:days?|weeks?|months?|years?|hours?|minutes?|decades?) (?:later|after|earlier|before)\b"
    r"|^(?:later|earlier|the same|that) (?:in )?(?:that |the )?(?:same )?(?:year|month|day|week)\b"
    r"|^(?P<twice>[A-Z]\w+) [A-Z]\w+ (?P=twice)\b"  # a heading that ran into its sentence
    r"|\b(?:too|as well|either|instead|likewise|again)[.!]$|^[^,]{0,60}\b(?:also|therefore|however|moreover|furthermore|nevertheless)\b",
    re.IGNORECASE,
)
"""Beyond what the judge of single sentences finds: what was told before of somebody who is not named, or in addition to something."""


_THEM = re.compile(r"\b(?:they|them|their|theirs|themselves)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?!(?:is|was|has|does|as|its|his|this|us|yes|thus|always|perhaps|across|plus|unless|less)\b)[\w’'-]+s\b"
    r"|\b(?:people|men|women|children|police|everyone|everybody|anyone|nobody|each|many|few|some|those|and|who)\b",
    re.IGNORECASE,
)


def is_aloud(text: str) -> bool:
    """Whether a sentence can be understood by ear."""
    if len(text.split()) > _LONGEST or len(_NUMBER.findall(text)) > _MOST_NUMBERS:
        return False
    return not any(pattern.search(text) for pattern in (_SEEN, _CODE, _SPEAKER, _ASIDE, _BYLINE))


def leans_on_another(text: str) -> bool:
    named = _THEM.search(text)
    return bool(_LEANS.search(text)) or (named is not None and not _SEVERAL.search(text[: named.start()]))


_IS = re.compile(
    r"^(?P<subject>(?:(?:The|A|An) )?[\w’'&\- ]{2,60}?)(?: \([^()]{1,40}\))? (?P<verb>is|are|was|were)(?: \w+ly)? "
    r"(?P<kind>(?:an?|one of|the (?:name|process|practice|study|art|science|ability|act|set|body|branch|capital|use|largest|oldest|first"
    r"|only|most)) [^.]+)"
)
_PERSON = re.compile(
    r"\b(?:writer|author|poet|engineer|mathematician|physicist|chemist|biologist|scientist|philosopher|king|queen|emperor|politician|president"
    r"|minister|general|composer|musician|singer|painter|artist|architect|astronomer|inventor|economist|lawyer|teacher|professor|actor|actress"
    r"|director|explorer|botanist|historian|novelist|journalist|programmer|physician|reporter|editor|correspondent|columnist|founder|executive|player|coach|senator|governor|mayor|native|chef|photographer|developer|designer|researcher|analyst|manager|officer|surgeon|monk|saint|businessman|businesswoman)\b"
)
_FEW_WORDS = 6
NO_SUBJECT = frozenset(
    [
        "there",
        "it",
        "this",
        "that",
        "these",
        "those",
        "he",
        "she",
        "they",
        "one",
        "all",
        "some",
        "many",
        "most",
        "each",
        "every",
        "both",
        "none",
        "nothing",
        "everything",
        "what",
        "which",
        "who",
        "here",
        "now",
        "today",
        "when",
        "where",
        "while",
        "if",
        "although",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "to",
        "as",
        "another",
        "anyone",
        "someone",
        "people",
    ]
)


def defined(text: str, is_name: Callable[[str], bool]) -> str:
    """The question that a sentence answers which says what something is: "What is a weir?"; empty where it says no such thing.

    `is_name`: whether a word has its capital of its own, not from its place.
    """
    match = _IS.match(text)
    if match is None:
        return ""
    subject, verb = match["subject"], match["verb"]
    words = subject.split()
    article = words[0].lower() in ("the", "a", "an")
    bare = words[1:] if article else words
    if not bare or len(words) > _FEW_WORDS or not NO_SUBJECT.isdisjoint(word.lower() for word in words):
        return ""
    if len(bare) == 1 and bare[0].lower() in VAGUE_ALONE:
        return ""
    asked = f"{verb} {within(subject, is_name)}?"
    is_person = not article and all(word[0].isupper() for word in bare) and _PERSON.search(match["kind"])
    return f"Who {asked}" if is_person else f"What {asked}"


def within(phrase: str, is_name: Callable[[str], bool]) -> str:
    """What begins a sentence as it is written within one."""
    first, *others = phrase.split()
    of_a_name = bool(others) and others[0][0].isupper() and first not in ("The", "A", "An")
    is_as_written = first != first.capitalize() or of_a_name or is_name(first)
    return phrase if is_as_written else first.lower() + phrase[len(first) :]


_YEAR = re.compile(
    r"^(?:In|During|By|Since) (?:the )?(?:(?:early|late|mid|spring|summer|autumn|winter|[A-Z][a-z]+)(?: of)? )?(?P<year>1[5-9]\d\d|20[0-4]\d)(?!s|\d)\b"
)


def first_year(text: str) -> str:
    """The year with which a sentence begins: "In 1924, ..."."""
    match = _YEAR.match(text)
    return match["year"] if match else ""
