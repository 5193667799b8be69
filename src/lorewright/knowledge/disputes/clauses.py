"""An English sentence in clauses that are each about its subject: cut at marks, and before an "and" that a verb follows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.facts import HYPHEN, Kind, Token

Row = list[Token]


class Clause(NamedTuple):
    opener: Row
    """What the whole sentence opens or closes with: "In the first trial", "by 2019"."""
    subject: Row
    """Of the sentence, where the clause does not begin with it; else empty."""
    said: Row


def light(listed: str) -> frozenset[str]:
    """The keys of such words."""
    return frozenset(f"light:{one}" for one in listed.split())


BE = light("is are was were be been being am")
AUXILIARIES = BE | light("has have had do does did") | {"hedge:can", "hedge:must", "hedge:should"}
DETERMINERS = light("the a an its their his her")
_RELATIVES = light("which who whom whose where that") | {"role:when", "role:whereas"}
_NO_SUBJECT = (Kind.NEGATION, Kind.DATE, Kind.NUMBER, Kind.ROLE)
_JOINING = light("and but")
_PARTICIPLES = frozenset(words.listed("Born Built Written Known Made Held Drawn Set"))
_DONE = frozenset(
    words.listed(
        """founded formed established created invented built constructed erected designed written directed released opened published
        composed painted sculpted discovered launched"""
    )
)
"""What may have been done to what a noun before them says."""
_AFTER = frozenset(words.listed("following after"))
_WAS, _FOUNDED = Token(Kind.LIGHT, "light:was", "was"), Token(Kind.WORD, "found", "founded")
_NO_LIFE = frozenset({"light:and", "light:or", "quantifier:about", "c", "ca", "circa"})
"""In brackets with dates: "(1967 and 1971)", "(born c. 1810)", and any number, as in "(born 1950/51)"."""
_BORN, _DIED = Token(Kind.WORD, "born", "born"), Token(Kind.WORD, "die", "died")


def clauses(row: Sequence[Token]) -> Iterator[Clause]:
    """Of the tokens of a sentence. What is said of something else than its subject is left out."""
    row, brackets = _without_brackets(row)
    pieces = _pieces(_without_aftermath(row))
    opener: Row = []
    while len(pieces) > 1 and (_is_adjunct(pieces[0]) or not content(pieces[0])):
        opener += pieces.pop(0)
    if not pieces:
        return
    if opener and (aside := _of_subject(opener)):
        yield Clause([], _subject(pieces[0]), [*aside, *_measure(pieces[0], aside)])
        opener = []
    elif _is_measured(pieces[0]):  # "At 310 m the bridge is the longest of the land"
        aside, pieces[0] = pieces[0][1:2], pieces[0][2:]
        yield Clause([], _subject(pieces[0]), [*aside, *_measure(pieces[0], aside)])
    if len(pieces) > 1 and _is_participle(pieces[0]):  # "Founded in 1891, the museum is ..."
        first = pieces.pop(0)
        yield Clause(opener, _subject(pieces[0]), first)
    if len(pieces) > 1 and pieces[1][0].kind is Kind.NUMBER and pieces[1][0].key.endswith("."):
        pieces[:2] = [[*pieces[0], *pieces[1]]]  # "Edward, 3rd Earl of Lorne"
    subject = _subject(pieces[0])
    for bracket in brackets:
        yield from (Clause([], subject, said) for said in _life(bracket))
    yield from (Clause([], subject, said) for said in _done_to(pieces))
    closing = [token for piece in pieces[1:] if _is_time(piece) for token in piece]
    pieces = [pieces[0], *(piece for piece in pieces[1:] if not _is_time(piece))]
    yield Clause([*opener, *closing], [], pieces[0])
    yield from (Clause([*opener, *closing], subject, piece) for piece in _further(pieces, subject))


def _further(pieces: Sequence[Row], subject: Sequence[Token]) -> Iterator[Row]:
    """Of the pieces behind the first those that go on about the subject."""
    bare = len(content(subject)) >= len(content(pieces[0]))
    copular = any(
        token.key in BE and then.key in DETERMINERS for token, then in zip(pieces[0], pieces[0][1:], strict=False)
    )
    for number, piece in enumerate(pieces[1:]):
        first = piece[0]
        if first.key in _JOINING or first.key in AUXILIARIES:
            yield piece
        elif first.key in _RELATIVES:
            if bare and not number:  # "The museum, which opened in 1891, ..."
                yield piece
        elif bare or (copular and first.written.endswith("ed")):  # "It is a choir, founded in 1891."
            yield piece
        bare = bare and first.key not in AUXILIARIES


def _without_brackets(row: Sequence[Token]) -> tuple[Row, list[Row]]:
    """The sentence, and what stood in brackets behind the name that it begins with."""
    kept: Row = []
    brackets: list[Row] = []
    behind: list[bool] = []
    depth = 0
    for token in row:
        if token.key in ("(", "["):
            depth += 1
            brackets.append([])
            behind.append(_is_whom(kept))
        elif token.key in (")", "]"):
            depth = max(0, depth - 1)
        elif depth:
            brackets[-1].append(token)
        else:
            kept.append(token)
    return kept, [bracket for bracket, is_own in zip(brackets, behind, strict=True) if is_own]


def _is_whom(row: Row) -> bool:
    """Whether a sentence that begins so has named nobody but its subject: not "Ina was born to Ada Voss"."""
    plain = (token.key not in AUXILIARIES | _RELATIVES and token.written.lower() not in words.OPENERS for token in row)
    done = any(token.written.islower() and token.written.endswith("ed") for token in row)
    return bool(row) and row[-1].written[:1].isupper() and all(plain) and not done


def _life(bracket: Row) -> Iterator[Row]:
    """Of "(born 3 May 1861)" and "(1861 - 1921)" when somebody was born and died."""
    dates = [token for token in bracket if token.kind is Kind.DATE]
    if any(token.kind is Kind.NUMBER or token.key in _NO_LIFE or token.written in _NO_LIFE for token in bracket):
        return
    if len(dates) == 2 and len(content(bracket)) == 2 and len(bracket) > 2:  # not "2016/2017"
        yield from ([_BORN, dates[0]], [_DIED, dates[1]])
    elif len(dates) == 1 and any(token.written in ("born", "b") for token in bracket):
        yield [_BORN, dates[0]]


def _done_to(pieces: Sequence[Row]) -> Iterator[Row]:
    """Of "Orle is a game invented in 1978 by Ada Voss" that it was invented then and by whom. Nothing where what was invented may be
    something else: "is the name of a game invented in 1978"."""
    start = subject_end(pieces[0])
    if [token.key in one for token, one in zip(pieces[0][start:], (BE, DETERMINERS), strict=False)] != [True, True]:
        return
    year: Row = []
    for number, piece in enumerate(pieces):
        for i in range(0 if number else start + 2, len(piece)):
            if _is_done(piece, i):
                yield from (_in_year(deed, year) for deed in _deeds(piece[i:]))
                return
            year += [piece[i]] if piece[i].kind is Kind.DATE else []
            named = piece[i].kind in (Kind.WORD, Kind.NAME, Kind.DATE) or piece[i].key.endswith(".")
            plain = named and piece[i].written not in words.OPENERS and not piece[i].tie
            if not plain and piece[i].tie != HYPHEN and piece[i].key != "light:and":
                return


def _is_done(piece: Sequence[Token], i: int) -> bool:
    following = [token.written for token in piece[i + 1 : i + 3]]
    joined = following[:1] == ["and"] and following[1:] and following[1] in _DONE
    return piece[i].written in _DONE and bool(joined or (following and following[0] in ("in", "on", "by")))


def _deeds(piece: Row) -> Iterator[Row]:
    """Of "founded in 1902 by Ada Voss and closed in 1911", "written and directed by Ada Voss" each deed with what belongs to it."""
    ends = next((i for i, token in enumerate(piece) if token.key in _RELATIVES), len(piece))
    starts = [i for i in range(ends) if _is_done(piece, i) and (not i or piece[i - 1].key == "light:and")]
    for start, end in zip(starts, [*(i - 1 for i in starts[1:]), ends], strict=True):
        shared = next((i for i in starts if i > start), start) if end == start + 1 else start
        behind = piece[shared + 1 : end if shared == start else ends]
        verb = _FOUNDED if piece[start].written == "formed" else piece[start]
        yield [_WAS, verb, *behind]


def _in_year(deed: Row, year: Row) -> Row:
    """With the year that tells one work from another of its name: "a 1995 film directed by Ada Voss"."""
    works = deed[1].written in ("directed", "written") and all(token.kind is not Kind.DATE for token in deed)
    return [*deed, *year] if works and len(year) == 1 else deed


def _without_aftermath(row: Row) -> Row:
    """Without what it followed, and when that was: "closed in March 1902 following its purchase by Opal Works in 1901"."""
    dates = [i for i, token in enumerate(row) if token.kind is Kind.DATE]
    for i in range(1, len(row)):
        if row[i].written in _AFTER and row[i - 1].kind is Kind.DATE and dates[-1] > i:
            end = next((k for k in range(i, len(row)) if row[k].kind is Kind.BREAK), len(row))
            return [*row[:i], *row[end:]] if dates[-1] < end else row
    return row


def _pieces(row: Sequence[Token]) -> list[Row]:
    found: list[Row] = [[]]
    for i, token in enumerate(row):
        if token.kind is Kind.BREAK:
            found.append([])
        elif token.key in _JOINING and _goes_on(row, i):
            found.append([token])
        else:
            found[-1].append(token)
    return [piece for piece in found if piece]


def _goes_on(row: Sequence[Token], i: int) -> bool:
    """Whether "and" joins something said of the same subject: "is 12 km long and was dug by hand", "620 pupils and 12 rooms"."""
    if i + 2 >= len(row) or (i > 1 and row[i - 2].key == "role:between"):
        return False
    i += row[i + 1].key == "1." and i + 3 < len(row)  # "and first released in 1991"
    following, then = row[i + 1], row[i + 2]
    if following.key in AUXILIARIES:
        return True
    if following.key in ("light:a", "light:an") and i > 1 and row[i - 2].kind is Kind.NUMBER:
        return True  # "135 chapters and an epilogue"
    if following.kind is Kind.NUMBER:
        return any(token.kind is Kind.NUMBER for token in row[:i])
    verb = following.written.islower() and following.written.endswith(("s", "ed"))
    if verb and i + 3 < len(row) and then.written in ("in", "on") and row[i + 3].kind is Kind.DATE:
        return True  # "was born in 1861 and died in 1921"
    return verb and (then.key in DETERMINERS or then.kind in (Kind.NUMBER, Kind.QUANTIFIER))


_LENGTHS = (" m", " g", " ft", " mi", " in", " t", " m2", " ha")


def _is_measured(piece: Sequence[Token]) -> bool:
    """Whether it begins with "at" and a size, which is that of what follows."""
    return _is_size(piece) and len(piece) > 3 and (piece[2].key in DETERMINERS or piece[2].kind is Kind.NAME)


def _is_size(piece: Sequence[Token]) -> bool:
    sized = len(piece) > 1 and piece[0].key == "light:at" and piece[1].kind is Kind.NUMBER
    return sized and piece[1].key.endswith(_LENGTHS)


def _measure(piece: Sequence[Token], aside: Row) -> Row:
    """What a size is the size of, where only "the longest" tells it."""
    found = next((_MOST[token.written] for token in piece if token.written in _MOST), None)
    return [Token(Kind.WORD, found, found)] if found and len(aside) == 1 else []


_MOST = {
    "longest": "long",
    "tallest": "tall",
    "highest": "high",
    "deepest": "deep",
    "widest": "wide",
    "heaviest": "heavy",
    "largest": "area",
}


def _of_subject(opener: Row) -> Row:
    """What an opener tells of the subject itself: "With a length of 310 m, ...", "After its opening in 1902, ...". Else empty."""
    if len(opener) == 2 and _is_size(opener):
        return opener[1:]
    if opener[0].written.lower() == "with" and any(token.kind is Kind.NUMBER for token in opener):
        return opener[1:]
    own = len(opener) > 3 and opener[1].key == "light:its" and any(token.kind is Kind.DATE for token in opener)
    return opener[2:] if own else []


def _is_adjunct(piece: Sequence[Token]) -> bool:
    return piece[0].written.lower() in words.OPENERS | attributes.NOW | attributes.ONCE


def _is_time(piece: Sequence[Token]) -> bool:
    return _is_adjunct(piece) and any(token.kind is Kind.DATE for token in piece)


def _is_participle(piece: Sequence[Token]) -> bool:
    first = piece[0].written
    led = len(piece) > 1 and piece[1].written in words.OPENERS
    return led and (first in _PARTICIPLES or (first[0].isupper() and first.endswith("ed")))


def content(row: Sequence[Token]) -> Row:
    """What is left without articles, auxiliaries and prepositions."""
    return [token for token in row if token.kind not in (Kind.LIGHT, Kind.ROLE, Kind.BREAK)]


def _subject(piece: Row) -> Row:
    """What the piece begins with; without articles where it has a name."""
    found = piece[: subject_end(piece)]
    return content(found) if any(is_name(piece, i) for i in range(len(found))) else found


def subject_end(piece: Sequence[Token]) -> int:
    """Where the subject ends: at the verb, where its form tells it, which is behind a name or an auxiliary."""
    begun = named = False
    for i, token in enumerate(piece):
        if token.key in AUXILIARIES:
            return i
        ordinal = token.kind is Kind.NUMBER and token.key.endswith(".")
        labelled = i > 0 and token.kind is Kind.NUMBER and piece[i - 1].written.lower() in attributes.LABELS
        if token.key in _RELATIVES or (token.kind in _NO_SUBJECT and not ordinal and not labelled):
            if begun:
                return i
            continue
        if token.kind is Kind.LIGHT:
            continue
        name = is_name(piece, i) or ordinal
        if begun and not named and _is_verb(piece, i):
            return i
        if named and not name and token.written.lower() not in attributes.GENERIC:
            return i
        named |= name
        begun = True
    return len(piece)


def _is_verb(piece: Sequence[Token], i: int) -> bool:
    """Of the word behind a subject of which no name and no auxiliary tells the end: "Kennedy won", "Trondheim lies"."""
    written = piece[i].written
    following = piece[i + 1].key if i + 1 < len(piece) else ""
    return written in attributes.FINITE or (written.endswith("ed") and following in DETERMINERS)


def is_name(row: Sequence[Token], i: int) -> bool:
    """A name, or the first word of one at the beginning of a sentence."""
    token = row[i]
    if token.kind is Kind.NAME:
        return True
    first = token.kind is Kind.WORD and token.written[:1].isupper()
    return first and i + 1 < len(row) and row[i + 1].kind is Kind.NAME
