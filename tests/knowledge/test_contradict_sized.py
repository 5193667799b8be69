"""How high something lies and how large it is is compared, however a sentence comes to say it."""

import pytest

from lorewright.knowledge.contradict import Kind
from tests.knowledge.disputed import found_of_kind

OTHER_SIZES = [
    ("Lake Varn", "Lake Varn is a body of water located at an elevation of 2,267 m (7438 ft) in the hills of Orle Park, near Lisk.", "The surface of Lake Varn lies at an elevation of 1,720 metres."),
    ("Lake Varn", "Lake Varn is located at an elevation of 2,267 m in the hills.", "The elevation of Lake Varn is 1,720 metres."),
    ("Lake Varn", "The lake sits at an altitude of 2,267 m.", "Lake Varn is at 1,720 metres above sea level."),
    ("Varn University", "The 256-acre campus is located in northwest Lisk.", "The campus of Varn University measures 118 acres."),
    ("Varn University", "The 256-acre campus is located in northwest Lisk.", "Varn University has a 118-acre campus."),
    ("Varn University", "The 256-acre campus covers a hill.", "Varn University has a 118-acre campus designed by Karl Tann."),
    ("Varn Park", "The 256-acre park was opened in 1902.", "Varn Park covers 118 acres."),
    ("Varn Falls", "Varn Falls is a 30 m waterfall in Orle.", "Varn Falls is 50 m high."),
    ("Mount Varn", "Mount Varn is a 2,300 m mountain in Orle.", "Mount Varn has a height of 2,100 m."),
    ("Varn Bridge", "The 300 m bridge was opened in 1902.", "Varn Bridge is 450 m long."),
    ("Varn Park", "Varn Park is a 256-acre park in Lisk.", "Varn Park has an area of 60 hectares."),
]  # fmt: skip
ALIKE = [
    ("the same in another unit", "Varn Park", "The 256-acre park was opened in 1902.", "Varn Park covers 104 hectares."),
    ("nearly the same", "Varn Lake", "The lake is located at an elevation of 2,267 m in the hills.", "Varn Lake lies in Orle at 2,250 m above sea level."),
    ("of a part", "Varn University", "The 256-acre forest of the university is in Lisk.", "Varn University has a 118-acre campus."),
    ("of another part", "Varn Park", "The 256-acre garden was opened in 1902.", "Varn Park covers 1,180 acres."),
    ("of its land", "Varn Island", "The island has a land area of 256 acres.", "Varn Island has an area of 300 acres."),
    ("of a hut above it", "Varn Lake", "It lies at an elevation of 2,267 m.", "Varn Lake is below a hut that stands at an elevation of 2,900 m."),
    ("of another lake", "Varn Lake", "It lies at an elevation of 2,267 m.", "Tann Lake lies at an elevation of 1,720 m."),
    ("its length", "Varn Lake", "It lies at an elevation of 2,267 m.", "Varn Lake has a length of 800 m."),
    ("how long and how high", "Varn Bridge", "The 300 m bridge was opened in 1902.", "Varn Bridge is 45 m high."),
    ("denied", "Varn Lake", "It lies at an elevation of 2,267 m.", "Varn Lake does not lie at an elevation of 1,720 m."),
    ("up to", "Varn Park", "The 256-acre park was opened in 1902.", "Varn Park covers up to 300 acres."),
]  # fmt: skip


@pytest.mark.parametrize(("title", "said", "other"), OTHER_SIZES)
def test_how_high_and_how_large_a_thing_is_is_compared(title: str, said: str, other: str) -> None:
    assert [finding.kind for finding in found_of_kind(title, said, other)] == [Kind.NUMBER]


@pytest.mark.parametrize(("title", "said", "other"), [case for _, *case in ALIKE], ids=[why for why, *_ in ALIKE])
def test_what_is_said_of_something_else_or_nearly_the_same_is_not(title: str, said: str, other: str) -> None:
    assert found_of_kind(title, said, other) == []
