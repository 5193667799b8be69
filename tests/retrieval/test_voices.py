"""Voices as a client sees them: taking in samples, and looking at, changing and deleting what there is."""

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import httpx
import numpy as np
import pytest
from sqlalchemy import func, select

from lorewright.core.settings import Settings
from lorewright.retrieval.removal.queries import violations
from lorewright.retrieval.voices import actions
from lorewright.retrieval.voices.tables import voice as voice_table
from lorewright.worker import look_after
from tests.conftest import open_gateway, serving
from tests.makers.audio import FORMATS, RATE, encoded, film, of_size, voice
from tests.makers.elevenlabs import ElevenLabsServer, elevenlabs
from tests.retrieval.conftest import ME, OTHER, Api
from tests.retrieval.voices import SAMPLE, added, open_api, upload, with_provider

MEGABYTE = 1024 * 1024


@pytest.fixture
def provider() -> Iterator[ElevenLabsServer]:
    with elevenlabs() as server:
        yield server


@pytest.fixture
def api(settings: Settings, provider: ElevenLabsServer) -> Iterator[Api]:
    with open_api(with_provider(settings, provider)) as api:
        yield api


def _nothing_is_left(api: Api) -> None:
    with api.world.db.reading() as tx:
        assert tx.execute(select(func.count()).select_from(voice_table)).scalar_one() == 0
    assert not list(api.world.voices.all())
    assert not list(api.world.voices.leftovers())


def test_a_sample_becomes_a_voice_that_nobody_has_processed(api: Api) -> None:
    made = added(api, description="Reads well", name="Ada", gender="female")
    at = {made.pop("created_at"), made.pop("updated_at")}
    assert len(at) == 1
    id_ = made.pop("voice_id")
    assert made == {
        "user_id": ME,
        "name": "Ada",
        "description": "Reads well",
        "gender": "female",
        "status": "uploading",
        "provider_voice_id": None,
        "provider_name": None,
        "sample_file_url": f"/api/voices/{id_}/sample",
        "sample_file_size": len(SAMPLE),
        "quality_score": None,
        "error_message": None,
        "times_used": 0,
        "processed_at": None,
    }
    assert api.http.get(f"/api/voices/{id_}").json()["name"] == "Ada"
    assert list(violations(api.world)) == []


def test_every_format_is_taken_whatever_its_name(api: Api) -> None:
    for form in FORMATS:
        sample = encoded(voice(6.0), form)
        answer = upload(api, sample, "notes.txt")
        assert answer.status_code == 201, f"{form}: {answer.text}"
        given = api.http.get(answer.json()["sample_file_url"])
        assert given.content == sample
        assert given.headers["Content-Type"].startswith("audio/")


REFUSED: list[tuple[int, dict[str, Any]]] = [
    (400, {"name": ""}),
    (400, {"name": "   "}),
    (400, {"name": "x" * 201}),
    (400, {"name": "a\0b"}),
    (400, {"description": "x" * 1_001}),
    (400, {"gender": "other"}),
    (400, {"gender": ""}),
    (400, {"gender": "Male"}),
    (422, {"name": None}),
    (422, {"gender": None}),
    (422, {"name": ["Ada", "Eve"]}),
]


def test_fields_of_an_upload(api: Api) -> None:
    for status, fields in REFUSED:
        answer = upload(api, **fields)
        assert answer.status_code == status, f"{fields}: {answer.text}"
    _nothing_is_left(api)
    added(api, name="x" * 200, description="x" * 1_000, gender="neutral")
    assert added(api, description="")["description"] is None


def test_an_upload_needs_a_file(api: Api) -> None:
    form = {"name": "Ada", "gender": "female"}
    assert api.http.post("/api/voices/upload", data=form).status_code == 422
    assert api.http.post("/api/voices/upload", data={**form, "audio_file": "text"}).status_code == 422
    assert api.http.post("/api/voices/upload", json=form).status_code == 422
    _nothing_is_left(api)


