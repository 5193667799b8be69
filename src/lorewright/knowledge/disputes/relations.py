"""Names as values, in English: who did it, of what it is the capital, where somebody was born.

"The Orle Mill was designed by Ada Voss", "Ada Voss designed the Orle Mill" and "the architect of the Orle Mill was Ada Voss" say one
thing. Only relations are read in which one name leaves little room for another.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lorewright.knowledge.disputes import attributes, events, places
from lorewright.knowledge.disputes.attributes import stemmed
from lorewright.knowledge.disputes.grammar import AUXILIARIES, BE, DETERMINERS
from lorewright.knowledge.disputes.statements import Name
from lorewright.knowledge.facts import Kind, Token
from lorewright.knowledge.words import keyed, listed

ROLES = events.ROLES | keyed(
    capital="capital",
    mother="mother",
    father="father",
    currency="currency",
    seat="headquarters",
    mouth="mouth",
)
"""What somebody or something is of another -> the relation."""
PLACED = (
    *(
        (frozenset(word for word, key in events.HAPPENS.items() if key == event), leads, f"{event} in")
        for event, leads in events.PLACES.items()
    ),
    (frozenset(listed("headquartered based headquarters")), listed("in at"), "seat"),
    (frozenset(listed("flows empties drains discharges runs")), listed("into"), "mouth"),
)
"""Words, what leads from them to the place, and the relation."""
CHANGING = events.CHANGING | {"capital", "seat", "currency"}
"""What another may be, or do, at another time."""
PASSING_ON = frozenset({"own", "operate"})
"""Of these what several did one after the other, of whom a sentence need not tell when."""
WHO = "who:"
"""Before a relation, as a key."""
_TOGETHER = frozenset(listed("independently jointly together also co-founded co-wrote both among one"))
"""With one of these another name is no contradiction."""
_CONTESTED = frozenset(
    listed(
        "cup election final championship title tournament war battle race match referendum league presidency series contest"
    )
)
"""What one alone can win."""
_WITHIN = frozenset(listed("de da di del der den van von la le el es al bin ibn of the du dos"))


class Related(NamedTuple):
    relation: str
    of: Sequence[int]
    """Places of what it is said of."""
    name: Name


def related(row: Sequence[Token], subject: range) -> Iterator[Related]:
    """Of a clause, whose subject has these places."""
    written = [token.written.lower() for token in row]
    if _TOGETHER & set(written):
        return
    rest = range(subject.stop, len(row))
    for i in rest:
        relation = events.DONE.get(written[i])
        if relation is None:
            continue
        if any(row[k].key in BE for k in range(subject.stop, i)):
            yield from _by(row, relation, subject, range(i + 1, len(row)))
        elif not any(row[k].key in AUXILIARIES for k in range(subject.stop, i)):
            yield from _doer(row, relation, subject, range(i + 1, len(row)))
        break
    yield from _is_of(row, written, subject, rest)
    yield from _placed(row, written, subject, rest)


def _by(row: Sequence[Token], relation: str, of: Sequence[int], rest: range) -> Iterator[Related]:
    """Of "was designed in 1804 by the architect Ada Voss"."""
    for i in rest:
        if row[i].key == "role:by":
            if name := _named(row, range(i + 1, rest.stop)):
                kept = [k for k in of if row[k].kind is not Kind.LIGHT]
                yield Related(relation, [*kept, *_scope(row, rest.start, i)], name)
            return


def _scope(row: Sequence[Token], start: int, end: int) -> list[int]:
    """Nothing, since what stands between the deed and who did it tells when and where; but for numbers."""
    return [i for i in range(start, end) if row[i].kind is Kind.NUMBER]


def _doer(row: Sequence[Token], relation: str, subject: range, rest: range) -> Iterator[Related]:
    """Of "Ada Voss designed the Orle Mill", and not of "a mill", "two mills" and "mills"."""
    following = row[rest.start] if rest else None
    if following is None or following.key in ("light:a", "light:an") or following.kind is Kind.NUMBER:
        return
    name = _whole(row, subject)
    end = next((i for i in rest if row[i].kind in (Kind.ROLE, Kind.BREAK) or row[i].key == "light:in"), rest.stop)
    of = [i for i in range(rest.start, end) if row[i].kind not in (Kind.LIGHT, Kind.DATE)]
    plural = row[of[-1]].written.endswith("s") and row[of[-1]].written.islower() if of else True
    if not name or plural or (relation == "win" and not any(row[i].written.lower() in _CONTESTED for i in of)):
        return
    yield Related(relation, of, name)


def _is_of(row: Sequence[Token], written: Sequence[str], subject: range, rest: range) -> Iterator[Related]:
    """Of "the capital of Orle is Varn", "Varn is the capital of Orle" and "Orle is a novel by Varn"."""
    if not rest or row[rest.start].key not in BE:
        return
    behind = range(rest.start + 1, rest.stop)
    for role in (i for i in subject if written[i] in ROLES):
        before = [k for k in range(subject.start, role) if row[k].kind is not Kind.LIGHT]
        of = [k for k in range(role + 1, subject.stop) if row[k].kind is not Kind.LIGHT]
        if (of or before) and not (of and before) and (name := _first(row, behind)):
            yield Related(ROLES[written[role]], of or before, name)
        return
    for role in (i for i in behind if written[i] in ROLES):
        is_the = all(row[k].kind is Kind.LIGHT for k in range(behind.start, role)) and written[role - 1] == "the"
        if is_the and role + 1 < rest.stop and row[role + 1].key == "light:of" and (name := _whole(row, subject)):
            end = next((i for i in range(role + 2, rest.stop) if row[i].kind in (Kind.ROLE, Kind.DATE)), rest.stop)
            of = [k for k in range(role + 2, end) if row[k].kind is not Kind.LIGHT]
            yield Related(ROLES[written[role]], of, name)
        return
    for i in behind:
        if written[i] in events.WORKS and i + 1 < rest.stop and row[i + 1].key == "role:by":
            if name := _named(row, range(i + 2, rest.stop)):
                yield Related(events.WORKS[written[i]], [k for k in subject if row[k].kind is not Kind.LIGHT], name)
            return


def _placed(row: Sequence[Token], written: Sequence[str], subject: range, rest: range) -> Iterator[Related]:
    of = [k for k in subject if row[k].kind is not Kind.LIGHT]
    for words, leading, relation in PLACED:
        at = next((i for i in rest if written[i] in words), None)
        if at is None:
            continue
        for i in range(at + 1, rest.stop):
            if written[i] in leading and (name := _named(row, range(i + 1, rest.stop), is_place=True)):
                yield Related(relation, of, name)
                return


# -- Names ------------------------------------------------------------------------------------------------------------


def _named(row: Sequence[Token], within: range, *, is_place: bool = False) -> Name | None:
    """The first name there, and those that are joined to it; only nouns that say what it is may come before."""
    runs: list[list[int]] = []
    i = within.start
    while i < within.stop:
        token = row[i]
        if token.kind is Kind.NAME:
            run = [i]
            while i + 1 < within.stop and _goes_on(row, i, within.stop):
                i += 1
                run.append(i)
            runs.append([k for k in run if row[k].kind is Kind.NAME])
        elif runs and token.key != "light:and":
            break
        elif not runs and (
            token.kind not in (Kind.WORD, Kind.LIGHT)
            or token.key in ("light:of", "light:in")
            or (token.key == "light:and" and not _joins_trades(row, i, within))
        ):
            return None
        i += 1
    if not runs or _is_people(row, runs[0]):
        return None
    return _made(row, [k for run in runs for k in run], is_place=is_place, are_several=len(runs) > 1)


def _joins_trades(row: Sequence[Token], i: int, within: range) -> bool:
    """ "By the bassist and main songwriter Ada Voss"."""
    return within.start < i < within.stop - 1 and row[i - 1].kind is row[i + 1].kind is Kind.WORD


def _goes_on(row: Sequence[Token], i: int, stop: int) -> bool:
    if row[i + 1].kind is Kind.NAME:
        return True
    return row[i + 1].written in _WITHIN - {"of", "the"} and i + 2 < stop and row[i + 2].kind is Kind.NAME


def _is_people(row: Sequence[Token], run: Sequence[int]) -> bool:
    """ "The Romans"."""
    one = row[run[0]]
    return len(run) == 1 and one.written.endswith("s") and run[0] > 0 and row[run[0] - 1].key in DETERMINERS


def _first(row: Sequence[Token], within: range) -> Name | None:
    """What stands behind "is" or "are in"."""
    start = within.start
    is_place = start < within.stop and row[start].key in ("light:in", "light:at")
    if start + is_place < within.stop and row[start + is_place].key in ("light:a", "light:an"):
        return None
    return _named(row, range(start + is_place, within.stop), is_place=is_place)


def _whole(row: Sequence[Token], subject: range) -> Name | None:
    """The subject, where it is a name and no more."""
    places_ = [i for i in subject if row[i].kind is not Kind.LIGHT or row[i].key == "light:and"]
    while places_ and row[places_[-1]].key == "1.":
        places_.pop()  # "Ada Voss first described"
    names = [i for i in places_ if row[i].written[:1].isupper()]
    if not names or _is_people(row, names):
        return None
    joined = any(row[i].key == "light:and" for i in places_)
    others = [row[i] for i in places_ if i not in names and row[i].key != "light:and"]
    if any(other.written not in _WITHIN and not other.written.endswith(_BY_TRADE) for other in others):
        return None
    alone = row[names[0]]
    if len(names) == 1 and alone.kind is Kind.WORD and (alone.written.endswith("s") or len(alone.written) < 4):
        return None  # the first word of a sentence, which may be any
    return _made(row, names, is_place=False, are_several=joined)


_BY_TRADE = ("er", "or", "ist", "ian", "ect", "ess")


def _made(row: Sequence[Token], at: Sequence[int], *, is_place: bool, are_several: bool) -> Name:
    written = " ".join(row[i].written for i in range(at[0], at[-1] + 1))
    return Name(tuple(row[i].key for i in at), written, is_place, are_several)


def apart(one: Name, other: Name) -> bool:
    """Whether the two cannot be the same: no word in common, or two persons of one family; and not a town and its country."""
    mine, theirs = set(one.words), set(other.words)
    wide = stemmed(places.WIDE)
    elsewhere = frozenset() if one.is_place or other.is_place else wide  # where "the Varn Mill in Norway" is
    if mine & other.near - elsewhere or theirs & one.near - elsewhere:
        return False
    if one.is_place or other.is_place:
        mine, theirs = mine - places.KINDS, theirs - places.KINDS
        if not mine or not theirs or (mine <= wide) != (theirs <= wide):
            return False
        return not mine & theirs
    if mine <= theirs or theirs <= mine:
        return False
    if not mine & theirs:
        return True
    first, last = (one.words[0], other.words[0]), (one.words[-1], other.words[-1])
    are_single = not (one.are_several or other.are_several)
    return are_single and last[0] == last[1] and first[0][0] != first[1][0] and first[0] not in attributes.GENERIC
