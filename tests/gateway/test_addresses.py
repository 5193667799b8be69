"""Pages taken in by their address: fetched, kept, compiled; fed again when they have changed; refused with a reason."""

from collections.abc import Iterator
from typing import BinaryIO

import pytest

from lorewright.core.settings import FetchSettings, ReadingSettings, Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.sources.actions import ORIGINALS, add_url
from lorewright.platform.originals.actions import sweep
from tests.conftest import Gateway, open_gateway, serving, working
from tests.fetch.test_http import PACKED, drips, hangs
from tests.gateway.left_behind import kept_files, nothing, rows, traces
from tests.makers import pdf
from tests.makers.site import Page, Site, site

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Otters of Mirefall</title><meta name="author" content="Ada Lund">
<meta property="article:published_time" content="2020-05-06"></head><body><nav><a href="/">Home</a></nav><article>
<h1>Otters of Mirefall</h1>
<p>The otters of lake Mirefall eat trout and eels. Forty-two of them were counted there in the spring of 2019.</p>
<h2>Protection</h2>
<p>Hunting otters at Mirefall has been forbidden since 1968. The law was passed after a campaign by fishermen.</p>
</article><footer>Copyright 2020</footer></body></html>"""
CHANGED = PAGE.replace(
    "Forty-two of them were counted there in the spring of 2019",
    "Fifty-one of them were counted there in the autumn of 2023",
)


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        made.pages["/otters"] = Page(PAGE.encode(), "text/html; charset=utf-8")
        yield made


@pytest.fixture
def timeout_s() -> float:
    """Nothing here is to be refused for time, but where a test says so."""
    return 60


@pytest.fixture
def gateway(settings: Settings, pages: Site, timeout_s: float) -> Iterator[Gateway]:
    fetch = FetchSettings(allow_hosts=pages.host, timeout_s=timeout_s, page_bytes=100_000)
    letting = settings.model_copy(update={"fetch": fetch})
    with serving(letting) as client, working(letting), open_gateway(letting, client) as opened:
        yield opened


def _feed(gateway: Gateway, url: str, **more: object) -> dict[str, object]:
    answer = gateway.http.post("/ingest/url", json={"url": url, **more})
    assert answer.status_code == 200, answer.text
    source: dict[str, object] = answer.json()
    return source


def test_a_page_becomes_an_article(gateway: Gateway, pages: Site) -> None:
    http = gateway.http
    source = _feed(gateway, f"{pages.address}/otters#protection")
    told = {name: source[name] for name in ("source_type", "source_url", "title", "author", "published_date", "status")}
    assert told == {
        "source_type": "url",
        "source_url": f"{pages.address}/otters",
        "title": "Otters of Mirefall",
        "author": "Ada Lund",
        "published_date": "2020-05-06",
        "status": "pending",
    }
    assert source["has_original"] is True
    gateway.settle()
    assert http.get(f"/ingest/sources/{source['id']}").json()["status"] == "compiled"
    article = http.get("/wiki/articles/otters-of-mirefall").json()
    assert "forbidden since 1968" in article["content"]
    assert "Home" not in article["content"]
    assert f'source_url: "{pages.address}/otters"' in article["content"]
    [hit] = http.get("/wiki/search", params={"q": "trout and eels"}).json()
    assert hit["slug"] == "otters-of-mirefall"
    asked = http.post("/query", json={"question": "Since when has hunting otters been forbidden?"}).json()["query"]
    assert "1968" in asked["answer"]
    assert asked["citations"][0]["sources"][0]["source_url"] == f"{pages.address}/otters"
    original = http.get(f"/ingest/sources/{source['id']}/original")
    assert original.text == PAGE
    assert original.headers["content-type"] == "text/html; charset=utf-8"
    assert "sandbox" in original.headers["content-security-policy"]
    assert "Otters of Mirefall.html" in original.headers["content-disposition"]
    assert list(violations(gateway.world)) == []


def test_an_address_fed_again_keeps_its_source(gateway: Gateway, pages: Site) -> None:
    http, url = gateway.http, f"{pages.address}/otters"
    first = _feed(gateway, url)
    gateway.settle()
    jobs = len(http.get("/jobs").json())
    again = _feed(gateway, url)
    assert (again["id"], again["status"]) == (first["id"], "compiled")
    assert len(http.get("/jobs").json()) == jobs

    pages.pages["/otters"] = Page(CHANGED.encode())
    renewed = _feed(gateway, url)
    assert (renewed["id"], renewed["ingested_at"]) == (first["id"], first["ingested_at"])
    assert renewed["content_hash"] != first["content_hash"]
    assert renewed["status"] == "pending"
    gateway.settle()
    [article] = http.get("/wiki/articles").json()
    content = http.get(f"/wiki/articles/{article['id']}").json()["content"]
    assert "Fifty-one of them" in content
    assert "Forty-two" not in content
    assert http.get(f"/ingest/sources/{first['id']}/original").text == CHANGED
    assert len(http.get("/ingest/sources").json()) == 1
    assert len([file for file in kept_files(gateway) if "blobs" in str(file)]) == 1
    in_history = ("article_version.", "lorewright.db")
    assert not [found for found in traces(gateway, "Forty-two") if not found.startswith(in_history)]
    assert list(violations(gateway.world)) == []


def test_bytes_swept_before_their_row_is_written_are_kept_again(
    gateway: Gateway, pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a worker's sweep does, which takes them for those of an upload that was cut off."""
    world = gateway.world
    first = add_url(world, "anonymous", f"{pages.address}/otters", wants_compile=True)
    pages.pages["/otters"] = Page(CHANGED.encode())
    put, swept = world.blobs.put, list[str]()

    def put_and_swept(owner: str, data: BinaryIO) -> str:
        blob = put(owner, data)
        if not swept:
            swept.extend(sweep(world, ORIGINALS))
        return blob

    monkeypatch.setattr(world.blobs, "put", put_and_swept)
    renewed = add_url(world, "anonymous", f"{pages.address}/otters", wants_compile=True)
    assert (renewed.id, swept) == (first.id, [renewed.content_hash])
    gateway.settle()
    assert gateway.http.get(f"/ingest/sources/{first.id}/original").text == CHANGED
    assert list(violations(world)) == []


