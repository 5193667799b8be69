"""What a claim states, in a form in which two claims can be compared: about what, which value, when, and whether it is denied."""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

import msgspec

from lorewright.knowledge.concepts import key_of
from lorewright.knowledge.disputes.quantities import Quantity


class Claim(msgspec.Struct, frozen=True):
    """A sentence or two of an article."""

    id: str
    article_id: str
    text: str
    language: str | None
    """ISO 639-1."""
    dated: date | None = None
    """Of its source."""
    about: frozenset[str] = frozenset()
    """What its whole article is about, see `about`."""
    titled: str = ""
    """The words that name it, see `titled`."""
    qualified: str = ""
    """What tells it from others of that name, see `qualifier`."""
    before: str = ""
    """What stands before it in the paragraph of its source."""
    lead: str = ""
    """The sentence with which its article says what its title names, see `kinds.lead`."""


class Relation(StrEnum):
    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    """It was so, and is no longer: the first claim is the newer one."""


class Says(StrEnum):
    AMOUNT = "amount"
    MOMENT = "moment"
    FACT = "fact"
    NAME = "name"


class Name(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Who did it, where it is: a name that is the value of a statement."""

    words: tuple[str, ...]
    """Stems; of several who did it together those of all."""
    written: str
    is_place: bool
    are_several: bool
    near: frozenset[str] = frozenset()
    """All names of the sentence: "in Sanremo, Italy" does not contradict "in Italy"."""


class Statement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Part of a claim. Depends on the claim alone, so it can be kept as long as that stands."""

    claim_id: str
    article_id: str
    says: Says
    keys: frozenset[str]
    """All that it speaks of, the value and the time left out."""
    spare: frozenset[str]
    """Of these what another statement about the same may lack."""
    names: frozenset[str]
    """Of the keys those that are names, and stand in the subject or before it."""
    order: tuple[str, ...]
    """The keys as they stand there; of facts alone."""
    value: Quantity | None
    denied: bool
    turned: bool
    """It holds an odd number of words that stand for the opposite of their key."""
    times: tuple[tuple[float, float], ...]
    """First and last day of each time it speaks of."""
    now: bool
    once: bool
    """It says itself that this was so before."""
    past: bool
    definite: bool
    """Its subject is "the company" or "it": something that only its article tells."""
    dated: date | None
    about: frozenset[str]
    language: str | None
    literal: bool = False
    """Taken word for word: only what is written alike compares with it."""
    subject: frozenset[str] = frozenset()
    """The keys of what its article is about: "the dam" is the dam of that."""
    never: bool = False
    """It denies with "never", so of whatever time, place and manner."""
    name: Name | None = None
    """Its value, where that is a name."""
    qualified: str = ""
    """What the title of its article tells beside the name."""
    where: frozenset[str] = frozenset()
    """Of the keys those of the place that it names beside its subject: "the Orle Mill in Varn"."""
    near: frozenset[str] = frozenset()
    """What its article names when it says what it is about; of a facet, what else its sentence says where its title is not its topic."""
    is_facet: bool = False
    """One value of what a thing has but one of, see `facets`: compared with another of the same keys."""

    @property
    def written(self) -> str:
        """Its value, as the claim writes it."""
        valued = self.value or self.name
        return valued.written if valued else ""


def about(title: str, concepts: Iterable[str], language: str | None) -> frozenset[str]:
    """What "the bridge" and "it" mean all through an article: concepts that its title begins with, and all of a title that names one.

    "The tide mill of Eling" begins with no concept but that mill: there are tide mills elsewhere.
    """
    whole, found = titled(title), set[str]()
    bare, folded = _ARTICLE.sub("", title), title.casefold()
    for name in concepts:
        if name.casefold() not in folded:
            continue  # as most are not, and no pattern need be made
        if re.match(rf"(?i:{re.escape(name)})(?!\w)(?! (?:of|at|near) (?:the )?[A-Z])", bare):
            found.add(key_of(name, language))
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", whole, re.IGNORECASE):
            found.add(key_of(whole, language))
    return frozenset(found - {""})


def titled(title: str) -> str:
    """The part of a title that names what its article is about: "The Varn Bridge: a history" is about Varn Bridge, and so is "A second
    visit to the Varn Bridge"."""
    if quoted := _QUOTED.match(title):
        return quoted[1]
    if how := _HOW.match(title):
        return how[1]
    title = _TEXT_FIRST.sub("", title)
    named = _FURTHER.split(_ARTICLE.sub("", _FRAMED.sub("", title)), maxsplit=1)[0].strip()
    return _TEXT_LAST.sub("", _KIND_FIRST.sub("", named))


def qualifier(title: str) -> str:
    """What tells its subject from others of that name: "Varn (river)" is not "Varn (Orle)", and neither is "Varn"."""
    found = _QUALIFIER.search(title)
    return (found[1] or found[2]).strip().lower() if found else ""


_QUALIFIER = re.compile(r"^[^:|]*?(?:\(([^()]+)\)$|, ([A-Z][^:|]*)$)")
_ARTICLE = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_FRAMED = re.compile(
    r"^(?:(?i:(?:(?:an?|the|my|our|some|more) )?(?:[a-z]+ )?(?:visits? to|trips? to|tour of|walk around|guide to|introduction to|notes? (?:on|about|from)"
    r"|reports? (?:on|about|from)|letters? (?:about|from)|questions about|facts about|memories of|history of|story of|portrait of)|On)"
    r"|(?:An?|My|Our|Some|One|Two|Three|Another) (?:[a-z-]+ ){1,4}?(?:to|of|at|on|with|from|around|about|through|inside))"
    r" (?:(?=[A-Z])|the (?=\w))"
    r"|^(?:Keeping|Visiting|Seeing|Using|Growing|Raising|Breeding|Cooking|Climbing|Watching|Meeting|Remembering|Understanding|Exploring|Riding|Crossing|Running|Building|Restoring|Owning|Driving) (?:the )?(?=\w)"
)
"""Before what it is about: what kind of text it is. Of a work, "A Night at the Opera", each word has a capital."""
_KIND_FIRST = re.compile(r"^[a-z]+ (?=[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*$)")
"""Of "the river Orle"."""
_QUOTED = re.compile(r"^(?:[A-Z][a-z-]+ing|On|Notes on) [\"“]([^\"”]+)[\"”]")
_HOW = re.compile(r"^How (?:the |an? )?(.+?) (?:works?|was|were|is|are|got|came|became)\b")
_TEXTS = (
    "report|history|notes?|minutes|profile|review|summary|overview|guide|fact ?sheet|survey|update|inspection|timeline|facts|records?|biography|chronicle"
    "|specifications?|data ?sheet|brief|briefing|study|newsletter|bulletin|log|handbook|manual|obituary|entry|case|portrait|focus|spotlight|interview|announcement"
)
_TEXT_FIRST = re.compile(rf"^(?:[A-Za-z][\w'’-]* ){{0,3}}?(?i:{_TEXTS})(?: [a-z]+)?(?::| [-–—]) (?:the )?(?=\w)")
"""Of "Inspection report: the Varn Bridge"."""
_TEXT_LAST = re.compile(
    rf"(?<=[a-z\d]) (?:[a-z-]+ ){{0,2}}(?:{_TEXTS}|examined|explained|revisited|today|in brief|in numbers|in use|at a glance)$"
)
"""Of "Varn Bridge annual inspection report"."""
_FURTHER = re.compile(r"[:|(,]| [-–—] ")
