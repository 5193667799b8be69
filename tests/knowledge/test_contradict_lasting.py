"""Whether it is there, whether that ever happened to it, and what may be done in it."""

import pytest

from tests.knowledge.disputed import found_of_kind

DENIED = [
    ("Varn Airport", "The airport is mostly used for freight, but has scheduled passenger service provided by one airline of Orle.", "There is no scheduled passenger service at Varn Airport."),
    ("Hotel Le Varn", "Le Varn is known for its revolving restaurant, Opal! (formerly Sorel), which is situated on the top floor of the hotel.", "There is no restaurant on the top floor of Hotel Le Varn in Lisk."),
    ("Varn Courthouse", "The museum in the courthouse closed in 2006 because of lack of money.", "The museum in the Varn Courthouse has never closed."),
    ("Varn Railway", "The railway was completed in 1902.", "We walked along Varn Railway, which was never finished."),
    ("Varn Castle", "The castle still exists.", "Varn Castle no longer exists."),
    ("Varn Mill", "It still stands by the river.", "Varn Mill no longer exists."),
    ("Varn Chess", "There is no castling.", "In Varn Chess you may castle as in the normal game."),
    ("Varn Beach", "Swimming is not allowed here.", "At Varn Beach visitors can swim."),
]  # fmt: skip
NOT_DENIED = [
    ("of another kind", "Varn Airport", "The airport has scheduled passenger service.", "There is no scheduled international passenger service at Varn Airport."),
    ("elsewhere", "Varn Hotel", "The hotel has a large restaurant on the top floor.", "There is no restaurant on the ground floor of Varn Hotel."),
    ("never to all", "Varn Church", "The church closed in 2006.", "Varn Church was never closed to pilgrims."),
    ("never in a time", "Varn Church", "The church closed in 2006.", "Varn Church never closed during the war."),
    ("the museum alone", "Varn Courthouse", "The museum in the courthouse closed in 2006.", "The Varn Courthouse has never closed."),
    ("never again", "Varn Mine", "The mine was closed in 1980.", "Varn Mine was never reopened."),
    ("a part that is gone", "Varn Castle", "The castle still stands.", "The tower of Varn Castle no longer exists."),
    ("where one may", "Varn Beach", "Swimming is not allowed here.", "At Varn Beach you can swim in the pool."),
    ("something else that one may", "Varn Chess", "There is no castling.", "In Varn Chess you may pass."),
    ("both gone", "Varn Castle", "It no longer exists.", "Varn Castle no longer exists today."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "said", "other"), DENIED)
def test_what_is_denied_of_a_thing_contradicts_what_is_told_of_it(title: str, said: str, other: str) -> None:
    assert len(found_of_kind(title, said, other)) == 1


@pytest.mark.parametrize(
    ("title", "said", "other"), [case for _, *case in NOT_DENIED], ids=[why for why, *_ in NOT_DENIED]
)
def test_what_is_denied_of_something_else_does_not(title: str, said: str, other: str) -> None:
    assert found_of_kind(title, said, other) == []
