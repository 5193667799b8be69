"""What a thing has but one of: when and where it began, was made and ended, by whom, how many there are of it; and what is denied of it.

A sentence need not be understood as a whole. It is cut where a clause may end (`cutting`), and of each piece only this counts: whom it is
about (`topics`), what happens once in it, and the date, the place and the doer next to that. All else that either of two sentences
says is left out, so that "opened in 2012 on the site of a mine" and "in use since it opened in 2005" can be compared.
"""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes, relations
from lorewright.knowledge.disputes.alike import Alike
from lorewright.knowledge.disputes.attributes import SAME
from lorewright.knowledge.disputes.cutting import (
    BLANK,
    DEFINITE,
    Piece,
    Row,
    has_past_form,
    is_calling,
    is_copular,
    is_finite,
    pieces,
)
from lorewright.knowledge.disputes.events import ACTS, BECAME, DONE_TO, HAPPENS, LEADS, PLACES
from lorewright.knowledge.disputes.grammar import AUXILIARIES, BE, light, with_early_years
from lorewright.knowledge.disputes.lasting import MODAL, Lasting
from lorewright.knowledge.disputes.likened import Likened
from lorewright.knowledge.disputes.lives import Lives
from lorewright.knowledge.disputes.often import Often
from lorewright.knowledge.disputes.once import (
    AGAIN,
    ALIKE,
    CUSTOMERS,
    DENYING,
    FIRST_ISSUE,
    IS,
    LIMITING,
    OBJECTS,
    PURPOSES,
    SCOPING,
    SEAT,
    SEAT_IN,
    SEATED,
    STEM,
    TRIGGERS,
    UNSAID,
    UNSURE,
    WAS,
)
from lorewright.knowledge.disputes.placed import Placed
from lorewright.knowledge.disputes.quantities import Quantity, quantities
from lorewright.knowledge.disputes.ranked import Ranked
from lorewright.knowledge.disputes.relations import WHO
from lorewright.knowledge.disputes.spoken import Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.told import Told
from lorewright.knowledge.disputes.topics import Topic, is_named, masked, unmasked
from lorewright.knowledge.facts import HYPHEN, Kind, tokens

_WORD = re.compile(r"[^\W_]+")
_GROUPS = frozenset(
    words.listed("family brothers sisters company corporation group foundation trust government council")
)
"""Of "by the Tann family" what they are together."""
_LEADING = re.compile(r"(?:[A-Z][^,;]{1,60}, )?(?:[Tt]he )?")
_THERE_IS_NO = re.compile(r"There (?:is|are) (?:no|not any) [a-z -]+ (?:at|in|of|on) (?:the )?")
_ELSE = re.compile(r" (?:which|who|whose|where|whom)\b")
"""Begins what is said of what was named last."""
_PAST = light("was were had")
_AT_ALL = re.compile(r" (?:at all|any ?more|any longer)\b")
_PART = re.compile(r"[,;:()]")


