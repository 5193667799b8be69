"""In which square or town a thing is, for whom it was renamed, and when somebody's last work came out."""

import pytest

from lorewright.knowledge.contradict import Kind, compared, statements
from lorewright.knowledge.disputes.statements import Claim
from tests.knowledge.disputed import found_of_kind

ELSEWHERE = [
    (Kind.NAME, "Varn Church", "The Varn Church is located in the Piazza del Sorel in Lisk.", "It is located in the Piazza Tann in Lisk."),
    (Kind.NAME, "Varn Theatre", "It stands on Tann Square.", "Varn Theatre is situated on Sorel Square, beside a bank."),
    (Kind.NAME, "Varn Radio", "Its studios are located in Downtown Lisk, and its transmitter is located near Tann, Orle.", "It has its studios in the town of Sorel."),
    (Kind.NAME, "Varn Abbey", "The abbey is located in the village of Lisk.", "Varn Abbey lies in the village of Tann."),
    (Kind.DATE, "Varn Hotel", "The hotel formally opened on November 11, 2011.", "Varn Hotel opened to guests in 2013."),
    (Kind.DATE, "Ina Sorel", "She was the chess columnist from 1972 to 2006 for The Orle Times, which ran her final column (on her victory of 1952) on November 12, 2006.", "Ina Sorel's last column in the Orle Times was printed in 1996."),
    (Kind.DATE, "Ina Sorel", "She played her last match in 1998.", "Ina Sorel won her last match in 2004."),
    (Kind.NAME, "Varn Courthouse", "In 1984, the Board of Orle renamed the building in honor of Supreme Court Justice Karl J. Tann Jr.", "The Varn Courthouse was renamed in 1984 in honor of Ada Voss."),
    (Kind.NAME, "Varn Hall", "It was named in honour of the painter Karl Tann.", "Varn Hall was named in honour of Ada Voss, a judge."),
]  # fmt: skip
ALIKE = [
    ("a square and a street", "Varn Theatre", "It stands on Tann Square.", "Varn Theatre is situated in Sorel Street."),
    ("a square with another name", "Varn Theatre", "It stands on Tann Square, once Sorel Square.", "Varn Theatre stands on Sorel Square."),
    ("near a square", "Varn Theatre", "It stands on Tann Square.", "Varn Theatre is situated near Sorel Square."),
    ("its statue", "Varn Theatre", "The statue of the theatre stands on Tann Square.", "Varn Theatre stands on Sorel Square."),
    ("a village in a city", "Varn Abbey", "The abbey is located in the city of Lisk.", "Varn Abbey lies in the village of Tann."),
    ("studios and transmitter", "Varn Radio", "Its transmitter is located in the town of Lisk.", "It has its studios in the town of Sorel."),
    ("the last of another paper", "Ina Sorel", "Her last column for the Lisk Post was printed in 2006.", "Ina Sorel's last column in the Orle Times was printed in 1996."),
    ("the last of another kind", "Ina Sorel", "Her last novel was published in 2006.", "Ina Sorel published her last play in 1996."),
    ("made and released", "Ina Sorel", "Her last film was released in 1998.", "Ina Sorel made her last film in 1996."),
    ("the last of someone else", "Ina Sorel", "Karl Tann played his last match in 1998.", "Ina Sorel played her last match in 2004."),
    ("last year", "Ina Sorel", "Her last visit was in 1998.", "Ina Sorel paid Lisk her last call in 2004."),
    ("renamed twice", "Varn Hall", "In 1984 it was renamed in honor of Karl Tann.", "Varn Hall was renamed in 1996 in honor of Ada Voss."),
    ("named, and renamed", "Varn Hall", "It was named in honor of Karl Tann.", "Varn Hall was renamed in honor of Ada Voss."),
    ("in full", "Varn Hall", "It was named in honor of Judge Karl Tann.", "Varn Hall was named in honor of Karl Tann."),
    ("for two", "Varn Hall", "It was named in honor of Karl Tann and Ada Voss.", "Varn Hall was named in honor of Ada Voss."),
]  # fmt: skip


def test_a_call_sign_that_begins_a_sentence_is_what_the_next_one_speaks_of() -> None:
    lead = "WVRN-FM is a radio station of Orle."
    claims = [
        Claim(
            "1", "1", "Its studios are located in Downtown Lisk.", "en", None, titled="WVRN-FM", before=lead, lead=lead
        ),
        Claim("2", "2", "It has its studios in the town of Tann.", "en", None, before="WVRN-FM plays songs for Sorel."),
    ]
    assert len(compared([statement for claim in claims for statement in statements(claim)]).found) == 1


@pytest.mark.parametrize(("kind", "title", "said", "other"), ELSEWHERE)
def test_what_is_in_one_square_is_not_in_another(kind: Kind, title: str, said: str, other: str) -> None:
    assert [finding.kind for finding in found_of_kind(title, said, other, behind=f"We saw {title} in spring.")] == [
        kind
    ]


@pytest.mark.parametrize(("title", "said", "other"), [case for _, *case in ALIKE], ids=[why for why, *_ in ALIKE])
def test_what_may_be_in_both_and_what_may_happen_twice_is_not_compared(title: str, said: str, other: str) -> None:
    assert found_of_kind(title, said, other, behind=f"We saw {title} in spring.") == []
