"""Of what kind a thing is, as its own name or a sentence tells it: what "the museum" and "the locomotives" may mean in its article."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.words import keyed, listed

_WORD = r"[A-Z](?:\.(?= )|[\w'&-]*)"
NAME = rf"{_WORD}(?: (?:(?:of|the|to|de|von|van) )?(?:{_WORD}|\d{{1,3}}(?= (?:[A-Z]|[a-z]+\b))))*"
_OF_NAMES = keyed(
    airline="airways airlines airline",
    company="company corporation inc ltd limited plc motors industries works holdings",
)
"""Last words of names -> what is so named, where another word says it."""
_MEANT_BY = {
    "airline": frozenset({"airline", "carrier", "company"}),
    "company": frozenset({"company", "firm"}),
} | dict.fromkeys(("club", "team"), frozenset({"club", "team", "side", "franchise"}))
_IS_A = re.compile(r"(?:,[^,;]{1,60},)? (?:is|was|are|were) (?:an?|the|one of the)(?= )")
_STOP = (
    r"(?= (?:of|in|on|at|by|from|for|to|with|within|along|about|near|between|which|who|that|whose|where|based|located|situated|headquartered|licensed|broadcasting|founded|formed|established"
    r"|built|designed|made|written|directed|produced|released|published|created|developed|known|used|held|set|starring|featuring|serving"
    r"|running|competing|playing|operating|lying|standing|living|working|producing|specialising|specializing|consisting|covering|offering|containing|comprising|born|invented|composed|recorded|launched|operated by|owned by|[a-z]+ed (?:as|at|by|for|from|in|on|to|with))\b|[,.;:]|$)"
)
_NOUN = re.compile(rf"(?: [\w'&/-]+,?){{0,8}}? ([a-z][a-z-]+){_STOP}")
_BRACKETS = re.compile(r" \([^()]*\)")
_AND = re.compile(r"(?: [a-z-]+){0,2}? ([a-z-]+) and ")
_CAPITAL = re.compile(r"\b[A-Z][\w-]+")
_OF = re.compile(" of(?= )")
_OPENING = re.compile(r"[^;:!?]{1,160}?(?= (?:is|was|are|were) (?:an?|the|one)\b)")
_PREPOSITIONS = frozenset(listed("of in at on by for from to with near as since during under after before"))
_HELD = 16
"""Articles whose leads are held: their claims are read one after the other."""
MANY = frozenset(listed("class classes family series type group range line pair set"))
"""A name of such a thing stands for all that belong to it."""


def told(sentence: str, end: int) -> frozenset[str]:
    """What the sentence says that its subject, which ends there, is: "a family of diesel locomotives" is a family and locomotives."""
    found: set[str] = set()
    place = _IS_A.match(sentence, end)
    while place and (noun := _NOUN.match(sentence, place.end())):
        found.add(noun[1])
        if also := _AND.match(sentence, place.end()):
            found.add(also[1])
        place = _OF.match(sentence, noun.end()) if noun[1] in MANY else None
    return frozenset(found)


class Kind(NamedTuple):
    noun: str
    before: Sequence[str]
    """The words between the article and the noun: of "an American horror film" the first two."""


def kind_of(sentence: str, titled: str) -> Kind | None:
    """The noun by which a sentence that begins with what a title names says what that is: of "a family of diesel locomotives" the second one."""
    sentence, end = _led(sentence, titled)
    if not end and (opening := _OPENING.match(sentence)) and _is_called(opening[0], titled):
        end = opening.end()
    found = None
    place = _IS_A.match(sentence, end) if end else None
    while place and (noun := _NOUN.match(sentence, place.end())):
        found = Kind(noun[1], sentence[place.end() : noun.start(1)].split())
        place = _OF.match(sentence, noun.end()) if noun[1] in MANY else None
    return found


def _is_called(opening: str, titled: str) -> bool:
    """Whether what a sentence begins with has all words of a title, and not as those of something that is another's: 'Lillian "Lil" Hardin
    Armstrong', "Cecil Schwabe, known as Cecil Parker", not "The mayor of Varn"."""
    words = _PLAIN.findall(opening)
    name = _PLAIN.findall(titled)
    if (
        not name
        or not set(name) <= set(words)
        or words[0].lower() in _PREPOSITIONS
        or re.search(r"['’]s?\b(?= )", opening)
    ):
        return False
    return _PREPOSITIONS.isdisjoint(words[: words.index(name[0])][-1:])


