"""What stands in brackets behind a name, and the year before what it is: "Ada Voss (1861 - 1921)", "is a 1974 single"."""

from collections.abc import Iterator, Sequence

import msgspec

from lorewright.knowledge.disputes import attributes
from lorewright.knowledge.disputes.cutting import Row
from lorewright.knowledge.disputes.grammar import BE, DETERMINERS
from lorewright.knowledge.disputes.once import MADE, OLDEST, PUBLISHED, WORK, YEAR, YOUNGEST
from lorewright.knowledge.disputes.places import WIDE
from lorewright.knowledge.disputes.quantities import Quantity, quantities
from lorewright.knowledge.disputes.spoken import Spoken, Whom
from lorewright.knowledge.disputes.statements import Says, Statement
from lorewright.knowledge.disputes.topics import is_named
from lorewright.knowledge.facts import Kind


class Lives(Spoken):
    """Of a sentence."""

    def _brackets(self, row: Row) -> Iterator[Statement]:
        """Of "Ada Voss (3 May 1861 - 2 March 1921)" her birth and death, of "The Salt Road (1902)" its year."""
        for i, token in enumerate(row[:-2]):
            if token.key != "(" or not i:
                continue
            end = next((k for k in range(i, len(row)) if row[k].key == ")"), len(row))
            inside = row[i + 1 : end]
            dates = [one for one in quantities(inside) if one.is_moment]
            named = next((row[k] for k in range(i - 1, max(i - 3, -1), -1) if row[k].kind is not Kind.BREAK), row[i])
            leads = all(one.kind in (Kind.NAME, Kind.BREAK, Kind.NUMBER, Kind.LIGHT) for one in row[:i])
            if len(inside) == len(dates) == 1 and is_named(named):
                mention = self._mentions[int(named.key)]
                topic, date = mention.topic, dates[0]
                if mention.is_whole and len(topic.words) > 1 and not topic.words <= attributes.stemmed(WIDE):
                    around = msgspec.structs.replace(date, low=date.low - WORK, high=date.high + WORK)
                    yield from (self._statement(Says.MOMENT, (topic, frozenset()), one, value=around) for one in MADE)
            first = next((one for one in row[:i] if one.kind is Kind.NAME), row[0])
            if leads and is_named(first) and len(dates) == 2 and _is_life(inside, dates):
                for event, date in zip(("birth", "death"), dates, strict=True):
                    yield self._statement(Says.MOMENT, (self._topic(first), frozenset()), event, value=date)

    def _of_year(self, row: Row, about: Whom | None) -> Iterator[Statement]:
        """Of "is a 1974 single by" when it was published."""
        at = next((i for i, one in enumerate(row) if one.key in BE), len(row))
        for i in range(at + 2, min(at + 4, len(row) - 1)):
            if about is None or (len(about[0].words) == 1 and not about[0].is_own):
                return  # of several works one word may be the name
            dated = row[i].kind is Kind.DATE and row[at + 1].key in DETERMINERS
            if dated and not about[1] and any(one.written in PUBLISHED for one in row[i + 1 : i + 8]):
                for one in quantities(row[i : i + 1]):
                    yield self._statement(Says.MOMENT, about, "publish", value=one)
                    around = msgspec.structs.replace(one, low=one.low - WORK, high=one.high + WORK)
                    yield self._statement(Says.MOMENT, about, "make", value=around)
                return


def _is_life(inside: Row, dates: Sequence[Quantity]) -> bool:
    """Two days a lifetime apart, and no other number."""
    years = (dates[1].low - dates[0].low) / YEAR
    exact = all(one.high - one.low < 1 for one in dates)
    return exact and YOUNGEST < years < OLDEST and not any(one.kind is Kind.NUMBER for one in inside)
