"""Videos taken in by their address: the transcript is read, searched and cited with the time at which it is said."""

from collections.abc import Iterator, Mapping

import pytest
from pydantic import ValidationError

from lorewright.core.settings import FetchSettings, Settings
from lorewright.gateway.admin.queries import violations
from tests.conftest import Gateway, open_gateway, serving, working
from tests.fetch.test_http import drips, hangs
from tests.gateway.left_behind import nothing, traces
from tests.makers.site import Page
from tests.makers.videos import Film, Track, Videos, videos, watch_page

ID = "Mf7_-otter1"
ADDRESS = f"https://www.youtube.com/watch?v={ID}"
WRITTEN = Track(
    "en",
    [
        (0.5, 4, "The otters of lake Mirefall\neat trout and eels."),
        (4, 9, "Forty-two of them were counted"),
        (9, 12, "there in the spring of 2019."),
        (14, 16, "[Music]"),
        (754, 760, "Hunting otters at Mirefall has been"),
        (760, 764, "forbidden since 1968. The law was passed"),
        (764, 769, "after a campaign by fishermen."),
        (3754, 3760, "Each otter needs one kilogram of fish a day."),
    ],
)
HEARD = Track(
    "en",
    [
        (1, 4, "today we look at the otters of lake mirefall"),
        (5, 9, "an otter of the lake eats one kilogram"),
        (9, 11, "of trout and eels on every day of the year"),
        (12.5, 16, "forty two of them were counted there in the spring"),
        (17.5, 21, "hunting otters has been forbidden at the lake"),
        (21, 23.5, "since the law of nineteen sixty eight"),
        (25, 29, "the fishermen wanted that law because the otters were nearly gone"),
        (31, 35, "every otter builds its den under the roots of an old tree"),
    ],
    automatic=True,
)
CHANGED = WRITTEN._replace(cues=[*WRITTEN.cues[:1], (4, 9, "Fifty-one otters were counted at Mirefall in 2023.")])


@pytest.fixture
def films() -> Iterator[Videos]:
    with videos() as made:
        made.put(ID, Film(tracks=[WRITTEN]))
        yield made


@pytest.fixture
def timeout_s() -> float:
    """Nothing here is to be refused for time, but where a test says so."""
    return 60


@pytest.fixture
def gateway(settings: Settings, films: Videos, timeout_s: float) -> Iterator[Gateway]:
    site = films.site
    fetch = FetchSettings(allow_hosts=site.host, timeout_s=timeout_s, page_bytes=100_000, video_url=site.address)
    letting = settings.model_copy(update={"fetch": fetch})
    with serving(letting) as client, working(letting), open_gateway(letting, client) as opened:
        yield opened


def _feed(gateway: Gateway, url: str = ADDRESS, **more: object) -> dict[str, object]:
    answer = gateway.http.post("/ingest/url", json={"url": url, **more})
    assert answer.status_code == 200, answer.text
    source: dict[str, object] = answer.json()
    return source


def test_a_video_becomes_an_article_that_says_when_what_is_said(gateway: Gateway) -> None:
    http = gateway.http
    source = _feed(gateway, f"https://youtu.be/{ID}?si=abc&t=40")
    told = {name: source[name] for name in ("source_type", "source_url", "title", "author", "has_original", "status")}
    assert told == {
        "source_type": "youtube",
        "source_url": ADDRESS,
        "title": "Otters of Mirefall",
        "author": "Ada Lund",
        "has_original": False,
        "status": "pending",
    }
    gateway.settle()
    assert http.get(f"/ingest/sources/{source['id']}").json()["status"] == "compiled"
    assert http.get(f"/ingest/sources/{source['id']}/original").status_code == 404
    article = http.get("/wiki/articles/otters-of-mirefall").json()
    content = article["content"]
    assert f"has been forbidden since 1968. [sourced] ([12:34]({ADDRESS}&t=754s))" in content
    assert f"one kilogram of fish a day. [sourced] ([1:02:34]({ADDRESS}&t=3754s))" in content
    assert "Music" not in content
    assert 'source_type: "youtube"' in content
    when = {one["quote"]: one["start_s"] for claim in article["claims"] for one in claim["evidence"]}
    assert when["Hunting otters at Mirefall has been forbidden since 1968."] == 754
    assert when["Each otter needs one kilogram of fish a day."] == 3754
    [hit] = http.get("/wiki/search", params={"q": "trout and eels"}).json()
    assert (hit["slug"], hit["start_s"], hit["page"]) == ("otters-of-mirefall", 0, None)
    asked = http.post("/query", json={"question": "Since when has hunting otters been forbidden?"}).json()["query"]
    assert "1968" in asked["answer"]
    [citation] = asked["citations"]
    assert (citation["start_s"], citation["link"]) == (754, f"{ADDRESS}&t=754s")
    assert list(violations(gateway.world)) == []


