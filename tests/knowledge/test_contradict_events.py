"""What happens to things stands in one table, from which both ways to read a sentence take their words."""

from collections import Counter

import pytest

from lorewright.knowledge.contradict import Kind, compared, statements
from lorewright.knowledge.disputes.events import ROWS, Event
from lorewright.knowledge.disputes.statements import Claim
from lorewright.knowledge.words import listed


@pytest.mark.parametrize("strictly", [True, False])
def test_no_word_tells_of_two_events(strictly: bool) -> None:
    read = [one for one in ROWS if (one.is_read_strictly if strictly else one.is_read_loosely)]
    told = Counter(word for one in read for word in listed(f"{one.past} {one.also if strictly else one.loosely}"))
    assert [word for word, times in told.items() if times > 1] == []


DATED = [one for one in ROWS if one.is_dated and one.is_read_loosely and not one.as_what and one.past]


@pytest.mark.parametrize("event", DATED, ids=[one.key for one in DATED])
def test_each_event_has_one_date(event: Event) -> None:
    verb = listed(event.past)[-1]
    said = [
        f"The Varn Bridge was {verb} in 1902, when it rained.",
        f"The Varn Bridge, {verb} in 1931, is as old as it looks.",
    ]
    claims = [Claim(one, one, one, "en", titled="Varn Bridge", lead="The Varn Bridge is a bridge.") for one in said]
    found = compared([one for claim in claims for one in statements(claim)]).found
    assert {one.kind for one in found} == {Kind.DATE}
