"""What a piece of a sentence tells of its topic beside what happens: how many it has, what it is, where it is, and who was what of it."""

from collections.abc import Iterator, Sequence

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes.attributes import stemmed
from lorewright.knowledge.disputes.comparable import NAMED
from lorewright.knowledge.disputes.cutting import BLANK, Piece, Row, is_copular, is_finite
from lorewright.knowledge.disputes.events import WORKS
from lorewright.knowledge.disputes.grammar import BE, DETERMINERS
from lorewright.knowledge.disputes.kinds import MANY
from lorewright.knowledge.disputes.measured import Measured
from lorewright.knowledge.disputes.measures import HARMLESS, MEASURES, Measure, measured
from lorewright.knowledge.disputes.once import AREAS, FIXED, HELD, LIES, OF_NATIONS, REIGNED, SERVED, TRADES
from lorewright.knowledge.disputes.places import ALONE, COUNTRY_OF, STATES
from lorewright.knowledge.disputes.quantities import CURRENCIES, Bound, Quantity, quantities
from lorewright.knowledge.disputes.relations import CHANGING, ROLES, WHO
from lorewright.knowledge.disputes.spoken import Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import Topic, is_named
from lorewright.knowledge.facts import HYPHEN, POSSESSIVE, Kind, Token

_FIRST = "1."
_SHARES = CURRENCIES | {"%"}
"""Units of what is told of a period, or of a part."""
OFFICES = {one: key for one, key in ROLES.items() if one not in ("director", "winner", "headquarters", "mouth")}
"""What somebody is of a thing at all times, or is now."""
ONE_OF = frozenset(words.listed("tributary suburb subsidiary moon"))
"""What belongs to one thing alone."""
_NEAR = 6
"""Words in which a sentence says what its subject is."""
_TRADES = frozenset(words.listed("architect architects artist sculptor painter designer engineer"))


_SORTS = MANY | {"species", "genus", "kind", "sort", "breed", "form", "variety"}
_NOT_NOW = frozenset(words.listed("former fictional planned proposed toy mock model"))
"""What is a "former lake" is no lake."""


