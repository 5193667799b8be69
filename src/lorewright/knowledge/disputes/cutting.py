"""An English sentence cut where a clause may end, without understanding it: each piece with the noun phrase before its verb."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.events import HAPPENS
from lorewright.knowledge.disputes.grammar import AUXILIARIES, BE, DETERMINERS
from lorewright.knowledge.facts import HYPHEN, Kind, Token

Row = Sequence[Token]

PRONOUNS = frozenset(words.listed("it he she they"))
DEFINITE = frozenset(words.listed("the its his her their this that these"))
BLANK = frozenset(
    words.listed("also first originally initially later once finally then soon only never not itself both")
)
"""What may stand between a verb and its auxiliary."""
SITS = frozenset(words.listed("sits lies stands"))
_PRESENT = frozenset(
    words.listed(
        """operates owns runs contains comprises covers employs serves houses holds reaches carries offers supplies produces generates makes
        uses measures weighs spans keeps boasts seats maintains publishes"""
    )
)
LASTING = frozenset(words.listed("exists exist survives survive"))
_VERBS = SITS | LASTING
_LASTINGLY = frozenset(("still", "no longer"))
_RELATIVE = frozenset(words.listed("which who that whose whom"))
_OBJECTS = frozenset(words.listed("which that whom"))
_CALLED = frozenset(words.listed("called named"))
_SUBORDINATE = frozenset(
    words.listed("when while since after before until as because although though where whereas if")
)
_NEAR = 7
"""Words behind "with" in which something is counted."""
_JOINING = frozenset(words.listed("and but or"))
_LEADS = _RELATIVE | _SUBORDINATE | _JOINING


class Piece(NamedTuple):
    subject: Row
    """Empty where it is that of the sentence, or not known."""
    said: Row
    """From the verb on; with a date that opens it before."""
    inherits: bool
    """Without a subject of its own it is said of what the sentence is about."""
    object: Row = ()
    """What it is done to, in a clause that lacks an object: "a game that Ada Voss invented"."""


def pieces(row: Row) -> Iterator[Piece]:
    bare: Row = ()
    met: Row = ()
    copular, is_first = False, True
    for last, piece in pairwise([[], *_joined(list(_cut(row)))]):
        described = last[:1] and last[0].key in DETERMINERS and not _has_verb(last)
        met = met if described else [one for one in last if one.kind is Kind.NAME] or met
        lead = piece[0].written if piece[0].written in _LEADS else ""
        body = _without_adverbs(piece[1:] if lead or piece[0].written == "being" else piece)
        verb = next((i for i in range(len(body)) if is_finite(body, i)), None)
        if verb is None:
            if piece[0].written == "with" or (not is_first and piece[0].written.endswith("ing")):
                yield Piece((), body, True)
            if is_first and not lead and piece[0].written.lower() not in words.OPENERS:
                bare, is_first = body, False
            continue
        if verb and body[verb].written in _VERBS and body[verb - 1].written in _LASTINGLY:
            verb -= 1
        subject = _without_opener([one for i, one in enumerate(body[:verb]) if not _is_adverb(body, i)])
        if lead in _RELATIVE:
            named = last[-1:] if last and last[-1].kind is Kind.NAME and (lead == "who" or not copular) else ()
            if not subject or lead == "who":
                yield Piece(bare or named, body, copular)
            elif lead in _OBJECTS:
                yield Piece(subject, body[verb:], False, named or (met[-1:] if described else ()))
        elif lead in _JOINING and not subject:
            yield Piece((), body, True)
        elif _is_participle(body, verb):
            yield Piece((), body, is_first or bool(bare) or copular or piece[0].written == "being")
        elif not subject and bare:
            yield Piece(bare, body, False)
            copular, bare = is_copular(body[verb:]), ()
        elif subject:
            opened = is_dated(body[:verb]) and not is_dated(subject)
            yield Piece(subject, body if opened else body[verb:], False)
            if lead not in _SUBORDINATE:
                copular, bare = is_copular(body[verb:]), ()
        is_first = False


def _cut(row: Row) -> Iterator[list[Token]]:
    """Without what stands in brackets."""
    found: list[Token] = []
    depth = 0
    for i, token in enumerate(row):
        depth = max(0, depth + (token.key in ("(", "[")) - (token.key in (")", "]")))
        if depth or token.key in (")", "]"):
            continue
        if _joins_adjectives(row, i):
            continue
        ends = token.kind is Kind.BREAK
        if ends or (i and _leads(row, i)):
            if found:
                yield found
            found = []
        if not ends:
            found.append(token)
    if found:
        yield found


def _joins_adjectives(row: Row, i: int) -> bool:
    """Whether there is the comma of "was an early private, independent airline"."""
    if row[i].written.strip() != "," or not row[i + 1 : i + 2] or row[i + 1].kind is not Kind.WORD:
        return False
    start = next((k for k in range(i - 1, -1, -1) if row[k].kind is not Kind.WORD or is_finite(row, k)), 0)
    describes = i - start > 1 and row[start].key in DETERMINERS and row[start - 1].key in BE
    return start > 0 and describes and not is_finite(row, i + 1) and row[i + 1].written not in words.OPENERS


def _leads(row: Row, i: int) -> bool:
    """Whether a clause may begin there."""
    token, following = row[i], row[i + 1] if i + 1 < len(row) else None
    if following is None:
        return False
    if token.written == "with":
        return _has_so_many(row, i)
    if token.written in _RELATIVE:
        return row[i - 1].kind in (Kind.WORD, Kind.NAME, Kind.BREAK)
    if token.written in _SUBORDINATE:
        return following.kind in (Kind.LIGHT, Kind.NAME, Kind.WORD)
    if has_past_form(row[i - 1].written) and has_past_form(following.written):
        return False  # "owned and operated by"
    return token.written in _JOINING and (is_finite(row, i + 1) or following.written in PRONOUNS)


def _has_so_many(row: Row, i: int) -> bool:
    """Of "is a hotel in Varn with 120 rooms" what is behind "with", which is said of the hotel."""
    counted = any(one.kind is Kind.NUMBER for one in row[i + 1 : i + _NEAR])
    verb = next((k for k in range(i, -1, -1) if row[k].key in BE or row[k].kind in (Kind.BREAK, Kind.NUMBER)), 0)
    return counted and row[verb].key in BE and row[verb + 1].key in DETERMINERS


def _joined(cut: Sequence[list[Token]]) -> list[list[Token]]:
    """With "in Varn" behind "was fought on 3 May 1902,", and "in 1902" before "the bridge was opened"."""
    found: list[list[Token]] = []
    opening: list[Token] = []
    for number, piece in enumerate(cut):
        leads = _is_led(piece)
        if _is_wider_place(cut, number):
            continue
        if not leads or _has_verb(piece):
            found.append([*opening, *piece])
            opening = []
        elif found and _has_verb(found[-1]):
            found[-1] = [*found[-1], *piece]
        elif not found and is_dated(piece):
            opening = piece
    return found


def _is_led(piece: Row) -> bool:
    return piece[0].written.lower() in words.OPENERS - {"with"}


def _is_wider_place(cut: Sequence[Row], i: int) -> bool:
    """Whether there is the Norway of "in Varn, Norway, in 1902"."""
    between = 0 < i < len(cut) - 1 and [one.kind for one in cut[i]] == [Kind.NAME]
    return between and cut[i - 1][-1].kind is Kind.NAME and _is_led(cut[i + 1])


def _has_verb(piece: Row) -> bool:
    return any(is_finite(piece, i) for i in range(len(piece)))


def is_finite(row: Row, i: int) -> bool:
    """Whether the word there may be a verb: an auxiliary, or a past form."""
    token, written = row[i], row[i].written
    if token.key in AUXILIARIES or written in _VERBS or (written in _PRESENT and _has_object(row, i)):
        return True
    past = has_past_form(written) or written in attributes.FINITE or written.lower() in HAPPENS
    if is_calling(row, i):
        return False
    return (
        past and token.kind is not Kind.NAME and not (i and (row[i - 1].key in DETERMINERS or row[i - 1].tie == HYPHEN))
    )


def _has_object(row: Row, i: int) -> bool:
    """Whether the word there is a verb for what follows: "operates 18 mills", and not in "reports of mills"."""
    follows = bool(row[i + 1 : i + 2]) and (
        row[i + 1].key in DETERMINERS or row[i + 1].kind in (Kind.NUMBER, Kind.QUANTIFIER)
    )
    return i > 0 and follows and row[i - 1].key not in DETERMINERS


def is_calling(row: Row, i: int) -> bool:
    """Whether there is the "called" of "a baker called Karl Tann"."""
    behind = row[i + 1 : i + 2]
    return (
        row[i].written in _CALLED
        and i > 0
        and row[i - 1].kind is Kind.WORD
        and bool(behind)
        and behind[0].kind is Kind.NAME
    )


def has_past_form(written: str) -> bool:
    regular = written.endswith("ed") and len(written) > len("red") and not written.endswith("eed")
    return regular or written in attributes.IRREGULAR_PAST


def _is_adverb(row: Row, i: int) -> bool:
    """Not in "the first issue"."""
    led = i > 0 and row[i - 1].written.lower() in DEFINITE
    return not led and (row[i].written.lower() in BLANK or row[i].written.endswith("ly"))


def _without_adverbs(body: Row) -> Row:
    """Of "first published in 1934" what is behind "first"."""
    start = next((i for i in range(len(body)) if not _is_adverb(body, i)), 0)
    return body[start:] if body and is_finite(body, start) else body


def _without_opener(subject: Row) -> Row:
    """Of "in 1902 the bridge" the bridge, of "in the end only 120 bridges" 120 bridges."""
    if not subject or subject[0].written.lower() not in words.OPENERS:
        return subject
    if subject[-1].written in PRONOUNS:
        return subject[-1:]
    dated = next((i for i, one in enumerate(subject) if one.kind is Kind.DATE), None)
    counted = next((i for i, one in enumerate(subject) if one.kind is Kind.NUMBER), len(subject))
    if dated is None and counted == len(subject):
        return _last_definite(subject)
    return subject[dated + 1 :] if dated is not None else subject[counted:]


def _last_definite(row: Row) -> Row:
    """Of "from end to end the river" and "after failing to pay the company" what the opener does not lead to."""
    at = next((i for i in range(len(row) - 1, 1, -1) if row[i].written in DEFINITE), 0)
    led = row[at - 1].written.lower() in words.OPENERS | {"of"}
    return row[at:] if at and not led and all(one.kind in (Kind.WORD, Kind.NAME) for one in row[at + 1 :]) else ()


def _is_participle(body: Row, verb: int) -> bool:
    if len(body) > 3 and body[1].written == "and" and has_past_form(body[2].written):
        body = body[2:]  # "owned and operated by"
    leads = len(body) > 1 and (body[1].written in words.OPENERS or body[1].kind is Kind.DATE)
    return verb == 0 and leads and body[0].key not in AUXILIARIES


def is_copular(said: Row) -> bool:
    """ "Is a bridge", behind which "that was opened" is said of the subject, unless something else has been named since."""
    if len(said) < 2 or said[0].key not in BE or said[1].key not in DETERMINERS:
        return False
    return not any(
        one.written in words.OPENERS | {"of"} and one.written != "by" and two.key in DETERMINERS
        for one, two in pairwise(said[2:])
    )


def is_dated(row: Row) -> bool:
    return any(one.kind is Kind.DATE for one in row)
