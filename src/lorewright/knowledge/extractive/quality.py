"""How well a sentence that can stand by itself reads as a claim: what makes it weaker, and by how much."""

import re

_ROUTINE = re.compile(
    r"\b(?:generally accepted accounting|gaap\b|fasb\b|asu\b|asc\b|accounting (?:standards?|policy|policies|pronouncements?)"
    r"|fair value|(?:un)?amortiz|deferred tax|carrying (?:amount|value)|recogni[sz]ed? (?:in|as|when|at|over)|no assurance|cannot assure"
    r"|if any\b|reclassified|from time to time|among other things|for purposes of|without limitation|not limited to|effective date"
    r"|estimates? and assumptions|actuarial|discount rate|lessee|right-of-use|hedg(?:e|ing)|derivative|indemnif|bylaws|certificate of incorporation"
    r"|articles of association|fiduciary|indenture|stockholders? of record|trading symbol|(?:share|stock)?holders of)",
)
"""Said alike in every report of its kind: true, and seldom what the source is about. Of lower-case text, many times quicker than IGNORECASE."""
_MINOR_REFERENCE = re.compile(
    r"\b(?:figures?|fig\.|tables?|sections?|chapters?|eqs?\.|equations?|appendix|theorem|lemma) ?\(?[\dA-Z]\b",
    re.IGNORECASE,
)
"""Names a figure or a section in passing."""
_HEDGED = re.compile(r"\b(?:may|might|could|would)\b", re.IGNORECASE)
_ASPIRES = re.compile(
    r"\b(?:we (?:strive|aspire|are (?:committed|dedicated|passionate|proud|blending|driven))\b"
    r"|our (?:mission|vision|purpose|aspiration)\b|(?<=^at ).{2,40}, we believe\b)"
)
"""What a house says of its good will; of lower-case text. Every house says it."""
_ANNOUNCES = re.compile(
    r"\b(?:several|some|many|various|a number of|a few) (?:\w+ )?(?:findings|points|issues|aspects|factors|topics|reasons|questions)\.$"
)
"""What they are, only the sentences after it say; of lower-case text."""
_WORK = r"(?:article|chapter|paper|report|review|study|survey|work)"
_SETS_OUT = re.compile(
    rf"\b(?:this|the present|our) {_WORK} (?:will|aims?|aimed|attempts|seeks|sought|describes|discusses|examines|explores|focuses|outlines"
    r"|presents|provides|reviews|summari[sz]es)\b"
    rf"|\b(?:aims?|goals?|objectives?|purpose) of (?:this|the(?: present)?|our) {_WORK}\b"
    rf"|\b(?:in|with) this {_WORK},? we\b|^(?:here,? |therefore,? )?we (?:therefore|thus|aim(?:ed)?|set out|sought|undertook|hypothesi[sz]ed)\b"
)
"""What a work means to do, not what it found; of lower-case text."""
_CHANGE = re.compile(
    r"\b(?:increased?|decreased?|declined?|improved|rose|fell|grew)\b.{0,80}(?:due to|driven by|\d)"
    r"|\b(?:(?:lower|higher|less|more) than|in line with) (?:in )?(?:the )?(?:prior|same|last|previous)\b"
)
_TIME = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b(?:(?<!same )(?<!prior )(?<!last )(?<!previous )quarter"
    r"|January|February|March|April|June|July|August|September|October|November|December)\b"
)
"""A change needs its time; elsewhere in the text, a reader of the claim alone does not know it."""
_DEMONSTRATIVE = re.compile(
    r"\b(?:this|these|those) (?!study|paper|article|report|review|work|survey|book|document|guide|who|that|of|with|in)\w"
)
"""Within a sentence too, what "these gates" are was said before."""
_RUN_IN_HEADING = re.compile(r"[A-Z][^:.]{2,60}[:—] [A-Z]")
_FIRST_PERSON = re.compile(r"(?:We|Our|I|My|You|Your)\b")


def quality_of(text: str, lowered: str, length: int) -> float:
    """From 0 to 1: every weakness takes its part."""
    quality = 1.0
    if length < 8 or length > 35:
        quality *= 0.75 if length < 6 or length > 45 else 0.9
    for pattern, said, factor in (
        (_ROUTINE, lowered, 0.5),
        (_MINOR_REFERENCE, text, 0.6),
        (_HEDGED, text, 0.85),
        (_ASPIRES, lowered, 0.25),
        (_ANNOUNCES, lowered, 0.4),
        (_SETS_OUT, lowered, 0.4),
    ):
        if pattern.search(said):
            quality *= factor
    if _CHANGE.search(text) and not _TIME.search(text):
        quality *= 0.45
    if _DEMONSTRATIVE.search(text):
        quality *= 0.8
    if _RUN_IN_HEADING.match(text):
        quality *= 0.75
    if _FIRST_PERSON.match(text):
        quality *= 0.9
    if text[0] in "\"“«「『'‘(":
        quality *= 0.5
    elif '"' in text or "“" in text:
        quality *= 0.9
    if text.count(",") > 7 or text.count(";") > 1 or text.count("(") > 2:
        quality *= 0.75
    if text.endswith(("!", "…", "...", "！")):
        quality *= 0.7
    return quality


def is_routine(text: str) -> bool:
    """Whether every report of its kind says it."""
    return bool(_ROUTINE.search(text.lower()))


def speaks_as_we(text: str) -> bool:
    return bool(_FIRST_PERSON.match(text))
