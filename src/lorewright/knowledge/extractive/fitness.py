"""Which sentences can stand by themselves, and the small rewrites that leave their meaning alone.

A claim is read without the text around it. So a sentence is unfit when it is broken, is no prose (a row, a caption, an
entry of a bibliography or a table of contents, code), is the same in every document of its kind, or points elsewhere.
One that only points at the sentence before it can be shown together with that one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lorewright.knowledge.asides import STATISTICS
from lorewright.knowledge.extractive.lexicon import Lexicon
from lorewright.knowledge.extractive.quality import quality_of
from lorewright.knowledge.extractive.words import UNSPACED
from lorewright.knowledge.sentences import SMALL_FIRST
from lorewright.knowledge.words import listed


@dataclass(frozen=True, slots=True)
class Fitness:
    quality: float
    """0 for a sentence that cannot be shown, 1 for one that reads well by itself."""
    points_back: bool = False
    """It can be shown only together with the sentence before it."""


UNFIT = Fitness(0.0)
LONGEST = 60
"""Words of the longest claim, without what stands in brackets beside its figures."""
LONGEST_CHARACTERS = 800

_OPENING = "\"'“‘«([{¿¡「『（*"
"""Marks that may stand before a sentence's first word."""
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_CHARACTERS_A_WORD = 1.8
"""Of a script without spaces."""


def length_in_words(text: str) -> int:
    """Words; for a script without spaces the number that its characters would make."""
    unspaced = len(_UNSPACED.findall(text))
    if not unspaced:
        return len(text.split())
    return len(_UNSPACED.sub(" ", text).split()) + round(unspaced / _CHARACTERS_A_WORD)


# -- Tidying ----------------------------------------------------------------------------------------------------------

_LIST_MARK = re.compile(
    r"^(?:[•·▪●◦‣*]\s*|[–—\-](?:\s+|(?!\.?\d))|\(?\d{1,3}[.)]\s+|\(?(?:[a-z]|[ivx]{1,4})\)\s+|\d+(?:\.\d+)+\s+)",
    re.IGNORECASE,
)
_TITLE_WORD = r"(?:[A-Z][\w’'/]+|and|of|the|in|to|for|&)"
_LABEL = re.compile(rf"^{_TITLE_WORD}(?:,? {_TITLE_WORD}){{0,7}} ?(?: [–-] |—)\s?(?=[A-Z][\w’']* [a-z])")
"""A heading that runs into its paragraph: "Climate Change — Our business is ..."."""
_PART_WORD = (
    r"(?:abstract|aims?|background|conclusions?|context|data|design|discussion|experimental|findings?|funding|importance|interpretation"
    r"|interventions?|introduction|limitations?|main|materials?|measure(?:ment)?s?|methods?|methodology|motivation|objectives?"
    r"|outcomes?|participants|patients|principal|purpose|rationale|relevance|research|results?|setting|significance|study"
    r"|subjects|summary)"
)
_PART_LABEL = rf"{_PART_WORD}(?:(?:,? and | ?& ?|/|, | ){_PART_WORD}){{0,4}}"
_PART = re.compile(
    rf"^(?:(?i:{_PART_LABEL})(?::| [–—-]) ?(?=\S)|{_PART_LABEL.upper()} (?=[A-Z][a-z]|A |\d)"
    rf"|(?i:{_PART_LABEL}) (?=(?:An?|All|At|Between|Both|During|For|From|In|It|Of|Our|The|There|These|This|To|We) [a-z\d]))"
)
"""What a part of an abstract is called, before its first sentence: "BACKGROUND: ", "METHODS AND RESULTS We ...", "Results The ..."."""
_DATELINE = re.compile(r"^(?:[A-Z][\w.'’-]*,? ){1,5}(?:[/(][A-Z][^()/\d]{1,40}[/)] ?)?(?:--|[–—])\s+(?=[A-Z])")
"""Where an agency says something: "ULM, Ohio (AP) — ". One with a date stays: what follows may say "today"."""
_NOTE_MARK = re.compile(
    r"\s*\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\](?::\s?\d{1,4}(?:[–-]\d{1,4})?)?|(?<=[a-z]{3}[.,;])\d{1,3}(?=\s|$)"
)
_CITATION = re.compile(
    r"\s*\((?:see |e\.g\.,? |cf\. |reviewed in |for review,? see )?"
    r"[A-Z][^()\d]{1,60}?(?:et al\.?|(?:and|&) [A-Z][^()\d]{1,30}),?\s*(?:19|20)\d\d[a-z]?(?:[,;][^()]{0,200})?\)"
)
_REFERENCE = re.compile(
    r"\s*\((?:see |as shown in |shown in |cf\. )?(?:also )?(?:supplement\w+ )?(?:figs?|figures?|tables?|tab|sections?|sect|eqs?"
    r"|appendix|notes?|chapters?|chap|pp?|items?)\b\.?[\s\u00a0]?[\"“]?\d[^()]{0,60}\)",
    re.IGNORECASE,
)


