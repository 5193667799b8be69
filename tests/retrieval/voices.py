"""A service that takes in voices, beside a provider on loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from lorewright.core.access import RateSettings
from lorewright.core.settings import JobSettings, Settings, SpeechSettings
from tests.conftest import open_gateway, serving, working
from tests.makers.audio import encoded, voice
from tests.makers.elevenlabs import ElevenLabsServer
from tests.retrieval.conftest import Api

SAMPLE = encoded(voice(8.0))
OFTEN = RateSettings(
    default_per_minute=10_000, voice_upload_per_hour=1_000, voice_process_per_hour=1_000, voice_list_per_hour=1_000
)


def with_provider(settings: Settings, provider: ElevenLabsServer, **given: Any) -> Settings:
    """`given`: of the provider's settings."""
    speech = SpeechSettings(elevenlabs=provider.settings(**given))
    return settings.model_copy(update={"speech": speech, "rate": OFTEN, "jobs": JobSettings(lease_s=1.0)})


@contextmanager
def open_api(settings: Settings) -> Iterator[Api]:
    with serving(settings) as client, working(settings), open_gateway(settings, client) as behind:
        yield Api(client, behind.world)


def upload(api: Api, sample: bytes = SAMPLE, filename: str = "a.wav", **fields: Any) -> httpx.Response:
    """A field that is None is left out."""
    form = {"name": "Ada", "gender": "female", **fields}
    given = {name: value for name, value in form.items() if value is not None}
    return api.http.post("/api/voices/upload", data=given, files={"audio_file": (filename, sample)})


def added(api: Api, sample: bytes = SAMPLE, **fields: Any) -> dict[str, Any]:
    answer = upload(api, sample, **fields)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def process(api: Api, voice_id: str, provider: str = "elevenlabs") -> httpx.Response:
    return api.http.post(f"/api/voices/{voice_id}/process", json={"provider_name": provider})


def shown(api: Api, voice_id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.http.get(f"/api/voices/{voice_id}").json()
    return found
