"""Asking a server that speaks OpenAI's `/audio/speech`."""

import pytest
from pydantic import SecretStr

from lorewright.core.servers import SpeechSettings
from lorewright.speech.base import SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.speech.openai import SpeechServer
from tests.makers.speech import tone_server


def speaker(address: str, key: str | None = None, timeout_s: float = 60.0) -> SpeechServer:
    settings = SpeechSettings(model="voice-1", timeout_s=timeout_s)
    return SpeechServer(
        address, settings, lambda: SecretStr(key) if key else None, listed_usd=0.0, needs_key=False, pause_s=0.0
    )


def test_it_is_asked_for_text_voice_and_model_with_its_key() -> None:
    with tone_server() as server:
        spoken = speaker(server.address, "secret").speak("Hello there, you.", "nova", "en")
    assert spoken.seconds == pytest.approx(17 / 15, abs=0.02)
    assert server.asked == [
        {
            "path": "/v1/audio/speech",
            "key": "Bearer secret",
            "model": "voice-1",
            "input": "Hello there, you.",
            "voice": "nova",
            "response_format": "wav",
        }
    ]


def test_what_may_pass_is_asked_again_three_times_in_all() -> None:
    with tone_server() as server:
        server.answers.extend([(503, b""), (429, b"")])
        speaker(server.address).speak("Hello.", "nova")
        assert len(server.asked) == 3
        server.answers.extend([(500, b"")] * 3)
        with pytest.raises(SpeechUnavailable, match="500"):
            speaker(server.address).speak("Hello.", "nova")
        assert len(server.asked) == 6


def test_what_it_may_have_spoken_is_not_paid_for_twice() -> None:
    with tone_server() as server:
        server.hold_at = 1
        with pytest.raises(Unanswered, match=r"within 0\.5 seconds"):
            speaker(server.address, timeout_s=0.5).speak("Hello.", "nova")
        assert len(server.asked) == 1


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
    with tone_server() as server:
        server.answers.append((status, body))
        with pytest.raises(SpeechRefused, match=said) as refused:
            speaker(server.address).speak("Hello.", "nova")
        assert len(server.asked) == 1
    assert "secret" not in refused.value.detail


def test_nobody_at_the_address_is_unavailable() -> None:
    with pytest.raises(SpeechUnavailable, match="reached"):
        speaker("http://127.0.0.1:9/v1").speak("Hello.", "nova")


def test_openai_itself_lacks_its_key_until_there_is_one() -> None:
    settings = SpeechSettings(engine="openai")
    assert "OPENAI_API_KEY" in str(
        SpeechServer("https://a.example", settings, lambda: None, listed_usd=0.0, needs_key=True).lacks()
    )
    assert (
        SpeechServer("https://a.example", settings, lambda: SecretStr("k"), listed_usd=0.0, needs_key=True).lacks()
        is None
    )