def _lying_wav() -> bytes:
    """Six seconds, and a header that says sixty."""
    data = bytearray(encoded(voice(6.0)))
    place = data.index(b"data") + 4
    data[place : place + 4] = (60 * RATE * 2).to_bytes(4, "little")
    return bytes(data)


def _lying_flac() -> bytes:
    """Of the 36 bits that say how many samples there are, the last byte but one."""
    data = bytearray(encoded(voice(6.0), "flac"))
    data[8 + 16] = 0xFF  # 4 of the mark, 4 of the block's head, 10 before the rate
    return bytes(data)


def _cut_off(data: bytes) -> bytes:
    return data[: len(data) * 8 // 10]


def _bad() -> dict[str, tuple[int, bytes]]:
    """What it is -> the status it is answered with, and its bytes."""
    return {
        "nothing": (415, b""),
        "an executable": (415, b"\x7fELF\x02\x01\x01" + bytes(4_000)),
        "a program of Windows": (415, b"MZ\x90\0" + bytes(4_000)),
        "a playlist": (415, b"#EXTM3U\n#EXTINF:60,\nfile:///etc/passwd\n"),
        "a list of files": (415, b"ffconcat version 1.0\nfile '/etc/passwd'\nduration 60\n"),
        "a list of files behind a tag": (415, b"ID3\x04\0\0\0\0\0\0ffconcat version 1.0\nfile '/etc/passwd'\n"),
        "a film": (415, film(voice(6.0))),
        "a text": (415, b"Dear Ada, " * 500),
        "too short": (400, encoded(voice(4.9))),
        "too long": (400, encoded(voice(301.0), "mp3")),
        "far too long in little space": (400, encoded(np.zeros(3_000 * RATE, np.int16), "flac")),
        "cut off": (400, _cut_off(SAMPLE)),
        "an mp3 cut off": (400, _cut_off(encoded(voice(8.0), "mp3"))),
        "a flac cut off": (400, _cut_off(encoded(voice(8.0), "flac"))),
        "an ogg of opus cut off": (400, _cut_off(encoded(voice(8.0), "opus"))),
        "an ogg of vorbis cut off": (400, _cut_off(encoded(voice(8.0), "vorbis"))),
        "an m4a without its table": (415, _cut_off(encoded(voice(8.0), "m4a"))),
        "a header that lies": (400, _lying_wav()),
        "another header that lies": (400, _lying_flac()),
        "a byte too much": (413, of_size(10 * MEGABYTE + 1)),
        "far too much": (413, bytes(12 * MEGABYTE)),
    }


def test_a_bad_sample_is_refused_and_leaves_nothing(api: Api) -> None:
    for what, (status, sample) in _bad().items():
        answer = upload(api, sample, "song.mp3")
        assert answer.status_code == status, f"{what}: {answer.text}"
        assert answer.json()["detail"]
        assert "passwd" not in answer.text
        _nothing_is_left(api)


def test_the_bounds_themselves_are_within(api: Api) -> None:
    for seconds in (5.0, 300.0):
        added(api, encoded(voice(seconds), "flac"))
    assert added(api, of_size(10 * MEGABYTE))["sample_file_size"] == 10 * MEGABYTE


def test_without_the_extra_it_says_what_to_install(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    answer = upload(api)
    assert answer.status_code == 503
    assert "pip install '.[audio]'" in answer.json()["detail"]
    _nothing_is_left(api)


def test_the_eleventh_voice_is_refused_even_at_once(api: Api) -> None:
    for number in range(9):
        added(api, name=f"Voice {number}")
    with ThreadPoolExecutor(3) as pool:
        statuses = sorted(pool.map(lambda _: upload(api).status_code, range(3)))
    assert statuses == [201, 400, 400]
    listed = api.http.get("/api/voices").json()
    assert listed["total_count"] == 10
    assert "10 voices" in upload(api).json()["detail"]
    api.http.delete(f"/api/voices/{listed['voices'][0]['voice_id']}")
    assert upload(api).status_code == 201
    api.settle()
    assert list(violations(api.world)) == []


def test_how_many_voices_there_may_be_can_be_set(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOREWRIGHT_LIMITS__VOICES", "1")
    known = Settings(data_dir=settings.data_dir, database=settings.database)
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        added(api)
        refused = upload(api)
        assert (refused.status_code, refused.json()["error_code"]) == (400, "BAD_REQUEST")
        assert client.get("/api/voices").json()["total_count"] == 1


def test_voices_are_listed_newest_first_in_parts(api: Api) -> None:
    made = [added(api, name=f"Voice {number}")["voice_id"] for number in range(3)]
    listed = api.http.get("/api/voices").json()
    assert [one["voice_id"] for one in listed["voices"]] == made[::-1]
    part = api.http.get("/api/voices", params={"limit": 1, "offset": 1}).json()
    assert ([one["voice_id"] for one in part["voices"]], part["total_count"]) == ([made[1]], 3)
    assert api.http.get("/api/voices", params={"offset": 9}).json() == {"voices": [], "total_count": 3}
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}, {"offset": 2**70}, {"limit": "x"}):
        assert api.http.get("/api/voices", params=wrong).status_code == 422


CHANGES: list[tuple[int, Any]] = [
    (200, {"name": "Eve", "description": "Else", "gender": "male"}),
    (200, {}),
    (200, {"name": "Eve", "description": "Else"}),
    (200, {"name": None, "gender": None, "description": None}),
    (200, {"description": ""}),
    (400, {"name": ""}),
    (400, {"name": " "}),
    (400, {"name": "x" * 201}),
    (400, {"name": "a\0"}),
    (400, b'{"name": "\\ud800"}'),
    (400, {"gender": "robot"}),
    (400, {"gender": ""}),
    (400, {"description": "x" * 1_001}),
    (422, {"name": 5}),
    (422, {"description": ["x"]}),
    (422, []),
    (422, b"{"),
]


def test_changing_a_voice(api: Api) -> None:
    path = f"/api/voices/{added(api, description='Before')['voice_id']}"
    for status, given in CHANGES:
        before = api.http.get(path).json()
        answer = _raw(api, path, given) if isinstance(given, bytes) else api.http.patch(path, json=given)
        assert answer.status_code == status, f"{given}: {answer.text}"
        now = api.http.get(path).json()
        stays = {name: value for name, value in given.items() if value is not None} if status == 200 else {}
        expected = {**before, **stays, "updated_at": now["updated_at"]}
        assert now == {**expected, "description": expected["description"] or None}
        assert status == 200 or now == before
        has_changed = now != {**before, "updated_at": now["updated_at"]}
        assert (now["updated_at"] > before["updated_at"]) == has_changed


def _raw(api: Api, path: str, body: bytes) -> httpx.Response:
    return api.http.patch(path, content=body, headers={"Content-Type": "application/json"})


def test_a_deleted_voice_is_gone_with_its_sample(api: Api) -> None:
    made = added(api)
    path = f"/api/voices/{made['voice_id']}"
    assert api.http.delete(path).status_code == 204
    for again in (
        api.http.get(path),
        api.http.delete(path),
        api.http.get(f"{path}/sample"),
        api.http.patch(path, json={}),
    ):
        assert again.status_code == 404
    api.settle()
    _nothing_is_left(api)


def test_a_sample_that_two_voices_share_stays_for_the_other(api: Api) -> None:
    one, other = added(api), added(api)
    assert len(list(api.world.voices.all())) == 1
    api.http.delete(f"/api/voices/{one['voice_id']}")
    api.settle()
    assert api.http.get(other["sample_file_url"]).content == SAMPLE
    assert list(violations(api.world)) == []


def test_a_voice_that_a_podcast_speaks_with_cannot_be_deleted(api: Api, provider: ElevenLabsServer) -> None:
    id_ = added(api)["voice_id"]
    api.http.post(f"/api/voices/{id_}/process", json={"provider_name": "elevenlabs"})
    api.settle()
    with api.world.db.writing() as tx:
        actions.begin_use(tx, ME, OTHER, [id_, id_])
    assert api.http.delete(f"/api/voices/{id_}").status_code == 409
    with api.world.db.writing() as tx:
        actions.count_use(tx, ME, id_)
        actions.end_use(tx, ME, OTHER)
    assert api.http.get(f"/api/voices/{id_}").json()["times_used"] == 1
    assert api.http.delete(f"/api/voices/{id_}").status_code == 204


def test_parts_of_a_sample(api: Api) -> None:
    url = added(api)["sample_file_url"]
    whole = api.http.get(url)
    assert (whole.status_code, whole.headers["Accept-Ranges"]) == (200, "bytes")
    assert whole.headers["Content-Type"] == "audio/wav"
    part = api.http.get(url, headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, SAMPLE[100:200])
    assert part.headers["Content-Range"] == f"bytes 100-199/{len(SAMPLE)}"
    assert api.http.get(url, headers={"Range": "bytes=-10"}).content == SAMPLE[-10:]
    for refused in (f"bytes={len(SAMPLE)}-", "bytes=1-0", "bytes=" + ",".join(["0-0"] * 1_000)):
        assert api.http.get(url, headers={"Range": refused}).status_code == 416
    head = api.http.head(url)
    assert (head.status_code, head.content, head.headers["Content-Length"]) == (200, b"", str(len(SAMPLE)))
    assert api.http.get(url, headers={"If-None-Match": whole.headers["ETag"]}).status_code == 304


def test_a_sample_that_is_lost_is_not_there(api: Api) -> None:
    made = added(api)
    ((owner, name),) = api.world.voices.all()
    api.world.voices.delete(owner, name)
    assert api.http.get(made["sample_file_url"]).status_code == 404
    assert [one for one in violations(api.world) if made["voice_id"] in one]


def test_bytes_that_an_upload_left_are_swept(api: Api) -> None:
    api.world.voices.put(ME, BytesIO(b"left"))
    made = added(api)
    look_after(api.world, thoroughly=True)
    assert len(list(api.world.voices.all())) == 1
    assert api.http.get(made["sample_file_url"]).content == SAMPLE


def test_what_is_no_id_is_refused(api: Api) -> None:
    for path in ("/api/voices/x", "/api/voices/x/sample"):
        assert api.http.get(path).status_code == 422
    assert api.http.get(f"/api/voices/{OTHER}").status_code == 404


def test_voices_are_limited_an_hour(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOREWRIGHT_RATE__VOICE_LIST_PER_HOUR", "3")
    known = Settings(data_dir=settings.data_dir, database=settings.database)
    with serving(known) as client, open_gateway(known, client) as behind:
        api = Api(client, behind.world)
        assert [upload(api, b"").status_code for _ in range(6)] == [415] * 5 + [429]
        assert [client.get("/api/voices").status_code for _ in range(4)] == [200] * 3 + [429]
        path = f"/api/voices/{OTHER}/process"
        asked = [client.post(path, json={"provider_name": "elevenlabs"}).status_code for _ in range(11)]
        assert asked == [404] * 10 + [429]


def test_uploads_and_deletions_at_once_leave_whole_voices_alone(api: Api) -> None:
    kept = added(api)
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            look_after(api.world, thoroughly=True)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        for _ in range(5):
            made = added(api)
            assert api.http.get(made["sample_file_url"]).content == SAMPLE
            assert api.http.delete(f"/api/voices/{made['voice_id']}").status_code == 204
    finally:
        done.set()
        watcher.join()
    api.settle()
    assert api.http.get(kept["sample_file_url"]).content == SAMPLE
    assert list(violations(api.world)) == []
