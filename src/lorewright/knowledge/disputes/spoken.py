"""Of what the pieces of a sentence speak, in a paragraph: the base of `facets`."""

import re
from collections.abc import Callable, Sequence

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import SAME, stemmed
from lorewright.knowledge.disputes.cutting import (
    DEFINITE,
    PRONOUNS,
    Row,
)
from lorewright.knowledge.disputes.kinds import may_be_a_person, meant
from lorewright.knowledge.disputes.once import (
    MAKING,
    MODIFIERS,
    NOUNS,
    OBJECTS,
    THINGS,
    TIES,
    TITLES,
    TRADES,
)
from lorewright.knowledge.disputes.quantities import Quantity
from lorewright.knowledge.disputes.statements import Claim, Name, Says, Statement
from lorewright.knowledge.disputes.topics import TOPIC, Mention, Topic, Topics, is_named, key_of
from lorewright.knowledge.facts import POSSESSIVE, Kind, Token

Whom = tuple[Topic, frozenset[str]]
"""A thing, and which part of it: "the tower of Varn Church" is also written "Varn Church Tower"."""
_TOLD_ANEW = stemmed(attributes.CHANGING | attributes.PERIODIC)
"""Parts of which it matters when they are told of."""
_WORD = re.compile(r"[^\W_]+")