def tidy(text: str, lexicon: Lexicon | None = None) -> str:
    """The sentence without list mark, run-in heading or label, note marks, citations in brackets and, given a lexicon, leading connective.

    Nothing else is altered but white space and the case of the first letter, so its words stand in the quote in order.
    """
    text = _LABEL.sub("", _LIST_MARK.sub("", " ".join(text.split()), count=1), count=1)
    if part := _PART.match(text):
        text = text[part.end() :]
        text = text[:1].upper() + text[1:] if text[:2].islower() else text
    if text[:2].isupper() and (place := _DATELINE.match(text)) and any(mark in place[0] for mark in ",(/"):
        text = text[place.end() :]
    if "[" in text or "." in text:
        text = _NOTE_MARK.sub("", text)
    if "(" in text:
        text = _REFERENCE.sub("", _CITATION.sub("", text))
    for _ in range(2):  # "And yet, the dam held."
        dropped = lexicon.connective.match(text) if lexicon else None
        if not dropped or dropped.end() >= len(text):
            break
        text = text[dropped.end() :]
        text = text[:1].upper() + text[1:]
    return text.strip()


# -- Judging ----------------------------------------------------------------------------------------------------------

# Every sentence of every source is searched for these patterns. One boundary before all turns is tried a few times a
# sentence, one before each turn at every character: four times as long.

