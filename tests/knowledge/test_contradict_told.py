"""What encyclopaedias tell besides: by the way, of a person's life, and of what a sentence calls "it" or "the company"."""

import pytest

from lorewright.knowledge.contradict import Finding, Kind, compared, statements
from lorewright.knowledge.disputes.statements import Claim, titled


def found(one: tuple[str, str], other: tuple[str, str]) -> list[Finding]:
    """Of two claims, each with the title of its article."""
    claims = [
        Claim(title, title, text, "en", None, frozenset({title}), titled(title))
        for title, text in ((f"{one[0]}", one[1]), (f"{other[0]}", other[1]))
    ]
    return compared([statement for claim in claims for statement in statements(claim)]).found


BY_THE_WAY = [
    (Kind.DATE, "Orle Chess (OC) is a game invented in 1978 by Ina Sorel.", "Orle Chess was invented by Ina Sorel in 1968."),
    (Kind.DATE, "Opal Lines was an early private, independent airline formed in 1948.", "Opal Lines was founded in 1946."),
    (Kind.DATE, "Opal Lines was set up in 1948.", "Opal Lines was established in 1946."),
    (Kind.NAME, "Orle Chess is a game invented in 1978 by Ina Sorel.", "Orle Chess was invented by Karl Tann."),
    (Kind.NAME, "Salt of Orle is a 2016 film directed by Ina Sorel and written by Karl Tann.", "Salt of Orle was written by Leto Manso."),
    (Kind.NAME, "Salt of Orle is a play written and directed by Ina Sorel.", "Salt of Orle was written by Karl Tann."),
    (Kind.DATE, "Opal Lines ceased operations on 3 March 2008 following its purchase by Tann in January 2008.", "Opal Lines ceased trading in 2010."),
]  # fmt: skip
NOT_BY_THE_WAY = [
    ("of something else", "Opal Lines is the owner of an airline formed in 1948.", "Opal Lines was founded in 1946."),
    ("of what it is about", "Salt of Orle is a film about a war started and a ship built in 1902.", "Salt of Orle was built in 1904."),
    ("the same", "Opal Lines was an airline formed in 1948.", "Opal Lines was founded in 1948."),
    ("two works of one name", "Salt is a 2016 film directed by Ina Sorel.", "Salt is a 1980 film directed by Karl Tann."),
    ("what it is the name of", "Opal Lines is the name of a ship built in 1902.", "Opal Lines was built in 1904."),
    ("by whom besides", "Salt of Orle is a film directed by Ina Sorel and Karl Tann.", "Salt of Orle was directed by Karl Tann."),
    ("after what", "Opal Lines closed in 2008 following its purchase by Tann in 2006.", "Opal Lines closed in 2008."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "one", "other"), BY_THE_WAY)
def test_what_was_done_to_a_thing_is_told_behind_what_it_is(kind: Kind, one: str, other: str) -> None:
    assert [finding.kind for finding in found(("Tann", one), ("Voss", other))] == [kind]


@pytest.mark.parametrize(
    ("one", "other"), [pair for _, *pair in NOT_BY_THE_WAY], ids=[why for why, *_ in NOT_BY_THE_WAY]
)
def test_what_was_done_to_something_else_is_not(one: str, other: str) -> None:
    assert found(("Tann", one), ("Voss", other)) == []
