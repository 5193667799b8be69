"""Which thing a sentence of a paragraph is about: a name in it, or, for "it", "his" and "the old church", what was spoken of before.

It asks for less than `subjects`: not that nothing else could be meant, but what a reader would take it for.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.disputes.attributes import stemmed
from lorewright.knowledge.disputes.places import COUNTRIES
from lorewright.knowledge.facts import Kind, Token
from lorewright.knowledge.units import UNITS

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WORD = rf"(?!(?:{_MONTHS}|I)\b)(?:(?:Mr|Mrs|Dr|Rev|St|Ft)\.|(?:[dl]'(?=[A-Z]))?[A-Z](?:\.(?= )|[\w&/-]*(?:'(?!s\b)[\w-]+)?))"
_RUN = re.compile(
    rf"(?<![\w'°-])(?<!° ){_WORD}(?: (?:(?:of|of an?|the|in the|of the|to|and the|de|von|van|der|la|du|del) )?{_WORD})*(?: \d+-\d+\b| \d{{1,2}}(?![\w,.]))?"
)
_UNNAMED = (
    frozenset({*words.LIGHT, *words.ROLE, *words.QUANTIFIER, *words.NEGATION})
    | words.OPENERS
    | frozenset(
        words.listed(
            "our my your their another one over about nearly almost two first only later however today now please"
        )
    )
) - {"little"}
"""What is written with a capital at the beginning of a sentence alone."""
_IN_TITLES = frozenset(
    words.listed(
        "is are was be you your my me we us he him she her they them want need can will don't not no all this that"
    )
)
"""Of titles of works, which have them with a capital."""
_PLAIN = re.compile(r"[^\W_]+")
_HONOURS = re.compile("(?:OBE|CBE|MBE|KBE|DBE|GBE|CH|OM|FRS|FBA|PC|MP|QC|KC|PhD|MD)")
"""Behind the name of somebody who has them."""
_TYING = frozenset(words.listed("the of a an and s"))
_FIRST_WORD = re.compile(r"[\w'.&/-]+ ?")
_OWNED = re.compile(rf"'s {_WORD}(?: {_WORD})*")
_OF = re.compile(r"([A-Z][a-z]{2,} [A-Z][a-z]{2,}) of (?:the )?[A-Z]")
"""Of "Ada Voss of Lisk" who that is."""
_OFFICES = frozenset(
    words.listed(
        """prime minister lord lady mayor governor general president king queen prince princess duke earl bishop saint pope emperor chief
        court house academy society order museum duchy kingdom council board parliament assembly office department national royal supreme
        grand great united high central federal cathedral abbey hall park battle secretary chancellor treaty army history north south east west
        upper lower branch fork bank coast bay gulf isle river lake mount"""
    )
)
"""Words of names that a place belongs to."""
_LINK = re.compile(r"(?:The|the|of|in) ")
_DOES = re.compile(
    r",? (?:is|was|has|had|who|did|died|lies|stands|sits|flows|rises|covers|joins|makes|employs|operates|(?:[a-z]+ly )?[a-z]+ed)\b| by (?=[A-Z])"
    r"| in (?:[A-Z][\w-]+ )+(?:is|was|has|had|lies|stands)\b"
)
"""Behind a first word that may be a name."""
_DID = re.compile(r" (?:[a-z]+ly )?[a-z]+(?:ed|t|e|d) (?:the )?")
_BEFORE_NAMES = frozenset(words.listed("hotel restaurant cafe villa"))
"""What many names have before them or not: "Hotel Le Varn"."""
_ANAPHOR = re.compile(r"(?:It|He|She|They|Its|His|Her|Their|(?:The|This|That|These) [a-z])")
_OPENER = re.compile(
    r"(?:In|On|At|By|From|Since|After|During|Until|With|For|Out|Near|Under|Further) (?:[^,;]{1,60}, |[A-Z]\w+ (?=[a-z]|I\b))"
)
_LED = re.compile(r"(?:[Ii]n|[Ff]rom|[Nn]ear) (?:the )?$")
"""Before the name of a place that what is spoken of next is hardly about."""
_BARE = 2
"""Words of a name that are enough."""
_HELD = 64
"""Sentences of a paragraph, which are read again before each of those that follow."""


_BEING = frozenset(words.listed("is was are were as The the"))
_BEING_SAID = re.compile(r" (?:is|was|are|were) ")
_PEOPLE = re.compile(r"[A-Z][a-z]+(?:an|ish|ese|ch)")
"""Of whose "author" nothing is spoken."""
TOPIC = "topic:"
"""Before the words of a key."""
_MASK = re.compile(r"Xq([a-z])([a-z])xq")


class Topic(NamedTuple):
    key: str
    """Equal for two names of the same words."""
    words: frozenset[str]
    in_order: tuple[str, ...]
    written: str
    is_own: bool
    """What the title of the article names."""


class Mention(NamedTuple):
    start: int
    end: int
    topic: Topic
    is_whole: bool
    """It is written with all its words: not "Worrall", for Henry Worrall."""


class Topics:
    """Of a paragraph of an article, sentence by sentence."""

    def __init__(self, titled: str, kinds: Set[str], lead: str, *, stem: Callable[[str], str]) -> None:
        self._stem, self._kinds = stem, kinds
        self._offices = kinds | _OFFICES
        self._named: dict[str, Topic | None] = {}
        own = self.topic(titled) if titled and lead else None
        self._own = own._replace(is_own=True) if own else None
        self._titled = titled
        titled_as = self.topic(titled)
        self.title = titled_as.key if titled_as else ""
        """The key of what the title names, whatever the article is about."""
        head = _BEING_SAID.split(lead, maxsplit=1)[0]
        self._in_full = frozenset(stem(word.lower()) for word in _PLAIN.findall(head))
        self._last = ""
        self._met: list[Topic] = []
        self.current = self._own
        """What "it" means."""
        self.person: Topic | None = None
        """Whom "she" means where it is not told what "it" does."""

    @property
    def own(self) -> Topic | None:
        return self._own

    @property
    def has_own(self) -> bool:
        """Whether the article is about one thing."""
        return self._own is not None

    def mentions(self, sentence: str) -> list[Mention]:
        """The names in it, from left to right."""
        runs = _runs(sentence)
        found = [Mention(*span, self._own, True) for span in self._titles(sentence, runs) if self._own]
        for start, end in runs:
            if any(start < one.end and one.start < end for one in found):
                continue
            written = sentence[start:end]
            if written in UNITS and sentence[max(0, start - 2) : start - 1].isdigit():
                continue  # the unit of "64 GB"
            topic = self.topic(written)
            if topic is None or written.lower() in self._kinds:
                continue
            known = self._known(topic)
            if known is None and (of := _OF.match(written)) and self._offices.isdisjoint(of[1].lower().split()):
                topic = self.topic(of[1]) or topic
                known = self._known(topic)
            is_first = start == 0 and not _is_name_alone(written) and known is None
            if not is_first or (_DOES.match(sentence, end) and not written.endswith(("ed", "ing"))):
                found.append(Mention(start, end, known or topic, known is None or known.words == topic.words))
        return sorted(found)

    def called(self, noun: str, key: str) -> Topic | None:
        """The last that was named so: behind "Varn Airport" that is "the airport", and not behind "Varn Airports"."""
        if self._own and (key in self._own.words or noun in self._own.written.lower().split()):
            return self._own
        return next((one for one in reversed(self._met) if noun in one.written.lower().split()), None)

    def is_another(self, noun: str, *, is_part: bool) -> bool:
        """Whether the sentence before tells of one of that kind that is not said to be the thing itself: "It replaced a church".

        "The dam" of a lake is the same when it is told of anew.
        """
        if noun not in self._last:
            return False
        leads = "an?|another" if is_part else "an?|another|the"
        told = re.search(rf"(\w+) (?:{leads})(?: [\w'-]+){{0,5}} {re.escape(noun)}\b", self._last)
        return told is not None and told[1] not in _BEING

    def follow(self, sentence: str, mentions: Iterable[Mention]) -> None:
        """Afterwards `current` is what the next sentence means with "it".

        In an article about one thing that is no other unless a sentence begins with it; elsewhere what is named first.
        """
        self._last = sentence
        begins = opener.end() if (opener := _OPENER.match(sentence)) else 0
        later = [
            one
            for one in mentions
            if one.start >= begins
            and not (_PEOPLE.fullmatch(one.topic.written) and sentence[one.end + 1 : one.end + 2].islower())
            and (one.start or _is_name_alone(one.topic.written) or one.topic in self._met)
        ]
        self._met.extend(one.topic for one in mentions if one.topic not in self._met)
        if not later or _ANAPHOR.match(sentence):
            return
        if self._own is None:
            later = [one for one in later if not _LED.search(sentence, max(0, one.start - 9), one.start)] or later
        if self._own is None and len(later) > 1 and _DID.fullmatch(sentence, later[0].end, later[1].start):
            self.current, self.person = None, later[0].topic  # "Ada Voss built Varn Bridge": which of them "it" is
        elif self._own is None or later[0].start - begins <= len("The "):
            self.current = later[0].topic
        elif any(one.topic.is_own for one in later):
            self.current = self._own

    def _titles(self, sentence: str, runs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Where the title stands, and not as a part of another name: "Varn" in "the Varn Institute"."""
        size = len(self._titled)
        start = sentence.find(self._titled) if self._own else -1
        while start >= 0:
            end = start + size
            inside = any(first < end and start < last and last - first > size for first, last in runs)
            joined = sentence[start - 1 : start].isalnum() or sentence[end : end + 1].isalnum()
            if not inside and not joined:
                yield start, end
            start = sentence.find(self._titled, end)

    def _known(self, topic: Topic) -> Topic | None:
        """What was told before of which this is the name, or a part of it, and of nothing else that was."""
        own = self._own
        if own and self._is_short(topic.written):
            return own
        if own and (topic.words <= own.words or _is_in_full(topic.in_order, own.in_order)):
            return own
        if own and own.words <= topic.words <= self._in_full:
            return self._own
        if topic.words <= stemmed(COUNTRIES):
            return topic if topic in self._met else None  # "Mexico" is not short for Mexico City
        known = [one for one in self._met if topic.words <= one.words]
        return known[0] if len(known) == 1 else topic if topic in known else None

    def _is_short(self, written: str) -> bool:
        """Whether it is made of the title's initials: "OLU" for Opal Lines United."""
        initials = "".join(word[0] for word in _PLAIN.findall(self._titled) if word[0].isupper())
        return len(initials) > 1 and written == initials

    def topic(self, written: str) -> Topic | None:
        """What is written so, whatever was spoken of before; None where no word of it names anything."""
        if written not in self._named:
            plain = (word.lower() for word in _PLAIN.findall(written))
            found = tuple(self._stem(word) for word in plain if word not in _TYING)
            bare = len(found) > _BARE and found[0] in _BEFORE_NAMES
            key = key_of(found[bare:])
            self._named[written] = Topic(key, frozenset(found), found, written, False) if found else None
        return self._named[written]