_SHORTEST, _SHORTEST_OF_IT = 4, 2
"""Words of a sentence; of one that goes on with "he" or "it", which is never shown alone, fewer."""
_BOILERPLATE = re.compile(
    # Around the text of a web page.
    r"©|^notes?:|\b(?:all rights reserved|copyright (?:\(c\)|(?:19|20)\d\d)|cookies? (?:policy|settings|preferences)|(?:use|accept) (?:of )?cookies"
    r"|privacy policy|terms (?:of (?:use|service)|and conditions)|subscribe (?:to|now)|sign up|click (?:here|on|the)|log ?in to"
    r"|follow us|read more|share this|javascript|your browser|newsletter|permission to (?:make|copy|reproduce|use)"
    # What the law has a company say.
    r"|forward-looking|safe harbor|indicate by check ?mark|registrant\b|securities (?:exchange )?act of 193|exchange act\b"
    r"|sarbanes[- ]oxley|commission file|incorporated (?:herein )?by reference|duly (?:authorized|caused)|hereunto"
    r"|actual results (?:could|may|might)|differ materially|undertakes? no (?:obligation|duty)"
    r"|no (?:obligation|duty) to (?:publicly )?(?:update|revise|do so)|herein\b|hereby|hereof|hereto|thereunder|hereunder"
    r"|form (?:10|8|20|6)-?[kqf]\b|regulation (?:s-[kx]|fd|g)\b|guide 3\b|as (?:amended|defined) (?:in|by)"
    # What its auditors say.
    r"|conducted our audits?|in our opinion|pcaob\b|public company accounting oversight|critical audit matter"
    r"|reasonable (?:basis|assurance)|internal control over financial reporting|disclosure controls|proxy statement"
    r"|recently (?:issued|adopted) accounting|material misstatement|section 1[36]\(|aggregate market value|par value"
    # How its figures are to be read, and where to ask.
    r"|otherwise (?:indicated|noted|stated)|due to rounding|figures and, therefore|web ?site (?:is|at|address)|(?:available|obtained|copies)\b.{0,60} free of charge"
    r"|investor relations|conference call|webcast)",
)
"""The same in every document of its kind. Of lower-case text: many times quicker than IGNORECASE."""
_THEN = (
    r"(?! (?:[a-z]+ )?(?:(?:year|month|week|day|morning|afternoon|evening|night|spring|summer|autumn|winter|season|decade)s?|century"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)\b)"
)
"""Where "following" points nowhere: "in the following year"."""
_ELSEWHERE = re.compile(
    # "is described in the table", "see Note 5"; but "is 64 pages long"
    r"\b(?:(?:(?:are|is|was|were|also)(?: \w+){0,2} (?:in|at|under|on|to|within)|(?:as|see|refer(?:ring|red)? to|set forth|included|contained|described|discussed|disclosed|provided|presented"
    r"|summari[sz]ed|reflected|shown|defined|listed|detailed|noted|outlined|illustrated|reported|given|found|displayed)"
    r"(?: \w+){0,2}(?: (?:in|at|under|on|to|within))?) [\"“'(]*(?:the )?(?:notes?|items?|part(?! of)|sections?|tables?|figs?\.?|figures?|exhibits?"
    rf"|appendi(?:x|ces)|pages?|chapters?|schedules?|accompanying|following\b{_THEN}|consolidated financial statements)\b"
    r"|(?:^|[(;:,.] ?|please |kindly )see\b|refer to\b"
    # "the table below", "this chart shows"
    r"|(?:the|this|these|those) (?:tables?|figures?|charts?|graphs?|lists?|discussion|information|schedules?"
    r"|paragraphs?|sections?|examples?|bullets?|factors|items|notes?|criteria|chapters?) (?:above|below|that follows?|presented"
    r"|sets? forth|shows?|includes?|provides?|describes?|summari[sz]es?|presents?|reflects?|contains?|lists?)"
    rf"|the following\b{_THEN}(?! [^.:;]{{1,60}}: \w)"
    r"|(?:the|following|accompanying) (?:above|below|preceding|foregoing|accompanying|charts?|notes? (?:to|are|is))\b"
    r"|(?:in (?:the|this)|following|accompanying) tables?\b"
    # "mentioned above", "as follows"
    r"|above[- ]mentioned|aforementioned|as follows|(?:described|discussed|mentioned|noted|shown|listed|outlined|defined|stated"
    r"|given|presented) (?:\w+ )?(?:above|below|earlier|previously|elsewhere|here|herein)\b|(?:see|listed|shown) (?:above|below)"
    r"|set (?:forth|out) below|(?:note|item) \d+[a-z]?\b(?!:)"
    # The like in other languages.
    r"|voir (?:le|la|les|page|ci)\b|ci-(?:dessous|dessus|après|contre)|véase|a continuación|siguiente tabla|siehe\b"
    r"|(?:im|in der|in den) folgenden|vedi\b|di seguito|a seguir\b|zie (?:tabel|figuur|pagina)|th(?:is|ese) same\b)"
    r"|(?:as|charts?|examples?|figures?|graphs?|lists?|notes?|sections?|tables?|text) (?:above|below)[.,;)]*$|[见見][下上]?[表图圖]|如下|以下[のに]|[下上][表図]",
)
"""Points to a table, a note or another place of its document. Of lower-case text, as above."""
_OPENS_ELSEWHERE = re.compile(r"(?:Below|Above|Following)(?!,? (?:the|an?|[A-Z]\S*|\d\S*) )\b")
""" "Below are the figures of both years", but "Below Daisy Lake the river has rapids"."""


def judge(text: str, lexicon: Lexicon, cased: bool = True) -> Fitness:
    """How well a tidied sentence stands by itself. `cased`: sentences of this text begin with a capital."""
    length = length_in_words(STATISTICS.sub("", text))
    if not _has_grammar(text, lexicon) or _HALF.match(text) or (lexicon.verb and _is_entry(text)):
        return UNFIT
    if (
        not (_SHORTEST_OF_IT if _goes_on(text, lexicon) else _SHORTEST) <= length <= LONGEST
        or len(text) > LONGEST_CHARACTERS
        or not _is_whole(text, cased)
        or not _is_prose(text, length)
    ):
        return UNFIT
    if names_speaker(text):
        return _OF_SPEAKER
    lowered = text.lower()
    if _BOILERPLATE.search(lowered) or _ELSEWHERE.search(lowered) or _OPENS_ELSEWHERE.match(text):
        return UNFIT
    return Fitness(quality_of(text, lowered, length), points_back(text, lexicon))


