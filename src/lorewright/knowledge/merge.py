"""Putting together what two hands made of one text, sentence by sentence.

What only one of them changed is taken from her. Where both changed the same sentence both ways of saying it stand, one behind the
other, and it is told. What a person wrote is never left out, and nothing stands more often than one of the two has it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from lorewright.knowledge import alignment
from lorewright.knowledge.markdown import Piece, joined, pieces, section_titles


class Conflict(NamedTuple):
    """A sentence that both changed, each in another way."""

    section: str
    """The heading it stands under."""
    base: str
    """What it was."""
    mine: str
    """Empty where it was taken out."""
    theirs: str
    """Empty where it was taken out."""


class Merged(NamedTuple):
    text: str
    conflicts: list[Conflict]


class Change(NamedTuple):
    """A sentence that differs between two texts."""

    section: str
    before: str | None
    """None where it is new."""
    after: str | None
    """None where it is gone."""


class _Side:
    """What one hand made of the base."""

    def __init__(self, base: Sequence[Piece], keys: Sequence[str], side: Sequence[Piece]) -> None:
        own = [one.key for one in side]
        self.counts = Counter(own)
        kept = alignment.equal(keys, own)
        self.now: dict[int, Piece] = {at: side[place] for at, place in kept}
        """What has become of the base's pieces; one that is not here is gone."""
        self.new: defaultdict[int, list[Piece]] = defaultdict(list)
        """What stands before the piece of the base at this place and is none of its pieces."""
        for here, there in alignment.stretches(kept, len(base), len(side)):
            kinds = _alike([base[at] for at in here], [side[at] for at in there])
            pairs = [(here[a], there[b]) for a, b in kinds]
            self.now |= {at: side[place] for at, place in pairs}
            corners = [(here.start - 1, there.start - 1), *pairs, (here.stop, there.stop)]
            for (at, place), (_, until) in pairwise(corners):
                self.new[at + 1] += side[place + 1 : until]


class _Put(NamedTuple):
    piece: Piece
    is_theirs: bool
    """They alone have it."""
    may_go: bool
    """It is not the person's own."""


def merge(base: str, mine: str, theirs: str) -> Merged:
    """`mine`, the person's, and `theirs`, both made of `base`."""
    if mine == theirs or theirs == base:
        return Merged(mine, [])
    if mine == base:
        return Merged(theirs, [])
    return _Merge(pieces(base), pieces(mine), pieces(theirs)).merged()


def changes(before: str, after: str) -> list[Change]:
    """Sentence by sentence, in the order of the text; where a sentence stands and what is marked behind it is no difference."""
    one, other = pieces(before), pieces(after)
    sections, titles = list(section_titles(one)), list(section_titles(other))
    kept = alignment.equal([piece.key for piece in one], [piece.key for piece in other])
    found: list[Change] = []
    for here, there in alignment.stretches(kept, len(one), len(other)):
        pairs = _alike([one[at] for at in here], [other[at] for at in there])
        corners = [(-1, -1), *pairs, (len(here), len(there))]
        for (a, b), (c, d) in pairwise(corners):
            found += [Change(sections[at], one[at].key, None) for at in here[a + 1 : c]]
            found += [Change(titles[at], None, other[at].key) for at in there[b + 1 : d]]
            if c < len(here) and d < len(there):
                found.append(Change(titles[there[d]], one[here[c]].key, other[there[d]].key))
    return found


def own_sentences(base: str, mine: str) -> list[tuple[str, str]]:
    """What is said in `mine` and not in `base`, in its order: (the heading it stands under, the words)."""
    known = {one.key for one in pieces(base)}
    written = pieces(mine)
    return [
        (section, one.key if one.is_sentence else one.text)
        for section, one in zip(section_titles(written), written, strict=True)
        if one.key not in known and not one.is_heading
    ]


def _alike(one: Sequence[Piece], other: Sequence[Piece]) -> list[alignment.Pair]:
    """Without pairs of different kinds: a heading does not become a sentence."""
    found = alignment.alike([piece.key for piece in one], [piece.key for piece in other])
    return [(a, b) for a, b in found if _kind(one[a]) == _kind(other[b])]


