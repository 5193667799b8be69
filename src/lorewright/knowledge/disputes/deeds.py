"""What was done to the subject of an English sentence, told behind what it is: "a game invented in 1978 by Ada Voss"."""

from collections.abc import Iterator, Sequence

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.attributes import stemmed
from lorewright.knowledge.disputes.grammar import (
    AUXILIARIES,
    BE,
    DETERMINERS,
    RELATIVES,
    Row,
    content,
    light,
    subject_end,
)
from lorewright.knowledge.disputes.places import WIDE
from lorewright.knowledge.facts import HYPHEN, Kind, Token

_WORKS = frozenset(words.listed("film movie album single song novel documentary"))
_PUBLISHED, _OF_A_YEAR = Token(Kind.WORD, "publish", "published"), 4
_WHICH = light("that which who")
_DONE = frozenset(
    words.listed(
        """founded formed established created invented built constructed erected designed written directed released opened published
        composed painted sculpted discovered launched developed"""
    )
)
"""What may have been done to what a noun before them says."""
WAS, _FOUNDED = Token(Kind.LIGHT, "light:was", "was"), Token(Kind.WORD, "found", "founded")
_NO_LIFE = frozenset({"light:and", "light:or", "quantifier:about", "c", "ca", "circa"})
"""In brackets with dates: "(1967 and 1971)", "(born c. 1810)", and any number, as in "(born 1950/51)"."""
_BORN, _DIED = Token(Kind.WORD, "born", "born"), Token(Kind.WORD, "die", "died")


def life(bracket: Row) -> Iterator[Row]:
    """Of "(born 3 May 1861)" and "(1861 - 1921)" when somebody was born and died."""
    dates = [token for token in bracket if token.kind is Kind.DATE]
    if any(token.kind is Kind.NUMBER or token.key in _NO_LIFE or token.written in _NO_LIFE for token in bracket):
        return
    if len(dates) == 2 and len(content(bracket)) == 2 and len(bracket) > 2:  # not "2016/2017"
        yield from ([_BORN, dates[0]], [_DIED, dates[1]])
    elif len(dates) == 1 and any(token.written in ("born", "b") for token in bracket):
        born = next(i for i, token in enumerate(bracket) if token.written in ("born", "b"))
        yield [_BORN, *bracket[born + 1 :]]


def done_to(pieces: Sequence[Row]) -> Iterator[Row]:
    """Of "Orle is a game invented in 1978 by Ada Voss" that it was invented then and by whom. Nothing where what was invented may be
    something else: "is the name of a game invented in 1978"."""
    start = subject_end(pieces[0])
    if [token.key in one for token, one in zip(pieces[0][start:], (BE, DETERMINERS), strict=False)] != [True, True]:
        return
    year: Row = []
    for number, piece in enumerate(_without_place(pieces, start)):
        for i in range(0 if number else start + 2, len(piece)):
            if piece[i].key == "1." and _is_done(piece, i + 1):
                continue
            if _is_done(piece, i):
                yield from (_in_year(deed, year) for deed in _deeds(piece[i:]))
                return
            if piece[i].written in _WORKS and (told := _of_year(piece, i, year)):
                yield [WAS, _PUBLISHED, told]
            if piece[i].key in _WHICH and i > start + 2 and _is_verb(piece[i + 1 : i + 2]):
                yield piece[i + 1 :]  # "a game that was invented in 1978"
                return
            year += [piece[i]] if piece[i].kind is Kind.DATE else []
            named = piece[i].kind in (Kind.WORD, Kind.NAME, Kind.DATE) or piece[i].key.endswith(".")
            plain = named and piece[i].written not in words.OPENERS and not piece[i].tie
            if not plain and piece[i].tie != HYPHEN and piece[i].key != "light:and":
                if not number and _is_maker(piece[i:]):
                    break  # "a novel by Ada Voss, first published in 1934"
                return


def _of_year(piece: Row, i: int, year: Row) -> Token | None:
    """The year of "a 1974 film" and "a film of 1974"; none where another deed is dated so."""
    if i + 2 < len(piece) and piece[i + 1].key == "light:of" and piece[i + 2].kind is Kind.DATE:
        return piece[i + 2]
    return year[0] if len(year) == 1 and len(year[0].key) == _OF_A_YEAR else None


def _is_maker(rest: Sequence[Token]) -> bool:
    """ "By" and a name alone."""
    return rest[0].key == "role:by" and len(rest) > 1 and all(token.kind is Kind.NAME for token in rest[1:])


def _is_verb(following: Sequence[Token]) -> bool:
    return bool(following) and (following[0].key in AUXILIARIES or following[0].written in attributes.IRREGULAR_PAST)


def _without_place(pieces: Sequence[Row], start: int) -> list[Row]:
    """Without "in Varn, Norway" before a comma, behind which follows what was done to what is there: not "in the Varn Tower, built ..."."""
    ends = next((i for i in range(start, len(pieces[0])) if pieces[0][i].key == "light:in"), 0)
    wide = stemmed(WIDE)
    names = [token for token in pieces[0][ends + 1 :] if token.kind is not Kind.LIGHT]
    further = next((n for n, piece in enumerate(pieces[1:], start=1) if any(_is_done(piece, i) for i in range(1))), 0)
    told = [token for piece in pieces[1:further] for token in piece]
    is_place = bool(names) and all(token.kind is Kind.NAME for token in names)
    if not ends or not told or not is_place or not all(token.key in wide or token.kind is Kind.NAME for token in told):
        return list(pieces)
    return [pieces[0][:ends], *pieces[further:]] if told[-1].key in wide else list(pieces)


def _is_done(piece: Sequence[Token], i: int) -> bool:
    if i >= len(piece):
        return False
    following = [token.written for token in piece[i + 1 : i + 3]]
    joined = following[:1] == ["and"] and following[1:] and following[1] in _DONE
    return piece[i].written in _DONE and bool(joined or (following and following[0] in ("in", "on", "by")))


def _deeds(piece: Row) -> Iterator[Row]:
    """Of "founded in 1902 by Ada Voss and closed in 1911", "written and directed by Ada Voss" each deed with what belongs to it."""
    ends = next((i for i, token in enumerate(piece) if token.key in RELATIVES), len(piece))
    starts = [i for i in range(ends) if _is_done(piece, i) and (not i or piece[i - 1].key == "light:and")]
    for start, end in zip(starts, [*(i - 1 for i in starts[1:]), ends], strict=True):
        shared = next((i for i in starts if i > start), start) if end == start + 1 else start
        behind = piece[shared + 1 : end if shared == start else ends]
        verb = _FOUNDED if piece[start].written == "formed" else piece[start]
        yield [WAS, verb, *behind]


def _in_year(deed: Row, year: Row) -> Row:
    """With the year that tells one work from another of its name: "a 1995 film directed by Ada Voss"."""
    works = deed[1].written in ("directed", "written") and all(token.kind is not Kind.DATE for token in deed)
    return [*deed, *year] if works and len(year) == 1 else deed
