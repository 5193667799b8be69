"""Statements of English claims.

A sentence is taken apart in clauses; each, with the subject of its sentence, is a bag of keys: stems, or one word for an
attribute that is written in many ways. What is only said, hoped, supposed or asked states nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from math import inf

import msgspec

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import opposed, reworded, stemmed, unattributed
from lorewright.knowledge.disputes.clauses import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    Clause,
    clauses,
    content,
    is_name,
    light,
    subject_end,
)
from lorewright.knowledge.disputes.quantities import Bound, Quantity, quantities
from lorewright.knowledge.disputes.statements import Claim, Says, Statement
from lorewright.knowledge.facts import Kind, Token, normalised, tokens
from lorewright.knowledge.sentences import sentences
from lorewright.knowledge.units import TIMES


def in_english(claim: Claim) -> Iterator[Statement]:
    """None of a question, a quotation, a guess, what is no sentence or too long."""
    from Stemmer import Stemmer  # not thread-safe, so made anew

    stem: Callable[[str], str] = Stemmer("english").stemWord
    text = normalised(claim.text)
    for start, end in sentences(text):
        if end - start > _LONGEST:  # before all else: what looks for patterns may take the square of it
            continue
        sentence = unattributed(_TITLE.sub(r"\1", _LABEL.sub("", text[start:end])))
        if not _SENTENCE.fullmatch(sentence) or not _VERB.search(sentence):
            continue
        if not _DOUBTING.isdisjoint(sentence.lower().split()):
            continue
        row = tokens(reworded(sentence), stem)
        if not any(token.key in _UNCERTAIN for token in row):
            for clause in clauses(row):
                yield from _Said(claim, clause, stem).statements()


_IN_TITLE = r'(?:[A-Z\d][^\s"]*|an?|the|of|in|on|for|and|to|with|from)'
_TITLE = re.compile(rf'"({_IN_TITLE}(?: {_IN_TITLE})*)"')
"""Quotation marks around these say nothing."""
_LABEL = re.compile(r"^[A-Z]{4,}(?: [A-Z]{2,})*:? (?=[A-Z])|^[A-Z][a-z]+: ")
"""Of a part of an abstract."""
_LONGEST = 400
"""Characters of a sentence."""
_SENTENCE = re.compile(r'(?=[A-Z\d])[^"?|\s]+ [^"?|]*[.!]')
"""Not a question, a quotation, a row of a table."""
_VERB = re.compile(
    r"(?:n't|\b(?:is|are|was|were|has|have|had|can|cannot|must|do|does|did|[a-z]{2,}(?:[^s]s|ed)"
    rf"|{'|'.join(sorted(attributes.IRREGULAR_PAST))}))\b"
)
_UNCERTAIN = frozenset(
    f"hedge:{one}"
    for one in words.listed(
        """may tried planned so_called say believe claim theory likely unlikely suggest hypothesise alleged would will plan condition
        unless"""
    )
) | {"negation:false", "negation:contrary", "negation:far-from"}

_DOUBTING = {word for word, key in words.HEDGE.items() if f"hedge:{key}" in _UNCERTAIN} - {"may"} | {
    "we",
    "our",
    "i",
    "my",
}
"""Looked for first: to find the tokens takes much longer. May is a month as well."""

_PAST = frozenset({"light:was", "light:were", "light:had", "light:did"})
_DEFINITE = light("the its this these those their his her")
_PRONOUNS = light("it they them he she him")
_DENYING = frozenset({"negation:no", "negation:never", "negation:no-longer"})
_DROPPED = frozenset({"quantifier:about", "quantifier:nearly", "hedge:formerly", "comparison:before"})
_MOVING = frozenset({"comparison:up", "comparison:down"})
_BY_TRADE = re.compile(r"[a-z]{4,}(?:or|er|ist|ian|ess)")
_PREFIXED = re.compile(r"(?:un|in|im|il|ir|non|dis)-?([a-z]{4,})")


class _Said:
    """A clause on the way to the statements in it."""

    def __init__(self, claim: Claim, clause: Clause, stem: Callable[[str], str]) -> None:
        opener, subject, said = clause
        self._claim = claim
        self._stem = stem
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
        self._past = any(token.key in _PAST or _is_past(self._written[i]) for i, token in enumerate(self._row))

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
                if sum(other.unit == one.unit for other in amounts) == 1:
                    yield self._amount(one)
            if len(self._moments) == 1 and (at := self._event(self._moments[0])) is not None:
                yield self._moment(self._moments[0], at)
        if sum(key is not None for key in self._keys) > 1:
            yield self._fact()

    def _amount(self, value: Quantity) -> Statement:
        tied = self._tied(value)
        keys = [(i, key) for i, key in self._kept([value, *self._moments]) if key != "hedge:can" and i != tied]
        if any(self._written[i] in attributes.LIMITS for i, _ in keys):
            value = msgspec.structs.replace(value, low=-inf, bound=Bound.MOST)
            keys = [(i, key) for i, key in keys if self._written[i] not in attributes.LIMITS]
        if value.unit in TIMES:
            keys = [(i, "duration" if key in attributes.DURATION else key) for i, key in keys]
        elif not value.unit:
            keys = [(i, key) for i, key in keys if key != "live"]  # "6,000 gannets live there"
        spare = {key for i, key in keys if self._is_spare(i)} | attributes.TOLD_BY_UNIT.get(value.unit, set())
        return self._statement(Says.AMOUNT, [key for _, key in keys], spare, value=value)

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
        keys = self._kept([value])
        if self._does_something(at):
            # Of "Wollen discovered tarnium" another says that tarnium was discovered.
            spare = {key for i, key in keys if self._is_spare(i) or i < at}
        else:
            spare = {key for i, key in keys if self._is_spare(i) or i > at}
        spare |= {"happen", "build"} if self._keys[at] == "finish" else {"happen"}
        return self._statement(Says.MOMENT, [key for _, key in keys], spare - {self._keys[at]}, value=value, times=())

    def _fact(self) -> Statement:
        keys = self._kept(self._found if self._moves else self._moments)
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
        )

    def _none_of(self) -> Quantity | None:
        """ "No planets" are zero planets."""
        for i in self._negations:
            if self._written[i] == "no" and [token.kind for token in self._row[i + 1 : i + 2]] == [Kind.WORD]:
                return Quantity(0.0, 0.0, "", Bound.EXACT, "no", "", 0.0, i, i + 1)
        return None

    def _genitive(self) -> int | None:
        """The place of the first "of" in the subject, where that ends before its verb."""
        places = range(self._moved, self._ahead) if self._ahead < len(self._row) else ()
        return next((i for i in places if self._row[i].key == "light:of"), None)

    # -- Whom it is about

    def _named(self, start: int) -> frozenset[str]:
        """The keys of names from there to the end of the subject."""
        return frozenset(
            key for i, key in enumerate(self._keys) if key and start <= i < self._ahead and is_name(self._row, i)
        )

    def _is_definite(self) -> bool:
        if any(token.key in _PRONOUNS for token in self._row):
            return True
        subject = self._row[self._moved : self._ahead]
        return not self._named(self._moved) and any(token.key in _DEFINITE for token in subject)

    def _is_label(self, one: Quantity) -> bool:
        """Of "phase 3" and "Quill 2": the number is a name."""
        if one.unit or one.start == 0 or not one.written[:1].isdigit():
            return False
        before = self._row[one.start - 1]
        capital = before.kind in (Kind.NAME, Kind.WORD) and before.written[0].isupper()
        return capital or before.written.lower() in attributes.LABELS

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
        first, second = self._row[i + 1 : i + 2], self._row[i + 2 : i + 3]
        if self._written[i] in attributes.CAUSING and first and first[0].key in DETERMINERS:
            return bool(content(second)) and second[0].kind is not Kind.DATE
        return bool(content(first))

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
        if written in attributes.EMPTY or (written == "across" and not any(one.unit == "m" for one in self._found)):
            return None
        return attributes.SAME.get(written, token.key)

    def _is_spare(self, i: int) -> bool:
        """An adverb, the kind of what is named; the version that was the first."""
        written = self._written[i]
        if written == "version":
            return i > 0 and self._row[i - 1].key == "1."
        if written in attributes.GENERIC:
            near = [k for k in (i - 1, i + 1, i + 2) if 0 <= k < len(self._row)]
            return any(is_name(self._row, k) for k in near)
        if _BY_TRADE.fullmatch(written) and i + 1 < self._ahead and is_name(self._row, i + 1):
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
        if predicate and (match := _PREFIXED.fullmatch(written)):
            group = opposed(match[1], predicate=True)
            return (group[0], not group[1]) if group else (self._stem(match[1]), True)
        return None


def _is_past(written: str) -> bool:
    return (written.endswith("ed") and len(written) > 4) or written in attributes.IRREGULAR_PAST
