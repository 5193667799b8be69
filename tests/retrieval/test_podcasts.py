"""Podcasts as a client sees them, with the built-in voices."""

import io
import re
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from sqlalchemy import delete, func, select

from lorewright.core.settings import LimitSettings, Settings
from lorewright.knowledge.tables import passage
from lorewright.platform.jobs.tables import Kind, job
from lorewright.platform.jobs.tasks import run_next
from lorewright.retrieval.podcasts.tables import podcast, podcast_line, podcast_source
from lorewright.retrieval.removal.actions import repair
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.search.rules import chunk_id
from lorewright.retrieval.voices.tables import voice_use
from lorewright.speech import episode
from lorewright.speech.base import Recording
from lorewright.speech.episode import LOUDNESS_LUFS, loudness
from lorewright.speech.sound import RATE, decoded
from lorewright.worker import TASKS, look_after
from tests.conftest import open_gateway, serving, working
from tests.makers.lectures import CHINESE_MILL, GERMAN_MILL, RUSSIAN_MILL, SALT_GARDENS, TIDE_MILL
from tests.retrieval.conftest import ME, OTHER, Api
from tests.retrieval.podcasts import ask, asked_for, filled, made, shown
from tests.speech.pitch import pitch


def _heard(mp3: bytes) -> Any:
    samples = decoded(mp3, "mp3").samples
    pieces = [samples[begin : begin + RATE] for begin in range(0, len(samples), RATE)]
    return samples, loudness(episode.frames(pieces), RATE)


