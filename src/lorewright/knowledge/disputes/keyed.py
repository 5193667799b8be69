"""A clause of an English sentence, word by word: the key of each, whom it is about, when it happened and what it denies."""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import opposed
from lorewright.knowledge.disputes.clauses import Clause
from lorewright.knowledge.disputes.events import DATED
from lorewright.knowledge.disputes.grammar import AUXILIARIES, BE, DETERMINERS, content, is_name, light, subject_end
from lorewright.knowledge.disputes.quantities import Quantity, quantities
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.facts import POSSESSIVE, Kind, Token

_PAST = frozenset({"light:was", "light:were", "light:had", "light:did"})
_PRESENT = light("is are")
_DEFINITE = light("the its this these those their his her")
_PRONOUNS = light("it they them he she him")
_AT = light("in at")
_DENYING = frozenset({"negation:no", "negation:never", "negation:no-longer"})
_DROPPED = frozenset({"quantifier:about", "quantifier:nearly", "hedge:formerly", "comparison:before"})
_MOVING = frozenset({"comparison:up", "comparison:down"})
_BY_TRADE = re.compile(r"[a-z]{4,}(?:or|er|ist|ian|ess)")
_PREFIXED = re.compile(r"(?:un|in|im|il|ir|non|dis)-?([a-z]{4,})")


class Keyed:
    """A clause whose words have their keys."""

    def __init__(
        self,
        claim: Claim,
        clause: Clause,
        stem: Callable[[str], str],
        about: frozenset[str],
        near: frozenset[str],
    ) -> None:
        opener, subject, said = clause
        self._claim = claim
        self._stem = stem
        self._about, self._near = about, near
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
        self._tells_length = any(key == "length" for key in self._keys)
        self._past = any(token.key in _PAST or self._is_past(i) for i, token in enumerate(self._row))

    # -- Whom it is about

    def _named(self, start: int, end: int | None = None) -> frozenset[str]:
        """The keys of names from there to the end of the subject; of all where it is "there"."""
        ends = len(self._row) if self._written[:1] == ["there"] else self._ahead if end is None else end
        return frozenset(key for i, key in enumerate(self._keys) if key and start <= i < ends and is_name(self._row, i))

    def _where(self) -> frozenset[str]:
        """The keys of places beside the subject: "In Orle, Varn Bridge", "Varn Bridge in Orle"."""
        found: set[str] = set()
        for i in range(self._ahead):
            first = self._row[self._moved]
            named = first.kind is Kind.WORD and first.written[0].isupper() and i > self._moved
            leads = self._row[i].key in _AT and (i < self._moved or named or self._named(self._moved, i))
            behind = takewhile(lambda token: token.kind is Kind.NAME or token.key == "light:the", self._row[i + 1 :])
            found |= {token.key for token in behind if token.kind is Kind.NAME} if leads else set()
        return frozenset(found)

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
        if begun := next((i for i in range(self._ahead, date.end) if self._goes_on(i)), None):
            return begun
        places = [
            i
            for i, key in enumerate(self._keys)
            if key is not None and i >= self._moved and (key in DATED or self._written[i] in DATED)
        ]
        before = [i for i in places if i < date.start]
        if len(before) > 1 and self._keys[before[-1]] == "happen":
            return before[-2]  # "the foundation took place in 1748"
        return before[-1] if before else next(iter(places), None)

    def _goes_on(self, at: int) -> bool:
        """Whether it "has been brewed since 1958", and so was first brewed then."""
        been = at > 1 and self._row[at - 1].key == "light:been" and _has_past_form(self._written[at])
        return been and any(token.key == "role:since" for token in self._row[at:])

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
        joined = i > 1 and self._row[i - 1].key == "light:and" and _has_past_form(self._written[i - 2])
        if joined and not self._is_past(i - 2):
            return False  # "is owned and run by"
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
        if written in attributes.NOW or written in attributes.ONCE or written == "too":
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
        if written == "type" and i and is_name(self._row, i - 1):
            return True  # "locomotives of the Orle type"
        if self._row[i].kind is Kind.WORD and self._is_inside_name(i):
            return True
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

    def _is_inside_name(self, i: int) -> bool:
        """Of "Angry Orle brand hard ciders" the words before the last, which may be left out."""
        start = next((k for k in range(i, -1, -1) if self._row[k].kind is not Kind.WORD), 0)
        names = start > self._ahead and self._row[start].kind is Kind.NAME and self._row[start - 1].kind is Kind.NAME
        return names and any(token.kind is Kind.WORD and token.written != "too" for token in self._row[i + 1 : i + 2])

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
