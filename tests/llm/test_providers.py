"""What every provider keeps, over real HTTP: each test runs once for each protocol."""

import asyncio
import gzip
import json
import threading
from contextlib import aclosing
from typing import Any

import pytest

from lorewright.core.errors import AppError, BrokenAnswer, ProviderFailed, ProviderTimeout
from lorewright.llm.base import Ending, Provider, Reply, Request, estimated_tokens
from lorewright.llm.channel import LEAST_ROOM
from tests.llm.asking import CALL, REQUEST, SCHEMA, completed, model_of, models_of, streamed
from tests.makers.models import Breaks, Fails, Garbled, Hangs, Raw, Says, Stub, Stumbles
from tests.makers.site import site

TEXT = "Otters eat trout [1]. Les loutres aussi « à l'aube » 🦦, und 川で."
STRUCTURED = Request(system="s", prompt="p", schema=SCHEMA, max_output_tokens=500)


def test_a_text_comes_whole_with_its_tokens(stub: Stub) -> None:
    stub.answer_with(TEXT)
    model = model_of(stub)
    assert (model.provider, model.name) == (stub.provider, "stub-model")
    assert completed(model) == Reply(TEXT, Ending.COMPLETE, 12, 7)
    (asked,) = stub.requests
    assert (asked.model, asked.system, asked.prompt) == ("stub-model", REQUEST.system, REQUEST.prompt)
    assert (asked.schema, asked.max_output_tokens) == (None, 500)


def test_nothing_of_whom_and_what_for_reaches_the_provider(stub: Stub) -> None:
    stub.answer_with(TEXT)
    completed(model_of(stub))
    (asked,) = stub.requests
    own = {"host", "content-type", "content-length", "accept", "accept-encoding", "user-agent"}
    assert set(asked.headers) - own <= {"authorization", "x-api-key", "x-goog-api-key", "anthropic-version"}
    assert asked.headers["host"] == stub.address.removeprefix("http://").partition("/")[0]
    sent = json.dumps(asked.body) + asked.path
    assert not any(word in sent for word in (stub.key, CALL.purpose, CALL.prompt_id, CALL.owner * 3))


def test_a_stream_gives_pieces_and_at_last_the_whole(stub: Stub) -> None:
    stub.answer_with(Says(TEXT, pieces=5))
    *pieces, reply = streamed(model_of(stub))
    assert len(pieces) == 5
    assert "".join(str(piece) for piece in pieces) == TEXT
    assert reply == Reply(TEXT, Ending.COMPLETE, 12, 7)


def test_a_piece_is_given_out_before_the_next_is_said(stub: Stub) -> None:
    gate = threading.Semaphore(0)
    stub.answer_with(Says("one two ", pieces=2, gate=gate))

    async def ask() -> list[Any]:
        got = []
        gate.release()
        async with aclosing(model_of(stub).stream(REQUEST, CALL)) as pieces:
            async for piece in pieces:
                got.append(piece)
                gate.release()
        return got

    assert asyncio.run(ask())[:2] == ["one ", "two "]


def test_a_structured_answer_is_asked_for_and_comes_as_it_was_written(stub: Stub) -> None:
    written = '{"claims": ["Otters eat trout."]}'
    stub.answer_with(written)
    assert completed(model_of(stub), STRUCTURED).text == written
    assert stub.requests[0].schema == SCHEMA


@pytest.mark.parametrize(
    "written", ['{"claims": ["Otters', '["not an object"]', '{"other": 1}', "Here you are: {}", ""]
)
def test_what_is_not_as_asked_is_passed_on_for_whoever_asked_to_check(stub: Stub, written: str) -> None:
    stub.answer_with(written)
    assert completed(model_of(stub), STRUCTURED).text == written
    assert len(stub.requests) == 1


def test_an_answer_in_another_language_is_an_answer(stub: Stub) -> None:
    stub.answer_with("カワウソはマスを食べる。")
    assert completed(model_of(stub)).text == "カワウソはマスを食べる。"


def test_an_answer_at_the_bound_is_cut(stub: Stub) -> None:
    stub.answer_with(Says("Otters eat", ending=Ending.CUT))
    assert completed(model_of(stub)) == Reply("Otters eat", Ending.CUT, 12, 7)


def test_a_refusal_is_told_as_one(stub: Stub) -> None:
    stub.answer_with(Says("", ending=Ending.REFUSED))
    ending = Ending.COMPLETE if stub.provider is Provider.OLLAMA else Ending.REFUSED
    assert completed(model_of(stub)).ending is ending