def key_of(words: Iterable[str]) -> str:
    """Of a thing that these name, in whatever order."""
    return f"{TOPIC}{' '.join(sorted(set(words)))}"


def _is_name_alone(written: str) -> bool:
    """Whether no word that merely begins a sentence is written so: "Varn Hall", "WVRN-FM"."""
    return " " in written or written[1:].lower() != written[1:]


def _is_in_full(name: Sequence[str], titled: Sequence[str]) -> bool:
    """ "Ina Maria Sorel" for Ina Sorel."""
    return len(titled) > 1 and (name[0], name[-1]) == (titled[0], titled[-1]) and set(titled) <= set(name)


@lru_cache(maxsize=_HELD)
def _runs(sentence: str) -> tuple[tuple[int, int], ...]:
    """Of words with capitals, without what has one only because it comes first."""
    return tuple(_found_runs(sentence))


def _found_runs(sentence: str) -> Iterator[tuple[int, int]]:
    for one in _RUN.finditer(sentence):
        start = one.start()
        first = _FIRST_WORD.match(sentence, start, one.end())
        if start == 0 and first and first[0].strip().lower() in _UNNAMED and not _is_title(one[0]):
            start = first.end()
        while link := _LINK.match(sentence, start, one.end()):
            start = link.end()
        is_honour = sentence.endswith(", ", 0, start) and _HONOURS.fullmatch(one[0])
        if start < one.end() and not sentence[start].isdigit() and not is_honour:
            yield start, _with_owned(sentence, start, one.end())


