"""What "he", "it", "the company" and "which" mean in an English sentence, so that what is said of them can be compared.

Only what the claim itself, the one before it and the title of its article tell for sure: all else stays as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.words import keyed

_KINDS = keyed(
    airline="airways airlines airline",
    company="company corporation inc ltd limited plc motors industries works holdings",
)
"""Last words of names -> what is so named, where another word says it."""
_ITSELF = attributes.WHOLES | attributes.GENERIC | {"airline", "airport", "band", "railway", "church", "castle"}
_MEANT_BY = {"airline": frozenset({"airline", "carrier", "company"}), "company": frozenset({"company", "firm"})}
_NOUNS = "|".join(sorted(_ITSELF | {"carrier"}))
_VERBS = rf"(?:is|was|has|had|[a-z]{{2,}}ed|{'|'.join(sorted(attributes.IRREGULAR_PAST))})\b"

_NAME = r"[A-Z][\w'&-]*(?: (?:(?:of|the|de|von|van) )?[A-Z][\w'&-]*)*"
_SUBJECT = re.compile(rf"(?:The )?({_NAME})(?: \([^()]*\)){{0,3}}(?= [a-z])")
_IS_A = re.compile(r" (?:is|was) (?:an?|the|one)\b")
_KIND = re.compile(rf" (?:is|was) an? (?:[\w'-]+,? ){{0,8}}?({_NOUNS})\b")
_PERSON = re.compile(rf"(?:He|She)(?= {_VERBS})")
_THING = re.compile(r"It(?= (?:is|was|has|had|[a-z]{2,}ed)\b(?!.* (?:that|who|which|whether)\b)(?! [a-z]+ to\b))")
_THE_KIND = re.compile(
    rf"(?:The|(?P<opener>(?:In|On|By|From|Since|After|During|Until|At) [^,;]{{1,60}}, )the) (?P<noun>{_NOUNS})(?= {_VERBS})"
)
_POINTS_BACK = re.compile(rf"(?:He|She|It|[Tt]he (?:{_NOUNS}))\b")
_FURTHER = re.compile(rf", (?:and|but) the (?P<noun>{_NOUNS})(?= {_VERBS})")
_INCORPORATED = r"(?: (?:Company|Corporation|Limited|Ltd|Inc|Plc|PLC|AG|SA|K\.S\.C)\.?)+(?= |,)"
_LIFE = r"(?= \([^()]*\b\d{4}\b[^()]*\))"
_OPENER = r"(?:In|On|By|Since|During|Until|At) [^,;]{1,60}, "
_ASIDE = re.compile(
    rf"(?P<name>{_NAME}) \((?:which|who) (?P<then>by then |then |at the time )?(?P<said>{_VERBS}[^()]*)\)"
)
_OWNS = re.compile(
    rf"(?P<opener>{_OPENER})?(?P<whose>{_NAME}) (?P<does>(?!(?:which|who|that|and)\b)[a-z][^,;:()]*?) with (?:its|their) "
    r"(?P<what>[a-z]+ of (?:(?:about|some|over) )?\d[\d,.]*(?: [a-z]+){1,2}?)(?= (?:at|in|on|from|by|to|for|and)\b|[,.;])"
)
"""Of "Opal Air serves 35 cities with its fleet of 15 aircraft" that it has a fleet of 15 aircraft."""
_BEFORE_NOW = r"^(?:was|were|had|[a-z]+ed)\b"


class _Subject(NamedTuple):
    """Of the sentence before."""

    name: str
    """Empty where it is none that tells one thing from all others."""
    kind: str
    """Which the sentence says that it is; empty where it does not."""
    is_told: bool
    """The sentence says what it is, and so speaks of nothing else that could be meant."""


def points_back(text: str) -> bool:
    """Whether the sentence before it may tell what it speaks of."""
    return bool(_POINTS_BACK.search(text))


def named(
    sentences: Iterable[str], titled: str, *, is_qualified: bool = False, behind: Sequence[str] = ()
) -> Iterator[str]:
    """The sentences of a claim with the name of what they are about, where the one before, or the title, tells it.

    `behind`: those that stand before the claim. Of many things "Christ Church" is the name: where the title `is_qualified`
    it says more than "the church" does.
    """
    before: _Subject | None = None
    own = "" if is_qualified else titled
    for written in behind:
        before = _subject(_in_full(_as_titled(written, titled), before, titled, own), titled)
    for written in (part for one in sentences for part in _without_asides(one)):
        sentence = _in_full(_as_titled(written, titled), before, titled, own)
        before = _subject(sentence, titled)
        if owns := _OWNS.match(sentence):
            has = "had" if re.search(_BEFORE_NOW, owns["does"]) else "has"
            yield f"{owns['opener'] or ''}{owns['whose']} {has} a {owns['what']}."
            sentence = f"{sentence[: owns.end('does')]}{sentence[owns.end() :]}"
        further = _FURTHER.search(sentence)
        if further and (name := _so_called(further["noun"], before, own)):
            yield f"{sentence[: further.start()]}."
            yield name + sentence[further.end() :]
        else:
            yield sentence


def _without_asides(sentence: str) -> Iterator[str]:
    """The sentence, then what it tells in brackets of something that it names, as a sentence of its own."""
    yield _ASIDE.sub(r"\g<name>", sentence)
    for found in _ASIDE.finditer(sentence):
        opener = re.match(_OPENER, sentence) if found["then"] else None
        yield f"{opener[0] if opener else ''}{found['name']} {found['said']}."


def _in_full(sentence: str, before: _Subject | None, titled: str, own: str) -> str:
    """With a name for what it begins with."""
    if before is None and _PERSON.match(sentence):
        name = titled if _may_be_a_person(titled) else ""
    elif before and before.is_told and (_THING.match(sentence) or _PERSON.match(sentence)):
        name = before.name
    elif found := _THE_KIND.match(sentence):
        name = _so_called(found["noun"], before, own)
        return f"{found['opener'] or ''}{name}{sentence[found.end() :]}" if name else sentence
    else:
        return sentence
    return name + sentence[sentence.index(" ") :] if name else sentence


def _subject(sentence: str, titled: str) -> _Subject:
    found = _SUBJECT.match(sentence)
    if found is None or (" " not in found[1] and found[1] != titled):
        return _Subject("", "", is_told=False)
    kind = _KIND.match(sentence, found.end())
    return _Subject(found[1], kind[1] if kind else "", is_told=bool(_IS_A.match(sentence, found.end())))


def _as_titled(sentence: str, titled: str) -> str:
    """With the name that the title has, for that in full: of a person whose life is told, and of a company."""
    first, _, last = titled.partition(" ")
    if not last or not sentence.startswith(first):
        return sentence
    if " " not in last:
        middle = rf"{re.escape(first)}(?: [A-Z][\w'-]*\.?){{1,3}} {re.escape(last)}{_LIFE}"
        if found := re.match(middle, sentence):
            return titled + sentence[found.end() :]
    found = re.match(re.escape(titled) + _INCORPORATED, sentence)
    return titled + sentence[found.end() :] if found else sentence


def _so_called(noun: str, before: _Subject | None, titled: str) -> str:
    """Which of the two is called that: the name of the sentence before, which says of what kind it is, or the title's."""
    if before and before.name and noun in _meant(before.kind or _kind_of(before.name)):
        return before.name
    return titled if noun in _meant(_kind_of(titled)) else ""


def _meant(kind: str) -> frozenset[str]:
    return _MEANT_BY.get(kind, frozenset({kind} - {""}))


def _kind_of(name: str) -> str:
    """What a name says itself that it is the name of."""
    words = name.split()
    if len(words) < 2 or not re.fullmatch(_NAME, name):
        return ""
    if words[0] == "Air":
        return "airline"
    last = (words[0] if words[1] == "of" else words[-1]).lower()
    return last if last in _ITSELF else _KINDS.get(last, "") if words[1] != "of" else ""


def _may_be_a_person(titled: str) -> bool:
    return 2 <= len(titled.split()) <= 3 and bool(re.fullmatch(_NAME, titled)) and not _kind_of(titled)