def test_a_server_that_does_not_stream_is_understood(stub: Stub) -> None:
    stub.answer_with(Says(TEXT, whole=True))
    assert streamed(model_of(stub)) == [TEXT, Reply(TEXT, Ending.COMPLETE, 12, 7)]


def test_tokens_that_nobody_counted_are_estimated_too_high_rather_than_left_out(stub: Stub) -> None:
    stub.answer_with(Says(TEXT, counted=False))
    reply = completed(model_of(stub))
    assert reply.text == TEXT
    if stub.provider is not Provider.ANTHROPIC:  # which tells them at the beginning
        assert reply.input_tokens == estimated_tokens(REQUEST.system + REQUEST.prompt)
        assert reply.output_tokens == estimated_tokens(TEXT)


@pytest.mark.parametrize(
    "passing",
    [
        Fails(429, headers={"Retry-After": "0"}),
        Fails(429),
        Fails(500),
        Fails(503, headers={"Retry-After": "Mon, 01 Jan 2024 00:00:00 GMT"}),
        Fails(529),
        Fails(408),
        Breaks(),
        Stumbles("Overloaded."),
        Raw(200, {"Content-Type": "text/event-stream"}),
        Raw(502, {"Content-Type": "text/html"}, b"<html>Bad Gateway</html>"),
    ],
    ids=str,
)
def test_what_may_pass_is_tried_again(stub: Stub, passing: Any) -> None:
    stub.answer_with(passing, passing, TEXT)
    assert completed(model_of(stub)).text == TEXT
    assert len(stub.requests) == 3


@pytest.mark.parametrize("passing", [Fails(429), Fails(500), Breaks(), Stumbles("Overloaded.")], ids=str)
def test_three_tries_are_the_most(stub: Stub, passing: Any) -> None:
    stub.answer_with(passing)
    with pytest.raises(ProviderFailed):
        completed(model_of(stub))
    assert len(stub.requests) == 3


def test_the_pause_that_a_provider_asks_for_is_kept_in_place_of_ours(stub: Stub) -> None:
    stub.answer_with(Fails(429, headers={"Retry-After": "0"}), TEXT)
    assert completed(model_of(stub, backoff_s=10_000, call_timeout_s=30)).text == TEXT


def test_a_provider_that_wants_to_be_left_alone_for_long_is_not_waited_for(stub: Stub) -> None:
    stub.answer_with(Fails(429, headers={"Retry-After": "3600"}), TEXT)
    with pytest.raises(ProviderFailed, match="limits how often"):
        completed(model_of(stub))
    assert len(stub.requests) == 1


def test_no_try_begins_that_the_call_has_no_time_for(stub: Stub) -> None:
    stub.answer_with(Fails(500), TEXT)
    with pytest.raises(ProviderFailed):
        completed(model_of(stub, backoff_s=10_000))
    assert len(stub.requests) == 1


@pytest.mark.parametrize("broken", [Breaks("Otters"), Stumbles("Overloaded.", text="Otters"), Hangs("Otters")], ids=str)
def test_of_what_was_given_out_nothing_is_asked_for_again(stub: Stub, broken: Any) -> None:
    stub.answer_with(broken, TEXT)
    got = []

    async def ask() -> None:
        async with aclosing(model_of(stub, silence_timeout_s=1.0).stream(REQUEST, CALL)) as pieces:
            async for piece in pieces:
                got.append(piece)  # noqa: PERF401 - a list made whole would be lost with the error

    with pytest.raises((ProviderFailed, ProviderTimeout)):
        asyncio.run(ask())
    assert got == ["Otters"]
    assert len(stub.requests) == 1


@pytest.mark.parametrize("broken", [Breaks(""), Breaks("Otters"), Stumbles("Overloaded.", text="")], ids=str)
def test_an_answer_that_breaks_once_begun_is_told_from_one_that_never_began(stub: Stub, broken: Any) -> None:
    stub.answer_with(broken, TEXT)
    with pytest.raises(BrokenAnswer):
        completed(model_of(stub))
    assert len(stub.requests) == 1


def test_nobody_waits_for_a_connection_to_close_after_the_end(stub: Stub) -> None:
    stub.answer_with(Says(TEXT, open_end=True))
    silence_s = 1.0 if stub.provider is Provider.GOOGLE else 10_000  # whose protocol has no word for the end
    assert completed(model_of(stub, silence_timeout_s=silence_s, call_timeout_s=30)) == Reply(
        TEXT, Ending.COMPLETE, 12, 7
    )


