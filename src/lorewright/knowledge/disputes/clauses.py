"""An English sentence in clauses that are each about its subject: cut at marks, and before an "and" that a verb follows."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

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
    subject_of,
)
from lorewright.knowledge.disputes.places import WIDE
from lorewright.knowledge.facts import Kind, Token


class Clause(NamedTuple):
    opener: Row
    """What the whole sentence opens or closes with: "In the first trial", "by 2019"."""
    subject: Row
    """Of the sentence, where the clause does not begin with it; else empty."""
    said: Row


_JOINING = light("and but")
_WAS = Token(Kind.LIGHT, "light:was", "was")
_BORN, _DIED = Token(Kind.WORD, "born", "born"), Token(Kind.WORD, "die", "died")
_NO_LIFE = frozenset({"light:and", "light:or", "quantifier:about", "c", "ca", "circa"})
"""In brackets with dates: "(1967 and 1971)", "(born c. 1810)", and any number, as in "(born 1950/51)"."""
_PARTICIPLES = frozenset(words.listed("Born Built Written Known Made Held Drawn Set"))
_HAS = frozenset(words.listed("has have had contains contained features featured includes included comprises"))
_AFTER = frozenset(words.listed("following after"))


def clauses(row: Sequence[Token]) -> Iterator[Clause]:
    """Of the tokens of a sentence. What is said of something else than its subject is left out."""
    row, brackets = _without_brackets(row)
    pieces = _pieces(_without_aftermath(_without_wider_place(row)))
    opener: Row = []
    while len(pieces) > 1 and (_is_adjunct(pieces[0]) or not content(pieces[0])):
        opening = pieces.pop(0)
        # "In a career that spanned 12 years, ..."
        opener += [] if any(token.key == "light:that" for token in opening) else opening
    if not pieces:
        return
    if opener and (aside := _of_subject(opener)):
        yield Clause([], subject_of(pieces[0]), [*aside, *_measure(pieces[0], aside)])
        opener = []
    elif _is_measured(pieces[0]):  # "At 310 m the bridge is the longest of the land"
        aside, pieces[0] = pieces[0][1:2], pieces[0][2:]
        yield Clause([], subject_of(pieces[0]), [*aside, *_measure(pieces[0], aside)])
    if len(pieces) > 1 and _is_participle(pieces[0]):  # "Founded in 1891, the museum is ..."
        first = pieces.pop(0)
        yield Clause(opener, subject_of(pieces[0]), [_WAS, *first])
    if len(pieces) > 1 and pieces[1][0].written[0].isdigit() and pieces[1][0].key.endswith("."):
        pieces[:2] = [[*pieces[0], *pieces[1]]]  # "Edward, 3rd Earl of Lorne"
    subject = subject_of(pieces[0])
    for bracket in brackets:
        yield from (Clause([], subject, said) for said in _life(bracket))
    closing = [token for piece in pieces[1:] if _is_time(piece) for token in piece]
    pieces = [pieces[0], *(piece for piece in pieces[1:] if not _is_time(piece))]
    yield Clause([*opener, *closing], [], pieces[0])
    yield from (Clause([*opener, *closing], subject, piece) for piece in _further(pieces, subject))


def _life(bracket: Row) -> Iterator[Row]:
    """Of "(born 3 May 1861)" and "(1861 - 1921)" when somebody was born and died."""
    dates = [token for token in bracket if token.kind is Kind.DATE]
    if any(token.kind is Kind.NUMBER or token.key in _NO_LIFE or token.written in _NO_LIFE for token in bracket):
        return
    if len(dates) == 2 and len(content(bracket)) == 2 and len(bracket) > 2:  # not "2016/2017"
        yield from ([_BORN, dates[0]], [_DIED, dates[1]])
    elif len(dates) == 1 and any(token.written in ("born", "b") for token in bracket):
        born = next(i for i, token in enumerate(bracket) if token.written in ("born", "b"))
        yield [_BORN, *bracket[born + 1 :]]


def _further(pieces: Sequence[Row], subject: Sequence[Token]) -> Iterator[Row]:
    """Of the pieces behind the first those that go on about the subject."""
    bare = len(content(subject)) >= len(content(pieces[0]))
    copular = any(
        token.key in BE and then.key in DETERMINERS for token, then in zip(pieces[0], pieces[0][1:], strict=False)
    )
    has = next((one for one, two in pairwise(pieces[0]) if one.written in _HAS and two.kind is Kind.NUMBER), None)
    for number, piece in enumerate(pieces[1:]):
        first = piece[0]
        if first.key in _JOINING or first.key in AUXILIARIES:
            yield piece
        elif first.kind is Kind.NUMBER and has is not None:
            yield [has, *piece]  # "has 19 courses, 27 drivers and 18 teams"
        elif first.key in RELATIVES:
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
    plain = (token.key not in AUXILIARIES | RELATIVES and token.written.lower() not in words.OPENERS for token in row)
    done = any(token.written.islower() and token.written.endswith("ed") for token in row)
    return bool(row) and row[-1].written[:1].isupper() and all(plain) and not done


def _without_wider_place(row: Row) -> Row:
    """Without ", Norway," in "was founded in Varn, Norway, in 1902"; what is told behind it is of the same clause."""
    wide = stemmed(WIDE)
    for i, token in enumerate(row[:-3]):
        if token.kind is not Kind.NAME or row[i + 1].written.strip() != "," or not _is_place(row, i):
            continue
        end = next((k for k in range(i + 2, len(row)) if row[k].kind is not Kind.NAME), len(row))
        told = row[i + 2 : end]
        marked = end < len(row) and row[end].kind is Kind.BREAK
        goes_on = end + marked < len(row) and row[end + marked].written in ("in", "on", "by", "from", "at", "since")
        dated = goes_on and any(one.kind is Kind.DATE for one in row[end + marked + 1 : end + marked + 2])
        if told and goes_on and (marked or dated or any(one.key in wide for one in told)):
            return [*row[: i + 1], *_without_wider_place(row[end + marked :])]
    return row


def _is_place(row: Row, i: int) -> bool:
    """Whether the name that ends there stands behind "in"."""
    start = next((k for k in range(i, -1, -1) if row[k].kind is not Kind.NAME), 0)
    return row[start].key in ("light:in", "light:at")


def _without_aftermath(row: Row) -> Row:
    """Without what it followed, and when that was: "closed in March 1902 following its purchase by Opal Works in 1901"."""
    dates = [i for i, token in enumerate(row) if token.kind is Kind.DATE]
    for i in range(2, len(row) - 1):
        if row[i].written in ("before", "after") and row[i + 1].written.endswith("ing"):
            end = next((k for k in range(i, len(row)) if row[k].kind is Kind.BREAK), len(row))
            return [*row[:i], *row[end:]]  # "played nine seasons in Lisk before signing with Varn in 2016"
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
    if following.key in ("light:a", "light:an") and any(
        one.key in BE and two.key in ("light:a", "light:an") for one, two in pairwise(row[:i])
    ):
        return True  # "is a river and a tributary of the Orle"
    if _is_counted(row, i - 1) and _is_new(following, then):
        return True  # "22 drivers and all the tracks of the season"
    if following.kind is Kind.NUMBER:
        if row[i - 1].kind is Kind.NUMBER and " " in following.key and row[i - 1].key[-2:] == following.key[-2:]:
            return False  # "76 minutes and 34 seconds"
        return any(token.kind is Kind.NUMBER for token in row[:i])
    verb = following.written.islower() and following.written.endswith(("s", "ed"))
    if verb and i + 3 < len(row) and then.written in ("in", "on") and row[i + 3].kind is Kind.DATE:
        return True  # "was born in 1861 and died in 1921"
    return verb and (then.key in DETERMINERS or then.kind in (Kind.NUMBER, Kind.QUANTIFIER))


def _is_counted(row: Sequence[Token], i: int) -> bool:
    """Whether the noun there ends what a number counts: "22 drivers", "22 young drivers"."""
    start = next((k for k in range(i, max(i - 4, -1), -1) if row[k].kind is not Kind.WORD), i)
    return start < i and row[start].kind is Kind.NUMBER and " " not in row[start].key


def _is_new(following: Token, then: Token) -> bool:
    """Whether that begins something that is not counted with the noun before it, as in "412 officers and men"."""
    bound = following.key in DETERMINERS or following.kind in (Kind.QUANTIFIER, Kind.NAME)
    return bound or (following.kind is Kind.WORD and then.written in words.OPENERS | {"of"})


_LENGTHS = (" m", " g", " ft", " mi", " in", " t", " m2", " ha", " s")


def _is_measured(piece: Sequence[Token]) -> bool:
    """Whether it begins with "at" and a size, which is that of what follows."""
    return _is_size(piece) and len(piece) > 3 and (piece[2].key in DETERMINERS or piece[2].kind is Kind.NAME)


def _is_size(piece: Sequence[Token]) -> bool:
    sized = len(piece) > 1 and piece[0].key == "light:at" and piece[1].kind is Kind.NUMBER
    return sized and piece[1].key.endswith(_LENGTHS)


def _measure(piece: Sequence[Token], aside: Row) -> Row:
    """What a size is the size of, where only "the longest" tells it."""
    found = next((_MOST[token.written] for token in piece if token.written in _MOST), None)
    lasts = all(token.kind is not Kind.NUMBER or token.key.endswith(" s") for token in aside)
    return [Token(Kind.WORD, found, found)] if found and len(aside) == 1 and not lasts else []


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
    if _is_size(opener) and all(token.kind is Kind.NUMBER or token.key == "light:and" for token in opener[1:]):
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
    led = len(piece) > 1 and (piece[1].written in words.OPENERS or piece[1].kind is Kind.DATE)
    return led and (first in _PARTICIPLES or (first[0].isupper() and first.endswith("ed")))
