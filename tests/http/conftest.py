"""One server for the tests of a file that store nothing: what they look at is the same on both databases."""

from collections.abc import Iterator

import httpx
import pytest

from lorewright.core.settings import LimitSettings, Settings
from tests.conftest import serving

UPLOAD_BYTES = 300_000
BODY_BYTES = 200_000
STALL_S = 1.0
NAMED_ORIGIN = "https://notes.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("data"),
        allow_origins=NAMED_ORIGIN,
        skip_auth=True,
        limits=LimitSettings(upload_bytes=UPLOAD_BYTES, body_bytes=BODY_BYTES, stall_s=STALL_S),
    )
    with serving(settings) as client:
        yield client