def _goes_on(text: str, lexicon: Lexicon) -> bool:
    return text.partition(" ")[0].lower() in lexicon.pronouns


_OF_SPEAKER = Fitness(0.5)
_SPEAKER = re.compile(r"[\"“](?:we|us|our),?[\"”].{0,80}?\b(?:refers? to|means?) (?=[A-Z])", re.IGNORECASE)
"""Who speaks as "we" in this text."""


def names_speaker(text: str) -> bool:
    """Whether it says whom the text means by "we": every such report says it, and no claim of it is understood without."""
    return ('"' in text or "“" in text) and bool(_SPEAKER.search(text))


_OF_A_NOTE = Fitness(0.3)
_CALLS = re.compile(r"\w\([^)\s]*\)|\w\s?[=+]\s?\w")
"""Code."""


def judge_note(text: str) -> Fitness:
    """How well a line stands by itself in a text without a whole sentence, such as a note or a list."""
    letters = sum(map(str.isalpha, text))
    if (
        not letters
        or length_in_words(text) > LONGEST
        or len(text) > LONGEST_CHARACTERS
        or text.endswith((":", ";", ",", "{", "("))
        or _CALLS.search(text)
    ):
        return UNFIT
    is_plain = not (_NOT_PROSE.search(text) or _ASKS.search(text) or _BOILERPLATE.search(text.lower()))
    return _OF_A_NOTE if is_plain and letters >= 0.6 * len(text.replace(" ", "")) else UNFIT


_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"), ("「", "」"), ("『", "』"), ("（", "）"), ("《", "》"))


def is_tellable(line: str, pieces: Sequence[str]) -> bool:
    """Whether a line of a bill or a row of a table says something of its own, and the pieces it is made of are whole."""
    if not (line[0].isalnum() or line[0] in "$€£¥#") or "/s/" in line or _BOILERPLATE.search(line.lower()):
        return False  # a box to tick, a signature
    return all(piece.count(one) == piece.count(other) for piece in pieces for one, other in _PAIRS)


_TELEGRAM = 5
"""Words from which on a sentence needs at least one that is no noun, verb or adjective, or a number behind its verb."""
_NAME_COUNTS = re.compile(r"(?:[A-Z][\w'’.-]+ ){1,8}[a-z]+(?:s|ed) (?:\w+ly |about )?\d[\d,.]*(?: [a-z][\w-]+){1,5}\.$")
"""Sorin Hall houses 151 students."""


def _has_grammar(text: str, lexicon: Lexicon) -> bool:
    """Whether something in it may be a verb, and words that only hold others together stand between them."""
    if lexicon.verb and not lexicon.verb.search(text):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    is_telegram = len(words) >= _TELEGRAM and lexicon.stop_words.isdisjoint(words) and not _NAME_COUNTS.match(text)
    return not (lexicon.stop_words and is_telegram)


_HALF = re.compile(
    r"(?:although|though|because|whereas|unless|which|(?-i:(?!WHO\b))who|whose)\b[^,]*$"
    r"|(?:reflects|includes|represents|excludes|consists|relates|related|comprises|refers|contains|denotes|means)\b",
    re.IGNORECASE,
)
"""A clause whose main clause is another sentence, or a predicate without its subject."""
_AMOUNT_FIRST = re.compile(
    r"(?:[^:.]{2,40}: )?(?:An? )?(?!(?:After|As|At|By|During|For|From|In|It|On|Over|Since|The|They|To|Under|We|With)\b)"
    r"(?:(?!(?:an?|the|we|they)\b)[^\W\d_][\w/&'’-]* ){1,5}of (?:(?:approximately|about|around|nearly|over|up to) )?[$€£¥]?\d"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|may|might|should|must|do|does|did|rose|fell|grew|led|made|became"
    r"|found|stands?|leads?|runs?|lies?|hangs?"
    r"|(?:increas|decreas|declin|improv|exceed|remain|reflect|includ|compar|result|amount|total|end)(?:ed|e?s)"
    r"|[a-z]+(?:ed|s) (?:the|an?|our|its|approximately|about|by|[$€£¥]?\d\S*))\b"
)
"""In "cash flow of $8 million, in line with the guidance provided in May" nothing is said of the amount: it is an entry of a list."""


