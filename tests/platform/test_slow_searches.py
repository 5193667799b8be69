"""A server of embeddings that takes its time holds up those who search, and nobody else."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from lorewright import app
from lorewright.core.access import RateSettings
from lorewright.core.settings import Settings
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving, working
from tests.makers.embedding_server import Asked, EmbeddingServer, Given, embedding_server, wrapped
from tests.platform.signing_in import bearer
from tests.platform.test_events import listening, told

ADA = {"username": "ada", "password": "correct horse", "email": "ada@example.org"}
MANY = 2 * app.ASKING_THREADS


@pytest.fixture
def embedder() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


@pytest.fixture
def gateway(settings: Settings, embedder: EmbeddingServer) -> Iterator[Gateway]:
    """With searches that wait long for an embedding, and no login but under `/api`."""
    embeddings = embedder.settings(question_timeout_s=PATIENCE_S)
    rate = RateSettings(search_per_minute=1_000)
    slow = settings.model_copy(update={"embeddings": embeddings, "rate": rate})
    with serving(slow) as client, working(slow), open_gateway(slow, client) as opened:
        yield opened


def test_searches_that_wait_for_their_embedding_hold_up_nobody_else(
    gateway: Gateway, embedder: EmbeddingServer
) -> None:
    server = gateway.http
    user_id = server.post("/api/auth/register", json=ADA).json()["user_id"]
    token = server.post("/api/auth/login", json=ADA).json()["access_token"]
    me = bearer(token)
    collection = server.post("/api/collections", json={"name": "Notes", "user_id": user_id}, headers=me).json()["id"]
    note = {"file": ("note.txt", b"Otters of lake Mirefall eat trout and eels.")}
    uploaded = server.post("/api/documents/upload", data={"collection_id": collection}, files=note, headers=me)
    assert uploaded.status_code == 201
    gateway.settle()

    released, held = threading.Event(), threading.Semaphore(0)

    def hold(asked: Asked, vectors: Sequence[Sequence[Any]]) -> Given:
        held.release()
        released.wait(PATIENCE_S)
        return wrapped(asked, vectors)

    def search(number: int) -> httpx.Response:
        wanted = {"question": f"What do otters eat? ({number})", "collection_id": collection, "user_id": user_id}
        return server.post("/api/search", json=wanted, headers=me)

    embedder.answer = hold
    with ThreadPoolExecutor(MANY) as pool:
        asked = [pool.submit(search, number) for number in range(MANY)]
        try:
            for _ in range(app.ASKING_THREADS):
                assert held.acquire(timeout=PATIENCE_S)
            assert server.get("/api/auth/me", headers=me, timeout=20).status_code == 200
            assert server.get("/api/collections", headers=me, timeout=20).status_code == 200
            with listening(gateway) as socket:
                assert told(socket)["event"] == "connected"
        finally:
            released.set()
        assert {one.result().status_code for one in asked} == {200}
