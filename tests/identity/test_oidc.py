"""Who an issuer of OpenID Connect says somebody is, and what is not believed."""

import base64
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey
from pydantic import SecretStr

from lorewright.core.access import IssuerSettings
from lorewright.core.errors import BadInput, Unavailable
from lorewright.identity import asking
from lorewright.identity.base import Challenge, Person
from lorewright.identity.oidc import KEYS_AGAIN_S, OidcProvider
from tests.makers.issuer import CLIENT_ID, CLIENT_SECRET, Claims, Issuer, issuer, make_key
from tests.makers.site import Page, site

CHALLENGE = Challenge("a-state", "a-nonce", "a-verifier" * 5, "http://127.0.0.1:1/auth/callback")


@pytest.fixture
def there() -> Iterator[Issuer]:
    with issuer() as made:
        yield made


def _provider(there: Issuer, secret: str = CLIENT_SECRET, *, keys_again_s: float = KEYS_AGAIN_S) -> OidcProvider:
    given = IssuerSettings(issuer=there.address, client_id=CLIENT_ID, client_secret=SecretStr(secret))
    return OidcProvider(given, keys_again_s=keys_again_s)


def _code(provider: OidcProvider, challenge: Challenge = CHALLENGE) -> str:
    back = httpx.get(provider.address(challenge), trust_env=False).headers["location"]
    return dict(parse_qsl(urlsplit(back).query))["code"]


def _person(there: Issuer) -> Person:
    provider = _provider(there)
    return provider.person(CHALLENGE, _code(provider))


def test_a_person_is_who_the_issuer_says(there: Issuer) -> None:
    assert _person(there) == Person(there.address, "person-1", "ada@example.org", True, "Ada", None)


def test_a_person_is_sent_with_all_that_protects_the_way_back(there: Issuer) -> None:
    asked = dict(parse_qsl(urlsplit(_provider(there).address(CHALLENGE)).query))
    assert asked.pop("code_challenge") not in ("", CHALLENGE.verifier)
    assert asked == {
        "response_type": "code",
        "client_id": CLIENT_ID,
        "redirect_uri": CHALLENGE.redirect_url,
        "scope": "openid email profile",
        "state": "a-state",
        "nonce": "a-nonce",
        "code_challenge_method": "S256",
    }


def _with(**claims: object) -> Callable[[Claims], Claims]:
    return lambda right: {**right, **claims}


def _in(seconds: int, name: str) -> Callable[[Claims], Claims]:
    """The claim is a moment so far from when the token is made."""
    return lambda right: {**right, name: int(time.time()) + seconds}


def _without(name: str) -> Callable[[Claims], Claims]:
    return lambda right: {key: value for key, value in right.items() if key != name}


