"""Podcasts whose workers are killed, or whose speech is away for a while: they go on where they stood, and sound the same."""

import threading
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, update

from lorewright.core.servers import ServerSettings, SpeechSettings
from lorewright.core.settings import JobSettings, Settings
from lorewright.platform.jobs.tables import job
from lorewright.platform.jobs.tasks import run_next
from lorewright.retrieval.podcasts.rules import audio_key
from lorewright.retrieval.podcasts.tables import podcast_line
from lorewright.retrieval.removal.queries import violations
from lorewright.worker import TASKS
from tests.conftest import open_gateway, serving, working
from tests.makers.speech import BREAKS_OFF, ToneServer, tone_server
from tests.retrieval.conftest import Api
from tests.retrieval.dying import Moment, dies
from tests.retrieval.podcasts import asked_for, filled, made, shown


def _lapse(api: Api) -> None:
    """Whoever held a job is gone, and nobody waits for what is to be tried again."""
    past = datetime(2020, 1, 1, tzinfo=UTC)
    with api.world.db.writing() as tx:
        tx.execute(update(job).values(lease_until=past, run_after=past))


def _lines(api: Api, podcast_id: str) -> tuple[int, int]:
    """Of how many lines there is a recording, and how many there are."""
    with api.world.db.reading() as tx:
        blobs = tx.execute(select(podcast_line.c.blob).where(podcast_line.c.podcast_id == podcast_id)).scalars().all()
    return len([one for one in blobs if one]), len(blobs)


def _spoken_by(server: ToneServer, model: str = "") -> SpeechSettings:
    address = ServerSettings(base_url=server.address)
    return SpeechSettings(engine="openai_compatible", model=model, openai_compatible=address)


@pytest.mark.parametrize("engine", ["builtin", "server"])
def test_one_whose_workers_are_killed_at_every_step_sounds_as_if_they_never_had_been(
    settings: Settings, engine: str
) -> None:
    with tone_server() as server:
        speech = settings.speech if engine == "builtin" else _spoken_by(server)
        known = settings.model_copy(update={"speech": speech, "jobs": JobSettings(attempts=3)})
        with serving(known) as client, open_gateway(known, client) as behind:
            api = Api(client, behind.world)
            with working(known):
                collection = filled(api)
            id_ = asked_for(api, collection)
            under_way: set[str] = set()

            def killed(at: Moment, nth: int) -> None:
                dies(known, at, nth)
                under_way.update(server.texts[-1:])
                _lapse(api)

            killed(Moment.AFTER_COMMIT, 2)  # it reads
            killed(Moment.BEFORE_COMMIT, 3)  # a voice has been heard, and its pace is not stored
            killed(Moment.AFTER_COMMIT, 4)  # both voices' are
            under_way.update(server.texts)  # each said by both of them
            measured = len(server.asked)
            killed(Moment.BEFORE_COMMIT, 3)  # the script is written, and not stored
            assert _lines(api, id_) == (0, 0)
            killed(Moment.AFTER_COMMIT, 3)  # it is stored
            assert len(server.asked) == measured
            for spoken in range(1, known.jobs.attempts + 2):  # more often than a job is tried that comes no further
                killed(Moment.BEFORE_COMMIT, 3)  # the second line's bytes are there, and its row does not know
                assert _lines(api, id_)[0] == spoken
            killed(Moment.AT_RECORDING, 3)  # the episode is put together
            spoken, lines = _lines(api, id_)
            assert spoken == lines > 0
            assert shown(api, id_)["status"] == "generating"
            asked = len(server.asked)
            killed(Moment.BEFORE_COMMIT, 3)  # its bytes are there, and its row does not know
            with working(known):
                found = made(api, id_)
                assert found["status"] == "completed", found
                assert len(server.asked) == asked
                assert {one for one in server.texts if server.texts.count(one) > 1} <= under_way
                unbroken = made(api, asked_for(api, collection))
                audio = [api.http.get(one["audio_url"]).content for one in (found, unbroken)]
                assert audio[0] == audio[1]
                api.settle()
            assert list(violations(api.world)) == []


def test_a_server_that_is_away_at_every_line_makes_an_episode_and_one_that_stays_away_leaves_what_it_spoke(
    settings: Settings,
) -> None:
    with tone_server() as server:
        known = settings.model_copy(update={"speech": _spoken_by(server)})
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
            measuring = [None] * 4  # two utterances for each voice
            answers = [*measuring, *[None, away] * (most + 2), *[away] * most]
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
        before = settings.model_copy(update={"speech": _spoken_by(server, "first")})
        now = settings.model_copy(update={"speech": _spoken_by(server, "second")})
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
