"""Two who have registered share a server and nothing else."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from lorewright.core.settings import Settings
from tests.conftest import PATIENCE_S, open_gateway, serving, working
from tests.makers.audio import encoded, voice
from tests.makers.operations import asked
from tests.platform.signing_in import bearer, with_login
from tests.retrieval.conftest import Api

MARK = "Quorvexium"
TEXT = f"The {MARK} of Nordvik was deepened in 1931 by the crown of Norway."


class User(NamedTuple):
    id: str
    api: Api


@pytest.fixture
def two(settings: Settings) -> Iterator[tuple[User, User]]:
    """Ada and Eve, each with a token of her own."""
    known = with_login(settings).model_copy(update={"skip_auth": False})
    with serving(known) as server, working(known), open_gateway(known, server) as behind:
        users = []
        for name in ("ada", "eve"):
            new = {"username": name, "password": "correct horse", "email": f"{name}@example.org"}
            id_ = server.post("/api/auth/register", json=new).json()["user_id"]
            token = server.post("/api/auth/login", json=new).json()["access_token"]
            client = httpx.Client(base_url=server.base_url, headers=bearer(token), timeout=PATIENCE_S, trust_env=False)
            users.append(User(id_, Api(client, behind.world)))
        ada, eve = users
        yield ada, eve
        for user in users:
            user.api.http.close()


def test_no_operation_gives_or_changes_anything_of_another(two: tuple[User, User]) -> None:
    ada, eve = two
    ids = _theirs(ada)
    before = _everything(ada)
    document = eve.api.http.get("/openapi.json").json()
    voices = {"host_voice": "nova", "expert_voice": "echo"}
    looked_at = 0
    for path, operations in document["paths"].items():
        if not path.startswith("/api/") or path.startswith("/api/auth/"):  # which have no ids but the caller's own
            continue
        for method, operation in operations.items():
            answer = asked(eve.api.http, method, path, operation, document, {**ids, **voices})
            said = f"{method} {path}: {answer.status_code} {answer.text[:500]}"
            assert MARK not in answer.text, said
            assert not [one for name, one in ids.items() if name != "user_id" and one in answer.text], said
            if path == "/api/voices/upload":  # which has no ids but the caller's own
                assert answer.status_code == 400, said
            elif "{" in path or method != "get":
                # Stages are looked at before whose they are: of any the description's first is sent, which is none alone.
                refused = (422, "VALIDATION_ERROR") if "stages" in answer.text else (403, "INSUFFICIENT_PERMISSIONS")
                assert (answer.status_code, answer.json()["error_code"]) == refused, said
                looked_at += 1
    assert looked_at > 15
    own = eve.api.http.post("/api/collections", json={"name": "Mine", "user_id": eve.id}).json()["id"]
    eve.api.feed(own, "The herring gull of Skarholm eats fish and breeds on cliffs by the sea.")
    for name in voices:
        wanted = {"collection_id": own, "duration": 1, "title": "Mine", **voices, name: f"custom:{ids['voice_id']}"}
        assert eve.api.http.post("/api/podcasts/generate", json=wanted).status_code == 403, name
    eve.api.settle()
    assert _everything(ada) == before


def _theirs(user: User) -> dict[str, str]:
    """Ids of one of each."""
    http = user.api.http
    made = http.post("/api/collections", json={"name": MARK, "user_id": user.id})
    collection = str(made.json()["id"])
    document = user.api.feed(collection, TEXT)
    assert document["status"] == "indexed"
    stages = {"name": MARK, "user_id": user.id, "stages": ["retrieval", "generation"]}
    pipeline = http.post("/api/pipelines", json=stages).json()
    session = http.post("/api/conversations/sessions", json={"title": MARK, "user_id": user.id}).json()
    sample = {"audio_file": ("a.wav", encoded(voice(6.0)))}
    spoken = http.post("/api/voices/upload", data={"name": MARK, "gender": "neutral"}, files=sample).json()
    asked = {"collection_id": collection, "duration": 1, "host_voice": "nova", "expert_voice": "echo", "title": MARK}
    episode = http.post("/api/podcasts/generate", json=asked).json()
    user.api.settle()
    return {
        "podcast_id": str(episode["podcast_id"]),
        "voice_id": str(spoken["voice_id"]),
        "user_id": user.id,
        "collection_id": collection,
        "document_id": str(document["id"]),
        "pipeline_id": str(pipeline["id"]),
        "session_id": str(session["id"]),
    }


def _everything(user: User) -> dict[str, Any]:
    mine = {"user_id": user.id}
    paths = ("/api/collections", "/api/pipelines", "/api/conversations/sessions", "/api/voices", "/api/podcasts")
    return {path: user.api.http.get(path, params=mine).json() for path in paths}
