"""Both services with an object store in the place of the data folder: taken in, read, found, given back and deleted."""

import io
from collections.abc import Iterator

import pytest

from lorewright.core.ids import new_id
from lorewright.core.settings import Settings
from lorewright.gateway.admin.queries import violations
from lorewright.platform.originals.actions import sweep
from lorewright.retrieval.documents.actions import ORIGINALS
from lorewright.retrieval.removal.queries import violations as violations_of_documents
from tests.conftest import Gateway, open_gateway, serving, working
from tests.makers.lectures import TIDE_MILL
from tests.makers.pdf import pages_of
from tests.makers.s3 import BUCKET
from tests.retrieval.conftest import ME, Api
from tests.retrieval.podcasts import asked_for, made
from tests.retrieval.voices import SAMPLE, added

KILNS = "The Varley kilns were first fired in 1871.\n\nTheir glaze held ash from beech wood."


@pytest.fixture
def gateway(
    settings: Settings, s3_address: str, credentials: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Gateway]:
    monkeypatch.setenv("LOREWRIGHT_BLOBS__URL", f"s3://{BUCKET}/{new_id()}/of%20mine?endpoint={s3_address}")
    monkeypatch.setenv("SKIP_AUTH", "true")
    settings = Settings(data_dir=settings.data_dir, database=settings.database)
    with serving(settings) as client, working(settings), open_gateway(settings, client) as gateway:
        yield gateway


def test_a_document_lives_and_dies_in_an_object_store(gateway: Gateway) -> None:
    api = Api(gateway.http, gateway.world)
    collection = api.collection()
    document = api.feed(collection, KILNS, "kilns.txt")
    assert document["status"] == "indexed"
    assert api.search(collection, "When were the Varley kilns first fired?")["sources"]
    original = gateway.http.get(f"/api/documents/{document['id']}/original")
    assert (original.text, original.headers["content-length"]) == (KILNS, str(len(KILNS)))
    assert gateway.http.get(f"/api/documents/{document['id']}/original", headers={"Range": "bytes=0-1"}).text == KILNS
    assert [owner for owner, _ in gateway.world.documents.all()] == [ME]
    assert list(gateway.world.blobs.all()) == []
    assert not (gateway.data_dir / "documents").exists()
    assert list(violations_of_documents(gateway.world)) == []
    assert gateway.http.delete(f"/api/documents/{document['id']}").status_code == 204
    gateway.settle()
    assert list(gateway.world.documents.all()) == []


def test_a_source_lives_and_dies_in_an_object_store(gateway: Gateway) -> None:
    data = pages_of(["The otters of Mirefall live on three lakes. They were counted in 1998."])
    taken = gateway.http.post("/ingest/pdf", files={"file": ("otters.pdf", data)}).json()
    gateway.settle()
    assert gateway.http.get(f"/ingest/sources/{taken['id']}").json()["status"] == "compiled"
    assert gateway.http.get(f"/ingest/sources/{taken['id']}/original").content == data
    assert [owner for owner, _ in gateway.world.blobs.all()] == ["anonymous"]
    assert not (gateway.data_dir / "blobs").exists()
    assert list(violations(gateway.world)) == []
    assert gateway.http.delete(f"/ingest/sources/{taken['id']}").status_code == 200
    gateway.settle()
    assert list(gateway.world.blobs.all()) == []


def test_a_voice_and_a_podcast_live_and_die_in_an_object_store(gateway: Gateway) -> None:
    api, world = Api(gateway.http, gateway.world), gateway.world
    voice = added(api)
    sample = api.http.get(voice["sample_file_url"], headers={"Range": "bytes=100-299"})
    assert (sample.status_code, sample.content) == (206, SAMPLE[100:300])
    collection = api.collection()
    api.feed(collection, TIDE_MILL, "mill.md")
    podcast = made(api, asked_for(api, collection))
    assert podcast["status"] == "completed", podcast
    audio = api.http.get(podcast["audio_url"]).content
    assert len(audio) == podcast["size_bytes"]
    assert api.http.get(podcast["audio_url"], headers={"Range": "bytes=-50"}).content == audio[-50:]
    gateway.settle()
    assert [len(list(one.all())) for one in (world.voices, world.podcasts, world.lines)] == [1, 1, 0]
    assert list(violations_of_documents(world)) == []
    for name in ("voices", "podcasts", "podcast-lines"):
        assert not (gateway.data_dir / name).exists()
    assert api.http.delete(f"/api/voices/{voice['voice_id']}").status_code == 204
    assert api.http.delete(f"/api/collections/{collection}").status_code == 204
    gateway.settle()
    assert not any(list(one.all()) for one in (world.voices, world.podcasts, world.lines))


def test_an_empty_database_takes_nothing_from_a_store_that_lies_apart(gateway: Gateway) -> None:
    """It was chosen by mistake, as likely as not."""
    world, api = gateway.world, Api(gateway.http, gateway.world)
    orphan = world.documents.put(ME, io.BytesIO(b"Of a row in another database."))
    assert sweep(world, ORIGINALS) == []
    assert world.documents.size(ME, orphan) is not None
    api.feed(api.collection(), KILNS)
    assert sweep(world, ORIGINALS) == [orphan]
    assert len(list(world.documents.all())) == 1


def test_a_store_that_is_away_is_503_and_leaves_nothing(
    settings: Settings, credentials: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOREWRIGHT_BLOBS__URL", f"s3://{BUCKET}?endpoint=http://127.0.0.1:1")
    settings = Settings(data_dir=settings.data_dir, database=settings.database)
    with serving(settings) as http:
        answer = http.post("/ingest/text", json={"content": KILNS})
        assert (answer.status_code, answer.json()["error_code"]) == (503, "SERVICE_UNAVAILABLE")
        assert "object store" in answer.json()["detail"]
        assert http.get("/ingest/sources").json() == []


@pytest.mark.parametrize(
    "url",
    [
        "bucket",
        "s3://",
        "s3:///prefix",
        "https://bucket/prefix",
        "s3://key:secret@bucket/prefix",
        "s3://bucket?secret=x",
        "s3://bucket?endpoint",
        "s3://bucket?endpoint=minio:9000",
        "s3://bucket?endpoint=http://key:secret@minio:9000",
    ],
)
def test_an_address_that_names_no_object_store_is_refused_at_the_start(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOREWRIGHT_BLOBS__URL", url)
    with pytest.raises(ValueError, match=r"blobs\.url") as refused:
        Settings()
    assert "secret=" not in str(refused.value)
    assert "key:secret" not in str(refused.value)


def test_no_object_store_is_set_by_an_empty_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOREWRIGHT_BLOBS__URL", "")
    assert Settings().blobs.url is None
