"""The retrieval service as a client sees it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from lorewright.core.settings import Settings
from lorewright.platform.accounts.rules import SKIPPED_USER_ID
from lorewright.world import World
from tests.conftest import open_gateway, serving, settle, working

ME = SKIPPED_USER_ID
OTHER = "11111111-1111-4111-8111-111111111111"


@dataclass(frozen=True)
class Api:
    http: httpx.Client
    world: World

    def settle(self) -> None:
        """Waits until no job waits or runs."""
        settle(self.world.db)

    def collection(self, name: str = "Papers") -> str:
        answer = self.http.post("/api/collections", json={"name": name, "user_id": ME})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def upload(self, collection: str, content: str | bytes, name: str = "note.txt") -> httpx.Response:
        data = content.encode() if isinstance(content, str) else content
        return self.http.post("/api/documents/upload", data={"collection_id": collection}, files={"file": (name, data)})

    def feed(self, collection: str, content: str | bytes, name: str = "note.txt") -> dict[str, Any]:
        """A document, read and found."""
        answer = self.upload(collection, content, name)
        assert answer.status_code == 201, answer.text
        self.settle()
        document: dict[str, Any] = self.http.get(f"/api/documents/{answer.json()['id']}").json()
        return document

    def search(self, collection: str, question: str, **config: Any) -> dict[str, Any]:
        body = {"question": question, "collection_id": collection, "user_id": ME, "config_metadata": config or None}
        answer = self.http.post("/api/search", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("SKIP_AUTH", "true")  # one user, without a token; what accounts do is tested with them
    monkeypatch.setenv("LOREWRIGHT_RATE__SEARCH_PER_MINUTE", "1000")
    monkeypatch.setenv("LOREWRIGHT_RATE__UPLOAD_PER_MINUTE", "1000")
    monkeypatch.setenv("LOREWRIGHT_RATE__DEFAULT_PER_MINUTE", "10000")
    return Settings(data_dir=settings.data_dir, database=settings.database, limits=settings.limits)


@pytest.fixture
def api(settings: Settings) -> Iterator[Api]:
    with serving(settings) as client, working(settings), open_gateway(settings, client) as behind:
        yield Api(client, behind.world)
