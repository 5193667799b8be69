"""What becomes of each request to ElevenLabs, at a server that speaks its interface."""

import socket
from collections.abc import Iterator

import numpy as np
import pytest
from pydantic import SecretStr

from lorewright.core.servers import ElevenLabsSettings
from lorewright.speech.base import SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.speech.elevenlabs import ElevenLabs, Unusable
from tests.makers.elevenlabs import (
    KEY,
    Answer,
    ElevenLabsServer,
    elevenlabs,
    fails,
    gives,
    silent,
    works_and_fails,
    works_and_is_silent,
)

SAMPLE = b"RIFF\r\n--\0\xff sample\r\n"
LABEL = "lorewright-1"


@pytest.fixture
def server() -> Iterator[ElevenLabsServer]:
    with elevenlabs() as server:
        yield server


def _client(server: ElevenLabsServer, **given: object) -> ElevenLabs:
    return ElevenLabs(server.settings(**{"timeout_s": 5.0, **given}), pause_s=0.0)


def test_a_voice_is_made_found_spoken_with_and_taken_away(server: ElevenLabsServer) -> None:
    client = _client(server)
    assert client.find(LABEL) == []
    made = client.clone(SAMPLE, "audio/wav", LABEL)
    assert client.find(LABEL) == [made]
    sent = next(one for one in server.asked if one.path == "/v1/voices/add")
    assert sent.parts == {"name": LABEL.encode(), "files": SAMPLE}
    assert sent.key == KEY
    said = client.speak("Otters eat fish.", made)
    assert said.rate == 22_050
    assert said.samples.dtype == np.int16
    assert len(said.samples) == pytest.approx(22_050 * 16 / 15, abs=2)
    client.remove(made)
    assert not server.voices
    client.remove(made)
    with pytest.raises(SpeechRefused):
        client.speak("Otters eat fish.", made)


def test_the_address_may_end_with_its_version(server: ElevenLabsServer) -> None:
    settings = server.settings(base_url=f"http://127.0.0.1:{server.port}/v1/")
    assert ElevenLabs(settings).find(LABEL) == []
    assert server.asked[0].path == "/v1/voices"


REFUSED = [
    fails(400, "voice_limit_reached"),
    fails(401, "invalid_api_key"),
    fails(401, "quota_exceeded"),
    fails(402, "payment_required"),
    fails(403, "missing_permissions"),
    gives(422, {"detail": [{"loc": ["body"], "msg": "field required"}]}),
    gives(404, b"<html>"),
    gives(307, {}, (("Location", "http://127.0.0.1:1/"),)),
]
PASSING = [fails(429, "too_many_concurrent_requests"), fails(503, "system_busy"), gives(408), gives(425)]


@pytest.mark.parametrize("answer", REFUSED)
def test_what_is_refused_will_be_so_again(server: ElevenLabsServer, answer: Answer) -> None:
    server.answers.append(answer)
    with pytest.raises(SpeechRefused) as error:
        _client(server).clone(SAMPLE, "audio/wav", LABEL)
    assert not error.value.may_pass
    assert server.times("POST", "/v1/voices/add") == 1


@pytest.mark.parametrize("answer", PASSING)
def test_what_may_pass_has_made_nothing(server: ElevenLabsServer, answer: Answer) -> None:
    server.answers.append(answer)
    with pytest.raises(SpeechUnavailable) as error:
        _client(server).clone(SAMPLE, "audio/wav", LABEL)
    assert error.value.may_pass
    assert not isinstance(error.value, Unanswered)


@pytest.mark.parametrize("answer", [works_and_fails, gives(500, b"oops"), gives(502), gives(504)])
def test_where_it_fails_nobody_knows_what_it_made(server: ElevenLabsServer, answer: Answer) -> None:
    server.answers.append(answer)
    with pytest.raises(Unanswered, match="what became of it"):
        _client(server).clone(SAMPLE, "audio/wav", LABEL)


