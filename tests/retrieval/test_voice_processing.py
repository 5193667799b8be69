"""Voices at their provider: made once, whatever goes wrong, and taken away with what is deleted or failed."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from lorewright.core.errors import BadInput
from lorewright.core.settings import JobSettings, Settings
from lorewright.platform.jobs.actions import claim
from lorewright.platform.jobs.tables import Kind
from lorewright.platform.jobs.tasks import run_next
from lorewright.retrieval.removal.actions import repair
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.voices import actions, queries
from lorewright.retrieval.voices.rules import later
from lorewright.retrieval.voices.tables import voice_clone
from lorewright.worker import TASKS, look_after
from lorewright.world import open_world
from tests.conftest import PATIENCE_S, open_gateway, serving, working
from tests.makers.elevenlabs import (
    Answer,
    ElevenLabsServer,
    elevenlabs,
    fails,
    fails_and_works_later,
    gives,
    silent,
    works_and_fails,
    works_and_is_silent,
)
from tests.retrieval.conftest import ME, OTHER, Api
from tests.retrieval.voices import SAMPLE, added, open_api, process, shown, with_provider

ADD = ("POST", "/v1/voices/add")


@pytest.fixture
def provider() -> Iterator[ElevenLabsServer]:
    with elevenlabs() as server:
        yield server


@pytest.fixture
def known(settings: Settings, provider: ElevenLabsServer, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """What is looked for is looked for often."""
    monkeypatch.setattr(actions, "LOOK_AGAIN_S", 0.1)
    return with_provider(settings, provider)


@pytest.fixture
def api(known: Settings) -> Iterator[Api]:
    with open_api(known) as api:
        yield api


@pytest.fixture
def hasty(known: Settings, provider: ElevenLabsServer) -> Iterator[Api]:
    """Where a test waits for patience to run out, which no number of tries does; a busy machine may be silent for a second itself."""
    short = provider.settings(timeout_s=1.0, processing_timeout_s=2.5)
    speech = known.speech.model_copy(update={"elevenlabs": short})
    jobs = JobSettings(lease_s=1.0, attempts=1)
    with open_api(known.model_copy(update={"speech": speech, "jobs": jobs})) as api:
        yield api


def _wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _clones(api: Api) -> int:
    with api.world.db.reading() as tx:
        return len(tx.execute(select(voice_clone)).all())


def test_a_processed_voice_is_ready(api: Api, provider: ElevenLabsServer) -> None:
    id_ = added(api)["voice_id"]
    answer = process(api, id_)
    assert answer.status_code == 202
    assert {**answer.json(), "message": ""} == {
        "voice_id": id_,
        "status": "processing",
        "provider_name": "elevenlabs",
        "message": "",
    }
    api.settle()
    ready = shown(api, id_)
    assert (ready["status"], ready["provider_name"], ready["provider_voice_id"]) == ("ready", "elevenlabs", "voice-1")
    assert 0 < ready["quality_score"] <= 100
    assert ready["processed_at"] >= ready["created_at"]
    assert ready["error_message"] is None
    sent = provider.asked[-1].parts
    assert sent == {"name": f"lorewright-{id_}".encode(), "files": SAMPLE}
    assert process(api, id_).status_code == 409
    assert list(violations(api.world)) == []
    assert api.http.get("/jobs").json() == []  # the gateway's


def test_states_and_their_conflicts(known: Settings, provider: ElevenLabsServer) -> None:
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        id_ = added(api)["voice_id"]
        assert process(api, id_, "other").status_code == 400
        assert process(api, id_, "").status_code == 400
        for wrong in ({}, {"provider_name": 5}, {"provider_name": None}):
            assert client.post(f"/api/voices/{id_}/process", json=wrong).status_code == 422
        assert process(api, OTHER).status_code == 404
        assert shown(api, id_)["status"] == "uploading"
        assert process(api, id_).status_code == 202
        assert process(api, id_).status_code == 409
        assert shown(api, id_)["status"] == "processing"
        provider.answers.append(fails(400, "voice_limit_reached", "You have reached your maximum amount of voices."))
        with working(known):
            api.settle()
        failed = shown(api, id_)
        assert failed["status"] == "failed"
        assert "maximum amount of voices" in failed["error_message"]
        assert (failed["provider_voice_id"], failed["quality_score"], failed["processed_at"]) == (None, None, None)
        assert process(api, id_).status_code == 400
        assert _clones(api) == 0


def test_without_a_key_the_voice_waits(settings: Settings, provider: ElevenLabsServer) -> None:
    with open_api(with_provider(settings, provider, api_key=None)) as api:
        id_ = added(api)["voice_id"]
        answer = process(api, id_)
        assert answer.status_code == 503
        assert "LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY" in answer.json()["detail"]
        assert shown(api, id_)["status"] == "uploading"
    assert not provider.asked


def test_what_may_pass_is_tried_again(api: Api, provider: ElevenLabsServer) -> None:
    passing: list[list[Answer]] = [[fails(429, "too_many_concurrent_requests")], [gives(503)] * 2, [works_and_fails]]
    for number, answers in enumerate(passing, start=1):
        provider.answers.extend(answers)
        id_ = added(api, name=f"Ada {number}")["voice_id"]
        process(api, id_)
        api.settle()
        assert shown(api, id_)["status"] == "ready"
        assert len(provider.voices) == number


def test_what_does_not_pass_ends_failed(hasty: Api, provider: ElevenLabsServer) -> None:
    """When its time is over, and not before: the provider is asked again and again until then."""
    provider.answers += [gives(503)] * 500
    id_ = added(hasty)["voice_id"]
    began = time.monotonic()
    process(hasty, id_)
    hasty.settle()
    failed = shown(hasty, id_)
    assert (failed["status"], time.monotonic() - began > 2.5) == ("failed", True)
    assert failed["error_message"] == (
        "ElevenLabs has failed for 2.5 seconds: delete the voice, and upload it again later."
    )
    assert provider.times(*ADD) > hasty.world.settings.jobs.attempts
    assert _clones(hasty) == 0


def test_a_provider_that_says_when_to_ask_again_is_left_alone_until_then(api: Api, provider: ElevenLabsServer) -> None:
    provider.answers.append(gives(429, {}, (("Retry-After", "3"),)))
    id_ = added(api)["voice_id"]
    began = time.monotonic()
    process(api, id_)
    api.settle()
    assert (shown(api, id_)["status"], time.monotonic() - began > 3) == ("ready", True)
    assert provider.times(*ADD) == 2


def test_a_provider_that_wants_to_be_left_alone_for_a_day_fails_the_voice_in_time(
    hasty: Api, provider: ElevenLabsServer
) -> None:
    provider.answers.append(gives(503, {}, (("Retry-After", "86400"),)))
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    hasty.settle()
    assert "2.5 seconds" in shown(hasty, id_)["error_message"]
    assert provider.times(*ADD) == 1


def test_a_voice_that_is_made_after_a_failure_was_told_is_the_only_one(hasty: Api, provider: ElevenLabsServer) -> None:
    provider.answers.append(fails_and_works_later(0.5))
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    hasty.settle()
    assert shown(hasty, id_)["status"] == "ready"
    assert (provider.times(*ADD), len(provider.voices)) == (1, 1)
    assert hasty.http.delete(f"/api/voices/{id_}").status_code == 204
    hasty.settle()
    assert not provider.voices


def test_a_failure_that_made_nothing_fails_the_voice(hasty: Api, provider: ElevenLabsServer) -> None:
    provider.answers.append(gives(500))
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    hasty.settle()
    assert "in time" in shown(hasty, id_)["error_message"]
    assert (provider.times(*ADD), _clones(hasty)) == (1, 0)


def test_a_voice_that_was_made_without_a_word_is_found(hasty: Api, provider: ElevenLabsServer) -> None:
    provider.answers.append(works_and_is_silent)
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    hasty.settle()
    assert shown(hasty, id_)["status"] == "ready"
    assert provider.times(*ADD) == 1


def test_a_provider_that_never_answers_is_asked_once_and_fails_the_voice(
    hasty: Api, provider: ElevenLabsServer
) -> None:
    provider.answers.append(silent)
    id_ = added(hasty)["voice_id"]
    began = time.monotonic()
    process(hasty, id_)
    _wait_for(lambda: shown(hasty, id_)["status"] == "failed")
    assert time.monotonic() - began < 20
    assert "in time" in shown(hasty, id_)["error_message"]
    hasty.settle()
    assert provider.times(*ADD) == 1
    assert _clones(hasty) == 0
    assert list(violations(hasty.world)) == []


def test_what_comes_after_the_voice_was_deleted_is_taken_away(hasty: Api, provider: ElevenLabsServer) -> None:
    provider.lists_voices = False
    provider.answers.append(works_and_is_silent)
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    _wait_for(lambda: bool(provider.voices))
    assert hasty.http.delete(f"/api/voices/{id_}").status_code == 204
    provider.lists_voices = True
    hasty.settle()
    assert not provider.voices
    assert _clones(hasty) == 0


@pytest.mark.parametrize(
    "answer", [gives(200, b"nonsense"), gives(200, {"voice_id": "a", "requires_verification": True})]
)
def test_what_cannot_be_used_fails_the_voice(hasty: Api, provider: ElevenLabsServer, answer: Answer) -> None:
    provider.answers.append(answer)
    id_ = added(hasty)["voice_id"]
    process(hasty, id_)
    hasty.settle()
    assert shown(hasty, id_)["status"] == "failed"
    assert provider.times(*ADD) == 1
    assert _clones(hasty) == 0


@pytest.mark.parametrize("was_made", [True, False], ids=["made", "not made"])
def test_a_worker_that_dies_while_the_provider_works(
    known: Settings, provider: ElevenLabsServer, was_made: bool
) -> None:
    """It holds its job and has asked; whoever comes after it looks for what was made, and asks no second time."""
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        id_ = added(api)["voice_id"]
        process(api, id_)
        world = behind.world
        with world.db.writing() as tx:
            held = claim(tx, now=world.clock.now(), lease_s=1.0, kinds=[Kind.PROCESS_VOICE])
        assert held is not None
        with world.db.writing() as tx:
            actions.intend(tx, ME, id_, later(world.clock.now(), 2.5))
        if was_made:
            world.elevenlabs.clone(SAMPLE, "audio/wav", f"lorewright-{id_}")
        with working(known):
            _wait_for(lambda: shown(api, id_)["status"] in ("ready", "failed"))
            assert shown(api, id_)["status"] == ("ready" if was_made else "failed")
            api.settle()
        assert provider.times(*ADD) == was_made
        assert list(violations(world)) == []


def test_a_worker_that_loses_its_job_writes_nothing(known: Settings, provider: ElevenLabsServer) -> None:
    """The voice is deleted while the provider makes it: nothing of it stays, here or there."""
    provider.holding = threading.Event()
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        id_ = added(api)["voice_id"]
        process(api, id_)
        world = open_world(known)
        worker = threading.Thread(target=run_next, args=(world, TASKS, threading.Event()))
        worker.start()
        _wait_for(lambda: bool(provider.voices))
        assert client.delete(f"/api/voices/{id_}").status_code == 204
        provider.holding.set()
        worker.join()
        world.close()
        assert client.get(f"/api/voices/{id_}").status_code == 404
        with working(known):
            api.settle()
        assert not provider.voices
        assert _clones(api) == 0
        assert list(violations(behind.world)) == []


def test_a_deleted_voice_goes_at_its_provider_too(api: Api, provider: ElevenLabsServer) -> None:
    id_ = added(api)["voice_id"]
    process(api, id_)
    api.settle()
    assert provider.voices
    assert api.http.delete(f"/api/voices/{id_}").status_code == 204
    api.settle()
    assert not provider.voices
    assert _clones(api) == 0


@pytest.mark.parametrize("by_hand", [False, True], ids=["in time", "by hand"])
def test_what_a_provider_did_not_take_away_is_asked_for_again(
    api: Api, provider: ElevenLabsServer, by_hand: bool
) -> None:
    id_ = added(api)["voice_id"]
    process(api, id_)
    api.settle()
    provider.voices["voice-made-twice"] = f"lorewright-{id_}"
    provider.voices["voice-of-others"] = f"lorewright-{OTHER}"
    provider.answers.append(fails(403, "missing_permissions"))
    api.http.delete(f"/api/voices/{id_}")
    api.settle()
    assert provider.voices
    assert [one for one in violations(api.world) if id_ in one]
    if by_hand:
        assert [one for one in repair(api.world) if id_ in one]
    else:
        look_after(api.world, thoroughly=True)
    api.settle()
    assert list(provider.voices) == ["voice-of-others"]
    assert list(violations(api.world)) == []


def test_only_a_ready_voice_can_speak(api: Api) -> None:
    id_ = added(api)["voice_id"]
    with pytest.raises(BadInput, match="not ready"), api.world.db.writing() as tx:
        actions.begin_use(tx, ME, OTHER, [id_])
    process(api, id_)
    api.settle()
    with api.world.db.reading() as tx:
        row = queries.ready(tx, ME, id_)
    said = api.world.elevenlabs.speak("Otters eat fish.", row.provider_voice_id)
    assert said.seconds == pytest.approx(16 / 15, abs=0.01)
