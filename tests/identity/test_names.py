"""Which names are the same, which addresses are some, and which passwords are guessed at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.identity.names import comparable, is_common, is_email


@pytest.mark.parametrize(
    "password",
    [
        *(
            "password",
            "Password1",
            "P@ssw0rd!",
            "passw0rd123",
            "PASSWORD",
            "password2024",
            "12345678",
            "1234567890",
            "87654321",
        ),
        *(
            "qwertyuiop",
            "asdfghjkl",
            "zxcvbnm,",
            "1q2w3e4r",
            "1qaz2wsx",
            "abcdefgh",
            "aaaaaaaa",
            "abababab",
            "11223311",
        ),
        *(
            "iloveyou",
            "iloveyou2",
            "letmein!",
            "welcome1",
            "sunshine",
            "princess1",
            "football",
            "superman!!",
            "changeme",
        ),
        *("trustno1", "administrator", "...monkey...", "dr4g0n99"),
        *("abcd1234", "pass1234", "asdf1234", "qwer1234", "123qweasd", "123abc456", "dragonqwer", "qwer!monkey"),
        *("1qazxsw2", "zaq12wsx", "q1w2e3r4", "2wsx3edc", "!qaz2wsx", "p0o9i8u7"),
        *("asdfasdf", "12341234", "lolalola", "metallicametallica", "147258369", "789456123", "741852963", "159357159"),
        *("spongebob", "barcelona", "metallica", "Metallica1!", "alexander", "computer123"),
    ],
)
def test_a_password_that_is_tried_first_is_common(password: str) -> None:
    assert is_common(password)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "SecurePass123!",
        "my dragon eats monkeys",
        "lighthouse-1844",
        "Xk3!vv9Qp2",
        "тихий океан",
        "passwort-für-alle",
        "dragonmonkeyhunter",
        "barcelonametallica",
        "defenceabcess",
        "lampstoproof",
        "kazoo-741-tram",
    ],
)
def test_another_password_is_not(password: str) -> None:
    assert not is_common(password)


@pytest.mark.parametrize(
    "address",
    ["a@b.co", "ada.lovelace+wiki@mail.example.org", "o'neil@example.ie", "süß@müller.example", "x_y-z@1.example.com"],
)
def test_an_address(address: str) -> None:
    assert is_email(address)


@pytest.mark.parametrize(
    "address",
    [
        *("", "@", "a@", "@b.co", "a@b", "a b@c.de", "a@b@c.de", "a@b..de", "a@.de", "a@b.de.", "a\n@b.de", "a@b.de\n"),
        *("<a@b.de>", "a@b.d", "x" * 65 + "@b.de", "a@" + "b." * 130 + "de", "a;b@c.de"),
    ],
)
def test_no_address(address: str) -> None:
    assert not is_email(address)


@pytest.mark.parametrize(("one", "other"), [("Ada", "ADA"), ("ａｄａ", "ada"), ("Straße", "STRASSE"), ("é", "e\u0301")])
def test_two_spellings_of_one_name(one: str, other: str) -> None:
    assert comparable(one) == comparable(other)


@given(st.text(max_size=30))
def test_what_is_comparable_stays_as_it_is(name: str) -> None:
    assert comparable(comparable(name)) == comparable(name)
    assert comparable(name) == comparable(f" {name} ")


@given(st.text(max_size=130))
def test_any_text_can_be_judged(text: str) -> None:
    is_common(text)
    is_email(text)