def test_what_breaks_after_the_end_of_an_answer_does_not_matter(stub: Stub) -> None:
    protocol = stub.protocol
    stub.answer_with(
        Garbled(protocol.opening() + protocol.piece(TEXT) + protocol.closing(Says(TEXT)) + b"data: {\n\n{\n")
    )
    assert completed(model_of(stub)).text == TEXT


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422, 302, 307])
def test_what_will_not_pass_is_not_tried_again(stub: Stub, status: int) -> None:
    stub.answer_with(Fails(status, headers={"Location": f"{stub.address}/elsewhere"}), TEXT)
    with pytest.raises(ProviderFailed):
        completed(model_of(stub))
    assert len(stub.requests) == 1


def test_a_wrong_key_is_told_with_where_to_set_it_and_without_the_key(stub: Stub) -> None:
    models = models_of(stub)
    stub.key = "another"
    with pytest.raises(ProviderFailed) as failed:
        completed(models.open(stub.provider))
    assert "does not accept the key" in failed.value.detail
    assert "_API_KEY" in failed.value.detail
    assert "stub-key" not in failed.value.detail


def test_an_unknown_model_is_told_with_the_setting(stub: Stub) -> None:
    models = models_of(stub)
    stub.model = "another"
    with pytest.raises(ProviderFailed, match=f"LOREWRIGHT_LLM__{stub.provider.upper()}__MODEL"):
        completed(models.open(stub.provider))


def test_what_a_provider_says_is_passed_on_short_plain_and_without_secrets(stub: Stub) -> None:
    secrets = f"{stub.key} sk-ant-api03-abcdef AIzaSyA1234567890 Bearer abc123 {'0123456789abcdef' * 3}"
    stub.answer_with(Fails(400, f"Too\x1b[31m long\r\n\u202e: {secrets} {'x ' * 3000}"))
    with pytest.raises(ProviderFailed) as failed:
        completed(model_of(stub))
    told = failed.value.detail
    assert "It says: Too [31m long" in told
    assert told.isprintable()
    assert len(told) < 400
    assert not any(secret in told for secret in ("stub-key", "sk-ant", "AIza", "abc123", "0123456789abcdef"))


def test_a_page_in_place_of_an_error_is_not_passed_on(stub: Stub) -> None:
    stub.answer_with(Raw(400, {"Content-Type": "text/html"}, b"<html>secret things</html>"))
    with pytest.raises(ProviderFailed) as failed:
        completed(model_of(stub))
    assert "secret" not in failed.value.detail


def test_an_error_that_nests_without_end_is_an_error(stub: Stub) -> None:
    stub.answer_with(Raw(400, {"Content-Type": "application/json"}, b'{"error": ' + b"[" * 50_000))
    with pytest.raises(ProviderFailed, match=r"refuses the request \(status 400\)\.$"):
        completed(model_of(stub))


def test_a_redirect_is_not_followed(stub: Stub) -> None:
    stub.answer_with(Raw(307, {"Location": stub.address + "/v1/messages"}))
    with pytest.raises(ProviderFailed, match="leads on to another address"):
        completed(model_of(stub))
    assert len(stub.requests) == 1


@pytest.mark.parametrize(
    "strange",
    [
        Raw(200, {"Content-Type": "text/html"}, b"<html>Welcome</html>"),
        Raw(200, {}, b"{}"),
        Raw(200, {"Content-Type": "application/json"}, b'["wrong shape"]'),
        Raw(200, {"Content-Type": "application/json"}, b"{"),
        Garbled(b'data: {"type": [], "choices": 3, "candidates": 3, "done": "x"}\n\n{"done": "x"}\n'),
        Garbled(b'data: {"cut": \n\n{"done":\n'),
        Garbled(b"data: \xff\xfe\n\n\xff\n"),
        Raw(200, {"Content-Type": "application/json"}, b'{"error": ' + b"[" * 100_000),
        Garbled(b'data: {"choices": ' + b"[" * 100_000 + b"\n\n" + b'{"done": ' + b"[" * 100_000 + b"\n"),
    ],
    ids=lambda strange: str(strange)[:80],
)
def test_what_is_not_the_protocol_is_said_to_be_so(stub: Stub, strange: Any) -> None:
    stub.answer_with(strange)
    with pytest.raises(ProviderFailed, match="its protocol"):
        completed(model_of(stub))
    assert len(stub.requests) == 1