def test_what_a_machine_heard_is_cut_into_sentences(gateway: Gateway, films: Videos) -> None:
    films.put(ID, Film(tracks=[HEARD]))
    _feed(gateway)
    gateway.settle()
    content = gateway.http.get("/wiki/articles/otters-of-mirefall").json()["content"]
    for said, second in (
        ("An otter of the lake eats one kilogram of trout and eels on every day of the year.", 5),
        ("Hunting otters has been forbidden at the lake since the law of nineteen sixty eight.", 17),
    ):
        assert f"{said} [sourced] ([0:{second:02}]({ADDRESS}&t={second}s))" in content
    assert "text.coverage" in traces(gateway, "capitals and full stops are ours")


FORMS = [
    "http://WWW.YouTube.com/watch?v={id}&list=PL0123456789&index=2",
    "https://m.youtube.com/watch?app=desktop&v={id}#t=30",
    "https://music.youtube.com/watch?v={id}&feature=share",
    "https://youtube.com/shorts/{id}?feature=share",
    "https://www.youtube.com/live/{id}",
    "https://www.youtube.com/embed/{id}?start=30",
    "https://www.youtube-nocookie.com/embed/{id}",
    "https://www.youtube.com/v/{id}&hl=en",
    "https://YOUTU.BE/{id}?t=30",
]


def test_another_form_of_its_address_is_the_same_source(gateway: Gateway) -> None:
    first = _feed(gateway, auto_compile=False)
    for form in FORMS:
        again = _feed(gateway, form.format(id=ID), auto_compile=False)
        assert (again["id"], again["source_url"]) == (first["id"], ADDRESS)
    assert len(gateway.http.get("/ingest/sources").json()) == 1


def test_a_changed_transcript_keeps_its_source(gateway: Gateway, films: Videos) -> None:
    first = _feed(gateway)
    gateway.settle()
    assert _feed(gateway)["status"] == "compiled"
    films.put(ID, Film(tracks=[CHANGED]))
    renewed = _feed(gateway)
    assert (renewed["id"], renewed["status"]) == (first["id"], "pending")
    gateway.settle()
    content = gateway.http.get("/wiki/articles/otters-of-mirefall").json()["content"]
    assert "Fifty-one" in content
    assert "Forty-two" not in content
    assert list(violations(gateway.world)) == []


def test_captions_that_are_withheld_from_the_page_are_asked_for_as_the_sites_application_does(
    gateway: Gateway, films: Videos
) -> None:
    films.put(ID, Film(tracks=[WRITTEN._replace(withheld=True)]))
    _feed(gateway)
    asked = [path.partition("?")[0] for path, _ in films.site.asked]
    assert asked == ["/watch", "/youtubei/v1/player", "/api/timedtext"]
    assert not [headers for _, headers in films.site.asked if "cookie" in headers]


def test_a_video_without_a_title_is_called_by_its_id(gateway: Gateway, films: Videos) -> None:
    films.put(ID, Film(title="", channel="", tracks=[WRITTEN]))
    assert _feed(gateway, auto_compile=False)["title"] == f"YouTube: {ID}"
    assert films.site.asked[-1][0].startswith("/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch")


def test_a_deleted_video_leaves_nothing(gateway: Gateway) -> None:
    source = _feed(gateway)
    gateway.settle()
    assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
    gateway.settle()
    assert traces(gateway, "Mirefall") == []
    assert traces(gateway, ID) == []


CONSENT = b'<html><body><form action="https://consent.youtube.com/save" method="POST">Before you continue</form></body></html>'
REFUSED = {
    "no captions": (Film(), "has no captions"),
    "private": (Film(status="LOGIN_REQUIRED", reason="This is a private video. Please sign in."), "private"),
    "removed": (Film(status="ERROR", reason="This video has been removed by the uploader"), "removed by the uploader"),
    "age": (Film(status="LOGIN_REQUIRED", reason="Sign in to confirm your age"), "proved their age"),
    "robot": (Film(status="LOGIN_REQUIRED", reason="Sign in to confirm you’re not a bot"), "robot"),
    "members": (Film(status="UNPLAYABLE", reason="Join this channel to get access <b>"), "Join this channel"),
    "live": (Film(tracks=[WRITTEN], details={"isLive": True}), "live now"),
    "to come": (Film(status="LIVE_STREAM_OFFLINE", reason="Premieres in 2 hours"), "not begun"),
    "nothing said": (Film(tracks=[WRITTEN._replace(cues=())]), "captions are empty"),
}


def test_a_video_without_a_transcript_is_refused_with_the_reason(gateway: Gateway, films: Videos) -> None:
    for film, reason in REFUSED.values():
        films.put(ID, film)
        _refused(gateway, reason)
    assert nothing(gateway)


