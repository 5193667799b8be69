"""Podcasts as a client sees them, with the built-in voices."""

import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from sqlalchemy import select

from lorewright.knowledge.tables import passage
from lorewright.retrieval.podcasts.tables import podcast_line, podcast_source
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.search.rules import chunk_id
from lorewright.speech import episode
from lorewright.speech.base import Recording
from lorewright.speech.episode import LOUDNESS_LUFS, loudness
from lorewright.speech.sound import RATE, decoded
from tests.makers.lectures import CHINESE_MILL, GERMAN_MILL, RUSSIAN_MILL, SALT_GARDENS, TIDE_MILL
from tests.retrieval.conftest import Api
from tests.retrieval.podcasts import ask, asked_for, filled, made, nothing_is_left
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
    nothing_is_left(api)


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
    nothing_is_left(api)


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
