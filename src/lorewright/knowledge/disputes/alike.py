"""Two sentences that tell the same of one thing, but for the day or for who did it: whatever happens in them, in no list of events.

All that one of the two tells must stand in the other as well, and what is told must be more than that it happened. What happens to a
thing again and again is left out (`AGAIN`): of that both may be true.
"""

from collections.abc import Iterator

from lorewright.knowledge import words
from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.cutting import Piece, Row, has_past_form
from lorewright.knowledge.disputes.events import ACTS
from lorewright.knowledge.disputes.grammar import AUXILIARIES, BE, DETERMINERS
from lorewright.knowledge.disputes.quantities import Bound, quantities
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import is_named
from lorewright.knowledge.facts import HYPHEN, Kind, Token

AGAIN = frozenset(
    words.listed(
        """won lost beat beaten defeated played hosted held toured competed reached finished scored appeared performed attended ran
        celebrated awarded received nominated elected reelected selected chosen named ranked listed voted returned published
        released reported recorded featured used travelled traveled sold bought flew rose fell increased decreased grew expanded
        enlarged renovated restored repaired rebuilt extended modernised modernized refurbished updated upgraded revised amended
        remodeled remodelled flooded burned burnt damaged struck hit suspended served worked lived taught studied wrote written
        starred directed produced contributed said announced stated heard met led took taken gave given got had did done went came
        became saw seen shown aired broadcast televised covered photographed painted filmed visited explored surveyed measured
        observed counted estimated raided attacked bombed shelled besieged captured occupied contested challenged fought raced run
        sang sung danced spoke argued criticised criticized praised described called considered cited mentioned reviewed tested
        tried arrested convicted charged sentenced fined sued imprisoned jailed qualified advanced promoted relegated signed drafted
        traded loaned appointed employed hired fired coached managed captained represented supported sponsored funded financed
        invested raised paid donated spent earned charted peaked climbed entered topped certified sampled remixed reissued reprinted
        republished rereleased remade adapted staged revived screened exhibited displayed helped joined left married improved"""
    )
)
"""Past forms of what is done again and again."""
_LEAST = 2
"""Words besides, of which one of two sentences tells no fewer."""


class Alike(Spoken):
    """A piece, and whom it is about."""

    def _alike(self, piece: Piece, about: Whom | None) -> Iterator[Statement]:
        """Of "Varn ceded the isle of Orle to Lisk on 3 May 1902" when and what, of Varn and of the isle."""
        row = piece.said
        if about is None or any(one.kind in (Kind.NEGATION, Kind.HEDGE) for one in row):
            return
        moments = [one for one in quantities(row) if one.is_moment]
        at = _deed(row, moments[0].start if moments else len(row))
        if at is None or len(moments) > 1:
            return
        is_done = any(one.key in BE for one in row[:at]) or not _has_object(row, at)
        for whom, what in self._those(row, at, about, is_done=is_done):
            if moments and moments[0].bound is Bound.EXACT:
                rest = [*row[: moments[0].start], *row[moments[0].end :]]
                told = self._told_besides(rest, row[at], whom, about)
                if len(told) >= _LEAST:
                    yield self._statement(Says.MOMENT, whom, f"{what}:{row[at].key}", told, value=moments[0])
            by = next((i for i in range(at, len(row) - 1) if row[i].written == "by" and is_named(row[i + 1])), None)
            if by is not None and what == "done" and row[at].written not in ACTS:
                named = self._topic(row[by + 1])
                dates = frozenset(one.key for one in row if one.kind is Kind.DATE)
                told = self._told_besides([*row[:by], *row[by + 2 :]], row[at], whom, about) | dates
                if told and named != whom[0]:
                    name = self._name(named, whom[0], is_place=False)
                    yield self._statement(Says.NAME, whom, f"by:{row[at].key}", told, name=name)

    def _those(self, row: Row, at: int, about: Whom, *, is_done: bool) -> Iterator[tuple[Whom, str]]:
        """Whom it is told of, and whether they did it or it was done to them."""
        yield about, "done" if is_done else "did"
        behind = at + 1 + (row[at + 1 : at + 2] != [] and row[at + 1].key in DETERMINERS)
        if not is_done and behind < len(row) and is_named(row[behind]):
            yield (self._topic(row[behind]), frozenset()), "done"

    def _told_besides(self, rest: Row, deed: Token, whom: Whom, about: Whom) -> frozenset[str]:
        told = {key for one in rest if one is not deed for key in self._content(one, whom[0])}
        return frozenset(told | about[1] | about[0].words) - whom[0].words


def _deed(row: Row, end: int) -> int | None:
    """The only verb before there, where it is none of what is done again and again."""
    verbs = [i for i in range(min(end, len(row))) if is_deed(row, i)]
    return verbs[0] if len(verbs) == 1 and row[verbs[0]].written not in AGAIN else None


def _has_object(row: Row, at: int) -> bool:
    """Not of what was "endowed in 1486", and of what "moved to Varn"."""
    following = row[at + 1 : at + 2]
    return bool(following) and (following[0].kind in (Kind.NAME, Kind.WORD) or following[0].key in DETERMINERS)


def is_deed(row: Row, i: int) -> bool:
    """Whether the word there is a verb in the past that says what is done."""
    token = row[i]
    if token.kind not in (Kind.WORD, Kind.DIRECTION) or token.key in AUXILIARIES or (i and row[i - 1].tie == HYPHEN):
        return False
    return has_past_form(token.written) or token.written in attributes.FINITE
