"""Fetching from servers that lie, hang, lead astray and give too much."""

import base64
import gzip
import socket
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from lorewright.core.errors import BadInput
from lorewright.core.servers import LlmSettings
from lorewright.core.settings import FetchSettings
from lorewright.fetch.http import MAX_REDIRECTS, Bounds, HttpFetcher
from tests.makers.site import Page, Site, site
from tests.makers.tls import Authority, self_signed

HTML = b"<html><body><p>An otter eats trout.</p></body></html>"
PACKED = gzip.compress(b"\0" * 10_000_000, 1)
"""Less than a page may have, and a hundred times that unpacked."""
BOUNDS = Bounds(seconds=1.5, page_bytes=100_000, pdf_bytes=200_000)


@pytest.fixture
def pages() -> Iterator[Site]:
    with site() as made:
        yield made


def _fetcher(pages: Site, bounds: Bounds = BOUNDS) -> HttpFetcher:
    return HttpFetcher(bounds, allowed=[pages.pair])


def test_a_page_comes_with_what_its_server_says_of_it(pages: Site) -> None:
    pages.pages["/a?b=c"] = Page(HTML, "Text/HTML; Charset=ISO-8859-1")
    got = _fetcher(pages).fetch(f"{pages.address}/a?b=c#d")
    assert got == (f"{pages.address}/a?b=c", "text/html", "iso-8859-1", HTML)
    pages.pages["/bare"] = Page(HTML, None)
    assert _fetcher(pages).fetch(f"{pages.address}/bare")[1:3] == ("", None)