def lead(claims: Iterable[str], titled: str) -> str:
    """The first of an article's claims that begins with what its title names; empty where none does."""
    if not titled:
        return ""
    for claim in claims:
        if _begins_with(as_titled(claim, titled), titled):
            return claim
        if f" {titled}" in claim and (found := re.match(_ALSO.format(re.escape(titled)), claim)):
            return claim[found.start(1) :].replace(",", "", 1)
    return ""


def _begins_with(sentence: str, titled: str) -> bool:
    bare = sentence[sentence[:1] in ('"', "“") :].removeprefix("The ")
    return bare.startswith(titled) and not _WORD_ON.match(bare, len(titled))


def opened_with(claims: Iterable[str], title: str) -> str:
    """What a sentence of these claims begins with, a name, where the title has all its words: "the tram of Orle" of "Orle by tram".

    Not "Orle" of "The mayor of Orle", who is somebody else. Empty where none does.
    """
    if not _FRAMED.search(title) or title.startswith("List of "):
        return ""
    words = frozenset(_PLAIN.findall(title.casefold()))
    names = frozenset(_CAPITAL.findall(title)[1:] if title[:1].isupper() else _CAPITAL.findall(title))
    of_another = r"\b(?:of|in|for) (?:the )?{0}|{0}['’]s"
    for claim in claims:
        for begun in _BEGUN.finditer(claim):
            name, behind = _shared(claim, begun.end(), words)
            if not _HAS_NAME.search(name) or not _VERB.match(behind) or not names.issubset(_CAPITAL.findall(name)):
                continue
            if not re.search(of_another.format(re.escape(name)), title):
                return name
    return ""


def _shared(claim: str, start: int, words: frozenset[str]) -> tuple[str, str]:
    """From there on what consists of these words and those that tie them; and what stands behind it."""
    end = at = start
    if (first := _NEXT.match(claim, start)) and first[1].casefold() in _TIES:
        return "", ""
    while (found := _NEXT.match(claim, at)) and (found[1].casefold() in words or found[1] in _TIES):
        at = found.end()
        end = end if found[1] in _TIES else found.end(1)
    return claim[start:end], claim[end:]


@lru_cache(maxsize=_HELD)
def of_lead(sentence: str, titled: str) -> frozenset[str]:
    """What it says that the thing is that the title names, with which it begins."""
    sentence, end = _led(sentence, titled)
    return told(sentence, end) if end else frozenset()


def _led(sentence: str, titled: str) -> tuple[str, int]:
    """The sentence without what stands in brackets, and where it goes on behind what the title names; 0 where it does not begin with that."""
    sentence = as_titled(sentence, titled)
    sentence = _BRACKETS.sub("", _BRACKETS.sub("", sentence))
    return sentence, (_behind(titled, sentence) or 0) if titled else 0


def _behind(titled: str, sentence: str) -> int | None:
    """Where the sentence goes on that begins with the title; None where it does not. No pattern, which every article would need anew."""
    for opening in ("", '"', "The ", '"The '):
        if sentence.startswith(opening) and sentence.startswith(titled, len(opening)):
            end = len(opening) + len(titled)
            end += sentence.startswith('"', end)
            if sentence.startswith((" ", ","), end):
                return end
    return None


def with_quotes(text: str) -> str:
    """With marks in place of ``these ''."""
    return _LATEX.sub(r'"\1" ', text) if "``" in text else text


def named_in(sentence: str) -> list[str]:
    """The words with a capital, in lower case."""
    return [word.lower() for word in _CAPITAL.findall(sentence)]


