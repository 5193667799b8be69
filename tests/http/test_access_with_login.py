"""Who may ask once people log in: whoever goes to a name that the server has, through proxies too."""

from collections.abc import Iterator

import httpx
import pytest

from lorewright.core.access import AuthSettings
from lorewright.core.settings import Settings
from lorewright.http.access import Access
from tests.conftest import serving


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        data_dir=tmp_path_factory.mktemp("data"),
        auth=AuthSettings(enabled=True),
        public_url="https://wiki.example/",
        allow_hosts="notes.example, 10.0.0.7",
    )


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[httpx.Client]:
    with serving(settings) as client:
        yield client


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(
            (host, 200)
            for host in (
                "localhost:1",
                "[::1]",
                "127.0.0.1",
                "wiki.example",
                "WIKI.example:443",
                "notes.example",
                "10.0.0.7:80",
            )
        ),
        *(
            (host, 400)
            for host in ("", "evil.example", "wiki.example.evil.example", "10.0.0.8", "wiki.example@evil.example")
        ),
    ],
)
def test_only_a_name_of_its_own_is_answered(server: httpx.Client, host: str, status: int) -> None:
    answer = server.get("/health", headers={"Host": host})
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["error_code"] == "BAD_REQUEST"
        assert "LOREWRIGHT_ALLOW_HOSTS" in answer.json()["detail"]


def test_what_comes_through_a_proxy_is_answered(server: httpx.Client) -> None:
    for name in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via"):
        assert server.get("/health", headers={name: "for=10.0.0.1"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("wiki.example", "https://wiki.example", 200),
        ("notes.example:8443", "https://notes.example:8443", 200),
        ("notes.example", "https://notes.example:8443", 403),
        ("notes.example", "https://evil.example", 403),
        ("notes.example", "null", 403),
        ("notes.example", "ftp://notes.example", 403),
        ("notes.example", "http://localhost:3000", 200),
        ("notes.example", "moz-extension://abc", 200),
    ],
)
def test_a_page_of_its_own_address_may_write(server: httpx.Client, host: str, origin: str, status: int) -> None:
    assert server.post("/auth/logout", headers={"Host": host, "Origin": origin}).status_code == status


def test_the_address_that_a_connection_goes_to_is_its_own(settings: Settings) -> None:
    access = Access(settings)
    for address in ("192.168.1.5", "::ffff:192.168.1.5"):
        access.check_host({"type": "http", "headers": [(b"host", b"192.168.1.5:7842")], "server": (address, 7842)})


@pytest.mark.parametrize("trusted", ["10.0.0.0/8", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104"])
@pytest.mark.parametrize(
    ("client", "said", "peer"),
    [
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, ::FFFF:10.0.0.1", "203.0.113.9"),
        ("10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.1", "203.0.113.9", "203.0.113.1"),
        ("2001:db8::1", "203.0.113.9", "2001:db8::1"),
    ],
)
def test_an_address_of_ipv4_is_known_in_the_clothes_of_ipv6(
    settings: Settings, trusted: str, client: str, said: str, peer: str
) -> None:
    """So a server that listens on all addresses gets it."""
    access = Access(settings.model_copy(update={"trusted_proxies": trusted}))
    scope = {"type": "http", "headers": [(b"x-forwarded-for", said.encode())], "client": (client, 1)}
    assert access.peer(scope) == peer


def test_this_machine_is_known_in_the_clothes_of_ipv6(settings: Settings) -> None:
    here = {"type": "http", "headers": [(b"host", b"localhost")], "client": ("::ffff:127.0.0.1", 1)}
    assert Access(settings).is_local(here)


def test_login_lets_it_listen_elsewhere() -> None:
    assert Settings(host="192.168.1.5", auth=AuthSettings(enabled=True)).may_register is False
    assert Settings(host="0.0.0.0", only="retrieval", registration="open").may_register is True  # noqa: S104 - the point
    assert Settings().may_register is True