class Facets(Told, Ranked, Lasting, Placed, Lives, Alike, Often, Likened):
    """Of the sentences of a claim, which follow others in its paragraph."""

    def of(self, sentence: str) -> Iterator[Statement]:
        written = _WORD.findall(sentence)
        said = {word.lower() for word in written}
        tells = not TRIGGERS.isdisjoint(said) or any(word.isdigit() for word in written)
        denies = self._topics.has_own or not DENYING.isdisjoint(said) or "n't" in sentence
        allows = not MODAL.isdisjoint(said) or "There is no" in sentence
        if tells or denies or allows:
            self._catch_up()
            self._before = self._it() if sentence.startswith("It ") else self._topics.current
            self._sentence, self._mentions = sentence, self._topics.mentions(sentence)
            self._spoken.update(written)
            if tells:
                yield from self._told(sentence, said)
            if denies and UNSURE.isdisjoint(said):
                yield from self._facts(sentence)
            if allows:
                yield from self._allowed(sentence)
        self._waiting.append(sentence)

    def _told(self, sentence: str, said: Set[str]) -> Iterator[Statement]:
        row = with_early_years([unmasked(one) for one in tokens(masked(sentence, self._mentions), self._stem)])
        if any(one.kind is Kind.HEDGE and one.key != "hedge:formerly" for one in row) or "respectively" in said:
            return
        yield from self._read(row)

    def _read(self, row: Row) -> Iterator[Statement]:
        about: Whom | None = None
        self._is_past = any(one.key in _PAST for one in row)
        opened = self._opened(row)
        for piece in pieces(row):
            whom = self._whom(piece.subject, about[0] if about else self._before) if piece.subject else None
            if not piece.subject and piece.inherits:
                whom = about or ((self._before, frozenset()) if self._before else None)
            about = about or whom
            written = {one.written.lower() for one in (*piece.subject, *piece.said)}
            now, once = not attributes.NOW.isdisjoint(written), not attributes.ONCE.isdisjoint(written)
            for one in (
                *self._happenings(piece, whom),
                *self._told_of(piece, whom, opened),
                *self._ranks(piece, whom),
                *self._measured(piece, whom),
                *self._lasting(piece, whom),
                *self._placed(piece, whom),
                *self._alike(piece, whom),
                *self._often(piece, whom),
                *self._likened_moment(piece),
            ):
                yield msgspec.structs.replace(one, now=now, once=once) if now or once else one
        yield from self._brackets(row)
        yield from self._of_year(row, about)
        yield from self._distances(row, about)
        yield from self._elevations(row, about)
        yield from self._likened(row)

    def _opened(self, row: Row) -> Topic | None:
        """Of "in Norway, at Varn Park, twelve trees" the park."""
        end = next((i for i in range(len(row)) if is_finite(row, i) or row[i].kind is Kind.NUMBER), len(row))
        at = [i for i in range(1, end) if is_named(row[i]) and row[i - 1].written.lower() in ("in", "at", "on", "the")]
        opens = bool(row) and row[0].written in ("In", "At", "On")
        return self._topic(row[at[-1]]) if opens and at and row[at[-1] + 1 : at[-1] + 2] else None

    # -- What happens

    def _happenings(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        row = piece.said
        why = next((i for i, one in enumerate(row) if one.written in ("because", "due")), len(row))
        if any(one.kind is Kind.NEGATION or one.written in AGAIN for one in row[:why]):
            return
        moments = [one for one in quantities(row) if one.is_moment]
        if about and len(row) > 2 and row[0].key in BE and row[1].key == "role:from" and row[2].kind is Kind.DATE:
            yield from (self._statement(Says.MOMENT, about, "found", value=one) for one in quantities(row[2:3]))
        if about and len(moments) == 1 and (first := _begun(row, moments[0])) is not None:
            event = HAPPENS.get(row[first].written, f"first:{row[first].key}")
            scope = self._scope(row, first, len(row)) - about[0].words
            yield self._statement(Says.MOMENT, about, event, scope, value=moments[0])
        events = [i for i in range(len(row)) if self._is_event(row, i)]
        verb = next((i for i in range(len(row)) if is_finite(row, i)), len(row))
        for number, at in enumerate(events):
            end = self._until(row, events, number)
            word = row[at].written.lower()
            whom, agent = (about, None) if self._is_of_subject(row, at, number) else (None, None)
            done_to = piece.object or (self._object(row, at, end) if word not in BECAME else None)
            if done_to is not None:
                agent = whom[0] if whom and not whom[1] else None
                if piece.object and (named := [one for one in piece.subject if is_named(one)]):
                    agent = self._topic(named[-1])
                his = bool(done_to) and done_to[0].written in ("his", "her", "their")
                whom = self._whom(done_to, agent if agent and his else self._before) if done_to else None
            if whom is None:
                continue
            dated = [one for one in moments if at < one.start < end] or [
                one for one in moments if not number and one.end <= verb
            ]
            if HAPPENS.get(word) == "publish":
                whom = (whom[0], whom[1] if whom[1] - FIRST_ISSUE else frozenset())
            if HAPPENS.get(word) == "death":
                yield from (self._statement(Says.AMOUNT, whom, "death:age", value=one) for one in _ages(row, at, end))
            if word in HAPPENS and len(dated) == 1:
                scope = self._scope(row, at, end) - whom[0].words
                yield self._statement(Says.MOMENT, whom, HAPPENS[word], scope, value=dated[0])
            is_so = BECAME.get(word) not in DONE_TO or any(one.key in BE for one in row[:at])
            if word in BECAME and is_so and len(dated) == 1 and (as_what := self._as_what(row, at, end, whom[0])):
                yield self._statement(Says.MOMENT, whom, BECAME[word], as_what, value=dated[0])
            if word in ACTS:
                by = agent or self._led(row, at, end, LEADS[ACTS[word]])
                yield from self._done_by(by, whom, ACTS[word], moments)
            if done_to is None or piece.object:
                yield from self._happened_in(row, at, end, whom)

    def _done_by(self, by: Topic | None, whom: Whom, act: str, moments: Sequence[Quantity]) -> Iterator[Statement]:
        """What another may do at another time must be told of a time, or be so now."""
        changes = act in relations.CHANGING
        if by is None or by == whom[0] or (act == "design" and len(by.words) == 1):
            return
        if changes and not moments and self._is_past:
            return
        said = self._statement(Says.NAME, whom, WHO + act, name=self._name(by, whom[0], is_place=False))
        times = tuple((one.low, one.high) for one in moments)
        yield msgspec.structs.replace(said, times=times, past=bool(moments) or not changes)

    def _happened_in(self, row: Row, at: int, end: int, whom: Whom) -> Iterator[Statement]:
        """Where it has its seat, or what happened there at one place took place."""
        word = row[at].written.lower()
        event = HAPPENS.get(word, "")
        leads = SEAT_IN if word in SEATED else PLACES.get(event, ())
        where = self._led(row, at, end, leads) if leads else None
        if where:
            whom = (whom[0], whom[1] - SEAT) if word in SEATED else whom
            relation = "seat" if word in SEATED else f"{event} in"
            yield self._statement(Says.NAME, whom, WHO + relation, name=self._name(where, whom[0], is_place=True))

    def _is_event(self, row: Row, i: int) -> bool:
        word = row[i].written.lower()
        if is_calling(row, i):
            return False
        return (word in HAPPENS or word in ACTS or word in SEATED or word in BECAME) and not (
            i and row[i - 1].tie == HYPHEN
        )

    def _until(self, row: Row, events: Sequence[int], number: int) -> int:
        """Where what is told of that event ends: of "designed and built by Ada Voss" both are hers."""
        following = events[number + 1 :]
        if following and row[following[0] - 1].written == "and" and following[0] == events[number] + 2:
            following = following[1:]
        return following[0] if following else len(row)

    def _is_of_subject(self, row: Row, at: int, number: int) -> bool:
        """Whether the subject did it, or it was done to that: not in "is part of a museum opened in 1902"."""
        before = next(
            (
                row[i]
                for i in range(at - 1, -1, -1)
                if row[i].written not in BLANK and not row[i].written.endswith("ly")
            ),
            None,
        )
        if before is None or before.key in AUXILIARIES or before.kind is Kind.DATE or before.written == "and":
            return True
        return number == 0 and before.kind in (Kind.WORD, Kind.NAME) and is_copular(row[:at])

    def _object(self, row: Row, at: int, end: int) -> Row | None:
        """Of "painted the Varn Bridge in 1902" the bridge, of "painted bridges" nothing; None where it does nothing to anything."""
        following = row[at + 1 : end]
        if any(one.key in BE for one in row[:at]) or not following:
            return None
        first = following[0]
        if first.written == "and" and following[1:2] and has_past_form(following[1].written):
            return self._object(row, at + 2, end)  # "designed and built the bridge"
        ends = (Kind.ROLE, Kind.DATE, Kind.BREAK)
        if (
            first.written in words.OPENERS
            or first.kind in ends
            or first.written in BLANK
            or first.written == "aged"
            or first.written.endswith("ly")
        ):
            return None
        if not (at == 0 or is_finite(row, at)) or row[at].written[0].isupper():
            return None
        if first.written in OBJECTS:
            return following[:1]
        if first.written not in DEFINITE and first.kind is not Kind.NAME:
            return ()
        stop = (i for i, one in enumerate(following) if one.kind in ends or one.written in words.OPENERS)
        return following[: next(stop, len(following))]

    def _as_what(self, row: Row, at: int, end: int, topic: Topic) -> frozenset[str]:
        """All that is told of it: "joined the Varn Navy"."""
        return frozenset(key for one in row[at + 1 : end] for key in self._content(one, topic))

    def _scope(self, row: Row, at: int, end: int) -> frozenset[str]:
        """Of "premiered in Norway on Opal TV" where and on what, of "opened to trains" to what."""
        found: set[str] = set()
        for i in range(at + 1, end):
            if is_named(row[i]) or row[i].kind is Kind.WORD:
                led = next(
                    (row[k].written for k in range(i - 1, at, -1) if row[k].written in words.OPENERS | {"of", "by"}), ""
                )
                if led in SCOPING and is_named(row[i]):
                    found |= self._topic(row[i]).words
                elif (
                    led == "to"
                    and row[i].written not in CUSTOMERS
                    and PURPOSES.isdisjoint(one.written for one in row[at : i + 1])
                ):
                    found.add(row[i].key)
        return frozenset(found)

    def _led(self, row: Row, at: int, end: int, leading: Sequence[str]) -> Topic | None:
        """The name behind such a preposition, and the nouns that say what it is: "by the Norwegian painter Ada Voss"."""
        for i in range(at, end):
            if row[i].written not in leading:
                continue
            for k in range(i + 1, end):
                describes = k + 1 < len(row) and row[k + 1].kind is Kind.WORD and not is_finite(row, k + 1)
                describes = describes and row[k + 1].written not in _GROUPS
                if is_named(row[k]) and not describes:
                    return self._topic(row[k])
                joins = row[k].written == "and" and row[k - 1].kind is Kind.WORD
                if not joins and (
                    row[k].kind not in (Kind.WORD, Kind.LIGHT, Kind.NAME) or row[k].written in ("and", "of")
                ):
                    break
        return None

    # -- What is denied

    def _facts(self, sentence: str) -> Iterator[Statement]:
        """All words of what is said in an article of what it is about, and of what is denied of anything."""
        first = next((one.topic for one in self._mentions if _LEADING.fullmatch(sentence, 0, one.start)), None)
        if there := next((one for one in self._mentions if _THERE_IS_NO.fullmatch(sentence, 0, one.start)), None):
            first, sentence = there.topic, sentence[: there.end]
        parts = _PART.split(_AT_ALL.sub("", sentence))
        denials = [DENYING.intersection(part.lower().replace("n't", " not").split()) for part in parts]
        if not any(denials):
            parts, denials = [sentence], denials[:1]
        for part, denied in zip(parts, denials, strict=True):
            topic = first or self._before
            noun = re.match(r"(?:but )?[Tt]he ([a-z]+) (?:is|was|has|had)\b", part.strip())
            topic = (self._topics.called(noun[1], self._stem(noun[1])) if noun else None) or topic
            if topic is None or (denied and (len(denied) > 1 or _ELSE.match(part))):
                continue
            said = [word.lower() for word in _WORD.findall(part)]
            if denied and not LIMITING.isdisjoint(said):
                continue
            if denied or topic.is_own:
                keys = {
                    (ALIKE.get(word) or SAME.get(word) or self._stem(word))[:STEM]
                    for word in said
                    if word not in UNSAID and word not in self._own_kinds
                } - {word[:STEM] for word in topic.words}
                past = not WAS.isdisjoint(said) or any(map(has_past_form, said))
                one = self._statement(Says.FACT, (topic, frozenset()), "fact")
                yield msgspec.structs.replace(
                    one,
                    keys=one.keys | keys,
                    denied=bool(denied),
                    never="never" in denied,
                    past=past and IS.isdisjoint(said),
                )


def _ages(row: Row, start: int, end: int) -> Iterator[Quantity]:
    """Of "died in Lisk at the age of 72" and "died aged 72" the age."""
    for one in quantities(row):
        leads = [each.written for each in row[max(start, one.start - 2) : one.start]]
        if start < one.start < end and not one.unit and (leads[-1:] in (["aged"], ["age"]) or leads == ["age", "of"]):
            yield one


def _begun(row: Row, moment: Quantity) -> int | None:
    """What began then: "has been brewed since 1958", "was first brewed in 1958"."""
    since = any(one.key == "role:since" for one in row[: moment.end])
    for i, (before, one) in enumerate(pairwise(row[: moment.end]), start=1):
        begins = before.key == "1." and one.written not in HAPPENS
        if has_past_form(one.written) and (begins or (since and before.key == "light:been")):
            return i
    return None
