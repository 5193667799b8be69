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
    scope = {"type": "http", "headers": [(b"host", b"192.168.1.5:7842")], "server": ("192.168.1.5", 7842)}
    access.check_host(scope)


def test_login_lets_it_listen_elsewhere() -> None:
    assert Settings(host="192.168.1.5", auth=AuthSettings(enabled=True)).may_register is False
    assert Settings(host="0.0.0.0", only="retrieval", registration="open").may_register is True  # noqa: S104 - the point
    assert Settings().may_register is True
