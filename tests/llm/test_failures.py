"""What is passed on of what a provider says."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.said import plain
from lorewright.llm.base import Provider
from lorewright.llm.failures import MayPass, Party, Told, error_in, of_status, told_by


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"error": {"message": "No.", "type": "x"}}', Told("No.")),
        (b'{"type": "error", "error": {"type": "overloaded_error", "message": "Busy."}}', Told("Busy.")),
        (b'{"error": "model not found"}', Told("model not found")),
        (b'[{"error": {"code": 400, "message": "Bad."}}]', Told("Bad.")),
        (b'{"error": {"message": null, "code": "insufficient_quota"}}', Told("", no_credit=True)),
        (b'{"error": {"message": "m", "details": [{"reason": "API_KEY_INVALID"}]}}', Told("m", bad_key=True)),
        (b'{"object": "error", "message": "Too long.", "code": 400}', Told("Too long.")),
        (b'{"detail": "Not Found"}', Told("Not Found")),
        (b'{"detail": [{"loc": ["body"], "msg": "x"}]}', Told()),
        (b'{"error": {"message": {"deep": 1}}}', Told()),
        (b"[]", Told()),
        (b"", Told()),
        (b"<html>", Told()),
        (b"\xff\xfe", Told()),
        (b"[" * 100_000, Told()),
    ],
)
def test_what_an_error_says(body: bytes, told: Told) -> None:
    assert told_by(body) == told


@pytest.mark.parametrize(
    "document", [b'{"error": null, "choices": []}', b'{"message": {"content": "the \\"error\\""}}', b'{"detail": "x"}']
)
def test_what_is_no_error(document: bytes) -> None:
    assert error_in(document) is None


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Incorrect API key provided: sk-proj-abc***xyz.", "Incorrect API key provided: …"),
        ("key AIzaSyB-1234 is wrong", "key … is wrong"),
        ("Authorization: Bearer abc.def", "Authorization: …"),
        (f"token {'a1' * 20} expired", "token … expired"),
        ("The model `claude-haiku-4-5-20251001` is retired.", "The model `claude-haiku-4-5-20251001` is retired."),
        ("two\r\nlines\x00\x1b[1m", "two lines [1m"),
        ("  ", ""),
    ],
)
def test_what_is_shown_of_it(said: str, shown: str) -> None:
    assert plain(said) == shown


@given(st.text())
def test_whatever_is_said_one_short_printable_line_is_shown(said: str) -> None:
    shown = plain(said)
    assert shown.isprintable()
    assert len(shown) <= 200
    assert shown == shown.strip()


@given(st.from_regex(r"(sk-|gsk_|xai-)[A-Za-z0-9_-]{8,60}", fullmatch=True), st.text(max_size=20), st.text(max_size=20))
def test_no_key_is_ever_shown(key: str, before: str, after: str) -> None:
    assert key not in plain(f"{before} {key} {after}")


@pytest.mark.parametrize(
    "value",
    ["Mon, 01 Jan 99999999999 00:00:00 GMT", "Mon, 99999999999999999999 Jan 2026 00:00:00 GMT", "soon", "-1", ""],
)
def test_a_time_to_wait_that_is_none_is_not_kept(value: str) -> None:
    party = Party(Provider.OPENAI, "OpenAI", "m", "OPENAI_API_KEY")
    found = of_status(party, 429, value, Told(), datetime.now(UTC))
    assert isinstance(found, MayPass)
    assert found.after_s is None