@pytest.mark.parametrize(("told", "after_s"), [("7", 7.0), ("soon", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0)])
def test_it_says_when_to_ask_again(server: ElevenLabsServer, told: str, after_s: float | None) -> None:
    server.answers.append(gives(429, {}, (("Retry-After", told),)))
    with pytest.raises(SpeechUnavailable) as error:
        _client(server).clone(SAMPLE, "audio/wav", LABEL)
    assert error.value.after_s == after_s


@pytest.mark.parametrize("answer", [silent, works_and_is_silent])
def test_of_what_is_not_answered_in_time_nobody_knows(server: ElevenLabsServer, answer: Answer) -> None:
    server.answers.append(answer)
    with pytest.raises(Unanswered, match=r"0\.2 seconds"):
        _client(server, timeout_s=0.2).clone(SAMPLE, "audio/wav", LABEL)


@pytest.mark.parametrize(
    "answer",
    [
        gives(200, b"{"),
        gives(200, {}),
        gives(200, {"voice_id": "x" * 201}),
        gives(200, {"voice_id": ""}),
        gives(200, {"voice_id": "a", "requires_verification": True}),
    ],
)
def test_what_it_made_and_nobody_can_use_is_told_apart(server: ElevenLabsServer, answer: Answer) -> None:
    server.answers.append(answer)
    with pytest.raises(Unusable):
        _client(server).clone(SAMPLE, "audio/wav", LABEL)


def test_a_line_is_asked_for_again_where_that_may_help(server: ElevenLabsServer) -> None:
    client = _client(server)
    made = client.clone(SAMPLE, "audio/wav", LABEL)
    server.answers += [PASSING[0], PASSING[1]]
    assert client.speak("Otters.", made).seconds > 0
    server.answers += [PASSING[0]] * 3
    with pytest.raises(SpeechUnavailable):
        client.speak("Otters.", made)
    assert not server.answers


@pytest.mark.parametrize("body", [b"", b"odd", b"x" * 10])
def test_what_is_no_sound_or_too_much_is_refused(server: ElevenLabsServer, body: bytes) -> None:
    server.answers.append(gives(200, body))
    if len(body) % 2 or not body:
        with pytest.raises(SpeechRefused):
            _client(server).speak("Otters.", "voice-1")
    else:
        assert len(_client(server).speak("Otters.", "voice-1").samples) == 5
    server.answers.append(gives(200, {"voices": [], "more": "x" * 5_000}))
    with pytest.raises(SpeechRefused, match="far more"):
        ElevenLabs(server.settings(), room=1_000).find(LABEL)


def test_no_key_goes_into_a_sentence(server: ElevenLabsServer) -> None:
    other = "sk_0123456789abcdef"
    with pytest.raises(SpeechRefused) as error:
        _client(server, api_key=SecretStr(other)).find(LABEL)
    assert "0123456789" not in error.value.detail
    assert "LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY" in error.value.detail


def test_without_a_key_nobody_is_asked(server: ElevenLabsServer) -> None:
    client = _client(server, api_key=None)
    assert "LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY" in (client.lacks() or "")
    with pytest.raises(SpeechUnavailable, match="No key"):
        client.find(LABEL)
    assert not server.asked
    assert _client(server).lacks() is None


def test_where_nobody_listens_nothing_was_made() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    client = ElevenLabs(ElevenLabsSettings(base_url=f"http://127.0.0.1:{port}", api_key=SecretStr(KEY)))
    with pytest.raises(SpeechUnavailable, match="cannot be reached") as error:
        client.clone(SAMPLE, "audio/wav", LABEL)
    assert not isinstance(error.value, Unanswered)


def test_a_request_may_take_half_a_minute_and_a_voice_three() -> None:
    assert (ElevenLabsSettings().timeout_s, ElevenLabsSettings().processing_timeout_s) == (30, 180)