class Told(Measured):
    """A piece, and whom it is about."""

    def _told_of(self, piece: Piece, about: Whom | None, opened: Topic | None) -> Iterator[Statement]:
        if not piece.said:
            return
        yield from self._counts(piece, about, opened)
        yield from self._role(piece, about)
        if about is not None:
            yield from self._office(piece, about)
            yield from self._one_of(piece.said, about)
            yield from self._reign(piece.said, about)
            yield from self._maker(piece.said, about)
            yield from self._state(piece.said, about)
            yield from self._place(piece.said, about, opened)

    # -- How many

    def _counts(self, piece: Piece, about: Whom | None, opened: Topic | None) -> Iterator[Statement]:
        """Of what a number counts, with all else that the piece says of it."""
        row = [*piece.subject, *piece.said]
        found = quantities(row)
        moments = [one for one in found if one.is_moment]
        if len(moments) > 1 or any(one.kind is Kind.NEGATION for one in row):
            return
        if moments and moments[0].bound is Bound.MOST:
            return  # "by 1998 six had come out"
        values = [one for one in found if not one.is_moment and one.unit not in _SHARES]
        for value in values:
            if large := self._large(piece, about, value):
                yield large
                continue
            noun, end = self._counted(row, value.end)
            whom = self._having(piece, about, opened, value.start, end)
            if whom is None or (noun is None and not value.unit):
                continue
            topic = whom[0]
            times = tuple((each.low, each.high) for each in moments)
            if value.unit and (found_ := self._measure(row, value, len(piece.subject), whom)):
                yield msgspec.structs.replace(found_, times=times)
                continue
            kinds = {key for one in row[noun or end : end] for key in self._content(one, topic)}
            if not value.unit and not kinds:
                continue
            what = {key for one in row[value.end : end] if not is_named(one) for key in self._content(one, topic)}
            told = frozenset(self._said_besides(row, value, end, found, topic))
            scope = told | what if value.unit else told
            one = self._statement(
                Says.AMOUNT, whom, "count", scope - {f"{NAMED}{key}" for key in self._named_of(piece)}, value=value
            )
            yield msgspec.structs.replace(one, keys=one.keys | (frozenset() if value.unit else what), times=times)

    def _measure(self, row: Row, value: Quantity, start: int, whom: Whom) -> Statement | None:
        topic, part = whom
        one = measured(row, value, start)
        own = part & MEASURES  # "its length is 540 m"
        if one is None and not own:
            return None
        attribute, which, besides = one or Measure("", (), row[value.end :])
        which_of = {key for each in which for key in self._content(each, topic)}
        scope = {key for each in besides for key in self._content(each, topic)}
        what = f"measure:{min(own) if own else attribute}"
        part = part - own - HARMLESS
        return self._statement(Says.AMOUNT, (topic, part | which_of), what, frozenset(scope), value=value)

    def _said_besides(
        self, row: Row, value: Quantity, end: int, found: Sequence[Quantity], topic: Topic
    ) -> Iterator[str]:
        """What else the piece says, but for what other numbers count; of a measure up to what is told of it besides."""
        gone = {
            i for one in found for i in range(one.start, one.end if one.is_moment else self._counted(row, one.end)[1])
        }
        stop = next((i for i in range(end, len(row)) if _is_of_counted(row, i, value)), len(row))
        restricts = row[end : end + 1] and row[end].written in ("with", "for", "of")
        which = end if restricts else len(row)  # "12 rooms with a view"
        for i, one in enumerate(row[:stop]):
            if i not in gone:
                yield from self._named_in(one, topic) if is_named(one) or i > which else self._content(one, topic)

    def _named_of(self, piece: Piece) -> frozenset[str]:
        return frozenset(word for one in piece.subject if is_named(one) for word in self._topic(one).words)

    def _named_in(self, one: Token, topic: Topic) -> frozenset[str]:
        return frozenset(f"{NAMED}{word}" for word in self._content(one, topic))

    def _counted(self, row: Row, start: int) -> tuple[int | None, int]:
        """The noun that is counted, of "35 of Young's songs" the songs; and where what is counted ends."""
        if start < len(row) and row[start].key == "light:of":
            start += 1
            while start < len(row) and (is_named(row[start]) or row[start].key in DETERMINERS):
                start += 1
        end = next((i for i in range(start, len(row)) if row[i].kind is not Kind.WORD or is_finite(row, i)), len(row))
        if end > start and row[end : end + 1] and row[end].written == "and":  # "rooms and suites", and nothing else
            last = next((i for i in range(end + 1, len(row)) if row[i].kind is not Kind.WORD), len(row))
            if last > end + 1 and not any(is_finite(row, i) for i in range(end + 1, last)):
                return last - 1, last
        return (end - 1 if end > start else None), end

    def _having(self, piece: Piece, about: Whom | None, opened: Topic | None, start: int, end: int) -> Whom | None:
        """Whom that is told of: what counts in the subject is of what is named behind it, or of what was spoken of."""
        if start < len(piece.subject):
            named = next((one for one in piece.subject[end:] if is_named(one)), None)
            if named is None and opened is not None:
                return opened, frozenset()
            topic = self._topic(named) if named else self._before
            elsewhere = any(map(is_named, piece.said))
            return (topic, frozenset()) if topic and (named or (topic.is_own and not elsewhere)) else None
        if piece.subject and about and not about[0].is_own and not any(map(is_named, piece.subject)):
            return None  # "the competition", of which year's?
        return about

    # -- Who was what of it, and how long

    def _role(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        """Of "its first editor was Ada Voss" and "Ada Voss served as the review's first editor"."""
        subject, said = piece.subject, piece.said
        at = next((i for i in range(1, len(subject)) if _is_first(subject, i)), None)
        if at is not None and said[0].key in BE and about:
            topic = next((self._topic(one) for one in subject[at:] if is_named(one)), about[0])
            named = next((self._topic(one) for one in said if is_named(one)), None)
            role = subject[at].key
        else:
            at = next((i for i in range(1, len(said)) if _is_first(said, i)), 0)
            served = at and (said[0].key in BE or said[0].written in SERVED)
            if not served or not about or about[1] or any(one.kind is Kind.NUMBER for one in said[1 : at - 1]):
                return
            named, role = about[0], said[at].key
            of = next((self._topic(one) for one in said[at:] if is_named(one)), None)
            whose = any(one.tie == POSSESSIVE or one.written in ("its", "his", "her") for one in said[:at])
            own = next((self._topic(one) for one in said[:at] if is_named(one)), self._before) if whose else None
            if (topic_ := own or (of if said[at + 1 : at + 2] and said[at + 1].key == "light:of" else None)) is None:
                return
            topic = topic_
        if named and named != topic:
            name = self._name(named, topic, is_place=False)
            yield self._statement(Says.NAME, (topic, frozenset({role})), f"{WHO}{_FIRST}", name=name)

    def _office(self, piece: Piece, about: Whom) -> Iterator[Statement]:
        """Of "its founder was Ada Voss" and "Ada Voss was the founder of it" who founded it."""
        subject, said = piece.subject, piece.said
        if said[0].key not in BE or any(one.kind is Kind.NEGATION for one in said):
            return
        role = next((one for one in subject if one.written in OFFICES), None)
        if role is not None and about[1] == {role.key}:
            at = next((i for i in range(1, len(said)) if said[i].kind not in (Kind.WORD, Kind.LIGHT)), 0)
            if at and is_named(said[at]) and not any(one.written in words.OPENERS for one in said[:at]):
                yield self._held(OFFICES[role.written], (about[0], frozenset()), self._topic(said[at]))
        elif not about[1] and len(said) > 4 and said[2].written in OFFICES and said[3].key == "light:of":
            of = 4 + (said[4].key == "light:the")
            if said[1].key == "light:the" and is_named(said[of]):
                yield self._held(OFFICES[said[2].written], (self._topic(said[of]), frozenset()), about[0])

    def _one_of(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "is a tributary of the Lisk" which it is one of."""
        at = next((i for i, one in enumerate(said[:_NEAR]) if one.written in ONE_OF), 0)
        if about[1] or not at or said[0].key not in BE or said[1].key not in DETERMINERS:
            return
        of = at + 2 + (said[at + 2 : at + 3] != [] and said[at + 2].key == "light:the")
        if of < len(said) and said[at + 1].key == "light:of" and is_named(said[of]):
            name = self._name(self._topic(said[of]), about[0], is_place=True)
            yield self._statement(Says.NAME, about, f"{WHO}in {said[at].written}", name=name)

    def _held(self, relation: str, whom: Whom, by: Topic) -> Statement:
        name = self._name(by, whom[0], is_place=relation == "capital")
        return msgspec.structs.replace(
            self._statement(Says.NAME, whom, WHO + relation, name=name), past=self._is_past or relation not in CHANGING
        )

    def _reign(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "was king of Orle from 1630 to 1650" and "reigned until 1671" when that began and ended."""
        at = next((i for i, one in enumerate(said) if one.written in HELD or one.written in REIGNED), None)
        if at is None or any(one.kind is Kind.NEGATION for one in said) or about[1]:
            return
        for i in range(at + 1, len(said) - 1):
            if said[i + 1].kind is Kind.DATE and said[i].written in ("from", "until", "till", "to"):
                if said[i].written == "to" and said[i - 1].kind is not Kind.DATE:
                    continue
                what = frozenset({HELD.get(said[at].written, "")} - {""})
                when = "began" if said[i].written == "from" else "ended"
                for date in quantities(said[i + 1 : i + 2]):
                    yield self._statement(Says.MOMENT, about, f"reign:{when}", what, value=date)

    # -- What and where it is

    def _maker(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "is a work by the artist Ada Voss"."""
        if about[1] or said[0].key not in BE or any(one.kind is Kind.NEGATION for one in said):
            return
        at = next((i for i, one in enumerate(said) if one.written in ("by", "of") and said[i - 1].written in WORKS), 0)
        leads = range(1, at - 1)
        if not at or any(said[i].written in words.OPENERS or is_finite(said, i) for i in leads):
            return
        if said[at].written == "of" and not any(one.written in _TRADES for one in said[at:]):
            return
        by = next((i for i in range(at + 1, len(said)) if said[i].kind not in (Kind.WORD, Kind.LIGHT)), at)
        while by + 2 < len(said) and is_named(said[by]) and said[by + 1].kind is Kind.WORD and is_named(said[by + 2]):
            by += 2
        if is_named(said[by]) and len(self._topic(said[by]).words) > 1 and self._topic(said[by]) != about[0]:
            name = self._name(self._topic(said[by]), about[0], is_place=False)
            yield self._statement(Says.NAME, about, WHO + WORKS[said[at - 1].written], name=name)

    def _state(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "is polluted", "is not polluted", "is unpolluted" and "is a polluted river"; of that also that it is a river."""
        if said[0].key not in BE:
            return
        rest = [one for one in said[1:] if one.written not in BLANK or one.kind is Kind.NEGATION]
        denied = bool(rest) and rest[0].written == "not"
        described = rest[denied:]
        if described[:1] and described[0].key in ("light:a", "light:an"):
            states = _described(described[1:])
            if denied and len(states) != len(described) - 1:
                return  # "is not a polluted river in Orle": which of these is denied
            states = states if not denied or len(states) == 1 else []
        else:
            states = described[:1]
            ends, daily = described[1:3], described[1:2] and described[1].written == "daily"
            if daily:
                ends = described[2:4]
            if ends and not _ends_state(ends, denied=denied, written=states[0].written):
                return
        past = said[0].written in ("was", "were")
        for state in states:
            if state.kind is not Kind.WORD or state.tie == HYPHEN:
                continue
            is_un = state.written.startswith("un") and state.written.endswith("ed")
            key = self._stem(state.written[2:]) if is_un else state.key
            key = f"{key} daily" if described[1:2] and described[1].written == "daily" else key
            one = self._statement(Says.FACT, about, f"state:{key}")
            yield msgspec.structs.replace(one, denied=denied != is_un, past=past)

    def _place(self, said: Row, about: Whom, opened: Topic | None) -> Iterator[Statement]:
        """In which state, on which river: of several kinds each."""
        at = next((i for i, one in enumerate(said) if one.written in LIES), None)
        leads = said[0].key in BE and len(said) > 1 and said[1].written in ("in", "on", "at")
        if about[1] or any(one.kind is Kind.NEGATION for one in said):
            return
        yield from self._nation(said, about)
        if at is None and not leads and not is_copular(said):
            if opened and said[0].key in BE:
                yield from self._in(opened, about)
            return
        start = at if at is not None else 0
        for i in range(start + 1, len(said)):
            led = _led(said, i) if is_named(said[i]) else -1
            if led >= 0 and said[led].written in ("in", "on", "from"):
                is_from = said[led].written == "from"
                if is_from and (at is not None or said[led - 1].written.endswith(TRADES)):
                    continue
                for where in self._with_wider(said[i]):
                    yield from self._in(where, about, said[led - 1].key, is_from=is_from)

    def _nation(self, said: Row, about: Whom) -> Iterator[Statement]:
        """Of "was a Norwegian ski jumper" where it is from."""
        if said[0].key not in BE or said[1:2] == [] or said[1].key not in ("light:a", "light:an"):
            return
        end = next((i for i in range(2, len(said)) if said[i].kind not in (Kind.WORD, Kind.NAME)), len(said))
        named = [one for one in said[2:end] if is_named(one)]
        country = COUNTRY_OF.get(self._topic(named[0]).written.lower()) if len(named) == 1 else None
        noun = said[end - 1]
        if (
            country is None
            or noun.tie == HYPHEN
            or any(one.tie == HYPHEN or one.written == "born" for one in said[2:end])
        ):
            return
        is_one = noun.written.endswith(TRADES) or noun.written in OF_NATIONS
        if is_one and noun.kind is Kind.WORD and (where := self._topics.topic(country.title())):
            yield from self._in(where, about, noun.key, is_from=True)

    def _with_wider(self, one: Token) -> Iterator[Topic]:
        """Of "in Varn, Tann County, Norway" all three."""
        for number in range(int(one.key), len(self._mentions)):
            mention = self._mentions[number]
            if number > int(one.key) and mention.start != self._mentions[number - 1].end + len(", "):
                return
            yield mention.topic

    def _in(self, where: Topic, about: Whom, noun: str = "", *, is_from: bool = False) -> Iterator[Statement]:
        first, last = where.in_order[0], where.in_order[-1]
        kind = last if last in AREAS else first if first == "counti" else ""
        if where.words & stemmed(STATES) and not kind:
            kind = "state"
        if not kind and len(where.words) == 1 and where.words <= stemmed(ALONE):
            told = {noun, about[0].in_order[-1], *(map(self._stem, self._own_kinds) if about[0].is_own else ())}
            kind = (
                "" if FIXED.isdisjoint(told) and not is_from else "country" if not FIXED.isdisjoint(told) else "origin"
            )
        if kind and where != about[0] and (len(about[0].words) > 1 or kind == "origin"):
            name = self._name(where, about[0], is_place=True)
            yield self._statement(Says.NAME, about, f"{WHO}in {kind}", name=name)


def _described(row: Row) -> Row:
    """Of "species of venomous lizard that" the words of which each is true of it."""
    found: list[Token] = []
    for i, one in enumerate(row):
        of_kind = one.key == "light:of" and found and found[-1].written in _SORTS and row[i + 1 : i + 2]
        if of_kind:
            continue
        if one.kind is not Kind.WORD or one.tie == HYPHEN or (is_finite(row, i) and i + 1 == len(row)):
            break
        found.append(one)
    return [] if any(one.written in _NOT_NOW for one in found) else found


def _ends_state(ends: Row, *, denied: bool, written: str) -> bool:
    """Whether what follows leaves the state as it is: "is inhabited by monks", "is not listed on any market"."""
    if ends[0].written in ("and", "but"):
        return True
    if not written.endswith("ed") or ends[0].written not in words.OPENERS:
        return False
    return not denied or (len(ends) > 1 and ends[1].written == "any")


def _is_of_counted(row: Row, i: int, value: Quantity) -> bool:
    """Whether something else is told from there on: "12 m high and ...", "12 rooms with 20 beds"."""
    if value.unit:
        return row[i].written == "and"
    behind = row[i + 1 : i + 2]
    own = bool(behind) and behind[0].written in ("its", "their")
    return row[i].written == "with" and (own or any(one.kind is Kind.NUMBER for one in row[i:]))


def _is_first(row: Row, i: int) -> bool:
    """Whether there is "editor" of "first editor"."""
    return row[i].kind is Kind.WORD and row[i - 1].key == _FIRST and row[i].written.endswith(("or", "er", "ent", "an"))


def _led(row: Row, i: int) -> int:
    """The place of the preposition before the name there, and what says what that is."""
    return next((k for k in range(i - 1, -1, -1) if row[k].written in words.OPENERS | {"of"}), -1)