@pytest.mark.parametrize("empty", [Garbled(b"\n"), Garbled(b": a comment\n\n" * 3)], ids=str)
def test_an_answer_without_an_end_is_none(stub: Stub, empty: Garbled) -> None:
    stub.answer_with(empty)
    with pytest.raises(ProviderFailed):
        completed(model_of(stub))


def test_a_packed_answer_was_not_asked_for(stub: Stub) -> None:
    packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    stub.answer_with(Raw(200, packed, gzip.compress(b"{}")))
    with pytest.raises(ProviderFailed):
        completed(model_of(stub))
    assert stub.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("pieces", [1, 40])
def test_a_megabyte_is_an_answer(stub: Stub, pieces: int) -> None:
    text = "Otters eat trout. " * 58_000
    stub.answer_with(Says(text, pieces=pieces))
    assert completed(model_of(stub)).text == text


def test_far_more_than_was_asked_for_is_not_read_to_the_end(stub: Stub) -> None:
    stub.answer_with(Says("x" * (LEAST_ROOM + 1), pieces=9))
    with pytest.raises(ProviderFailed, match="more than was asked for"):
        completed(model_of(stub))
    assert len(stub.requests) == 1


@pytest.mark.parametrize("hanging", [Hangs(), Hangs(""), Hangs("Otters")], ids=str)
def test_silence_has_an_end(stub: Stub, hanging: Hangs) -> None:
    stub.answer_with(hanging)
    with pytest.raises(ProviderTimeout, match=r"silent for 0\.5 seconds"):
        completed(model_of(stub, silence_timeout_s=0.5, tries=1))
    assert stub.requests[0].gone.wait(10)


def test_silence_before_the_first_piece_is_tried_again(stub: Stub) -> None:
    stub.answer_with(Hangs(), TEXT)
    assert completed(model_of(stub, silence_timeout_s=1.5)).text == TEXT


def test_a_whole_call_has_an_end(stub: Stub) -> None:
    stub.answer_with(Hangs("Otters"))
    with pytest.raises(ProviderTimeout, match=r"longer than 1\.5 seconds"):
        completed(model_of(stub, call_timeout_s=1.5))
    assert stub.requests[0].gone.wait(10)


def test_who_cancels_ends_the_connection(stub: Stub) -> None:
    stub.answer_with(Hangs("Otters"))

    async def ask() -> None:
        call = asyncio.create_task(model_of(stub).complete(REQUEST, CALL))
        while not stub.requests:
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(ask())
    assert stub.requests[0].gone.wait(10)


def test_who_stops_listening_ends_the_connection(stub: Stub) -> None:
    stub.answer_with(Hangs("Otters"))

    async def ask() -> None:
        async with aclosing(model_of(stub).stream(REQUEST, CALL)) as pieces:
            assert await anext(pieces) == "Otters"
        assert await asyncio.to_thread(stub.requests[0].gone.wait, 10)

    asyncio.run(ask())


def test_nobody_there_is_said_to_be_so(stub: Stub) -> None:
    model = model_of(stub)
    stub.requests.clear()
    nobody = models_of(stub, backoff_s=0, **{stub.provider.value: {**_plain(stub), "base_url": "http://127.0.0.1:1"}})
    with pytest.raises(ProviderFailed, match="cannot be reached"):
        completed(nobody.open(stub.provider))
    assert completed(model).text == ""


def test_a_proxy_of_the_environment_does_not_count(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    stub.answer_with(TEXT)
    assert completed(model_of(stub)).text == TEXT
    with pytest.raises(AppError, match="cannot be reached"):
        completed(model_of(stub, use_proxy=True))


def test_a_proxy_that_wants_a_name_and_password_gets_them(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with site() as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://ada:secret@{proxy.host}")
        with pytest.raises(ProviderFailed, match="nothing at this address"):  # there is no such page
            completed(model_of(stub, use_proxy=True))
    assert proxy.asked[0][1]["proxy-authorization"] == "Basic YWRhOnNlY3JldA=="
    assert stub.requests == []


def test_calls_side_by_side_do_not_mix(stub: Stub) -> None:
    stub.answer_by(lambda received: received.prompt.upper())
    model = model_of(stub)

    async def ask() -> list[Reply]:
        requests = [Request(system="s", prompt=f"question {n}") for n in range(20)]
        return await asyncio.gather(*(model.complete(request, CALL) for request in requests))

    assert [reply.text for reply in asyncio.run(ask())] == [f"QUESTION {n}" for n in range(20)]


def _plain(stub: Stub) -> dict[str, Any]:
    return {"api_key": stub.key, "model": stub.model}