_FULL = re.compile(rf"({NAME})\.?(?: \(([^()]*)\))?(?= (?:is|was|are|were) (?:a|an|the|one)\b)")
_PLAIN = re.compile(r"[^\W_]+")
_BEGUN = re.compile(r"(?:^|(?<=[.!?] ))(?:The )?(?=\w)")
_NEXT = re.compile(r"([^\W_]+)(?: |$)")
_FRAMED = re.compile(r" (?:by|down|up|along|around|round|through|on|at|to|with|from|across|over|inside) ")
_TIES = frozenset(listed("of in at on the near"))
_HAS_NAME = re.compile(r"^[A-Z][a-z]+$|(?<=.)\b[A-Z]")
_VERB = re.compile(
    rf" (?:is|was|are|were|has|had|have|can|lies|stands|[a-z]{{2,}}(?:s|ed)|{'|'.join(sorted(attributes.FINITE))})\b"
)
_LATEX = re.compile(r"`` ?(.*?) ?'' ?")
_ALSO = r"(?:The )?[A-Z][^.;()]{{1,60}}, (?:or |also |sometimes |known as |called )+(?:the )?({0}),? (?=is|was)"
_WORD_ON = re.compile(r"\w")
_INCORPORATED = re.compile(r"(?:,? (?:Company|Corporation|Limited|Ltd|Inc|LLC|Plc|PLC|AG|SA|K\.S\.C)\.?)+(?= |,)")
_LIFE = r"(?:, [A-Z]{2,})*(?= \((?:[^()]*\b\d{4}\b[^()]*|born )\))"
_DID = "|".join(sorted(attributes.IRREGULAR_PAST))
_DOES = rf"(?= (?:(?:also|first|later|never|once|soon|then|[a-z]+ly) )?(?:was|is|has|had|[a-z]{{2,}}ed|{_DID})\b)"
_APPOSITION = re.compile(rf"^An? [^,;:()]+, (?={NAME}{_DOES})")
_SHORT = 3
"""Letters of a word that names nothing by itself."""


def as_titled(sentence: str, titled: str) -> str:
    """With the name that the title has, for that in full: of a person, also for the last name alone, and of a company."""
    sentence = with_quotes(sentence).lstrip('"')
    bare = sentence if titled.startswith("The ") else sentence.removeprefix("The ")
    if titled and (whole := _FULL.match(bare)):
        sentence = bare
        name, told_ = whole[1].split(), titled.split()
        full = name[0] == told_[0] and name[-1] == told_[-1] and set(told_) < set(name)
        short = len(name) > 1 and titled.startswith(f"{whole[1]} of ")
        if full or short:
            return titled + sentence[whole.end(1) :]
        if (whole[2] or "").endswith(f" as {titled}"):
            return titled + sentence[whole.end() :]
    first, _, last = titled.partition(" ")
    if not last or last not in sentence:
        return sentence
    if " " not in last and may_be_a_person(titled):
        names = r"[A-Z][\w'-]*\.?"
        in_full = rf"(?:{re.escape(first)}(?: {names}){{1,3}}|{names}(?: {names}){{0,2}} \"?{re.escape(first)}\"?) {re.escape(last)}{_LIFE}"
        if found := re.match(in_full, sentence):
            return titled + sentence[found.end() :]
        alone = re.compile(rf"(?:^|(?<=, )){re.escape(last)}{_DOES}")
        return alone.sub(titled, sentence, count=1)
    found = _INCORPORATED.match(sentence, len(titled)) if sentence.startswith(titled) else None
    return titled + sentence[found.end() :] if found else sentence


def shortened(titled: str, lead: str) -> re.Pattern[str] | None:
    """One word of a title of several, for all of it: "Orlako" for Orlako Falls, where the lead tells of no place of that name."""
    plain = {*attributes.GENERIC, *_OF_NAMES}
    words = [word for word in titled.split() if len(word) > _SHORT and word[0].isupper() and word.lower() not in plain]
    own = [
        re.escape(word)
        for word in words
        if not re.search(rf"(?:\b(?:at|from|in|near|of|to) (?:the )?|, ){re.escape(word)}\b", lead)
    ]
    return re.compile(rf"(?:^|(?<=, ))(?:{'|'.join(own)}){_DOES}") if own and len(titled.split()) > 1 else None


def without_apposition(sentence: str) -> str:
    """Without "A painter of Varn," before a name, of whom that is said."""
    return _APPOSITION.sub("", sentence)


def may_be_a_person(titled: str) -> bool:
    return 2 <= len(titled.split()) <= 3 and bool(re.fullmatch(NAME, titled)) and not of_name(titled)


def meant(kinds: Iterable[str]) -> frozenset[str]:
    """What a thing of these kinds may be called."""
    return frozenset(one for kind in kinds for one in _MEANT_BY.get(kind, frozenset({kind})))


def of_name(name: str) -> frozenset[str]:
    """What a name says itself that it is the name of."""
    words = name.split()
    if len(words) < 2 or not re.fullmatch(NAME, name):
        return frozenset()
    if words[0] == "Air":
        return frozenset({"airline"})
    last = (words[0] if words[1] == "of" else words[-1]).lower()
    found = last if last in attributes.GENERIC else _OF_NAMES.get(last, "") if words[1] != "of" else ""
    return frozenset({found} - {""})
