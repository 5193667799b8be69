"""Podcasts spoken by others: killed in the middle, with voices of one's own, written by a model."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select

from lorewright.core.servers import LlmSettings, ServerSettings, SpeechSettings
from lorewright.core.settings import JobSettings, Settings
from lorewright.llm.base import Provider
from lorewright.platform.costs.queries import month_costs
from lorewright.platform.costs.rules import PICO, month_of
from lorewright.platform.costs.tables import ledger_call
from lorewright.retrieval.podcasts.rules import LONGEST_UTTERANCE
from lorewright.retrieval.podcasts.tables import podcast_line
from lorewright.retrieval.removal.queries import violations
from tests.conftest import PATIENCE_S, open_gateway, serving, working
from tests.gateway.prompted import asking, hanging
from tests.makers.elevenlabs import ElevenLabsServer, elevenlabs
from tests.makers.lectures import TIDE_MILL
from tests.makers.models import Fails, Says, model_stub
from tests.makers.speech import ToneServer, tone_server
from tests.retrieval.conftest import ME, Api
from tests.retrieval.podcasts import ask, asked_for, filled, made, shown
from tests.retrieval.voices import OFTEN, added, open_api, process, with_provider
from tests.retrieval.voices import shown as voice_shown

MEASURING = 4
"""Requests that measure the two voices: a sample is two utterances."""
SPOKEN_BEFORE = MEASURING + 4
"""Requests to the server before the one in which the worker is killed."""


@pytest.fixture
def server() -> Iterator[ToneServer]:
    with tone_server() as server:
        yield server


def _spoken_by(settings: Settings, server: ToneServer) -> Settings:
    speech = SpeechSettings(engine="openai_compatible", openai_compatible=ServerSettings(base_url=server.address))
    return settings.model_copy(update={"speech": speech, "jobs": JobSettings(lease_s=1.0), "rate": OFTEN})


def _asked(request: dict[str, Any]) -> tuple[str, str]:
    return request["voice"], request["input"]


def _worker(settings: Settings, server: ToneServer) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "LOREWRIGHT_JOBS__LEASE_S": "1",
        "LOREWRIGHT_SPEECH__ENGINE": "openai_compatible",
        "LOREWRIGHT_SPEECH__OPENAI_COMPATIBLE__BASE_URL": server.address,
    }
    if settings.database.url:
        environment["LOREWRIGHT_DATABASE__URL"] = settings.database.url
    command = [sys.executable, "-m", "lorewright.cli", "worker", "--data-dir", str(settings.data_dir)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)


def test_one_whose_worker_is_killed_goes_on_at_the_next_line_and_sounds_the_same(
    settings: Settings, server: ToneServer
) -> None:
    known = _spoken_by(settings, server)
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        with working(known):
            collection = filled(api)
        id_ = asked_for(api, collection)
        server.hold_at = SPOKEN_BEFORE + 1
        worker = _worker(known, server)
        assert server.held.wait(PATIENCE_S)
        worker.kill()
        worker.wait()
        server.let_go.set()
        with api.world.db.reading() as tx:
            blobs = tx.execute(select(podcast_line.c.blob).order_by(podcast_line.c.ordinal)).scalars().all()
        done = [blob for blob in blobs if blob]
        assert 0 < len(done) < len(blobs)
        assert shown(api, id_)["status"] == "generating"
        with working(known):
            found = made(api, id_)
            assert found["status"] == "completed", found
            under_way = _asked(server.asked[SPOKEN_BEFORE])
            asked_twice = {one for one in map(_asked, server.asked) if list(map(_asked, server.asked)).count(one) > 1}
            assert asked_twice <= {under_way}  # which nobody had heard; each voice was measured once
            again = made(api, asked_for(api, collection))
            audio = [api.http.get(one["audio_url"]).content for one in (found, again)]
            assert audio[0] == audio[1]
            api.settle()
        assert list(violations(api.world)) == []
    assert {one["voice"] for one in server.asked} == {"nova", "onyx"}
    for text in server.texts:  # as they are spoken, and not too much at once
        assert len(text) <= LONGEST_UTTERANCE
        assert not any(map(str.isdigit, text))


def test_what_was_spoken_and_is_missing_is_spoken_again(settings: Settings, server: ToneServer) -> None:
    with open_api(_spoken_by(settings, server)) as api:
        collection = filled(api)
        server.hold_at = SPOKEN_BEFORE + 1
        id_ = asked_for(api, collection)
        assert server.held.wait(PATIENCE_S)
        reached = shown(api, id_)["progress_percentage"]
        kept = list(api.world.lines.all())
        assert len(kept) > 2
        for owner, blob in kept:
            api.world.lines.delete(owner, blob)
        server.let_go.set()
        found = made(api, id_)
        assert (found["status"], reached > 5) == ("completed", True), found
        first = server.texts[MEASURING]
        assert server.texts.count(first) == 2
        assert list(violations(api.world)) == []


def test_one_voice_may_be_both(settings: Settings, server: ToneServer) -> None:
    with open_api(_spoken_by(settings, server)) as api:
        found = made(api, asked_for(api, filled(api), expert_voice="nova"))
        assert found["status"] == "completed", found
        assert {one["voice"] for one in server.asked} == {"nova"}
        assert len(server.texts) == len(set(server.texts))  # one that measures it among them


def test_one_under_way_is_cancelled_and_leaves_no_recording(settings: Settings, server: ToneServer) -> None:
    with open_api(_spoken_by(settings, server)) as api:
        collection = filled(api)
        server.hold_at = SPOKEN_BEFORE
        id_ = asked_for(api, collection)
        assert server.held.wait(PATIENCE_S)
        at = shown(api, id_)
        assert at["status"] == "generating"
        spoken, lines = map(int, re.findall(r"\d+", at["current_step"]))
        assert at["current_step"] == f"Line {spoken} of {lines} is spoken"
        assert (spoken, at["progress_percentage"]) == (SPOKEN_BEFORE - MEASURING - 1, 5 + 85 * spoken // lines)
        cancelled = api.http.post(f"/api/podcasts/{id_}/cancel").json()
        assert (cancelled["status"], cancelled["audio_url"], cancelled["current_step"]) == ("cancelled", None, None)
        server.let_go.set()
        api.settle()
        assert shown(api, id_)["status"] == "cancelled"
        assert not list(api.world.lines.all())
        assert not list(api.world.podcasts.all())
        assert list(violations(api.world)) == []


def test_one_whose_documents_are_deleted_under_way_is_gone(settings: Settings, server: ToneServer) -> None:
    with open_api(_spoken_by(settings, server)) as api:
        collection = filled(api)
        server.hold_at = SPOKEN_BEFORE
        id_ = asked_for(api, collection)
        assert server.held.wait(PATIENCE_S)
        for one in api.http.get("/api/documents", params={"collection_id": collection}).json():
            assert api.http.delete(f"/api/documents/{one['id']}").status_code == 204
        assert api.http.get(f"/api/podcasts/{id_}").status_code == 404
        server.let_go.set()
        api.settle()
        assert not list(api.world.lines.all())
        assert list(violations(api.world)) == []


def test_a_server_that_refuses_ends_it_with_the_reason(settings: Settings, server: ToneServer) -> None:
    server.answers.append((401, b"{}"))
    with open_api(_spoken_by(settings, server)) as api:
        found = made(api, asked_for(api, filled(api)))
        assert found["status"] == "failed"
        assert "does not accept the key" in found["error_message"]
        assert list(violations(api.world)) == []


def _for_money(settings: Settings, server: ToneServer, budget_usd: float) -> Settings:
    """A dollar for a thousand characters."""
    known = _spoken_by(settings, server)
    priced = known.speech.model_copy(update={"usd_per_million_characters": 1_000.0})
    return known.model_copy(update={"speech": priced, "llm": LlmSettings(monthly_budget_usd=budget_usd)})


def test_what_speech_costs_stands_in_the_ledger(settings: Settings, server: ToneServer) -> None:
    server.answers.append((503, b""))
    with open_api(_for_money(settings, server, 50.0)) as api:
        found = made(api, asked_for(api, filled(api)))
        assert found["status"] == "completed", found
        with api.world.db.reading() as tx:
            calls = tx.execute(select(ledger_call.c.purpose, ledger_call.c.outcome, ledger_call.c.cost)).all()
            costs = month_costs(tx, ME, month_of(api.world.clock.now()), cap_usd=50.0)
        assert {(one.purpose, one.outcome) for one in calls} == {("speech", "answered")}
        assert len(calls) == len(server.asked) - 1  # the one that failed was tried again within its call
        paid = sum(len(one) for one in server.texts[1:])
        assert sum(one.cost for one in calls) == paid * PICO // 1_000
        assert (costs.by_task_type["speech"].call_count, costs.input_tokens) == (len(calls), 0)
        assert list(violations(api.world)) == []


def test_an_episode_for_which_the_month_has_no_room_is_not_begun(settings: Settings, server: ToneServer) -> None:
    with open_api(_for_money(settings, server, 1.5)) as api:
        collection = filled(api)
        for _ in range(2):
            found = made(api, asked_for(api, collection))
            assert found["status"] == "failed"
            assert "The month's budget" in found["error_message"]
        assert len(server.texts) == len(set(map(_asked, server.asked)))  # each voice was measured, and once
        assert {one["voice"] for one in server.asked} == {"nova", "onyx"}
        assert len(set(server.texts)) * 2 == len(server.texts)
        with api.world.db.reading() as tx:
            assert set(tx.execute(select(ledger_call.c.outcome)).scalars()) == {"answered"}


def test_a_server_of_others_without_a_price_is_not_asked(settings: Settings, server: ToneServer) -> None:
    known = _spoken_by(settings, server)
    with open_api(known) as api:
        collection = filled(api)
    elsewhere = ServerSettings(base_url="https://speech.example/v1")
    speech = known.speech.model_copy(update={"openai_compatible": elsewhere})
    with open_api(known.model_copy(update={"speech": speech})) as api:
        answer = ask(api, collection)
        assert answer.status_code == 503
        assert "LOREWRIGHT_SPEECH__USD_PER_MILLION_CHARACTERS" in answer.json()["detail"]


def test_without_the_extra_that_decodes_it_says_what_to_install(
    settings: Settings, server: ToneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_api(_spoken_by(settings, server)) as api:
        collection = filled(api)
        monkeypatch.setitem(sys.modules, "av", None)  # as where it is not installed
        answer = ask(api, collection)
        assert (answer.status_code, "pip install '.[audio]'" in answer.json()["detail"]) == (503, True)
        assert api.http.get("/api/podcasts").json() == []
    assert not server.asked


@pytest.fixture
def provider() -> Iterator[ElevenLabsServer]:
    with elevenlabs() as provider:
        yield provider


def test_a_voice_of_ones_own_speaks_is_held_meanwhile_and_counted(
    settings: Settings, provider: ElevenLabsServer
) -> None:
    with open_api(with_provider(settings, provider)) as api:
        collection = filled(api)
        voice = added(api)["voice_id"]
        answer = ask(api, collection, expert_voice=f"custom:{voice}")
        assert (answer.status_code, "not ready" in answer.json()["detail"]) == (400, True)
        process(api, voice)
        api.settle()
        assert voice_shown(api, voice)["status"] == "ready"
        id_ = asked_for(api, collection, expert_voice=f"custom:{voice.upper()}")
        under_way = api.http.delete(f"/api/voices/{voice}").status_code
        found = made(api, id_)
        assert (found["status"], found["expert_voice"]) == ("completed", f"custom:{voice}")
        assert under_way == 409
        assert any(one.path.startswith("/v1/text-to-speech/") for one in provider.asked)
        assert voice_shown(api, voice)["times_used"] == 1
        assert api.http.delete(f"/api/voices/{voice}").status_code == 204
        assert api.http.get(found["audio_url"]).status_code == 200
        assert list(violations(api.world)) == []


# -- By a model -------------------------------------------------------------------------------------------------------

SCRIPT = {
    "exchanges": [
        {
            "question": "How large is the pond?",
            "answer": [
                {
                    "sentence": "The pond holds 12,000 cubic metres of water behind a dam of oak and clay.",
                    "passages": [1],
                },
                {
                    "sentence": "The pond holds 90,000 cubic metres of water behind a dam of oak and clay.",
                    "passages": [1],
                },
            ],
        },
        {
            "question": "What did Napoleon say of the wheels?",
            "answer": [{"sentence": "The mill had two wheels of elm, each 5.2 m across.", "passages": []}],
        },
        {
            "question": "Who built the moon?",
            "answer": [{"sentence": "The moon was built by the crown of Norway in 1931.", "passages": [1]}],
        },
    ]
}


def test_a_model_writes_what_the_passages_bear(settings: Settings, server: ToneServer) -> None:
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub:
        stub.answer_by(lambda _: Says(json.dumps(SCRIPT)))
        with open_api(asking(_spoken_by(settings, server), stub)) as api:
            collection = api.collection()
            api.feed(collection, TIDE_MILL, "mill.md")
            found = made(api, asked_for(api, collection))
            assert found["status"] == "completed", found
            told = {one["text"]: other["text"] for one, other in pairwise(found["transcript"]) if other["sources"]}
            answers = " ".join(told.values())
            assert "12,000 cubic metres" in answers
            assert "two wheels of elm" in answers
            assert "90,000" not in answers
            assert "Norway" not in answers
            asked = " ".join(told)
            assert "How large is the pond?" in asked
            assert "Napoleon" not in asked
            [request] = stub.requests
            assert "tide mill" in request.prompt
            assert request.schema is not None
            with api.world.db.reading() as tx:
                assert tx.execute(select(ledger_call.c.purpose)).scalars().all() == ["script"]


def test_a_model_stops_writing_for_one_that_is_cancelled(settings: Settings, server: ToneServer) -> None:
    asked = threading.Event()
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub:
        stub.answer_by(hanging(asked))
        with open_api(asking(_spoken_by(settings, server), stub, silence_timeout_s=2 * PATIENCE_S)) as api:
            id_ = asked_for(api, filled(api))
            assert asked.wait(PATIENCE_S)
            assert api.http.post(f"/api/podcasts/{id_}/cancel").status_code == 200
            assert stub.requests[0].gone.wait(PATIENCE_S / 4)  # before the stub itself has enough
            api.settle()
            assert len(stub.requests) == 1
            assert not server.asked
            assert list(violations(api.world)) == []


def test_where_the_model_fails_the_script_is_extracted(settings: Settings, server: ToneServer) -> None:
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub:
        stub.answer_with(Fails(400))
        with open_api(asking(_spoken_by(settings, server), stub)) as api:
            found = made(api, asked_for(api, filled(api)))
            assert found["status"] == "completed", found
            assert any(one["sources"] for one in found["transcript"])