def test_a_changed_page_is_not_compiled_unless_it_is_wanted(gateway: Gateway, pages: Site) -> None:
    url = f"{pages.address}/otters"
    first = _feed(gateway, url)
    gateway.settle()
    pages.pages["/otters"] = Page(CHANGED.encode())
    renewed = _feed(gateway, url, auto_compile=False)
    assert (renewed["id"], renewed["status"]) == (first["id"], "pending")
    gateway.settle()
    [article] = gateway.http.get("/wiki/articles").json()
    assert "Forty-two" in gateway.http.get(f"/wiki/articles/{article['id']}").json()["content"]
    assert _feed(gateway, url)["status"] == "pending"  # the same again, and wanted now
    gateway.settle()
    assert "Fifty" in gateway.http.get(f"/wiki/articles/{article['id']}").json()["content"]
    assert list(violations(gateway.world)) == []


def test_the_same_page_at_another_address_is_the_first_source(gateway: Gateway, pages: Site) -> None:
    pages.pages["/copy"] = pages.pages["/otters"]
    first = _feed(gateway, f"{pages.address}/otters")
    assert _feed(gateway, f"{pages.address}/copy")["id"] == first["id"]
    pages.pages["/other"] = Page(CHANGED.encode())
    other = _feed(gateway, f"{pages.address}/other")
    assert other["id"] != first["id"]
    pages.pages["/other"] = pages.pages["/otters"]
    assert _feed(gateway, f"{pages.address}/other")["id"] == first["id"]


def test_a_page_without_a_title_is_called_by_its_host(gateway: Gateway, pages: Site) -> None:
    pages.pages["/untitled"] = Page(b"<html><body><p>The otters of lake Mirefall eat trout and eels.</p></body></html>")
    assert _feed(gateway, f"{pages.address}/untitled")["title"] == pages.host.rpartition(":")[0]


def test_an_address_may_give_a_pdf_or_a_text(gateway: Gateway, pages: Site) -> None:
    otters = pdf.pages_of(
        "Otters of lake Mirefall eat trout. Forty-two of them were counted there in the spring of 2019."
    )
    pages.pages["/files/otters%20report.pdf"] = Page(otters, "application/octet-stream")
    pages.pages["/NOTES.md"] = Page(
        b"# Notes on eels\n\nThe eels of lake Mirefall weigh two kilograms each.", "text/plain"
    )
    report = _feed(gateway, f"{pages.address}/files/otters%20report.pdf")
    assert (report["source_type"], report["title"]) == ("pdf", "otters report")
    notes = _feed(gateway, f"{pages.address}/NOTES.md")
    assert (notes["source_type"], notes["title"]) == ("url", "NOTES")
    gateway.settle()
    assert {one["title"] for one in gateway.http.get("/wiki/articles").json()} == {"otters report", "Notes on eels"}
    assert gateway.http.get(f"/ingest/sources/{report['id']}/original").content == otters
    assert gateway.http.get(f"/ingest/sources/{notes['id']}/original").text.startswith("# Notes")


def test_a_deleted_page_leaves_nothing(gateway: Gateway, pages: Site) -> None:
    source = _feed(gateway, f"{pages.address}/otters")
    gateway.settle()
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert traces(gateway, "Mirefall") == []
    assert traces(gateway, pages.host) == []
    assert _feed(gateway, f"{pages.address}/otters")["id"] != source["id"]