def _is_title(run: str) -> bool:
    """Of "All You Need Is Love", where no other name has such words, and "First Baptist Church", which would else be the first."""
    first, *others = run.split()
    return (first == "First" and bool(others)) or any(word.lower() in _IN_TITLES for word in others)


def _with_owned(sentence: str, start: int, end: int) -> int:
    """ "Varn's Journal", of one word each time; what a person in full has is something else."""
    owned = _OWNED.match(sentence, end) if " " not in sentence[start:end] else None
    return owned.end() if owned else end


def is_named(token: Token) -> bool:
    return token.kind is Kind.NAME and _MASK.fullmatch(token.written) is not None


def masked(sentence: str, mentions: Sequence[Mention]) -> str:
    """With one word for each name, whatever that is made of."""
    for number, one in reversed(list(enumerate(mentions))):
        mask = f"Xq{chr(97 + number // 26)}{chr(97 + number % 26)}xq"
        sentence = f"{sentence[: one.start]}{mask}{sentence[one.end :]}"
    return sentence


def unmasked(token: Token) -> Token:
    """Names have the number of the mention for their key."""
    if found := _MASK.fullmatch(token.written):
        return token._replace(kind=Kind.NAME, key=str(26 * (ord(found[1]) - 97) + ord(found[2]) - 97))
    return token