def _kind(piece: Piece) -> tuple[bool, bool]:
    return piece.is_sentence, piece.is_heading


class _Merge:
    def __init__(self, base: Sequence[Piece], mine: Sequence[Piece], theirs: Sequence[Piece]) -> None:
        self._base = base
        keys = [one.key for one in base]
        self._counts = Counter(keys)
        self._mine = _Side(base, keys, mine)
        self._theirs = _Side(base, keys, theirs)
        self._put: list[_Put] = []
        self._conflicts: list[tuple[int, Conflict]] = []

    def merged(self) -> Merged:
        for at in range(len(self._base) + 1):
            self._put += [self._person(one) for one in self._mine.new[at]]
            self._put += [_Put(one, True, True) for one in self._theirs.new[at]]
            if at < len(self._base):
                self._put_one(at)
        sections = list(section_titles([one.piece for one in self._put]))
        conflicts = [conflict._replace(section=sections[place]) for place, conflict in self._conflicts]
        return Merged(joined([one.piece for one in self._without_doubles()]), conflicts)

    def _put_one(self, at: int) -> None:
        base, mine, theirs = self._base[at], self._mine.now.get(at), self._theirs.now.get(at)
        if mine is not None and theirs is not None and mine.key == theirs.key:
            self._put.append(_Put(_same(base, mine, theirs), False, True))
        elif theirs is not None and theirs.key == base.key:
            if mine is not None:
                self._put.append(self._person(_shaped(base, mine, theirs)))
        elif mine is not None and mine.key == base.key:
            if theirs is not None:
                self._put.append(_Put(_shaped(base, theirs, mine), True, True))
        elif mine is not None or theirs is not None:
            self._keep_both(base, mine, theirs)

    def _keep_both(self, base: Piece, mine: Piece | None, theirs: Piece | None) -> None:
        conflict = Conflict("", base.key, "" if mine is None else mine.key, "" if theirs is None else theirs.key)
        self._conflicts.append((len(self._put), conflict))
        if mine is not None:
            self._put.append(self._person(mine))
        if theirs is not None:
            self._put.append(_Put(theirs, True, True))

    def _person(self, piece: Piece) -> _Put:
        """A sentence of the base that she has moved is still the base's."""
        return _Put(piece, False, piece.key in self._counts)

    def _without_doubles(self) -> list[_Put]:
        """Of what stands too often they lose theirs first, and the person no word of her own."""
        left = self._put
        for alone in (True, False):
            standing = Counter(one.piece.key for one in left)
            kept = []
            for one in reversed(left):
                key = one.piece.key
                too_many = standing[key] > self._allowed(key) and not one.piece.is_heading
                if too_many and one.may_go and (one.is_theirs or not alone):
                    standing[key] -= 1
                else:
                    kept.append(one)
            left = kept[::-1]
        return left

    def _allowed(self, key: str) -> int:
        """How often it may stand: merged as any value is."""
        base, mine, theirs = self._counts[key], self._mine.counts[key], self._theirs.counts[key]
        if mine == base:
            return theirs
        return mine if theirs == base else max(mine, theirs)


def _same(base: Piece, mine: Piece, theirs: Piece) -> Piece:
    """In the person's lines where she has broken them anew, with the marks that it has now, unless she added to them."""
    text = theirs.text if mine.text == base.text else mine.text
    is_hers = _behind_mark(mine) not in ("", _behind_mark(base))
    return _shaped(base, mine, theirs)._replace(text=text, tail=mine.tail if is_hers else theirs.tail)


def _behind_mark(piece: Piece) -> str:
    """What its tail holds beside how sure it is."""
    return piece.tail.partition("]")[2]


def _shaped(base: Piece, piece: Piece, other: Piece) -> Piece:
    """Where it stands in its block follows whoever changed that."""
    changed = piece if (piece.lead, piece.is_first) != (base.lead, base.is_first) else other
    if (changed.lead, changed.opener) == (piece.lead, piece.opener):
        return piece
    return piece._replace(lead=changed.lead, opener=changed.opener, is_first=changed.is_first)
