from bench.booklets import TABLE_EACH, booklet

from lorewright.reading.base import BlockKind, page_at
from lorewright.reading.cage import Readers


def test_each_page_holds_its_word_and_every_so_many_a_table() -> None:
    data, owns = booklet(2 * TABLE_EACH, seed=3)
    assert (data, owns) == booklet(2 * TABLE_EACH, seed=3)
    with Readers() as readers:
        reading = readers.read(data, "pdf")
    for page, own in enumerate(owns, start=1):
        assert reading.content.count(own) == 1
        assert page_at(reading.page_starts, reading.content.index(own)) == page
    tables = [page_at(reading.page_starts, one.start) for one in reading.blocks if one.kind is BlockKind.TABLE]
    assert tables == [TABLE_EACH, 2 * TABLE_EACH]
