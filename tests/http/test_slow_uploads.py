"""Files whose head takes long to read hold up those who upload, and nobody else."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import psutil
import pytest

from lorewright import app
from lorewright.core.access import RateSettings
from lorewright.core.settings import Settings
from lorewright.reading.audio import is_installed
from tests.conftest import serving
from tests.makers import pdf
from tests.makers.audio import encoded, voice
from tests.test_processes import wait_until

MANY = 45
"""More than the server has threads."""


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setattr(app, "UPLOAD_PATIENCE_S", 0.5)
    rate = RateSettings(voice_upload_per_hour=1_000)
    with serving(settings.model_copy(update={"rate": rate, "skip_auth": True})) as client:
        yield client


def _pdf(server: httpx.Client) -> httpx.Response:
    return server.post("/ingest/pdf", files={"file": ("otters.pdf", pdf.pages_of(["Otters eat trout and eels."]))})


def _voice(server: httpx.Client) -> httpx.Response:
    form = {"name": "Ada", "gender": "female"}
    return server.post("/api/voices/upload", data=form, files={"audio_file": ("ada.wav", encoded(voice(6.0)))})


@pytest.mark.parametrize(
    "upload",
    [
        pytest.param(_pdf, id="pdf"),
        pytest.param(
            _voice, id="voice", marks=pytest.mark.skipif(not is_installed(), reason="the extra audio is not installed")
        ),
    ],
)
def test_many_files_whose_head_takes_long_hold_up_nobody_else(
    server: httpx.Client, upload: Callable[[httpx.Client], httpx.Response]
) -> None:
    before = set(psutil.Process().children())
    first = upload(server)
    assert first.is_success, first.text
    [reader] = set(psutil.Process().children()) - before
    with ThreadPoolExecutor(MANY) as pool, _halted(reader):
        asked = [pool.submit(upload, server) for _ in range(MANY)]
        wait_until(lambda: sum(one.done() for one in asked) == MANY - app.UPLOAD_SHARE)
        assert server.get("/health", timeout=20).status_code == 200
        assert server.post("/ingest/text", json={"content": "Otters eat trout."}, timeout=20).status_code == 200
        refused = [one.result() for one in asked if one.done()]
    for one in refused:
        assert (one.status_code, one.json()["error_code"]) == (503, "SERVICE_UNAVAILABLE")
        assert one.json()["detail"].startswith("Too many files are being looked at")
        assert int(one.headers["retry-after"]) >= 1
    assert {one.result().status_code for one in asked} == {503, first.status_code}
    assert upload(server).is_success


@contextmanager
def _halted(process: psutil.Process) -> Iterator[None]:
    process.suspend()
    try:
        yield
    finally:
        process.resume()
