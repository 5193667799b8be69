"""Podcasts whose workers are killed, or whose speech is away for a while: they go on where they stood, and sound the same."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, update

from lorewright.core.servers import ServerSettings, SpeechSettings
from lorewright.core.settings import Settings
from lorewright.platform.jobs.tables import job
from lorewright.platform.jobs.tasks import run_next
from lorewright.retrieval.podcasts.rules import audio_key
from lorewright.retrieval.podcasts.tables import podcast_line
from lorewright.retrieval.removal.queries import violations
from lorewright.worker import TASKS
from tests.conftest import open_gateway, serving, working
from tests.makers.speech import BREAKS_OFF, tone_server
from tests.retrieval.conftest import Api
from tests.retrieval.dying import Moment, dies
from tests.retrieval.podcasts import asked_for, filled, made, shown


@pytest.fixture
def waiting(settings: Settings) -> Iterator[tuple[Api, str]]:
    """A service without a worker, and a collection that has been read."""
    with serving(settings) as client, open_gateway(settings, client) as behind:
        api = Api(client, behind.world)
        with working(settings):
            collection = filled(api)
        yield api, collection


def _lapse(api: Api) -> None:
    """Whoever held a job is gone, and nobody waits for what is to be tried again."""
    past = datetime(2020, 1, 1, tzinfo=UTC)
    with api.world.db.writing() as tx:
        tx.execute(update(job).values(lease_until=past, run_after=past))


def _spoken(api: Api) -> int:
    """Lines of which there is a recording."""
    with api.world.db.reading() as tx:
        return len(tx.execute(select(podcast_line.c.id).where(podcast_line.c.blob.is_not(None))).all())


def test_one_that_comes_further_outlives_any_number_of_workers(waiting: tuple[Api, str], settings: Settings) -> None:
    api, collection = waiting
    id_ = asked_for(api, collection)
    dies(settings, Moment.AFTER_COMMIT, 3)  # the script is stored
    for spoken in range(1, 8):
        _lapse(api)
        dies(settings, Moment.BEFORE_COMMIT, 3)
        assert _spoken(api) == spoken
    _lapse(api)
    with working(settings):
        found = made(api, id_)
        assert found["status"] == "completed", found
        again = made(api, asked_for(api, collection))
        audio = [api.http.get(one["audio_url"]).content for one in (found, again)]
        assert audio[0] == audio[1]
        api.settle()
    assert list(violations(api.world)) == []


def test_a_server_that_is_away_at_every_line_makes_an_episode_and_one_that_stays_away_leaves_what_it_spoke(
    settings: Settings,
) -> None:
    with tone_server() as server:
        speech = SpeechSettings(engine="openai_compatible", openai_compatible=ServerSettings(base_url=server.address))
        known = settings.model_copy(update={"speech": speech})
        with serving(known) as client, open_gateway(known, client) as behind:
            api = Api(client, behind.world)
            with working(known):
                collection = filled(api)
            most, away = known.jobs.attempts, (BREAKS_OFF, b"")

            def work(times: int) -> None:
                for _ in range(times):
                    _lapse(api)
                    assert run_next(api.world, TASKS, threading.Event())

            # Each attempt speaks one line before the server is away; then it is away for good.
            id_ = asked_for(api, collection)
            answers = [None, None, *[None, away] * (most + 2), *[away] * most]
            server.answers.extend(answers)
            work(2 * most + 1)
            assert shown(api, id_)["status"] == "generating"
            work(1)
            failed = shown(api, id_)
            assert (failed["status"], "broke off" in failed["error_message"]) == ("failed", True)
            assert not server.answers
            assert list(violations(api.world)) == []

            # What was spoken is not paid for again, by whoever asks for the same.
            heard = set(server.texts[2 : 2 + 2 * (most + 2) : 2])
            asked = len(server.asked)
            again = asked_for(api, collection)
            work(1)
            assert shown(api, again)["status"] == "completed"
            assert len(heard) == most + 2
            assert not heard & set(server.texts[asked:])

            # It goes with the podcasts that were made of it.
            for one in (id_, again):
                assert client.delete(f"/api/podcasts/{one}").status_code == 204
            with working(known):
                api.settle()
            assert not list(api.world.lines.all())
            assert list(violations(api.world)) == []


def test_one_that_another_model_goes_on_with_is_spoken_by_that_alone(settings: Settings) -> None:
    with tone_server() as server:
        address = ServerSettings(base_url=server.address)

        def spoken_by(model: str) -> Settings:
            speech = SpeechSettings(engine="openai_compatible", model=model, openai_compatible=address)
            return settings.model_copy(update={"speech": speech})

        before, now = spoken_by("first"), spoken_by("second")
        with serving(before) as client, open_gateway(before, client) as behind:
            api = Api(client, behind.world)
            with working(before):
                collection = filled(api)
            id_ = asked_for(api, collection)
            dies(before, Moment.AFTER_COMMIT, 5)  # two lines are spoken
            _lapse(api)
            asked = len(server.asked)
            with working(now):
                assert made(api, id_)["status"] == "completed"
                with api.world.db.reading() as tx:
                    lines = tx.execute(select(podcast_line).where(podcast_line.c.podcast_id == id_)).all()
                again = server.asked[asked:]
                assert {one["model"] for one in again} == {"second"}
                assert len(again) == len(lines)
                engine = f"second@{urlsplit(server.address).netloc}"
                voices = {"host": "nova", "expert": "onyx"}
                for one in lines:
                    assert one.audio_key == audio_key(one.spoken, one.language, voices[one.speaker], engine)
                api.settle()
            assert not list(api.world.lines.all())
            assert list(violations(api.world)) == []
