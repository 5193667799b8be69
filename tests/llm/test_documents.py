from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lorewright.llm.documents import Documents, Events, Lines, Whole, documents_of

STREAM = b': hello\r\nevent: a\r\ndata: {"a": 1}\r\n\r\ndata:{"b":\ndata: 2}\n\n\n\nid: 3\ndata: [DONE]\n\ndata: {"cut'


def _all(documents: Documents, data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    found: list[bytes] = []
    for begin, end in pairwise(places):
        found.extend(documents.feed(data[begin:end]))
    return [*found, *documents.end()]


@given(st.lists(st.integers(min_value=0)))
def test_documents_are_the_same_however_the_bytes_are_cut(cuts: list[int]) -> None:
    assert _all(Events(), STREAM, cuts) == [b'{"a": 1}', b'{"b":\n2}', b"[DONE]"]
    assert _all(Lines(), b'{"a": 1}\n\r\n{"b": 2}\r\n{"cut', cuts) == [b'{"a": 1}', b'{"b": 2}']
    assert _all(Lines(), b'{"a": 1}\n{"b": 2}', cuts) == [b'{"a": 1}', b'{"b": 2}'], "some leave the last end away"
    assert _all(Whole(), STREAM, cuts) == [STREAM]


def test_what_is_no_answer_is_not_taken_apart() -> None:
    assert isinstance(documents_of("Text/Event-Stream; charset=utf-8"), Events)
    assert isinstance(documents_of("application/x-ndjson"), Lines)
    assert isinstance(documents_of("application/json"), Whole)
    assert [documents_of(kind) for kind in ("", "text/html", "text/plain", "application/jsonp")] == [None] * 4