LIES = {
    "another nonce": _with(nonce="another"),
    "no nonce": _without("nonce"),
    "another client": _with(aud="somebody-else"),
    "no client": _without("aud"),
    "several clients and none that asked": _with(aud=[CLIENT_ID, "somebody-else"]),
    "another party": _with(aud=[CLIENT_ID], azp="somebody-else"),
    "another issuer": _with(iss="https://accounts.example"),
    "no issuer": _without("iss"),
    "expired": _in(-600, "exp"),
    "no expiry": _without("exp"),
    "not yet": _in(600, "nbf"),
    "issued in the future": _in(600, "iat"),
    "no time": _without("iat"),
    "nobody": _without("sub"),
    "an empty name": _with(sub=""),
    "a name that is none": _with(sub=7),
    "a name that cannot be stored": _with(sub="a\x00b"),
    "an endless name": _with(sub="x" * 300),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_token_that_says_what_it_must_not_is_refused(there: Issuer, lie: Callable[[Claims], Claims]) -> None:
    there.lie = lie
    with pytest.raises(BadInput, match="does not verify"):
        _person(there)


def _encoded(part: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


def _unsigned(claims: Claims) -> str:
    return f"{_encoded({'alg': 'none', 'kid': 'first'})}.{_encoded(claims)}."


def _by_public_key(there: Issuer) -> Callable[[Claims], str]:
    """What anybody can sign who takes the public key for a secret."""
    public = there.key.as_pem(private=False)

    def sign(claims: Claims) -> str:
        signed = f"{_encoded({'alg': 'HS256', 'kid': 'first'})}.{_encoded(claims)}"
        mac = hmac.digest(public, signed.encode(), "sha256")
        return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    return sign


def _by_client_secret(_: Issuer) -> Callable[[Claims], str]:
    secret = OctKey.import_key(CLIENT_SECRET)
    return lambda claims: jwt.encode({"alg": "HS256"}, claims, secret)


def _by_stranger(_: Issuer) -> Callable[[Claims], str]:
    foreign = make_key("first")
    return lambda claims: jwt.encode({"alg": "RS256", "kid": "first"}, claims, foreign)


def _by_key_in_header(_: Issuer) -> Callable[[Claims], str]:
    foreign = make_key("first")
    header: dict[str, Any] = {"alg": "RS256", "jwk": foreign.as_dict(private=False)}
    return lambda claims: jwt.encode(header, claims, foreign)


def _torn(there: Issuer) -> Callable[[Claims], str]:
    return lambda claims: there._signed(claims)[:-10]


def _nested(_: Issuer) -> Callable[[Claims], str]:
    deep = base64.urlsafe_b64encode(b'{"alg":' + b"[" * 50_000).decode().rstrip("=")
    return lambda claims: f"{deep}.e30.e30"


FORGERIES: dict[str, Callable[[Issuer], Callable[[Claims], str]]] = {
    "unsigned": lambda _: _unsigned,
    "by the public key": _by_public_key,
    "by the client's secret": _by_client_secret,
    "by a foreign key": _by_stranger,
    "by a key it brings": _by_key_in_header,
    "torn": _torn,
    "nested": _nested,
    "nothing": lambda _: lambda claims: "",
    "no token": lambda _: lambda claims: "not.a.token",
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_token_that_the_issuer_did_not_sign_is_refused(
    there: Issuer, forge: Callable[[Issuer], Callable[[Claims], str]]
) -> None:
    there.sign = forge(there)
    with pytest.raises(BadInput, match="does not verify"):
        _person(there)


def test_a_code_is_good_once_and_for_who_asked(there: Issuer) -> None:
    provider = _provider(there)
    code = _code(provider)
    for other in (
        CHALLENGE._replace(verifier="guessed" * 8),
        CHALLENGE._replace(redirect_url="http://127.0.0.1:1/elsewhere"),
    ):
        with pytest.raises(BadInput, match="refused the code"):
            provider.person(other, _code(provider))
    assert provider.person(CHALLENGE, code).subject == "person-1"
    with pytest.raises(BadInput, match="refused the code"):
        provider.person(CHALLENGE, code)


def test_a_wrong_secret_is_refused(there: Issuer) -> None:
    provider = _provider(there, secret="wrong")
    with pytest.raises(BadInput, match="refused the code"):
        provider.person(CHALLENGE, _code(provider))


def test_an_issuer_that_wants_the_secret_in_the_form_gets_it_there(there: Issuer) -> None:
    there.description = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    assert _person(there).subject == "person-1"


def test_keys_that_were_changed_are_fetched_again_and_not_too_often(there: Issuer) -> None:
    patient, other = _provider(there), _provider(there, keys_again_s=0.0)
    for provider in (patient, other):
        provider.person(CHALLENGE, _code(provider))
    there.key = make_key("second")
    with pytest.raises(BadInput):
        patient.person(CHALLENGE, _code(patient))
    assert there.asked.count("/jwks") == 2
    assert other.person(CHALLENGE, _code(other)).subject == "person-1"
    assert there.asked.count("/jwks") == 3


def test_a_key_of_an_elliptic_curve_signs_too(there: Issuer) -> None:
    there.key = ECKey.generate_key("P-256", {"kid": "curve", "use": "sig"})
    assert _person(there).subject == "person-1"


def test_what_the_token_does_not_tell_the_issuer_is_asked_for(there: Issuer) -> None:
    there.lie = lambda right: {
        key: value for key, value in right.items() if key not in ("email", "email_verified", "name")
    }
    assert _person(there)[2:5] == ("ada@example.org", True, "Ada")
    there.told = {"sub": "somebody-else", "email": "eve@example.org"}
    with pytest.raises(BadInput, match="does not verify"):
        _person(there)


@pytest.mark.parametrize(
    "description",
    [
        {"issuer": "https://accounts.example"},
        {"issuer": None},
        {"authorization_endpoint": "http://accounts.example/authorize"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"authorization_endpoint": None},
    ],
)
def test_an_issuer_that_describes_itself_wrongly_is_not_gone_to(there: Issuer, description: Claims) -> None:
    there.description = description
    with pytest.raises(Unavailable, match="description"):
        _provider(there).address(CHALLENGE)


@pytest.mark.parametrize("name", ["token_endpoint", "jwks_uri"])
def test_nothing_is_asked_over_an_open_line(there: Issuer, name: str) -> None:
    there.description = {name: "http://accounts.example/x"}
    with pytest.raises(Unavailable):
        _person(there)


def test_an_issuer_that_is_away_is_told() -> None:
    with issuer() as there:
        provider = _provider(there)
    with pytest.raises(Unavailable, match="does not answer"):
        provider.address(CHALLENGE)


def test_an_issuer_whose_answer_never_comes_to_its_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PATIENCE_S", 0.5)
    is_at_its_end = threading.Event()

    def drip(write: Callable[[bytes], None]) -> None:
        write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(100):
            write(b"a")
            time.sleep(0.1)
        is_at_its_end.set()

    with site() as there:
        there.pages[Issuer.CONFIGURATION] = Page(send=drip)
        with pytest.raises(Unavailable, match="does not answer"):
            OidcProvider(IssuerSettings(issuer=there.address, client_id=CLIENT_ID)).address(CHALLENGE)
        assert not is_at_its_end.is_set()


def test_an_issuer_that_was_away_is_left_alone_for_a_while(there: Issuer) -> None:
    there.description = {"issuer": None}
    provider = _provider(there)
    for _ in range(5):
        with pytest.raises(Unavailable):
            provider.address(CHALLENGE)
    assert there.asked == [Issuer.CONFIGURATION]


def test_what_a_person_calls_herself_can_be_stored(there: Issuer) -> None:
    there.person |= {"name": "A\x00da \ud800" + "x" * 2_000, "email": ["no", "text"], "picture": 7}
    person = _person(there)
    assert person.name == "Ada " + "x" * 996
    assert (person.email, person.avatar_url) == ("", None)
