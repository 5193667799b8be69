"""Of which thing a sentence that is taken word for word speaks: what its article's title names, however the title is worded."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from lorewright.knowledge.asides import PLACE_AT_END
from lorewright.knowledge.disputes.attributes import FINITE, GENERIC, LABELS
from lorewright.knowledge.disputes.cutting import has_past_form
from lorewright.knowledge.disputes.kinds import of_lead
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.words import listed

BESIDES = frozenset(
    listed(
        """a an the and or of to in on at for from with about into its their my our all more some
        notes note guide guides introduction intro overview annual summary history story facts fact sheet data properties basics primer profile
        portrait sketch life biography review report reports study article page information info details visit visiting getting
        letter email diary log blog post minutes memo interview travel travelling hiking climbing tour trip how what why when where who understanding explained short brief quick new"""
    )
)
"""What a title says besides what it is about."""
_PRONOUNS = frozenset(listed("it its he his she her they their"))
_OPENING = listed(
    """in on at by from for to of with without after before during since until under over between among through around about when while where if as
    although because each every all some many most both no not only even this that these those there it he she they we i you our my your their
    his her its one two three four five six seven eight nine ten"""
)
"""Words that a sentence begins with before what it is about, or instead of a name."""
_WORD = re.compile(r"[^\W_]+")
_TYING = re.compile(r"(?:\b(?:of|in|at|on|for|from|with|under|during|after|before|and)\b|'s|[,:()])(?: the\b)?")
_NAME = re.compile(r"[A-Z][^\s]*(?: [A-Z\d][^\s]*)+")
_OF_NAME = re.compile(
    rf"\b([Tt]he (?:[a-z-]+ ){{0,2}}[a-z-]+) (?:of|in|at|on|near) (?:the )?({_NAME.pattern}|[A-Z]\w+)"
)
_OF = re.compile(r" (?:of|in|at|on|near|for) (?:the )?")
_ONE_NAME = re.compile(rf"{_NAME.pattern}|[A-Z]\w+")
_NAMED_SUBJECT = re.compile(
    rf"(?!(?:{'|'.join(word.capitalize() for word in _OPENING)})\b)(?:(?:The|An?) )?"
    rf"(?:(?P<name>{_NAME.pattern})|(?:[A-Z]?[a-z-]+ ){{1,5}}(?:of|in|at|on|to|for|from|near|by) (?:the )?(?P<of>{_NAME.pattern}|[A-Z]\w+))"
)
_BEING = frozenset(listed("is are was were has have had will would may can"))
_DESCRIBED = re.compile(r"\b([Tt]he) ([a-z]+) ([a-z]+)\b")
_BEGUN = re.compile(r"[^.!?\s]\s*$")
"""Behind which no sentence begins."""
_SUBJECTS = ("It ", "He ", "She ", "They ")
_JOINED = re.compile(
    r",? and (?:it |he |she |they )?(?=(?:the [a-z]+ )?(?:is|are|was|were|has|had|can|[a-z]{2,}(?:s|ed)) )"
)
_HEAD = re.compile(
    r"([^,;:]{16,}), (?:and|while|whereas|which|who|whose|where|so|because|although|though|since|as|with) [^;]*\.$"
)
"""Behind which other things are told: what one sentence says by itself another says with them."""
_EACH = re.compile(r"\b(?:(?:every|each|per) (year|month|week|day|night|hour|season)|yearly|annually)\b")
_LONE = re.compile(r"[A-Z][^\W\d_]+")
_BEFORE_NAMES = frozenset(listed("lake mount mountain river cape fort"))
_SAME, _PART = "=", "~"
"""Before the words of all that the title names; before a name in it of several words, and one of one word with another word of the title."""
_HELD = 64
IT = "it"


def things(claim: Claim, row: Sequence[str], sentence: str) -> frozenset[str]:
    """What tells that two such sentences are about the same; a sentence with "it" must be of articles about one and the same thing.

    `sentence`: as it is written, of which `row` has the words that are compared.
    """
    whole, parts = _named(claim.titled)
    whole |= _with_kinds(claim)
    return whole if not _PRONOUNS.isdisjoint(row) else whole | parts | _subject(sentence)


def qualified(claim: Claim, sentence: str) -> str:
    """What tells its thing from others of that name, where the sentence does not say that itself: of "Minutes, Varn 2018" one about Varn 2018."""
    return "" if claim.qualified in sentence.casefold() else claim.qualified


def _subject(sentence: str) -> frozenset[str]:
    """The name of what the sentence begins with, whatever its article is about: "Varn Lighthouse is ...", "A ticket to Varn costs ..."."""
    found = _NAMED_SUBJECT.match(sentence)
    if not found:
        return frozenset()
    before = sentence[: found.start("of")].lower().split() if found["of"] else []
    if any(has_past_form(word) or word in FINITE or word in _BEING for word in before):
        return frozenset()
    name = found["of"] or found["name"]
    return frozenset() if name.split(" ")[0].lower() in LABELS else frozenset({f"{_PART}{name.casefold()}"})


def _with_kinds(claim: Claim) -> frozenset[str]:
    """As a title would name it that says what it is: "Lake Orle" for the Orle that is a lake."""
    if not _LONE.fullmatch(claim.titled):
        return frozenset()
    kinds = of_lead(claim.lead, claim.titled) & _BEFORE_NAMES
    return frozenset(f"{_SAME}{' '.join(sorted((claim.titled.casefold(), kind)))}" for kind in kinds)


@lru_cache(maxsize=_HELD)
def _named(titled: str) -> tuple[frozenset[str], frozenset[str]]:
    said = [word for word in _WORD.findall(titled) if word.casefold() not in BESIDES]
    whole = frozenset({f"{_SAME}{' '.join(sorted(word.casefold() for word in said))}"} if said else ())
    names = [found[0] for part in _TYING.split(titled) for found in _NAME.finditer(part.strip()) if found]
    parts = {form.casefold() for name in names for form in (name, _bare(name)) if " " in form}
    first = _WORD.search(titled)
    plain = [word for word in said if word.islower()]
    if plain:  # else every word of it has a capital
        lone = [word for word in said if word[0].isupper() and word[1:].islower() and first and word != first[0]]
        parts |= {f"{name} {word}".casefold() for name in lone for word in said if word != name}
    return whole, frozenset(f"{_PART}{part}" for part in parts)


def _bare(name: str) -> str:
    """Of "Harrow Hill Hospital" where that is."""
    first, _, last = name.rpartition(" ")
    return first if last.lower() in GENERIC else name


def parts(sentence: str) -> Iterator[str]:
    """The sentence, and of "It opens in May, and lasts two weeks" both halves, each with "it"; of others what is told before ", and ...",
    and without the place that ends it."""
    yield sentence
    if (bare := PLACE_AT_END.sub(".", sentence)) != sentence:
        yield bare
    if not sentence.startswith(_SUBJECTS) and (head := _HEAD.match(sentence)):
        yield f"{head[1]}."
    halves = _JOINED.split(sentence, maxsplit=1) if sentence.startswith(_SUBJECTS) else [sentence]
    if len(halves) > 1:
        subject, *_ = sentence.split(" ", maxsplit=1)
        yield f"{halves[0]}."
        yield halves[1][0].upper() + halves[1][1:] if halves[1].startswith("the ") else f"{subject} {halves[1]}"


def told(text: str, claim: Claim) -> Sequence[str]:
    """The sentences of the text and their `parts`, each once; also as another article may have them: with "it" for its thing, and with
    "the ward" for the ward of what the title names."""
    return _told(text, claim.titled, claim.lead)


@lru_cache(maxsize=2)
def _told(text: str, titled: str, lead: str) -> tuple[str, ...]:
    """Remembered since a claim is asked about twice."""
    text = _EACH.sub(lambda found: f"a {found[1] or 'year'}", text)
    bare = _of_its_name(text, titled)
    texts = dict.fromkeys((text, of_itself(text, titled, lead), bare, of_itself(bare, titled, lead)))
    whole = dict.fromkeys(one[start:end] for one in texts for start, end in sentences(one))
    return tuple(dict.fromkeys(part for one in whole for part in parts(one)))


def _of_its_name(text: str, titled: str) -> str:
    """With "the camp" for "the summer camp at Orle" where the title names that."""
    if " and " in titled:
        return text  # the ward of which of the two
    words = frozenset(_WORD.findall(titled))
    bare = _OF_NAME.sub(lambda found: found[1] if words.issuperset(_WORD.findall(found[2])) else found[0], text)
    return _DESCRIBED.sub(
        lambda found: f"{found[1]} {found[3]}" if words.issuperset(found.groups()[1:]) else found[0], bare
    )


def of_itself(text: str, titled: str, lead: str) -> str:
    """With "it" for what the title names, and for "the island" of Orle Island, "the programme" of the milk programme of Orle."""
    if not titled:
        return text
    called = _called(titled, of_lead(lead, titled) if lead else frozenset())
    # Looked for first: most sentences have neither the title nor "the", and a pattern takes much longer.
    lower = text.lower()
    if titled.lower() not in lower and not (called and "the " in lower):
        return text
    pattern = _itself(titled, called)
    return pattern.sub(lambda found: IT if _BEGUN.search(text, 0, found.start()) else IT.capitalize(), text)


@lru_cache(maxsize=_HELD)
def _called(titled: str, kinds: frozenset[str]) -> str:
    """What follows "the", as a pattern; empty where its kind is not told."""
    return _kind(titled) or "|".join(sorted(kinds & GENERIC))


@lru_cache(maxsize=_HELD)
def _itself(titled: str, called: str) -> re.Pattern[str]:
    kind = rf"|\bthe (?:{called})" if called else ""
    return re.compile(rf"(?:\bthe )?(?<!\w){re.escape(titled)}(?!\w){kind}(?![\w'-])", re.IGNORECASE)


def _kind(titled: str) -> str | None:
    """What sentences may call the thing of that name, as a pattern: the "milk programme of Orle" is "the programme", too."""
    named, *rest = _OF.split(titled, maxsplit=1)
    words: list[str] = named.split()
    if not rest and _NAME.fullmatch(titled):
        first, last = words[0].lower(), words[-1].lower()
        return first if first in _BEFORE_NAMES else last if last.isalpha() else None
    plain = list(takewhile(str.islower, reversed(words)))
    is_of_one = bool(_ONE_NAME.fullmatch(rest[0])) if rest else len(plain) < len(words)
    if not plain or len(words) < 2 or not is_of_one or not plain[0].isalpha() or plain[0].endswith("s"):
        return None
    called = plain[0]
    for word in plain[1:]:
        called = rf"(?:{re.escape(word)} )?{called}"
    return called
