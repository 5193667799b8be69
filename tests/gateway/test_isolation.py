"""With login, two people share a server and nothing else."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.platform.events.actions import tell
from lorewright.platform.events.tables import Name
from lorewright.platform.jobs.tables import job
from tests.conftest import PATIENCE_S, Gateway, open_gateway, serving, working
from tests.makers.issuer import issuer
from tests.makers.operations import asked
from tests.platform.signing_in import bearer, log_in, with_login

TEXT = """The Quorvexium of Nordvik was deepened in 1931 by the crown of Norway. The trade of Nordvik grew by 20 percent in 1950.
The Quorvexium of Nordvik had 400 boats in 1970."""
MARK = "Quorvexium"


@dataclass(frozen=True)
class Two:
    """Two who are logged in, and the service as each sees it."""

    ada: Gateway
    eve: Gateway
    ada_id: str
    eve_id: str


@pytest.fixture
def two(settings: Settings) -> Iterator[Two]:
    with issuer() as home:
        known = with_login(settings, home=home.address)
        with serving(known) as server, working(known), open_gateway(known, server) as gateway:
            clients, ids = [], []
            for subject in ("person-1", "person-2"):
                home.person |= {"sub": subject}
                headers = bearer(log_in(server, "/auth/login/home")["access_token"])
                clients.append(
                    httpx.Client(base_url=server.base_url, headers=headers, timeout=PATIENCE_S, trust_env=False)
                )
                ids.append(clients[-1].get("/auth/me").json()["id"])
            ada, eve = (Gateway(client, gateway.world, gateway.data_dir) for client in clients)
            yield Two(ada, eve, *ids)
            for client in clients:
                client.close()


def _everything(one: Gateway) -> dict[str, Any]:
    """Of one user, as the lists tell it."""
    paths = ("/ingest/sources", "/wiki/articles", "/query/conversations", "/query/history", "/settings/llm/cost")
    return {path: one.http.get(path).json() for path in paths}


def test_no_operation_gives_anything_of_another(two: Two) -> None:
    source = two.ada.feed(TEXT)
    turn = two.ada.http.post("/query", json={"question": "When was the Quorvexium of Nordvik deepened?"}).json()
    assert "1931" in turn["query"]["answer"]
    article = two.ada.http.get("/wiki/articles").json()[0]
    two.ada.http.post("/lint/run")
    two.ada.settle()
    job = two.ada.http.get("/jobs").json()[0]["id"]
    ids = {
        "source_id": source["id"],
        "id_or_slug": article["slug"],
        "article_id": article["id"],
        "target_id": article["id"],
        "job_id": job,
        "conversation_id": turn["conversation"]["id"],
        "name": next(iter(article["concepts"]), "none"),
        "report_id": two.ada.http.get("/lint/reports/latest").json()["report"]["id"],
        "merge_id": source["id"],
        "split_id": source["id"],
        "finding_id": source["id"],
        "kind": "contradiction",
        "resolution": "both_valid",
        "provider": "builtin",
        "version": "1",
    }
    before = _everything(two.ada)
    document = two.eve.http.get("/openapi.json").json()
    looked_at = 0
    for path, operations in document["paths"].items():
        if path.startswith(("/api/", "/auth/")):  # the one tests for itself, the other has no ids but the caller's own
            continue
        for method, operation in operations.items():
            answer = asked(two.eve.http, method, path, operation, document, ids)
            said = f"{method} {path}: {answer.status_code} {answer.text[:500]}"
            assert answer.status_code < 500, said
            assert MARK not in answer.text, said
            if "{" in path and (method, path) != ("get", "/jobs/{job_id}"):
                assert answer.status_code in (403, 404), said
                looked_at += 1
            elif "{" not in path and answer.is_success:  # a refusal may repeat the id that was sent
                assert not [one for one in ids.values() if len(one) == 36 and one in answer.text], said
    assert looked_at >= 6
    assert two.eve.http.get(f"/jobs/{job}").json() is None
    two.eve.settle()
    assert _everything(two.ada) == before


def test_the_same_text_is_two_sources_with_files_in_two_folders(two: Two) -> None:
    one, other = two.ada.feed(TEXT), two.eve.feed(TEXT)
    assert one["id"] != other["id"]
    [slug] = {each.http.get("/wiki/articles").json()[0]["slug"] for each in (two.ada, two.eve)}
    wiki = two.ada.data_dir / "wiki"
    files = {wiki / two.ada_id / f"{slug}.md", wiki / two.eve_id / f"{slug}.md"}
    assert set(wiki.rglob("*.md")) == files
    assert list(violations(two.ada.world)) == []
    assert two.ada.http.delete(f"/ingest/sources/{one['id']}").status_code == 200
    two.ada.settle()
    assert set(wiki.rglob("*.md")) == {wiki / two.eve_id / f"{slug}.md"}
    assert two.eve.http.get(f"/wiki/articles/{slug}").status_code == 200
    assert two.eve.http.get(f"/ingest/sources/{other['id']}/original").status_code in (200, 404)
    assert list(violations(two.ada.world)) == []


def test_an_edited_file_is_a_version_of_its_owner_alone(two: Two) -> None:
    for each in (two.ada, two.eve):
        each.feed(TEXT)
    [slug] = {each.http.get("/wiki/articles").json()[0]["slug"] for each in (two.ada, two.eve)}
    file = two.ada.data_dir / "wiki" / two.ada_id / f"{slug}.md"
    file.write_text(file.read_text().replace("400 boats", "500 boats"))
    source = two.ada.http.get("/ingest/sources").json()[0]["id"]
    two.ada.http.post(f"/jobs/compile/{source}")
    two.ada.settle()
    two.eve.settle()
    assert "500 boats" in two.ada.http.get(f"/wiki/articles/{slug}").json()["content"]
    assert "500 boats" not in two.eve.http.get(f"/wiki/articles/{slug}").json()["content"]


def test_events_are_heard_by_whom_they_are_of(two: Two) -> None:
    address = str(two.ada.http.base_url).replace("http", "ws", 1) + "/ws"
    with (
        connect(address, proxy=None, additional_headers=_credential(two.ada)) as ada,
        connect(address, proxy=None, additional_headers=_credential(two.eve)) as eve,
    ):
        for socket in (ada, eve):
            assert json.loads(socket.recv(PATIENCE_S))["event"] == "connected"
        two.ada.feed(TEXT)
        heard = []
        while "compilation.complete" not in heard:
            heard.append(json.loads(ada.recv(PATIENCE_S))["event"])
        eve.send(json.dumps({"type": "ping"}))
        assert json.loads(eve.recv(PATIENCE_S)) == {"event": "pong"}


def test_what_the_retrieval_service_does_for_a_person_is_no_job_of_her_gateway(two: Two) -> None:
    """One login is for both services, and so the rows are the same user's."""
    address = str(two.ada.http.base_url).replace("http", "ws", 1) + "/ws"
    with connect(address, proxy=None, additional_headers=_credential(two.ada)) as socket:
        assert json.loads(socket.recv(PATIENCE_S))["event"] == "connected"
        made = two.ada.http.post("/api/collections", json={"name": "Papers", "user_id": two.ada_id})
        where, files = {"collection_id": made.json()["id"]}, {"file": ("a.txt", TEXT.encode())}
        assert two.ada.http.post("/api/documents/upload", data=where, files=files).status_code == 201
        two.ada.settle()
        with two.ada.world.db.writing() as tx:
            jobs = tx.execute(select(job.c.id, job.c.status).where(job.c.user_id == two.ada_id)).all()
            tell(tx, two.ada_id, Name.SOURCE_PROGRESS, {"message": "the next"}, now=two.ada.world.clock.now())
        assert json.loads(socket.recv(PATIENCE_S)).get("message") == "the next"
    assert {one.status for one in jobs} == {"complete"}
    assert [two.ada.http.get(f"/jobs/{one.id}").json() for one in jobs] == [None] * len(jobs)
    assert two.ada.http.get("/jobs").json() == []


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer x.y.z"}, {"Cookie": "lorewright_session=x"}], ids=str
)
def test_nobody_listens_without_a_credential(two: Two, headers: dict[str, str]) -> None:
    address = str(two.ada.http.base_url).replace("http", "ws", 1) + "/ws"
    with pytest.raises(InvalidStatus, match="HTTP 401"), connect(address, proxy=None, additional_headers=headers):
        pass


def test_a_page_of_another_site_does_not_listen_in_the_name_of_a_person(two: Two) -> None:
    address = str(two.ada.http.base_url).replace("http", "ws", 1) + "/ws"
    token = two.ada.http.headers["authorization"].removeprefix("Bearer ")
    cookie = {"Cookie": f"lorewright_session={token}"}
    with (
        pytest.raises(InvalidStatus, match="HTTP 403"),
        connect(address, proxy=None, additional_headers={**cookie, "Origin": "https://evil.example"}),
    ):
        pass
    with connect(address, proxy=None, additional_headers={**cookie, "Origin": str(two.ada.http.base_url)}) as socket:
        assert json.loads(socket.recv(PATIENCE_S))["event"] == "connected"


def _credential(one: Gateway) -> dict[str, str]:
    return {"Authorization": one.http.headers["authorization"]}
