"""What a clause of an English sentence states: amounts, ranks, moments, names and the clause as a whole."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from math import inf

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import opposed, stemmed
from lorewright.knowledge.disputes.clauses import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    Clause,
    content,
    is_name,
    light,
    subject_end,
)
from lorewright.knowledge.disputes.quantities import CURRENCIES, Bound, Quantity, quantities
from lorewright.knowledge.disputes.relations import WHO, Related, related
from lorewright.knowledge.disputes.statements import Claim, Says, Statement
from lorewright.knowledge.facts import POSSESSIVE, Kind, Token
from lorewright.knowledge.units import TIMES

_PAST = frozenset({"light:was", "light:were", "light:had", "light:did"})
_PRESENT = light("is are")
_DEFINITE = light("the its this these those their his her")
_PRONOUNS = light("it they them he she him")
_AMONG = frozenset(words.listed("among amongst"))
_HAVING = light("has have had")
_RANK, _LAST_PLACE = "place", 20
"""The unit of an ordinal number."""
_DENYING = frozenset({"negation:no", "negation:never", "negation:no-longer"})
_DROPPED = frozenset({"quantifier:about", "quantifier:nearly", "hedge:formerly", "comparison:before"})
_MOVING = frozenset({"comparison:up", "comparison:down"})
_BY_TRADE = re.compile(r"[a-z]{4,}(?:or|er|ist|ian|ess)")
_PREFIXED = re.compile(r"(?:un|in|im|il|ir|non|dis)-?([a-z]{4,})")


class Said:
    """A clause on the way to the statements in it."""

    def __init__(self, claim: Claim, clause: Clause, stem: Callable[[str], str], about: frozenset[str]) -> None:
        opener, subject, said = clause
        self._claim = claim
        self._stem = stem
        self._about = about
        self._row = [*opener, *subject, *said]
        self._moved = len(opener)
        """Where the subject begins."""
        self._ahead = len(opener) + (len(subject) or subject_end(said))
        """Where it ends."""
        self._written = [token.written.lower() for token in self._row]
        self._found = quantities(self._row)
        self._moments = [one for one in self._found if one.is_moment]
        self._negations = [i for i, token in enumerate(self._row) if self._denies(i, token)]
        self._keys = [self._key(i) for i in range(len(self._row))]
        self._moves = any(key in _MOVING and not self._moves_something(i) for i, key in enumerate(self._keys))
        self._past = any(token.key in _PAST or self._is_past(i) for i, token in enumerate(self._row))

    def statements(self) -> Iterator[Statement]:
        if len(self._negations) > 1 or not all(map(self._denies_a_verb, self._negations)):
            return
        if "quantifier:alternative" in self._keys:
            return
        if self._moves and self._past and not self._moments:
            return  # "Sales rose by 5 %": nobody knows when
        amounts = [one for one in self._found if not one.is_moment and not self._is_label(one)]
        if none := self._none_of():
            yield self._amount(none)
        if not self._negations:
            for one in amounts:
                others = [other for other in amounts if other is not one]
                if all(other.unit != one.unit or self._is_aside(other) for other in others):
                    yield self._amount(one, [other for other in others if other.unit == one.unit])
            yield from self._ranks()
            if len(self._moments) == 1 and (at := self._event(self._moments[0])) is not None:
                yield self._moment(self._moments[0], at)
            for found in related(self._row, range(self._moved, self._ahead)):
                yield self._relation(found)
        if sum(key is not None for key in self._keys) > 1:
            yield self._fact()

    def _amount(self, value: Quantity, aside: Sequence[Quantity] = ()) -> Statement:
        """Without what is counted besides, in "412 patients at 12 hospitals"."""
        tied = self._tied(value)
        gone = {i for one in aside for i in range(one.start - 1, one.end + 1)} | {tied}
        keys = [
            (i, attributes.OF_AMOUNTS.get(self._written[i], key) if self._row[i].kind is not Kind.NAME else key)
            for i, key in self._kept([value, *self._moments])
            if key != "hedge:can" and i not in gone and not self._ties(i, value)
        ]
        if value.unit not in CURRENCIES:
            keys = [(i, "comparison:sell" if self._written[i] in attributes.SOLD else key) for i, key in keys]
        told = {key for _, key in keys}
        if "death" in told:
            keys = [(i, key) for i, key in keys if self._written[i] not in attributes.VICTIMS]
        if "watch" in told:
            keys = [(i, key) for i, key in keys if key != "study"]
        if any(self._written[i] in attributes.LIMITS for i, _ in keys):
            value = msgspec.structs.replace(value, low=-inf, bound=Bound.MOST)
            keys = [(i, key) for i, key in keys if self._written[i] not in attributes.LIMITS]
        if value.unit in TIMES:
            keys = [(i, "duration" if key in attributes.DURATION else key) for i, key in keys]
        elif not value.unit:
            keys = [(i, key) for i, key in keys if key != "live"]  # "6,000 gannets live there"
        spare = {key for i, key in keys if self._is_spare(i)} | attributes.TOLD_BY_UNIT.get(value.unit, set())
        spare |= {key for i, key in keys if self._is_maker(i, value) or self._is_kind(i)}
        if value.unit in CURRENCIES:
            spare.add("price")
        elif "page" in told:
            spare.add("length")  # "412 pages long"
        return self._statement(Says.AMOUNT, [key for _, key in keys], spare, value=value)

    def _ties(self, i: int, value: Quantity) -> bool:
        """Whether the word there only ties an amount to what it is of; "each year", "every team"."""
        lasts = value.unit in TIMES and self._keys[i] in attributes.DURATION
        if self._row[i].kind is Kind.NAME or lasts:
            return False
        return self._written[i] in attributes.TYING or self._written[i] in ("each", "every")

    def _is_maker(self, i: int, value: Quantity) -> bool:
        """Whether the name there stands behind "by", behind the value: "an opera in three acts by Anna Sorel"."""
        before = next((k for k in range(i - 1, value.end - 1, -1) if self._row[k].kind is not Kind.NAME), i)
        return self._row[i].kind is Kind.NAME and self._row[before].key == "role:by"

    def _is_kind(self, i: int) -> bool:
        """Whether the word there says what kind of thing the subject is: "is an opera"."""
        kind = self._written[i] in attributes.WHOLES | attributes.GENERIC
        return kind and i > 1 and self._row[i - 1].key in ("light:a", "light:an") and self._row[i - 2].key in BE

    def _is_aside(self, one: Quantity) -> bool:
        """Whether the amount stands behind a preposition, and counts something of its own."""
        before, behind = self._row[one.start - 1 : one.start], self._row[one.end : one.end + 1]
        led = bool(before) and one.start > self._ahead and before[0].written in words.OPENERS
        return led and not one.unit and bool(behind) and behind[0].kind is Kind.WORD

    def _ranks(self) -> Iterator[Statement]:
        """Of "is the second longest river of the land" the place in the row."""
        start = next((i for i in range(self._ahead, len(self._row)) if self._row[i].key in BE), None)
        if start is None or start + 2 >= len(self._row) or self._row[start + 1].key != "light:the" or self._moments:
            return
        at, token = start + 2, self._row[start + 2]
        ordinal = token.kind is Kind.NUMBER and token.key.endswith(".")
        superlative = self._written[at].endswith("est") and not self._past
        place = float(token.key[:-1]) if ordinal else 1.0
        if not (ordinal or superlative) or place >= _LAST_PLACE:
            return
        keys = [
            self._stem(self._written[i]) if self._written[i].endswith("est") else key
            for i, key in self._kept([])
            if not (ordinal and i == at)
        ]
        value = Quantity(place, place, _RANK, Bound.EXACT, self._row[at].written, _RANK, 0.0, at, at + 1)
        yield self._statement(Says.AMOUNT, keys, {key for i, key in self._kept([]) if self._is_spare(i)}, value=value)

    def _tied(self, value: Quantity) -> int | None:
        """The verb before "a gauge of 760 mm", whichever it is: what the value is of is the gauge."""
        if value.start < 4 or self._row[value.start - 1].key != "light:of":
            return None
        for i in range(value.start - 3, max(value.start - 6, 0), -1):
            if self._row[i].key in ("light:a", "light:an"):
                verb = self._row[i - 1]
                return i - 1 if verb.kind is Kind.WORD and verb.written.islower() else None
        return None

    def _moment(self, value: Quantity, at: int) -> Statement:
        keys = [(i, key) for i, key in self._kept([value]) if key != "happen" or i == at]
        if self._keys[at] == "doctor":
            keys = [(i, key) for i, key in keys if self._written[i] not in attributes.GAINED]
        if self._does_something(at):
            # Of "Wollen discovered tarnium" another says that tarnium was discovered.
            spare = {key for i, key in keys if self._is_spare(i) or i < at}
        else:
            spare = {key for i, key in keys if self._is_spare(i) or i > at}
        spare |= {"build"} if self._keys[at] == "finish" else set()
        spare |= {key for i, key in keys if self._written[i] == "first" and i >= self._ahead}
        return self._statement(Says.MOMENT, [key for _, key in keys], spare - {self._keys[at]}, value=value, times=())

    def _fact(self) -> Statement:
        keys = self._kept(self._found if self._moves else self._moments)
        keys = [(i, key) for i, key in keys if self._written[i] not in _AMONG]
        if (of := self._genitive()) is not None:  # "the profit of Merrow" is "Merrow's profit"
            before = [one for one in keys if self._moved <= one[0] < of]
            behind = [one for one in keys if of <= one[0] < self._ahead]
            keys = [
                *(one for one in keys if one[0] < self._moved),
                *behind,
                *before,
                *(one for one in keys if one[0] >= self._ahead),
            ]
        row = [(self._opposite(i, key) or (key, False)) for i, key in keys]
        turned = sum(turns for _, turns in row) % 2 == 1
        return self._statement(Says.FACT, [key for key, _ in row], set(), turned=turned)

    def _relation(self, one: Related) -> Statement:
        keys = [(i, key) for i in one.of if (key := self._keys[i]) is not None and self._row[i].kind is not Kind.DATE]
        names = frozenset(key for i, key in keys if self._row[i].written[:1].isupper())
        spare = {key for i, key in keys if self._is_spare(i)}
        said = self._statement(Says.NAME, [f"{WHO}{one.relation}", *(key for _, key in keys)], spare)
        return msgspec.structs.replace(said, name=one.name, names=names)

    def _statement(
        self,
        says: Says,
        row: Sequence[str],
        spare: Set[str | None],
        *,
        value: Quantity | None = None,
        turned: bool = False,
        times: Sequence[Quantity] | None = None,
    ) -> Statement:
        timed = self._moments if times is None else times
        return Statement(
            claim_id=self._claim.id,
            article_id=self._claim.article_id,
            says=says,
            keys=frozenset(row),
            spare=frozenset(key for key in spare if key),
            names=self._named(0) & frozenset(row),
            order=tuple(row) if says is Says.FACT else (),
            value=value,
            denied=bool(self._negations),
            turned=turned,
            times=tuple((one.low, one.high) for one in timed),
            now=not attributes.NOW.isdisjoint(self._written) or "no longer" in self._written,
            once=not attributes.ONCE.isdisjoint(self._written),
            past=self._past,
            definite=self._is_definite(),
            dated=self._claim.dated,
            about=self._claim.about,
            language="en",
            subject=self._about,
            qualified=self._claim.qualified,
            never=any(self._written[i] == "never" for i in self._negations),
        )

    def _none_of(self) -> Quantity | None:
        """ "No planets" are zero planets, and in "has one planet" one is a number."""
        for i, written in enumerate(self._written):
            counts = [token.kind for token in self._row[i + 1 : i + 2]] == [Kind.WORD]
            if written == "no" and i in self._negations and counts:
                return Quantity(0.0, 0.0, "", Bound.EXACT, "no", "", 0.0, i, i + 1)
            if written == "one" and counts and i and self._row[i - 1].key in _HAVING and not self._found:
                return Quantity(1.0, 1.0, "", Bound.EXACT, "one", "", 0.0, i, i + 1)
        return None

    def _genitive(self) -> int | None:
        """The place of the first "of" in the subject, where that ends before its verb."""
        places = range(self._moved, self._ahead) if self._ahead < len(self._row) else ()
        return next((i for i in places if self._row[i].key == "light:of"), None)

    # -- Whom it is about

    def _named(self, start: int) -> frozenset[str]:
        """The keys of names from there to the end of the subject; of all where it is "there"."""
        ends = len(self._row) if self._written[:1] == ["there"] else self._ahead
        return frozenset(key for i, key in enumerate(self._keys) if key and start <= i < ends and is_name(self._row, i))

    def _is_definite(self) -> bool:
        if any(token.key in _PRONOUNS for token in self._row):
            return True
        subject = self._row[self._moved : self._ahead]
        return not self._named(self._moved) and any(token.key in _DEFINITE for token in subject)

    def _is_label(self, one: Quantity) -> bool:
        """Of "phase 3", "Quill 2" and "2015-03": the number is a name."""
        if one.unit or one.start == 0 or not one.written[:1].isdigit():
            return False
        before = self._row[one.start - 1]
        capital = before.kind in (Kind.NAME, Kind.WORD) and before.written[0].isupper()
        padded = one.written.startswith("0") and one.written.isdigit() and len(one.written) > 1
        return capital or padded or before.written.lower() in attributes.LABELS

    # -- What happens

    def _event(self, date: Quantity) -> int | None:
        """The place of what is done once and to which the date belongs: the nearest before it, else the first behind it."""
        events = stemmed(attributes.EVENTS)
        places = [
            i
            for i, key in enumerate(self._keys)
            if key is not None and i >= self._moved and (key in events or self._written[i] in events)
        ]
        before = [i for i in places if i < date.start]
        if len(before) > 1 and self._keys[before[-1]] == "happen":
            return before[-2]  # "the foundation took place in 1748"
        return before[-1] if before else next(iter(places), None)

    def _does_something(self, at: int) -> bool:
        """Whether the verb there has an object, and so its subject is who did it."""
        following = self._row[at + 1 : at + 2]
        has_object = any(token.key in DETERMINERS for token in following) or bool(content(following))
        passive = any(token.key in BE for token in self._row)
        return has_object and not passive and following[0].kind is not Kind.DATE

    def _moves_something(self, i: int) -> bool:
        """Whether the word there says what is done to a thing: "reduced pain", "reduced the risk", and not "fell the next day"."""
        if i and self._row[i - 1].key == "light:of":
            return True  # "the risk of falls"
        first, second = self._row[i + 1 : i + 2], self._row[i + 2 : i + 3]
        if self._written[i] in attributes.CAUSING and first and first[0].key in DETERMINERS:
            return bool(content(second)) and second[0].kind is not Kind.DATE
        return bool(content(first))

    def _is_past(self, i: int) -> bool:
        """Not in "is situated"."""
        return _has_past_form(self._written[i]) and not (i and self._row[i - 1].key in _PRESENT)

    # -- Keys

    def _kept(self, without: Sequence[Quantity]) -> list[tuple[int, str]]:
        """(place, key) of what is left without these quantities."""
        gone = {i for one in without for i in range(one.start, one.end)}
        return [(i, key) for i, key in enumerate(self._keys) if key is not None and i not in gone]

    def _key(self, i: int) -> str | None:
        token, written = self._row[i], self._written[i]
        if token.kind in (Kind.LIGHT, Kind.ROLE, Kind.BREAK) or token.key in _DROPPED or i in self._negations:
            return None
        if written in attributes.NOW or written in attributes.ONCE:
            return None
        if token.kind in (Kind.NUMBER, Kind.DATE, Kind.NAME):
            return token.key
        if written == "lay" and self._row[i + 1 : i + 2] and self._row[i + 1].kind is Kind.WORD:
            return token.key  # "lays eggs"
        if written in attributes.EMPTY or (written == "across" and not any(one.unit == "m" for one in self._found)):
            return None
        return attributes.SAME.get(written, token.key)

    def _is_spare(self, i: int) -> bool:
        """An adverb, the kind of what is named; the version that was the first."""
        written = self._written[i]
        if written in attributes.WHOLES and self._about and i and i < self._ahead and self._row[i - 1].written == "The":
            return True
        if written == "version":
            counted = i + 1 < len(self._row) and self._row[i + 1].kind is Kind.NUMBER
            return counted or (i > 0 and self._row[i - 1].key == "1.")
        if written in attributes.GENERIC:
            near = [k for k in (i - 1, i + 1, i + 2) if 0 <= k < len(self._row)]
            return any(is_name(self._row, k) for k in near)
        if (
            self._row[i].tie == POSSESSIVE
            and is_name(self._row, i)
            and i + 1 < len(self._row)
            and is_name(self._row, i + 1)
        ):
            return True  # "Beethoven's Eroica"
        if _BY_TRADE.fullmatch(self._row[i].written) and i + 1 < self._ahead and is_name(self._row, i + 1):
            return True  # "the sculptor Leto Manso"
        adverb = written.endswith("ly") and self._row[i].written.islower() and written not in words.OPPOSED
        return adverb and self._row[i].kind is Kind.WORD

    # -- Denials and opposites

    def _denies(self, i: int, token: Token) -> bool:
        """Not in "not only"."""
        following = self._row[i + 1].key if i + 1 < len(self._row) else ""
        return token.key in _DENYING and following != "quantifier:only"

    def _denies_a_verb(self, i: int) -> bool:
        """Not in "A, but not B"."""
        return self._written[i] != "not" or any(token.key in AUXILIARIES for token in self._row[max(0, i - 2) : i])

    def _opposite(self, i: int, key: str) -> tuple[str, bool] | None:
        """A key that stands for a word and its opposite, and whether this is the opposite."""
        if key in attributes.DIRECTIONS:
            return attributes.DIRECTIONS[key], True
        before = next((k for k in range(i - 1, -1, -1) if k not in self._negations), 0)
        predicate = self._row[before].key in BE
        written = self._written[i]
        if group := opposed(written, predicate=predicate):
            return group
        if written in attributes.SIDES and self._is_where(i):
            return attributes.SIDES[written]
        if predicate and (match := _PREFIXED.fullmatch(written)):
            group = opposed(match[1], predicate=True)
            return (group[0], not group[1]) if group else (self._stem(match[1]), True)
        return None

    def _is_where(self, i: int) -> bool:
        """Whether the word there tells where the subject is: "lies on the north shore"."""
        behind = self._written[i + 1] if i + 1 < len(self._row) else ""
        if self._written[i] in ("left", "right") and behind not in ("bank", "side", "shore", "hand"):
            return False
        tying = attributes.EMPTY | {"active"}
        between = self._row[self._ahead : i]
        directly = all(token.kind in (Kind.LIGHT, Kind.ROLE) or token.written in tying for token in between)
        return i >= self._ahead and directly and self._row[i].written.islower()


def _has_past_form(written: str) -> bool:
    return (written.endswith("ed") and len(written) > 4) or written in attributes.IRREGULAR_PAST