def _longest_silence_s(samples: Any) -> float:
    frame = RATE // 50
    frames = samples[: len(samples) // frame * frame].astype(float).reshape(-1, frame)
    loud = np.flatnonzero(np.sqrt((frames**2).mean(axis=1)) > 60)
    return float(np.diff(loud).max()) / 50


def _nothing_is_left(api: Api) -> None:
    api.settle()
    look_after(api.world, thoroughly=True)
    with api.world.db.reading() as tx:
        for table in (podcast, podcast_line, podcast_source):
            assert tx.execute(select(func.count()).select_from(table)).scalar_one() == 0
    for blobs in (api.world.podcasts, api.world.lines):
        assert not list(blobs.all())
    assert list(violations(api.world)) == []


def test_a_collection_becomes_an_episode_that_can_be_heard_and_checked(api: Api) -> None:
    collection = filled(api)
    answer = ask(api, collection)
    assert answer.status_code == 202, answer.text
    first = answer.json()
    id_ = first["podcast_id"]
    created = first.pop("created_at")
    assert first == {
        "podcast_id": id_,
        "collection_id": collection,
        "title": "Tides and salt",
        "status": "queued",
        "duration": 1,
        "host_voice": "nova",
        "expert_voice": "onyx",
        "progress_percentage": 0,
        **dict.fromkeys(
            [
                "current_step",
                "notes",
                "error_message",
                "audio_url",
                "duration_seconds",
                "size_bytes",
                "chapters",
                "transcript",
            ]
        ),
        "completed_at": None,
    }
    found = made(api, id_)
    assert (found["status"], found["progress_percentage"], found["notes"]) == ("completed", 100, None)
    assert (found["created_at"], found["audio_url"]) == (created, f"/api/podcasts/{id_}/audio")

    # The audio is what the figures say.
    audio = api.http.get(found["audio_url"])
    assert (audio.headers["content-type"], len(audio.content)) == ("audio/mpeg", found["size_bytes"])
    samples, lufs = _heard(audio.content)
    assert len(samples) / RATE == pytest.approx(found["duration_seconds"], abs=0.2)
    assert found["duration_seconds"] == pytest.approx(60, rel=0.1)
    assert lufs == pytest.approx(LOUDNESS_LUFS, abs=1)
    assert _longest_silence_s(samples) < 2
    with av.open(io.BytesIO(audio.content)) as container:
        chapters = [(one["metadata"]["title"], one["start"] / 1000) for one in container.chapters()]
        assert container.metadata["title"] == "Tides and salt"
        assert "mill.md" in container.metadata["comment"]
    assert [title for title, _ in chapters] == [one["title"] for one in found["chapters"]]
    assert [start for _, start in chapters] == pytest.approx([one["start_s"] for one in found["chapters"]], abs=0.002)

    # A part of it.
    part = api.http.get(found["audio_url"], headers={"Range": "bytes=-100"})
    assert (part.status_code, part.content) == (206, audio.content[-100:])
    assert api.http.get(found["audio_url"], headers={"Range": f"bytes={len(audio.content)}-"}).status_code == 416
    assert api.http.get(found["audio_url"], headers={"If-None-Match": audio.headers["etag"]}).status_code == 304

    # Each line in its time, and every answer traced.
    lines = found["transcript"]
    assert all(one["end_s"] <= other["start_s"] for one, other in pairwise(lines))
    assert lines[-1]["end_s"] == pytest.approx(found["duration_seconds"], abs=0.01)
    texts = {"mill.md": TIDE_MILL, "salt.md": SALT_GARDENS}
    told = [one for one in lines if one["sources"]]
    assert told
    for line in told:
        assert line["speaker"] == "expert"
        for source in line["sources"]:
            assert " ".join(source["quote"].split()) in " ".join(texts[source["filename"]].split())
            assert source["chunk_id"].startswith(source["document_id"])
        quoted = " ".join(" ".join(one["quote"].split()) for one in line["sources"])
        assert line["text"].casefold() == quoted.casefold()
    assert {one["speaker"] for one in lines if not one["sources"]} == {"host"}

    # The transcript in every format.
    def transcript(form: str) -> str:
        return api.http.get(f"/api/podcasts/{id_}/transcript", params={"format": form}).text

    as_json = api.http.get(f"/api/podcasts/{id_}/transcript").json()
    assert (as_json["lines"], as_json["chapters"]) == (lines, found["chapters"])
    srt, vtt, markdown = transcript("srt"), transcript("vtt"), transcript("md")
    assert srt.startswith("1\n00:00:00,000 --> 00:00:")
    assert vtt.startswith("WEBVTT")
    for line in lines:
        assert line["text"] in markdown
        assert line["text"].split(". ")[0].rstrip(".") in srt
    assert "*(mill.md" in markdown or "*(salt.md" in markdown
    assert api.http.get(f"/api/podcasts/{id_}/transcript", params={"format": "doc"}).status_code == 422

    # What is left: one episode, no recordings of lines, and nothing that breaks an invariant.
    api.settle()
    assert len(list(api.world.podcasts.all())) == 1
    assert not list(api.world.lines.all())
    assert list(violations(api.world)) == []
    [listed] = api.http.get("/api/podcasts").json()
    assert listed == {**found, "chapters": None, "transcript": None}
    assert api.http.post(f"/api/podcasts/{id_}/cancel").status_code == 409

    # The same again is spoken in the same way.
    again = made(api, asked_for(api, collection))
    assert api.http.get(again["audio_url"]).content == audio.content

    # A document that is deleted is not heard any more.
    rests_on = {source["document_id"] for line in told for source in line["sources"]}
    assert api.http.delete(f"/api/documents/{rests_on.pop()}").status_code == 204
    assert api.http.get(found["audio_url"]).status_code == 404
    assert api.http.get("/api/podcasts").json() == []
    _nothing_is_left(api)


def test_every_line_of_a_long_episode_is_traced_but_greeting_and_closing(api: Api) -> None:
    found = made(api, asked_for(api, filled(api), duration=3))
    assert found["status"] == "completed", found
    assert found["duration_seconds"] > 120
    experts = [one for one in found["transcript"] if one["speaker"] == "expert"]
    assert [experts[0]["sources"], experts[-1]["sources"]] == [[], []]
    assert "comes from these texts" in experts[0]["text"]
    assert "the transcript says" in experts[-1]["text"]
    assert len(experts) > 5
    for line in experts[1:-1]:
        assert line["sources"], line
        for source in line["sources"]:
            assert " ".join(source["quote"].split()) in " ".join(_passage(api, source).split())
        quoted = " ".join(source["quote"] for source in line["sources"]).casefold().split()
        assert line["text"].casefold().split() == quoted
    assert all(not one["sources"] for one in found["transcript"] if one["speaker"] == "host")


def _passage(api: Api, source: dict[str, Any]) -> str:
    """What the passage says that a source names."""
    with api.world.db.reading() as tx:
        known = select(podcast_source.c.text_id).where(podcast_source.c.document_id == source["document_id"])
        text_id = tx.execute(known.limit(1)).scalar_one()
        rows = tx.execute(select(passage).where(passage.c.text_id == text_id)).all()
    [content] = [one.content for one in rows if chunk_id(source["document_id"], one.ordinal) == source["chunk_id"]]
    return str(content)


def test_the_two_of_an_episode_differ_in_pitch_by_more_than_an_octave(api: Api) -> None:
    found = made(api, asked_for(api, filled(api)))  # nova and onyx
    samples = decoded(api.http.get(found["audio_url"]).content, "mp3").samples
    heard: dict[str, list[float]] = {"host": [], "expert": []}
    for line in found["transcript"]:
        said = Recording(samples[round(line["start_s"] * RATE) : round(line["end_s"] * RATE)], RATE)
        heard[line["speaker"]].append(pitch(said))
    assert min(map(len, heard.values())) > 2
    assert min(heard["host"]) > 2 * max(heard["expert"]), heard


def test_a_podcast_goes_with_its_collection_and_by_itself(api: Api) -> None:
    collection = filled(api)
    one, other = made(api, asked_for(api, collection)), made(api, asked_for(api, collection, title="Another"))
    assert api.http.delete(f"/api/podcasts/{one['podcast_id']}").status_code == 204
    assert api.http.get(f"/api/podcasts/{one['podcast_id']}").status_code == 404
    assert api.http.get(other["audio_url"]).status_code == 200
    assert api.http.delete(f"/api/collections/{collection}").status_code == 204
    assert api.http.get(f"/api/podcasts/{other['podcast_id']}").status_code == 404
    _nothing_is_left(api)


def test_what_cannot_be_made_is_refused_and_leaves_nothing(empty: tuple[Api, str]) -> None:
    api, collection = empty
    refused: list[tuple[dict[str, Any], int]] = [
        ({"duration": 0}, 422),
        ({"duration": 61}, 422),
        ({"duration": "long"}, 422),
        ({"host_voice": "baritone"}, 422),
        ({"expert_voice": "custom:"}, 422),
        ({"expert_voice": "custom:nova"}, 422),
        ({"expert_voice": f"custom:{OTHER}"}, 404),
        ({"title": " "}, 422),
        ({"title": "x" * 201}, 422),
        ({"collection_id": "papers"}, 422),
        ({"collection_id": OTHER}, 404),
    ]
    for fields, status in refused:
        answer = ask(api, collection, **fields)
        assert answer.status_code == status, (fields, answer.text)
    api.upload(collection, TIDE_MILL, "mill.md")  # which nobody reads
    assert ask(api, collection).status_code == 400
    assert api.http.get("/api/podcasts").json() == []
    with api.world.db.reading() as tx:
        assert tx.execute(select(func.count()).select_from(voice_use)).scalar_one() == 0
        assert Kind.MAKE_PODCAST not in tx.execute(select(job.c.kind)).scalars().all()


def test_documents_that_are_not_read_yet_are_told_of(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    api.upload(collection, SALT_GARDENS, "salt.md")
    id_ = asked_for(api, collection)
    while run_next(api.world, TASKS, threading.Event(), kinds=[Kind.MAKE_PODCAST]):
        """After each line it makes way for the document, which nobody reads."""
    found = shown(api, id_)
    assert (found["status"], "1 document was not read yet" in found["notes"]) == ("completed", True)
    assert {source["filename"] for one in found["transcript"] for source in one["sources"]} == {"mill.md"}


@pytest.fixture
def empty(settings: Settings) -> Iterator[tuple[Api, str]]:
    """A service without a worker, and an empty collection in it."""
    with serving(settings) as client, open_gateway(settings, client) as behind:
        api = Api(client, behind.world)
        yield api, api.collection()


def test_a_collection_without_a_text_has_no_podcast(empty: tuple[Api, str]) -> None:
    api, collection = empty
    answer = ask(api, collection)
    assert (answer.status_code, "empty" in answer.json()["detail"]) == (400, True)
    assert api.upload(collection, TIDE_MILL, "mill.md").status_code == 201  # which nobody reads
    answer = ask(api, collection)
    assert (answer.status_code, "read yet" in answer.json()["detail"]) == (400, True)


def test_tables_alone_end_with_a_reason(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, "place,depth\n" + "Harwen,4\n" * 50, "depths.csv")
    found = made(api, asked_for(api, collection))
    assert (found["status"], found["audio_url"]) == ("failed", None)
    assert "running text" in found["error_message"]
    assert api.http.get(f"/api/podcasts/{found['podcast_id']}/audio").status_code == 409
    assert api.http.get(f"/api/podcasts/{found['podcast_id']}/transcript").status_code == 409
    assert list(violations(api.world)) == []


def test_too_little_to_say_gives_less_and_says_so(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, TIDE_MILL, "mill.md")
    found = made(api, asked_for(api, collection, duration=30))
    assert found["status"] == "completed"
    assert 40 < found["duration_seconds"] < 300
    assert "nothing is repeated" in found["notes"]
    said = [one["text"] for one in found["transcript"] if one["sources"]]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(
    ("text", "language"), [(GERMAN_MILL, "de"), (RUSSIAN_MILL, "ru"), (CHINESE_MILL, "zh")], ids=["de", "ru", "zh"]
)
def test_an_episode_in_another_language_is_as_long_as_was_asked(api: Api, text: str, language: str) -> None:
    collection = api.collection()
    api.feed(collection, text, "mill.md")
    found = made(api, asked_for(api, collection))
    assert found["status"] == "completed", found
    assert found["duration_seconds"] == pytest.approx(60, rel=0.1)
    assert "enough to say" not in (found["notes"] or "")
    with api.world.db.reading() as tx:
        languages = set(tx.execute(select(podcast_line.c.language)).scalars())
    assert languages == ({language} if language == "de" else {language, "en"})
    again = made(api, asked_for(api, collection))
    assert again["transcript"] == found["transcript"]


def test_what_a_note_says_of_the_length_is_what_was_spoken(api: Api) -> None:
    collection = api.collection()
    api.feed(collection, "\n".join(CHINESE_MILL.splitlines()[:7]), "mill.md")
    found = made(api, asked_for(api, collection, duration=2))
    said = round(found["duration_seconds"])
    assert f"enough to say aloud for about {said} seconds, not for 2 minutes" in found["notes"]


MANUAL = Path(__file__).parents[2] / "docs/manual"
MOMENT = re.compile(r" \[\d\d:\d\d:\d\d\]")


def test_the_example_of_the_manual_is_what_its_texts_give(api: Api) -> None:
    collection = api.collection("Coast")
    for one in sorted((MANUAL / "tides").iterdir()):
        api.feed(collection, one.read_text(), one.name)
    found = made(api, asked_for(api, collection, duration=2))
    answer = api.http.get(f"/api/podcasts/{found['podcast_id']}/transcript", params={"format": "md"})
    example = (MANUAL / "podcasts.md").read_text().partition("## An example")[2]
    shown_there = "\n".join(re.findall(r"^> ?(.*)$", example, re.MULTILINE))
    assert _paragraphs(answer.text) == _paragraphs(shown_there)


def _paragraphs(markdown: str) -> list[str]:
    """Without the moments, which are the synthesiser's, and the marks of headings."""
    return [MOMENT.sub("", " ".join(one.split())).strip("#* ") for one in markdown.split("\n\n")]


def test_every_preset_voice_and_each_bound_will_do(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    voices = ["alloy", "echo", "fable", "onyx", "nova", "shimmer"]
    asked: list[str] = []
    for number, (host, expert) in enumerate(pairwise([*voices, voices[0]])):
        given = {"host_voice": host, "expert_voice": expert, "duration": 1 if number % 2 else 60}
        id_ = asked_for(api, collection, **given)
        assert {name: shown(api, id_)[name] for name in given} == given
        asked.insert(0, id_)
    page = api.http.get("/api/podcasts", params={"page": 2, "page_size": 2})
    assert [one["podcast_id"] for one in page.json()] == asked[2:4]
    assert {name: page.headers[name] for name in ("X-Total-Count", "X-Page", "X-Page-Size")} == {
        "X-Total-Count": "6",
        "X-Page": "2",
        "X-Page-Size": "2",
    }
    assert set(page.links) == {"first", "prev", "next", "last"}
    assert [one["podcast_id"] for one in api.http.get(page.links["next"]["url"]).json()] == asked[4:]


def test_one_that_waits_is_cancelled_or_deleted(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    cancelled, deleted = asked_for(api, collection), asked_for(api, collection)
    answer = api.http.post(f"/api/podcasts/{cancelled}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert api.http.delete(f"/api/podcasts/{deleted}").status_code == 204
    with working(settings):
        api.settle()
    assert shown(api, cancelled)["status"] == "cancelled"
    assert api.http.get(f"/api/podcasts/{cancelled}/audio").status_code == 409
    assert api.http.delete(f"/api/podcasts/{cancelled}").status_code == 204
    with working(settings):
        _nothing_is_left(api)


def test_a_user_may_have_so_many_under_way(settings: Settings) -> None:
    few = settings.model_copy(update={"limits": LimitSettings(podcasts_under_way=2)})
    with serving(few) as client, open_gateway(few, client) as behind:
        api = Api(client, behind.world)
        collection = api.collection()
        with working(few):
            api.feed(collection, TIDE_MILL, "mill.md")
        first, _ = asked_for(api, collection), asked_for(api, collection)
        refused = ask(api, collection)
        assert (refused.status_code, refused.json()["error_code"]) == (409, "CONFLICT")
        assert "2 podcasts are under way" in refused.json()["detail"]
        assert len(api.http.get("/api/podcasts").json()) == 2
        assert api.http.post(f"/api/podcasts/{first}/cancel").status_code == 200
        assert ask(api, collection).status_code == 202


def test_one_that_lost_its_job_is_told_of_and_made_once_repaired(empty: tuple[Api, str], settings: Settings) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    id_ = asked_for(api, collection)
    with api.world.db.writing() as tx:
        tx.execute(delete(job).where(job.c.source_id == id_))
    api.world.lines.put(ME, io.BytesIO(b"of no line"))
    assert [one for one in violations(api.world) if f"{id_} (“Tides and salt”) is being made" in one]
    assert [one for one in repair(api.world) if id_ in one]
    assert not list(api.world.lines.all())
    assert list(violations(api.world)) == []
    with working(settings):
        assert made(api, id_)["status"] == "completed"


def test_without_the_extra_it_says_what_to_install(
    empty: tuple[Api, str], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    api, collection = empty
    with working(settings):
        api.feed(collection, TIDE_MILL, "mill.md")
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)  # as where it is not installed
    answer = ask(api, collection)
    assert answer.status_code == 503
    assert "pip install '.[speech,audio]'" in answer.json()["detail"]
    assert api.http.get("/api/podcasts").json() == []


def test_an_id_that_is_none_is_not_found(empty: tuple[Api, str]) -> None:
    api, _ = empty
    for method, path in (("GET", ""), ("GET", "/audio"), ("GET", "/transcript"), ("POST", "/cancel"), ("DELETE", "")):
        assert api.http.request(method, f"/api/podcasts/{ME}{path}").status_code == 404
        assert api.http.request(method, f"/api/podcasts/nothing{path}").status_code == 422
