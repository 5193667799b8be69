"""What passages are found by beside their own words."""

import msgspec
import pytest

from lorewright.retrieval.documents.rules import title_of
from tests.knowledge.readings import prose
from tests.retrieval.conftest import Api

TOWER = "Rope was wound on the upper floor. Below it hung the bell of 1911.\n"
SHED = "In the shed behind it lay tar, and rope on a wooden floor.\n"
QUESTION = "On which floor was rope wound?"


@pytest.mark.parametrize(
    ("own", "filename", "title"),
    [
        ("The bell", "report.pdf", "The bell"),
        (None, "annual_report-2023.pdf", "annual report-2023"),
        (None, "3M_2018_10K.pdf", "3M 2018 10K"),
        (None, "2023-11-14.txt", "2023-11-14"),
        (None, "1911.txt", "1911"),
        (None, "decade-facade.txt", "decade-facade"),
        (None, "tower_9f86d081884c7d65.txt", "tower"),
        (None, "6BA7B810-9dad-11d1-80b4-00c04fd430c8.md", "Of ropes."),
        (None, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.txt", "Of ropes."),
        (None, "4983.txt", "Of ropes."),
        (None, "doc_17.txt", "Of ropes."),
    ],
)
def test_a_document_goes_by_its_title_or_its_name_or_its_beginning(own: str | None, filename: str, title: str) -> None:
    reading = prose("Of ropes.", TOWER)
    assert title_of(msgspec.structs.replace(reading, title=own), filename) == title


def test_what_is_no_title_is_not_taken_for_one() -> None:
    assert title_of(prose(TOWER), "17.txt") == "17"
    assert title_of(prose(TOWER * 10, TOWER), "17.txt") == "17"


def test_what_machines_call_a_file_does_not_change_what_is_found(api: Api) -> None:
    found = []
    for name in ("0f8fad5b-d9cb-469f-a165-70867728950e.txt", "9f86d081884c7d659a2feaa0c55ad015.txt"):
        collection = api.collection(name)
        api.feed(collection, TOWER, "tower.txt")
        api.feed(collection, SHED, name)
        found.append([(one["content"], one["score"]) for one in api.search(collection, QUESTION)["sources"]])
    assert len(found[0]) == 2
    assert found[0] == found[1]