def test_what_cannot_be_fetched_is_refused_with_a_reason_and_leaves_nothing(gateway: Gateway, pages: Site) -> None:
    pages.pages |= {
        "/image": Page(b"\x89PNG", "image/png"),
        "/film": Page(b"....", "video/mp4"),
        "/binary": Page(b"\x00\x01\x02" * 100),
        "/unknown": Page(b"\x00\x01\x02" * 100, None),
        "/blob": Page(b"\x00\x01\x02" * 100, "application/octet-stream"),
        "/nopdf": Page(b"<html>login</html>", "application/pdf"),
        "/cutpdf": Page(pdf.pages_of("Otters eat trout.")[:300], "application/pdf"),
        "/empty": Page(b""),
        "/large": Page(b"a" * 100_001),
        "/huge": Page(headers={"Content-Length": str(2_000_000_000)}),
        "/packed": Page(PACKED, headers={"Content-Encoding": "gzip"}),
        "/gone": Page(b"gone", status=410),
        "/loop": Page(b"", status=302, headers={"Location": "/loop"}),
        "/inside": Page(b"", status=302, headers={"Location": "http://127.0.0.1:1/"}),
    }
    urls = [
        *(f"{pages.address}{path}" for path in pages.pages if path != "/otters"),
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://nowhere.invalid/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://me:secret@example.org/",
        "not an address",
        "http://[",
        "https://[::1",
        "https://m.youtube.com/shorts/abc",
        "",
        "http://" + "a" * 5_000,
    ]
    for url in urls:
        answer = gateway.http.post("/ingest/url", json={"url": url})
        assert answer.status_code == 400, (url, answer.text)
        detail = answer.json()["detail"]
        assert detail.endswith("."), detail
        assert len(detail) < 300
    assert nothing(gateway)


@pytest.mark.parametrize("timeout_s", [1.0])
def test_a_page_that_takes_too_long_is_refused_and_leaves_nothing(gateway: Gateway, pages: Site) -> None:
    pages.pages |= {"/hangs": Page(send=hangs), "/drips": Page(send=drips)}
    for path in ("/hangs", "/drips"):
        answer = gateway.http.post("/ingest/url", json={"url": f"{pages.address}{path}"})
        assert answer.status_code == 400, answer.text
        assert "in time" in answer.json()["detail"]
    assert nothing(gateway)


def test_a_page_without_text_ends_failed(gateway: Gateway, pages: Site) -> None:
    pages.pages["/app"] = Page(b"<html><head><title>App</title></head><body><script>load()</script></body></html>")
    source = _feed(gateway, f"{pages.address}/app")
    gateway.settle()
    ended = gateway.http.get(f"/ingest/sources/{source['id']}").json()
    assert ended["status"] == "failed"
    assert "No main text" in ended["error_message"]
    assert not rows(gateway).get("article")


def test_a_page_however_wild_ends_and_the_next_is_read(settings: Settings, pages: Site) -> None:
    """Nested 100,000 deep, of 20 MB: each has the reason why it has no article. A charset that lies is no hindrance."""
    more = "".join(
        f"<p>In {year} the otters of lake Mirefall ate {year} kilograms of trout.</p>" for year in range(300_000)
    )
    named = "text/html; charset=utf-8"
    pages.pages |= {
        "/deep": Page(("<div>" * 100_000 + PAGE).encode(), named),
        "/long": Page(PAGE.replace("</article>", f"{more}</article>").encode()[: 20 * 1024 * 1024], named),
        "/lying": Page(PAGE.replace("Mirefall", "Müßfall").encode("cp1252"), named),
    }
    fetch, reading = FetchSettings(allow_hosts=pages.host), ReadingSettings(timeout_s=5)
    letting = settings.model_copy(update={"fetch": fetch, "reading": reading})
    with serving(letting) as client, working(letting), open_gateway(letting, client) as gateway:
        for path in ("/deep", "/long", "/lying", "/otters"):
            _feed(gateway, f"{pages.address}{path}")
        gateway.settle()
        ended = {
            one["source_url"].removeprefix(pages.address): one for one in gateway.http.get("/ingest/sources").json()
        }
        assert {path: one["status"] for path, one in ended.items()} == {
            "/deep": "failed",
            "/long": "failed",
            "/lying": "compiled",
            "/otters": "compiled",
        }
        assert ended["/lying"]["title"] == "Otters of Müßfall"
        assert "No main text was found" in ended["/deep"]["error_message"]  # what nests so deep is left out
        assert (
            "so it was given up" in ended["/long"]["error_message"]
        )  # 300,000 paragraphs are more than five seconds' work
        assert list(violations(gateway.world)) == []
