"""What a clause of an English sentence states: amounts, ranks, moments, names and the clause as a whole."""

from collections.abc import Iterator, Sequence, Set
from math import inf

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.grammar import BE, light
from lorewright.knowledge.disputes.keyed import Keyed
from lorewright.knowledge.disputes.quantities import CURRENCIES, Bound, Quantity
from lorewright.knowledge.disputes.ranks import is_ordinal, rank
from lorewright.knowledge.disputes.relations import WHO, Related, related
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.facts import Kind
from lorewright.knowledge.units import TIMES

_AMONG = frozenset(words.listed("among amongst"))
_FIRST = "1."
_TO_WHOM = frozenset(words.listed("to for as into"))
_DO_NOT = (("do", "not"), ("does", "not"))
_HAVING = light("has have had")
_ONLY = frozenset({"quantifier:only", "ever", "altogeth"})
"""What says of an amount that it is no more."""


class Said(Keyed):
    """A clause on the way to the statements in it."""

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
        if not self._moments and (place := rank(self._row, self._ahead, is_past=self._past)):
            yield self._rank(place)
        if not self._negations:
            for one in amounts:
                others = [other for other in amounts if other is not one]
                if all(other.unit != one.unit or self._is_aside(other) for other in others):
                    yield self._amount(one, [other for other in others if other.unit == one.unit])
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
        keys = [(i, key) for i, key in keys if key not in _ONLY]
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
        where = {key for i, key in keys if i >= value.end and self._is_where_of(i)}
        if value.unit == "m":
            spare |= {key for i, key in keys if i >= value.end and self._leads_on(i, value.end)}
        if value.unit in CURRENCIES:
            spare.add("price")
        elif "page" in told:
            spare.add("length")  # "412 pages long"
        said = self._statement(Says.AMOUNT, [key for _, key in keys], spare | where, value=value)
        return msgspec.structs.replace(said, where=said.where | where)

    def _ties(self, i: int, value: Quantity) -> bool:
        """Whether the word there only ties an amount to what it is of; "each year", "every team"."""
        lasts = value.unit in TIMES and self._keys[i] in attributes.DURATION
        if self._row[i].kind is Kind.NAME or lasts:
            return False
        return self._written[i] in attributes.TYING or self._written[i] in ("each", "every")

    def _leads_on(self, i: int, end: int) -> bool:
        """Whether the word there tells where it goes: "flows 805 km to the Nile", and not "through Sudan", where it may go on."""
        leading = [self._written[k] for k in range(end, i) if self._written[k] in words.OPENERS]
        return bool(leading) and leading[0] in ("to", "into", "until", "before") and self._tells_length

    def _is_where_of(self, i: int) -> bool:
        """Whether the name there stands behind "for" or "in": "played 81 games for Varn"."""
        before = next((k for k in range(i, -1, -1) if self._row[k].kind is not Kind.NAME and k < i), 0)
        before -= self._row[before].key == "light:the"
        return self._row[i].kind is Kind.NAME and self._written[before] in ("for", "in")

    def _is_maker(self, i: int, value: Quantity) -> bool:
        """Whether the name there stands behind "by", behind the value: "an opera in three acts by Anna Sorel"."""
        before = next((k for k in range(i - 1, value.end - 1, -1) if self._row[k].kind is not Kind.NAME), i)
        return self._row[i].kind is Kind.NAME and self._row[before].key == "role:by"

    def _is_kind(self, i: int) -> bool:
        """Whether the word there says what kind of thing the subject is: "is an opera"."""
        kind = self._written[i] in attributes.GENERIC
        return kind and i > 1 and self._row[i - 1].key in ("light:a", "light:an") and self._row[i - 2].key in BE

    def _is_aside(self, one: Quantity) -> bool:
        """Whether the amount stands behind a preposition, and counts something of its own."""
        before, behind = self._row[one.start - 1 : one.start], self._row[one.end : one.end + 1]
        led = bool(before) and one.start > self._ahead and before[0].written in words.OPENERS
        return led and not one.unit and bool(behind) and behind[0].kind is Kind.WORD

    def _rank(self, value: Quantity) -> Statement:
        keys = [
            self._stem(self._written[i]) if self._written[i].endswith("est") else key
            for i, key in self._kept([])
            if not (i == value.start and is_ordinal(self._row[i]))
        ]
        return self._statement(Says.AMOUNT, keys, {key for i, key in self._kept([]) if self._is_spare(i)}, value=value)

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
        if self._goes_on(at):
            agent = next((i for i in range(at, len(self._row)) if self._row[i].key == "role:by"), len(self._row))
            spare = {key for i, key in keys if self._is_spare(i) or agent < i}
            first = _FIRST if _FIRST in (key for _, key in keys) else ""
            return self._statement(
                Says.MOMENT, [_FIRST, *(key for _, key in keys)], spare | {first}, value=value, times=()
            )
        if self._written[at] == "first":  # who was "first sold to Orle" may have sold to others before
            to = next((i for i in range(at, len(self._row)) if self._written[i] in _TO_WHOM), len(self._row))
            bound = {key for i, key in keys if i > to}
        else:
            bound = set()
        if self._keys[at] == "doctor":
            keys = [(i, key) for i, key in keys if self._written[i] not in attributes.GAINED]
        if self._does_something(at):
            # Of "Wollen discovered tarnium" another says that tarnium was discovered.
            spare = {key for i, key in keys if self._is_spare(i) or i < at}
        else:
            spare = {key for i, key in keys if self._is_spare(i) or i > at}
        spare |= {"build"} if self._keys[at] == "finish" else set()
        spare |= {key for i, key in keys if self._written[i] == "first" and i >= self._ahead}
        spare -= {self._keys[at]} | bound
        return self._statement(Says.MOMENT, [key for _, key in keys], spare, value=value, times=())

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
            spare=frozenset(key for key in spare if key) | (self._where() & frozenset(row)),
            names=self._named(0) & frozenset(row),
            order=tuple(row) if says is Says.FACT else (),
            value=value,
            denied=bool(self._negations),
            turned=turned,
            where=self._where() & frozenset(row),
            near=self._near,
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
            never=any(self._written[i] == "never" for i in self._negations) or self._denies_all(),
        )

    def _denies_all(self) -> bool:
        """Whether it denies what anything does, and nothing besides: "Hamsters do not hibernate", in whatever months."""
        return tuple(self._written[-3:-1]) in _DO_NOT and len(self._row) - 2 in self._negations

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