WATCH, TEXT = f"/watch?v={ID}&hl=en", f"/api/timedtext?v={ID}&ei=x&lang=en&fmt=json3"
BROKEN = {
    "consent": (WATCH, Page(CONSENT), "consent"),
    "captcha": (WATCH, Page(b'<div class="g-recaptcha"></div>'), "robot"),
    "too many": (WATCH, Page(b"", status=429), "robot"),
    "gone": (WATCH, Page(b"", status=404), "404"),
    "empty": (WATCH, Page(b""), "cannot be understood"),
    "binary": (WATCH, Page(b"\x00\xff" * 1000), "cannot be understood"),
    "garbage": (WATCH, Page(b"<script>var ytInitialPlayerResponse = {not json"), "cannot be understood"),
    "deep": (WATCH, Page(b'var ytInitialPlayerResponse = {"a":' + b"[" * 90_000), "cannot be understood"),
    "wrong shape": (WATCH, Page(watch_page({"captions": [], "videoDetails": {"title": 3}}).encode()), "understood"),
    "huge": (WATCH, Page(b"a" * 100_001), "the most that is fetched"),
    "a film": (WATCH, Page(b"....", "video/mp4"), "not asked for"),
    "captions gone": (TEXT, Page(b"", status=404), "404"),
    "captions empty": (TEXT, Page(b"", "text/html"), "captions are empty"),
    "captions garbage": (TEXT, Page(b"<transcript/>", "text/xml"), "cannot be understood"),
    "captions deep": (TEXT, Page(b'{"events":' + b"[" * 90_000, "application/json"), "cannot be understood"),
    "captions timeless": (TEXT, Page(b'{"events":[{"tStartMs":-1,"segs":[{"utf8":"a"}]}]}', "text/html"), "understood"),
    "captions huge": (TEXT, Page(b"a" * 100_001, "text/html"), "the most that is fetched"),
    "captions elsewhere": (TEXT, Page(b"", status=302, headers={"Location": "http://127.0.0.1:1/"}), "not public"),
}


def test_a_site_that_does_not_answer_as_it_should_leaves_nothing(gateway: Gateway, films: Videos) -> None:
    _refuses_each(gateway, films, BROKEN)


@pytest.mark.parametrize("timeout_s", [1.0])
def test_a_site_that_takes_too_long_leaves_nothing(gateway: Gateway, films: Videos) -> None:
    _refuses_each(
        gateway, films, {"hangs": (WATCH, Page(send=hangs), "in time"), "drips": (TEXT, Page(send=drips), "in time")}
    )


@pytest.mark.parametrize(
    "url", ["https://www.youtube.com/x", "www.youtube.com", "https://me@www.youtube.com", "ftp://youtube.com", ""]
)
def test_a_setting_that_names_no_site_is_refused(url: str) -> None:
    with pytest.raises(ValidationError):
        FetchSettings(video_url=url)


NO_VIDEO = [
    "https://www.youtube.com/playlist?list=PL0123456789",
    "https://www.youtube.com/watch",
    "https://www.youtube.com/watch?v=short",
    "https://youtu.be/..%2f..%2fabcdefg",
    "https://www.youtube.com/shorts/abc",
]


def test_an_address_that_names_no_video_is_refused(gateway: Gateway, films: Videos) -> None:
    for address in NO_VIDEO:
        _refused(gateway, "video", address)
    assert films.site.asked == []
    assert nothing(gateway)


def test_captions_are_asked_of_nobody_but_the_site(gateway: Gateway, films: Videos) -> None:
    """Whatever address the page names for them."""
    page = films.site.pages[WATCH].body
    for elsewhere in (b"https://127.0.0.1:1/other?", b"https://www.youtube.com@127.0.0.1:1/?", b"//127.0.0.1:1/x?"):
        films.site.pages[WATCH] = Page(page.replace(b"https://www.youtube.com/api/timedtext?", elsewhere))
        films.to_app.clear()
        _refused(gateway, "does not give")
    assert nothing(gateway)


def _refuses_each(gateway: Gateway, films: Videos, broken: Mapping[str, tuple[str, Page, str]]) -> None:
    films.to_app.clear()
    as_it_should = dict(films.site.pages)
    for path, page, reason in broken.values():
        films.site.pages |= {**as_it_should, path: page}
        _refused(gateway, reason)
    assert nothing(gateway)


def _refused(gateway: Gateway, reason: str, address: str = ADDRESS) -> None:
    answer = gateway.http.post("/ingest/url", json={"url": address})
    assert answer.status_code == 400, answer.text
    detail = answer.json()["detail"]
    assert reason in detail
    assert detail.endswith(".")
    assert len(detail) < 300
