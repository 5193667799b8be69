"""What a title names, beside what kind of text it is."""

import pytest

from lorewright.knowledge.disputes.statements import titled


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("The Varn Bridge: a history", "Varn Bridge"),
        ("Inspection report: the Varn Bridge", "Varn Bridge"),
        ("Club history – Orle Rovers", "Orle Rovers"),
        ("Varn Bridge annual inspection report", "Varn Bridge"),
        ("The Varn Bridge in brief", "Varn Bridge"),
        ("How the Varn Lock works", "Varn Lock"),
        ("Restoring the Orle Mill", "Orle Mill"),
        ("Minutes of the meeting", "Minutes of the meeting"),
        ("How to bake bread", "How to bake bread"),
        ("Book Review", "Book Review"),
        ("Great Report", "Great Report"),
    ],
)
def test_titled(title: str, named: str) -> None:
    assert titled(title) == named