def _is_entry(text: str) -> bool:
    """Whether it names an amount and says nothing of it."""
    return bool(_AMOUNT_FIRST.match(text)) and not _FINITE.search(text)


_CLOSING = r"[\"'”’»)\]】」』）]*$"
_FINAL = re.compile(rf"[.!?。！？｡؟۔।॥።։…]{_CLOSING}")
_ASKS = re.compile(rf"[?？؟]{_CLOSING}")
_QUOTES = '"“”«»„「」『』'
_ENDS_WITHOUT_MARK = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]$")
"""As sentences do in Thai, Lao, Burmese and Khmer."""


def _is_whole(text: str, cased: bool) -> bool:
    """Whether it begins and ends as a sentence does, closes what it opens, and says something rather than asks or quotes it."""
    if not (_FINAL.search(text) or _ENDS_WITHOUT_MARK.search(text)):
        return False
    bare = text.lstrip(_OPENING)
    first = bare[:1]
    if cased and first.islower() and not SMALL_FIRST.match(bare):
        return False
    if not first.isalnum() and first not in "$€£¥#@":
        return False
    if text.count('"') % 2 or any(text.count(one) != text.count(other) for one, other in _PAIRS):
        return False
    # Of words that are only quoted nobody knows whose they are.
    return not _ASKS.search(text) and not (text[0] in _QUOTES and text[-1] in _QUOTES)


_NOT_PROSE = re.compile(
    # Leaders and blanks, cells and boxes, code, a note by its mark, a line that breaks off.
    r"\.{4,}|(?:\. ){4,}|_{3,}|[|☐☒☑✓✔□■©®]\s|(?<=\S)@\S+\.\w|[{}\\]|[<>](?! ?(?:or )?=? ?\.?\d)|(?<!\bC)[=+]{2}|->|::|(?<=\w)\(\)|^\W*\[\d+\]|[—–-]\s*$"
    # Figures torn from a table.
    r"|\$\s*[—–]|(?<![A-Z])[$€£] \d|\)\s?%|\s\(\d\) [A-Z]|\d(?: \d{1,3}){3}|(?:\(\d[\d,.]*\)\s*){2}"
    # Headings in a row, and addresses.
    r"|(?<=\w) — \w.{0,80} — [^a-z]|\b(?:https?://|www\.|doi:|arxiv:|ISBN\b|pp\. ?\d|vol\. ?\d)"
)
_WHO_DID = r"(?:[A-Z]\.\s?){1,3}[A-Z][\w'’-]+ (?:in (?:19|20)\d\d|(?!and\b|et\b|in\b|eds?\b)[a-z])"
"""Somebody with initials of whom something is said: "E. B. White wrote", "by E. B. White in 1952"."""
_BIBLIOGRAPHY = re.compile(
    rf"(?:\b(?!U\.[SKN]\.|[DB]\.C\.|{_WHO_DID})[A-Z]\.[\s,]*){{2}}.{{0,120}}\b(?:19|20)\d\d\b|[A-Z]\w+,\s(?:[A-Z]\.\s?){{1,3}},.{{0,80}}[A-Z]\.,"
)
"""Two initials, of no country, and a year after them, or several names with initials."""
_NO_TITLE_AFTER = "".join(
    f"(?<! {word} )"
    for word in listed(
        "of in at by for and from with to on as vs versus them built called came named published read recorded released titled wrote"
    )
)
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_GLUED = re.compile(
    r" (?:(?<=\w )(?:In|On|At|By|For|From|With|As|During|Neither|Each|Its|These|This|If|When|Although|While|Because|Since|After"
    rf"|Before|Through|There|It|They|You|Your|Is|Are) (?:[^\W\d_A-Z]|\d|{_MONTH}\b)|(?<=\w )(?:Our|We) \w|(?<=[a-z] )(?:The|To|Under) [a-z]"
    rf"|(?<=[a-z] )(?<!['’]s ){_NO_TITLE_AFTER}The [A-Z](?!\S* [A-Z]))"
)
"""A heading that ran into the sentence after it; within a title the next word has a capital too."""
_HEADED = re.compile(
    r"\b(?!(?:After|And|As|At|Before|But|By|For|From|In|Like|Of|On|Since|To|Under|Unlike|Until|When|While|With) )[A-Z]\w*[a-z] The [A-Z]\S* [A-Z]"
)
"""The same before a name of several words: "Outlook The River Council sets". After a small word it is a title: "sent out The Wasp Factory"."""
_DATE = re.compile(
    rf"\b(?:(?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}})?(?:,? \d{{4}})?|(?<=[Ii]n )(?:1[5-9]|20)\d\d|(?<= (?:of|to|by) )(?:1[5-9]|20)\d\d|(?<= and )(?:1[5-9]|20)\d\d|(?<= from )(?:1[5-9]|20)\d\d"
    r"|(?<= (?:until|since) )(?:1[5-9]|20)\d\d|(?<= between )(?:1[5-9]|20)\d\d)\b"
)
_COORDINATES = re.compile(
    r"\d{1,3}°[\d.]*(?:[′'][\d.]*[″\"]?)?[NS],? ?\d{1,3}°[\d.]*(?:[′'][\d.]*[″\"]?)?[EW](?:[\s\ufeff]*/[\s\ufeff]*[-\d.;°NSEW \ufeff]*[\dNSEW])*"
)
_LOST_LIGATURE = re.compile(r"f (?:ect\w*|ort\w*|er(?:s|ed|ing|ent|ences?)?|ic(?:ers?|ial|ient\w*|ult\w*))\b")
"""Of a font that does not say which letters its joined ones are: "af ect"."""