class Spoken:
    """Sentences of a claim, which follow others in its paragraph."""

    def __init__(
        self, claim: Claim, titled: str, kinds: frozenset[str], near: frozenset[str], stem: Callable[[str], str]
    ) -> None:
        self._claim, self._stem = claim, stem
        self._own_kinds = meant(kinds)
        self._kinds = kinds | THINGS
        self._near = near | {stem(word) for word in _WORD.findall(claim.qualified)}
        self._topics = Topics(titled, self._kinds, claim.lead, stem=stem)
        self._before: Topic | None = None
        self._sentence = ""
        self._mentions: Sequence[Mention] = ()
        self._is_past = False
        """The sentence tells of what was so."""
        self._spoken: set[str] = set()
        self._waiting: list[str] = []

    def behind(self, sentence: str) -> None:
        """What stands before the claim, or states nothing."""
        self._waiting.append(sentence)

    def _catch_up(self) -> None:
        """What was spoken of is looked for where something is told of it."""
        for sentence in self._waiting:
            self._spoken.update(_WORD.findall(sentence))
            self._topics.follow(sentence, self._topics.mentions(sentence))
        self._waiting.clear()

    def _it(self) -> Topic | None:
        """What a sentence means that begins so: in an article about a thing no person that was named since."""
        current, own = self._topics.current, self._topics.own
        is_thing = own is not None and self._own_kinds and not any(one.endswith(TRADES) for one in self._own_kinds)
        return own if is_thing and current and may_be_a_person(current.written) else current

    def _whom(self, subject: Row, it: Topic | None) -> Whom | None:
        """None where it is something that is not told."""
        first = subject[0].written.lower()
        if len(subject) == 1 and first in PRONOUNS | OBJECTS:
            meant = it or (self._topics.person if first in ("he", "she") else None)
            return (meant, frozenset()) if meant else None
        names = [i for i, token in enumerate(subject) if is_named(token)]
        if not names:
            called = self._topics.called(subject[-1].written.lower(), subject[-1].key) if first == "the" else None
            if first not in DEFINITE or (called is None and self._is_another(subject[-1])):
                return None
            topic = called or it
            behind = next(
                (i for i in range(1, len(subject)) if _leads(subject[i]) or subject[i].written in words.PLACE), 0
            )
            if topic is None:
                return None
            return topic, self._located(subject[1:behind], topic) if behind else self._part(subject[1:], topic)
        if first in ("a", "an") or subject[0].kind in (Kind.NUMBER, Kind.QUANTIFIER, Kind.NEGATION):
            return None
        # "The tower of Varn Church", "the vampire series Varn"
        led = next((i for i in range(len(subject)) if _leads(subject[i])), None)
        if led is None or names[0] < led:
            if led is None and len(names) > 1:
                if names[0] or any(one.kind is not Kind.WORD for one in subject[1 : names[-1]]):
                    return None
                names = names[-1:]  # "American chemist Ada Voss"
            end = len(subject) if led is None else led
            topic = self._topic(subject[names[0]])
            return topic, self._part(subject[names[0] + 1 : end], topic)
        last = next((i for i in names if _is_placed(subject, i, names)), names[-1])
        topic = self._topic(subject[last])
        is_called_so = subject[led].written == "of" and topic.words.isdisjoint(stemmed(attributes.GENERIC))
        part = self._part if is_called_so else self._located  # "the town of Varn", "the tower of Varn Castle"
        return topic, part(subject[:led], topic) | (
            self._part(subject[last + 1 :], topic) if last == names[-1] else set()
        )

    def _located(self, row: Row, topic: Topic) -> frozenset[str]:
        """Of what has the topic behind it: "the museum in" a courthouse is a part of that, whatever else is called a museum."""
        if not row or row[-1].kind is not Kind.WORD:
            return frozenset()
        noun = row[-1].written.lower()
        is_topic = self._stem(noun) in topic.words or (topic.is_own and noun in self._own_kinds)
        return self._part(row, topic) | (frozenset() if is_topic else frozenset({row[-1].key}))

    def _is_another(self, noun: Token) -> bool:
        told = self._own_kinds and noun.written.lower() not in self._own_kinds
        return self._topics.is_another(noun.written, is_part=bool(told) and noun.written.lower() not in THINGS)

    def _part(self, row: Row, topic: Topic) -> frozenset[str]:
        """Nothing where it is the thing itself, by its kind."""
        kept = [one for one in row if one.kind not in (Kind.LIGHT, Kind.ROLE, Kind.BREAK, Kind.NAME)]
        if not kept:
            return frozenset()
        is_kind = self._is_kind(kept[-1], topic)
        return frozenset(
            SAME.get(one.written.lower(), one.key)
            for one in kept
            if not is_kind or one.written.lower() in MODIFIERS or one.key.endswith(".") or one.tie == POSSESSIVE
        )

    def _is_kind(self, noun: Token, topic: Topic) -> bool:
        """Whether that noun says what the topic is: in its name, in what is said of it, or for want of that any of its like."""
        word = noun.written.lower()
        told = self._own_kinds if topic.is_own else frozenset()
        return word in told or self._stem(word) in topic.words or word in (NOUNS if told else THINGS)

    def _topic(self, one: Token) -> Topic:
        return self._mentions[int(one.key)].topic

    def _as_written(self, one: Token) -> frozenset[str]:
        """The words of a name as they stand there: "Varn" need not be Varn Airport, which is known by that word."""
        mention = self._mentions[int(one.key)]
        return frozenset(
            self._stem(word.lower()) for word in _WORD.findall(self._sentence[mention.start : mention.end])
        )

    def _content(self, one: Token, topic: Topic) -> frozenset[str]:
        """What the word says beside what it is said of; nothing for what only ties words together."""
        word = one.written.lower()
        if is_named(one):
            return self._topic(one).words - topic.words
        if (
            one.kind not in (Kind.WORD, Kind.DIRECTION)
            or word in TIES
            or word in self._kinds
            or one.key in topic.words
            or SAME.get(word) in MAKING
        ):
            return frozenset()
        return frozenset({SAME.get(word, one.key)})

    def _name(self, named: Topic, whom: Topic, *, is_place: bool) -> Name:
        """With all that its sentence names besides."""
        near = {word for one in self._mentions for word in one.topic.words} - named.words - whom.words
        bare = named.in_order
        while len(bare) > 1 and bare[0] in TITLES:
            bare = bare[1:]
        return Name(bare, named.written, is_place, False, frozenset(near))

    def _beside(self) -> frozenset[str]:
        """What else the paragraph speaks of, so far."""
        return frozenset(self._stem(word.lower()) for word in self._spoken)

    def _statement(
        self,
        says: Says,
        whom: Whom,
        what: str,
        scope: frozenset[str] = frozenset(),
        *,
        value: Quantity | None = None,
        name: Name | None = None,
    ) -> Statement:
        topic, part = whom
        is_titled = topic.key == self._topics.title
        named = frozenset(word for word in part if word.isalpha() and word not in _TOLD_ANEW)
        thing = key_of({*topic.key.removeprefix(TOPIC).split(), *named}) if named else topic.key
        return Statement(
            claim_id=self._claim.id,
            article_id=self._claim.article_id,
            says=says,
            keys=frozenset({thing, what, *part - named}),
            spare=frozenset(),
            names=frozenset({thing}),
            order=(),
            value=value,
            denied=False,
            turned=False,
            times=(),
            now=False,
            once=False,
            past=True,
            definite=False,
            dated=self._claim.dated,
            about=frozenset(),
            language="en",
            subject=frozenset({topic.key}) if is_titled else frozenset(),
            qualified=self._claim.qualified if is_titled else "",
            name=name,
            near=self._near - topic.words if is_titled else self._beside(),
            where=scope,
            is_facet=True,
        )


def _is_placed(subject: Row, i: int, names: Sequence[int]) -> bool:
    """Whether behind the name there only its place follows: "the population of Varn in Norway"."""
    return [one.written for one in subject[i + 1 : i + 2]] == ["in"] and names[-1] in (i + 2, i + 3)


def _leads(one: Token) -> bool:
    """Behind which stands of what the part before it is one: "the tower of the church"."""
    return one.written in words.OPENERS or one.written == "of"
