"""Which addresses may be fetched."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.core.errors import BadInput
from lorewright.fetch.rules import allowed_pairs, check_addresses, is_public, target_of

PRIVATE = [
    "0.0.0.0",  # noqa: S104 - nothing is bound to it
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.9",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2001:0:7f00:1::",
    "2001:1ff:ffff::1",
    "2001:4860::5efe:10.0.0.1",
    "2606:4700::200:5efe:127.0.0.1",
    "2620:4f:8000::1",
    "2002:7f00:1::1",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "4000::1",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "9.9.9.9",
    "93.184.216.34",
    "172.15.0.1",
    "172.32.0.1",
    "192.1.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
    "2001:4860:4860::8888",
    "2001:200::1",
    "2606:4700:0:5efe::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_handed_out_to_everybody_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    with pytest.raises(BadInput, match="not public"):
        check_addresses(target_of("http://name.example/"), ["8.8.8.8", address])


@pytest.mark.parametrize("address", PUBLIC)
def test_what_anybody_can_reach_is_public(address: str) -> None:
    assert is_public(ip_address(address))
    check_addresses(target_of("http://name.example/"), [address])


@given(st.ip_addresses())
def test_nothing_is_public_that_the_registries_keep_back(address: IPv4Address | IPv6Address) -> None:
    if is_public(address):
        assert address.is_global
        kept_back = [address.is_private, address.is_multicast, address.is_reserved, address.is_unspecified]
        assert not any(kept_back)


@pytest.mark.parametrize(
    "spelling",
    [
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "１２７.０.０.１",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "[::1]",
        "[::ffff:7f00:1]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1::127.0.0.1]",
        "[2002:7f00:1::]",
        "[0:0:0:0:0:0:0:1]",
        "[::1%lo]",
        "127.0.1",
        "0x7f.0x0.0x0.0x1",
        "0177.0.1",
        "127.0.0.0x1",
        "127%2e0%2e0%2e1",
        "%31%32%37.0.0.1",
        "127.0.0.1%00.example.org",
        "127.0.0.1\u3002",
        "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
        "LOCALHOST.",
        "0",
        "0.0.0.0",  # noqa: S104 - nothing is bound to it
    ],
)
def test_every_spelling_of_this_machine_is_seen_through(spelling: str) -> None:
    try:
        target = target_of(f"http://{spelling}/")
    except BadInput:
        return
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    with pytest.raises(BadInput, match="not public"):
        check_addresses(target, [str(place[0]) for *_, place in found])


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "data:text/html,x",
        "javascript:alert(1)",
        "http://",
        "http:///path",
        "http://user@example.org/",
        "http://user:secret@example.org/",
        "http://example.org@evil.example/",
        "http://exa mple.org/",
        "http://example.org/a b",
        "http://example.org/\r\nHost: evil",
        "http://example.org/\x00",
        "http://example.org:99999/",
        "http://example.org:x/",
        "http://[::1/",
        "http://[fe80::1%25eth0]/",
        "http://exa$mple.org/",
        "http://" + "a" * 64 + ".org/",
        "http://example.org/" + "a" * 2_000,
        "http://example.org\\@127.0.0.1/",
    ],
)
def test_what_is_no_address_of_a_page_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        target_of(url)


@pytest.mark.parametrize(
    ("url", "one"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        (" https://example.org:443/a?b=c#d ", "https://example.org/a?b=c"),
        ("http://example.org:8080/a/../b", "http://example.org:8080/a/../b"),
        ("http://bücher.example/straße?q=ä", "http://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A4"),
        ("http://example.org/%7Ea%20b", "http://example.org/%7Ea%20b"),
        ("http://[2606:4700:0:0::1111]:80/", "http://[2606:4700::1111]/"),
        ("http://example.org./", "http://example.org/"),
    ],
)
def test_an_address_has_one_spelling(url: str, one: str) -> None:
    assert target_of(url).url == one
    assert target_of(one).url == one


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.org/{text}"):
        try:
            target = target_of(url)
        except BadInput:
            continue
        assert target.url.isascii()
        assert target_of(target.url) == target


def test_pairs_of_host_and_port_are_taken_as_they_are_meant() -> None:
    assert allowed_pairs(" wiki.local:80, [::1]:9000,127.0.0.1:1,") == {
        ("wiki.local", 80),
        ("::1", 9000),
        ("127.0.0.1", 1),
    }
    assert allowed_pairs("") == frozenset()
