"""A server that speaks OpenAI's `/audio/speech`, on loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from lorewright.core.settings import ServerSettings, SpeechSettings
from lorewright.speech.base import Recording, SpeechRefused, SpeechUnavailable
from lorewright.speech.openai import SpeechServer
from lorewright.speech.sound import to_wave

WAVE = to_wave(Recording((8_000 * np.sin(np.arange(24_000) / 10)).astype(np.int16), 24_000))
Answers = list[tuple[int, bytes]]


@contextmanager
def answering(answers: Answers) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """One answer after the other, the last for good; the address, and what was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
            status, data = answers.pop(0) if len(answers) > 1 else answers[0]
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", asked
    server.shutdown()
    server.server_close()
    thread.join()


def speaker(address: str, key: str | None = None) -> SpeechServer:
    settings = SpeechSettings(
        engine="openai_compatible", model="voice-1", openai_compatible=ServerSettings(base_url=address)
    )
    return SpeechServer(address, settings, lambda: SecretStr(key) if key else None, needs_key=False, pause_s=0.0)


def test_it_is_asked_for_text_voice_and_model_with_its_key() -> None:
    with answering([(200, WAVE)]) as (address, asked):
        spoken = speaker(address, "secret").speak("Hello there.", "nova", "en")
    assert spoken.seconds == pytest.approx(1.0, abs=0.01)
    assert asked == [
        {
            "path": "/v1/audio/speech",
            "key": "Bearer secret",
            "model": "voice-1",
            "input": "Hello there.",
            "voice": "nova",
            "response_format": "wav",
        }
    ]


def test_what_may_pass_is_asked_again_three_times_in_all() -> None:
    with answering([(503, b""), (429, b""), (200, WAVE)]) as (address, asked):
        speaker(address).speak("Hello.", "nova")
        assert len(asked) == 3
    with answering([(500, b"")]) as (address, asked):
        with pytest.raises(SpeechUnavailable, match="500"):
            speaker(address).speak("Hello.", "nova")
        assert len(asked) == 3


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (401, b"{}", "key"),
        (404, b"{}", "no such model"),
        (400, b'{"error": {"message": "sk-secret"}}', "refuses"),
        (302, b"", "refuses"),
        (200, b"not audio", "no audio"),
    ],
)
def test_a_refusal_is_said_once_and_passes_nothing_on(status: int, body: bytes, said: str) -> None:
    with answering([(status, body)]) as (address, asked):
        with pytest.raises(SpeechRefused, match=said) as refused:
            speaker(address).speak("Hello.", "nova")
        assert len(asked) == 1
    assert "secret" not in refused.value.detail


def test_nobody_at_the_address_is_unavailable() -> None:
    with pytest.raises(SpeechUnavailable, match="reached"):
        speaker("http://127.0.0.1:9/v1").speak("Hello.", "nova")


def test_openai_itself_lacks_its_key_until_there_is_one() -> None:
    settings = SpeechSettings(engine="openai")
    assert "OPENAI_API_KEY" in str(SpeechServer("https://a.example", settings, lambda: None, needs_key=True).lacks())
    assert SpeechServer("https://a.example", settings, lambda: SecretStr("k"), needs_key=True).lacks() is None