_FIGURE = re.compile(r"[$€£¥]?\d(?:[\d.,]*\d)?")
_CAPITALS = 0.7
"""Of the words of a sentence at most: where something stands and what it is listed as, in an encyclopaedia."""


def _is_prose(text: str, length: int) -> bool:
    """Whether it is running text: no row, entry, headline or code, and not mostly figures."""
    bare = _COORDINATES.sub("there", STATISTICS.sub("", text))
    if any(pattern.search(bare) for pattern in (_NOT_PROSE, _BIBLIOGRAPHY, _GLUED, _HEADED, _LOST_LIGATURE)):
        return False
    undated = _DATE.sub("then", bare)
    is_unspaced = bool(_UNSPACED.search(text))
    if not is_unspaced:
        undated = _FIGURE.sub("some", undated, count=1)  # one makes no row, however short the sentence is
    letters = sum(map(str.isalpha, undated))
    visible = len(undated) - undated.count(" ")
    if letters < 0.7 * visible:
        return False
    if is_unspaced:
        return True
    words = text.split()
    if sum(any(map(str.isdigit, word)) for word in undated.split()) > 0.3 * length:
        return False
    capitals = sum(word[:1].isupper() for word in words)
    shouted = sum(len(word) > 3 and word.isupper() for word in words)
    return capitals <= _CAPITALS * length + 1 and shouted <= 0.25 * length


# -- Pointing back ----------------------------------------------------------------------------------------------------


_OF_WHAT = re.compile(
    r"(?:[^,]{1,40}, )?the (?:[\w-]+ ){0,3}(?:excess|remainder|shortfall|difference|variance|balance) (?:[a-z]+ly )?"
    r"(?:is|are|was|were|has|had|will|would|may|can|must|shall|went|came|goes|rose|fell|grew|[a-z]{3,}(?:ed|cts|ses|ins))\b",
    re.IGNORECASE,
)
"""An amount that is left, of what only the sentence before says."""


def points_back(text: str, lexicon: Lexicon) -> bool:
    """Whether the sentence begins with a word whose noun, or a turn whose ground, stands before it."""
    if (person := lexicon.person.search(text)) and not _names_someone(text[: person.start()], lexicon):
        return True
    bare = text.lstrip(_OPENING)
    if lexicon.points_back.match(bare) or _OF_WHAT.match(bare):
        return True
    if not lexicon.pronouns:
        return False
    # Of the first word the pattern has judged: "It is known that" points nowhere.
    for word in _WORD.findall(bare[:120])[1:7]:
        lower = word.lower()
        if lower in lexicon.pronouns:
            return True
        if lower not in lexicon.stop_words and not word[0].isdigit():
            return False  # a noun, or something like one, comes first
    return False


def _names_someone(before: str, lexicon: Lexicon) -> bool:
    """Whether a word with a capital stands there that is no stop word."""
    return any(word[0].isupper() and word.lower() not in lexicon.stop_words for word in _WORD.findall(before))