def test_nothing_of_the_person_or_her_machine_goes_along(pages: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    pages.pages["/set"] = Page(b"", status=302, headers={"Set-Cookie": "a=b; Path=/", "Location": "/got"})
    pages.pages["/got"] = Page(HTML)
    _fetcher(pages).fetch(f"{pages.address}/set")
    assert [path for path, _ in pages.asked] == ["/set", "/got"]
    for _, headers in pages.asked:
        assert set(headers) == {"host", "user-agent", "accept", "accept-encoding"}
        assert headers["host"] == pages.host


def test_a_proxy_serves_where_a_setting_says_so(pages: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "no_proxy", "NO_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", pages.address)
    address = "http://8.8.8.8/a"
    pages.pages[address] = Page(HTML)
    assert HttpFetcher(BOUNDS, by_proxy=True).fetch(address).data == HTML
    with pytest.raises(BadInput, match="not public"):
        HttpFetcher(BOUNDS, by_proxy=True).fetch("http://10.0.0.1/")


def test_a_proxy_that_wants_a_name_and_password_gets_them_and_the_page_does_not(
    pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", f"http://ada:a%40b%C3%A9@{pages.host}")
    pages.pages["http://8.8.8.8/a"] = Page(HTML)
    assert HttpFetcher(BOUNDS, by_proxy=True).fetch("http://8.8.8.8/a").data == HTML
    [(_, headers)] = pages.asked
    assert base64.b64decode(headers["proxy-authorization"].removeprefix("Basic ")).decode() == "ada:a@bé"
    assert "authorization" not in headers


@pytest.mark.parametrize(
    "named", ["socks5://proxy:1080", "http://", "http://proxy:port", "http://proxy:99999", "http://a b"]
)
@pytest.mark.parametrize("settings", [FetchSettings, LlmSettings])
def test_what_is_no_proxy_is_told_at_the_start_where_one_is_to_be_used(
    monkeypatch: pytest.MonkeyPatch, named: str, settings: type[FetchSettings] | type[LlmSettings]
) -> None:
    monkeypatch.delenv("https_proxy", raising=False)
    monkeypatch.setenv("HTTPS_PROXY", named)
    with pytest.raises(ValidationError, match="HTTPS_PROXY"):
        settings(use_proxy=True)
    assert not settings(use_proxy=False).use_proxy


@pytest.mark.parametrize("has_scheme", [True, False])
def test_a_proxy_that_makes_no_tunnel_is_a_reason(
    pages: Site, monkeypatch: pytest.MonkeyPatch, has_scheme: bool
) -> None:
    for name in ("no_proxy", "NO_PROXY", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTPS_PROXY", pages.address if has_scheme else pages.host)
    with pytest.raises(BadInput, match="No connection"):
        HttpFetcher(BOUNDS, by_proxy=True).fetch("https://8.8.8.8/")


@pytest.mark.parametrize(
    "parameter",
    [
        "charset*0=a; charset*=b",
        f"charset*{'1' * 5_000}*=x",
        "charset*=us-ascii''a%00b",
        "charset*=us-ascii''a%0d%0ab: c",
    ],
)
def test_a_charset_that_can_be_none_is_left_to_the_bytes(pages: Site, parameter: str) -> None:
    pages.pages["/"] = Page(HTML, f"text/html; {parameter}")
    assert _fetcher(pages).fetch(f"{pages.address}/") == (f"{pages.address}/", "text/html", None, HTML)


def test_redirects_are_followed_to_an_end(pages: Site) -> None:
    for hop in range(MAX_REDIRECTS + 1):
        pages.pages[f"/{hop}"] = Page(
            b"", status=(301, 302, 303, 307, 308)[hop % 5], headers={"Location": f"{hop + 1}"}
        )
    pages.pages[f"/{MAX_REDIRECTS + 1}"] = Page(HTML)
    assert _fetcher(pages).fetch(f"{pages.address}/1").data == HTML
    with pytest.raises(BadInput, match="more than 5 times"):
        _fetcher(pages).fetch(f"{pages.address}/0")
    pages.pages["/loop"] = Page(b"", status=302, headers={"Location": "/loop"})
    with pytest.raises(BadInput, match="more than 5 times"):
        _fetcher(pages).fetch(f"{pages.address}/loop")


@pytest.mark.parametrize(
    "there",
    [
        "http://127.0.0.1:1/",
        "http://localhost/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::1]/",
        "http://[::1%25lo]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://127%2e0.0.1/",
        "http://①②⑦.0.0.1/",
        "//10.0.0.1/",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "http://a:b@127.0.0.1/",
        "http://[",
        "gopher://127.0.0.1/",
    ],
)
def test_a_redirect_leads_nowhere_that_could_not_be_asked_for(pages: Site, there: str) -> None:
    pages.pages["/"] = Page(b"", status=302, headers={"Location": there})
    with pytest.raises(BadInput):
        _fetcher(pages).fetch(pages.address)
    assert len(pages.asked) == 1


def test_only_the_host_and_port_that_are_named_are_let_through(pages: Site) -> None:
    pages.pages["/"] = Page(HTML)
    name, port = pages.pair
    for other in ([], [(name, port + 1)], [("localhost", port)]):
        with pytest.raises(BadInput, match="not public"):
            HttpFetcher(BOUNDS, allowed=other).fetch(pages.address)
    assert not pages.asked
    assert HttpFetcher(BOUNDS, allowed=[("localhost", port)]).fetch(f"http://localhost:{port}/").data == HTML


def test_a_name_is_asked_for_once_and_the_connection_goes_where_it_led(
    pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever answers for the name may say another address the next time, which nobody has looked at."""
    pages.pages["/"] = Page(HTML)
    _, port = pages.pair
    asked: list[str] = []
    resolve = socket.getaddrinfo

    def leads_elsewhere(host: str, *more: Any, **named: Any) -> Any:
        if host == "rebound.example":
            asked.append(host)
            host = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return resolve(host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", leads_elsewhere)
    fetcher = HttpFetcher(BOUNDS, allowed=[("rebound.example", port)])
    assert fetcher.fetch(f"http://rebound.example:{port}/").data == HTML
    assert asked == ["rebound.example"]
    assert pages.asked[0][1]["host"] == f"rebound.example:{port}"


class _Ways:
    """Where names lead and connections go in a test: the site stands for every public address too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, pages: Site, leads: Mapping[str, Sequence[str]]) -> None:
        """`leads`: what a name's resolver answers, the last of it for ever."""
        self.went: list[str] = []
        self._left = {name: list(addresses) for name, addresses in leads.items()}
        resolve, connect = socket.getaddrinfo, socket.create_connection

        def resolved(host: str, *more: Any, **named: Any) -> Any:
            left = self._left.get(host, [host])
            return resolve(left.pop(0) if len(left) > 1 else left[0], *more, **named)

        def connected(address: tuple[str, int], *more: Any, **named: Any) -> socket.socket:
            self.went.append(address[0])
            return connect(pages.pair, *more, **named)

        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        monkeypatch.setattr(socket, "create_connection", connected)


def test_whoever_changes_the_answer_for_a_name_leads_nobody_inside(
    pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No pair is let through: the first answer is checked, and nobody asks for another before connecting there."""
    pages.pages["/"] = Page(HTML)
    ways = _Ways(monkeypatch, pages, {"rebound.example": ["8.8.8.8", "127.0.0.1"]})
    fetcher = HttpFetcher(BOUNDS)
    assert fetcher.fetch("http://rebound.example/").data == HTML
    assert ways.went == ["8.8.8.8"]
    with pytest.raises(BadInput, match="not public"):
        fetcher.fetch("http://rebound.example/")
    assert ways.went == ["8.8.8.8"]


def test_a_redirect_to_a_name_that_has_changed_its_answer_is_not_followed(
    pages: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.pages |= {"/": Page(HTML), "/on": Page(b"", status=302, headers={"Location": "/"})}
    ways = _Ways(monkeypatch, pages, {"rebound.example": ["8.8.8.8", "169.254.169.254"]})
    with pytest.raises(BadInput, match="not public"):
        HttpFetcher(BOUNDS).fetch("http://rebound.example/on")
    assert (ways.went, [path for path, _ in pages.asked]) == (["8.8.8.8"], ["/on"])


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """Whom this machine believes."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made


def test_a_page_comes_over_tls_from_the_server_of_that_name(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes to an address that was checked; the certificate is of the name."""
    with site(authority.vouch("gates.example")) as pages:
        pages.pages["/"] = Page(HTML)
        ways = _Ways(monkeypatch, pages, {"gates.example": ["8.8.8.8"]})
        assert HttpFetcher(BOUNDS).fetch("https://gates.example/").data == HTML
        assert ways.went == ["8.8.8.8"]
        assert pages.asked[0][1]["host"] == "gates.example"


Vouch = Callable[[Authority, Path], Path]


@pytest.mark.parametrize(
    "vouch",
    [
        pytest.param(lambda authority, folder: authority.vouch("other.example"), id="another name"),
        pytest.param(lambda authority, folder: authority.vouch("8.8.8.8"), id="the address"),
        pytest.param(lambda authority, folder: self_signed(folder, "gates.example"), id="self-signed"),
        pytest.param(lambda authority, folder: Authority(folder, "X").vouch("gates.example"), id="unknown authority"),
    ],
)
def test_a_certificate_that_does_not_vouch_for_the_name_is_refused(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vouch: Vouch
) -> None:
    with site(vouch(authority, tmp_path)) as pages:
        pages.pages["/"] = Page(HTML)
        _Ways(monkeypatch, pages, {"gates.example": ["8.8.8.8"]})
        with pytest.raises(BadInput, match="certificate is not valid"):
            HttpFetcher(BOUNDS).fetch("https://gates.example/")
        assert not pages.asked


Write = Callable[[bytes], None]


def hangs(write: Write) -> None:
    time.sleep(4)


def drips(write: Write) -> None:
    write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(40):
        write(b"a")
        time.sleep(0.1)


def _drips_head(write: Write) -> None:
    for _ in range(40):
        write(b"H")
        time.sleep(0.1)


def _drips_headers(write: Write) -> None:
    write(b"HTTP/1.1 200 OK\r\n")
    for number in range(40):
        write(b"X-%d: a\r\n" % number)
        time.sleep(0.1)


@pytest.mark.parametrize("send", [hangs, drips, _drips_head, _drips_headers])
def test_time_has_an_end_however_little_comes(pages: Site, send: Callable[[Write], None]) -> None:
    pages.pages["/"] = Page(send=send)
    began = time.monotonic()
    with pytest.raises(BadInput, match="in time"):
        _fetcher(pages).fetch(pages.address)
    assert time.monotonic() - began < BOUNDS.seconds + 1.5


def _endless_headers(write: Write) -> None:
    write(b"HTTP/1.1 200 OK\r\n")
    for number in range(1_000_000):
        write(b"X-%d: %s\r\n" % (number, b"a" * 1_000))


def _endless(write: Write) -> None:
    write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(100_000):
        write(b"a" * 10_000)


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (Page(b"a" * 100_001), "more than"),
        (Page(headers={"Content-Length": str(2_000_000_000)}), "more than"),
        (Page(send=_endless), "more than"),
        (Page(send=_endless_headers), "understood|broke off"),
        (Page(PACKED, headers={"Content-Encoding": "gzip"}), "more than"),
        (Page(zlib.compress(b"\0" * 300_000), headers={"Content-Encoding": "deflate"}), "more than"),
        (Page(gzip.compress(b"a" * 60_000) * 2, headers={"Content-Encoding": "gzip"}), "more than"),
        (Page(gzip.compress(HTML)[:-12], headers={"Content-Encoding": "gzip"}), "broke off"),
        (Page(b"no gzip", headers={"Content-Encoding": "gzip"}), "understood"),
        (Page(HTML, headers={"Content-Encoding": "br"}), "not asked for"),
        (Page(gzip.compress(PACKED[:50_000]), headers={"Content-Encoding": "gzip, gzip"}), "not asked for"),
        (Page(gzip.compress(b"") * 6_000, headers={"Content-Encoding": "gzip"}), "more than"),
        (Page(HTML, headers={"Content-Length": "9" * 5_000}), "understood"),
        (Page(HTML, headers={"Content-Length": "1000"}), "understood|broke off"),
        (Page(HTML, headers={"Content-Length": "-5"}), "understood"),
        (Page(HTML, status=404), "status 404"),
        (Page(HTML, status=500), "status 500"),
        (Page(b"", status=304), "status 304"),
        (Page(b"", status=302), "status 302"),
        (Page(b"\x89PNG", "image/png"), "image/png"),
        (Page(b"....", "video/mp4"), "video/mp4"),
        (Page(b"PK", "application/zip"), "application/zip"),
        (Page(send=lambda write: write(b"SSH-2.0-OpenSSH_9.2\r\n")), "understood"),
        (Page(send=lambda write: None), "understood|broke off"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_reason(pages: Site, page: Page, reason: str) -> None:
    pages.pages["/"] = page
    with pytest.raises(BadInput, match=reason):
        _fetcher(pages, BOUNDS._replace(seconds=20)).fetch(pages.address)


def test_what_is_packed_is_unpacked(pages: Site) -> None:
    for name, packed in {
        "gzip": gzip.compress(HTML),
        "x-gzip": gzip.compress(HTML[:9]) + gzip.compress(HTML[9:]) + b"\0" * 100,
        "deflate": zlib.compress(HTML),
        "identity": HTML,
    }.items():
        pages.pages["/"] = Page(packed, headers={"Content-Encoding": name})
        assert _fetcher(pages).fetch(pages.address).data == HTML, name


def test_a_pdf_may_be_larger_than_a_page(pages: Site) -> None:
    for media_type in ("application/pdf", "application/octet-stream"):
        pages.pages["/"] = Page(b"%PDF-1.4" + b"a" * 150_000, media_type)
        assert len(_fetcher(pages).fetch(pages.address).data) > BOUNDS.page_bytes


def test_no_answer_and_no_name_are_told_apart(pages: Site) -> None:
    with pytest.raises(BadInput, match=r"No address is known for the name nowhere\.invalid"):
        _fetcher(pages).fetch("http://nowhere.invalid/")
    with pytest.raises(BadInput, match="No connection"):
        HttpFetcher(BOUNDS, allowed=[("127.0.0.1", 1)]).fetch("http://127.0.0.1:1/")
    with pytest.raises(BadInput, match="No connection"):
        _fetcher(pages).fetch(pages.address.replace("http", "https"))
