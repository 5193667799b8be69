"""Keys are kept in a real Secret Service, and are nowhere else to be seen."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import text

from lorewright.core.logs import configure_logs
from lorewright.core.servers import LlmSettings
from lorewright.core.settings import Settings
from lorewright.db.metadata import metadata
from lorewright.llm.base import Provider
from lorewright.llm.keys import StoredKeys
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.preferences.models import models_of
from tests.conftest import Gateway, open_gateway, serving
from tests.makers.models import Breaks, Fails, Raw, Stub, Stumbles, model_stub
from tests.platform.asking import everything_stays
from tests.platform.setting import ask, llm_state, patch, refused, tried

SECRET = "hunter2-swordfish"
"""Unlike any key, so that nothing takes it for one."""
NO_KEYCHAIN = (
    "This machine has no keychain that can be opened (a Secret Service on Linux), so no API key can be stored:"
    " set the provider's environment variable, such as ANTHROPIC_API_KEY, which is always read."
)


@pytest.fixture(params=[one for one in Provider if one not in (Provider.OLLAMA, Provider.OPENAI_COMPATIBLE)])
def stub(request: pytest.FixtureRequest) -> Iterator[Stub]:
    """Wants the secret as its key."""
    with model_stub(request.param) as made:
        made.key = SECRET
        made.answer_with("Trout.")
        yield made


@pytest.fixture
def gateway(settings: Settings, stub: Stub) -> Iterator[Gateway]:
    """All is set but the key."""
    provider = stub.settings.model_copy(update={"api_key": None})
    llm = LlmSettings.model_validate({stub.provider.value: provider, "backoff_s": 0})
    given = settings.model_copy(update={"llm": llm})
    with serving(given) as client, open_gateway(given, client) as opened:
        yield opened


def _store(http: httpx.Client, provider: str, key: object) -> httpx.Response:
    return http.post("/settings/llm/api-key", json={"provider": provider, "api_key": key})


def _in_keychain(provider: Provider) -> SecretStr | None:
    return StoredKeys(LlmSettings().providers).get(provider)


def _seen(gateway: Gateway) -> str:
    """Every row, every file of ours, and what any operation shows."""
    found = []
    with gateway.world.db.reading() as tx:
        for table in metadata.tables:
            found += [str(row) for row in tx.execute(text(f"SELECT * FROM {table}"))]  # noqa: S608 - our own names
    files = (path for path in gateway.data_dir.rglob("*") if path.is_file())
    found += [path.read_bytes().decode("latin-1") for path in files]
    paths = ("/settings", "/health", "/settings/llm/cost/breakdown", "/jobs", "/query/history", "/openapi.json")
    found += [gateway.http.get(path).text for path in paths]
    return "\n".join(found)


@pytest.mark.usefixtures("keychain")
def test_a_key_is_stored_used_and_nowhere_to_be_seen(
    gateway: Gateway, stub: Stub, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    configure_logs("debug", "json")
    caplog.set_level(logging.INFO)
    http, name = gateway.http, stub.provider.value
    answers = [_store(http, name, f" {SECRET}\n")]
    assert (answers[0].status_code, answers[0].json()) == (200, {"provider": name, "configured": True})
    assert _in_keychain(stub.provider) == SecretStr(SECRET)
    assert http.get("/settings").json()["llm"]["providers"][name]["configured"] is True
    patch(http, default_provider=name)
    assert llm_state(http) == "up"
    assert tried(http, name)["status"] == "ok"
    (model,) = models_of(gateway.world, LOCAL_USER_ID, holds=everything_stays)
    assert ask(model).text == "Trout."
    assert len(stub.requests) == 2
    failing: list[Any] = [
        Fails(500, f"key {SECRET} is not known"),
        Fails(400, f"key {SECRET}"),
        Fails(401, SECRET),
        Stumbles(f"{SECRET} again"),
        Breaks(SECRET),
        Raw(status=302, headers={"Location": f"http://127.0.0.1/{SECRET}"}),
    ]
    for answer in failing:
        stub.answer_with(answer)
        found = tried(http, name)
        assert found["status"] == "error"
        answers.append(http.get("/health"))
        assert SECRET not in str(found)
    stub.key = "another"
    assert "does not accept the key" in tried(http, name)["error"]
    assert llm_state(http).startswith("down: ")
    for wrong in (
        SECRET + " x",
        SECRET + "\n" + SECRET,
        SECRET * 100,
        f"\x00{SECRET}",
        f"{SECRET}\ud800",
        f"é{SECRET}",
    ):
        sent = httpx.Request(
            "POST", http.base_url.join("/settings/llm/api-key"), json={"provider": name, "api_key": ""}
        )
        body = sent.content.replace(b'""', _quoted(wrong))
        answers.append(http.post("/settings/llm/api-key", content=body, headers={"Content-Type": "application/json"}))
        assert answers[-1].status_code == 400, answers[-1].text
    answers += [_store(http, other, SECRET) for other in ("skynet", "builtin", name.upper())]
    answers += [_store(http, name, [SECRET]), _store(http, name, {"x": SECRET})]
    assert _in_keychain(stub.provider) == SecretStr(SECRET)
    assert all(SECRET not in one.text for one in answers)
    assert SECRET not in _seen(gateway)
    assert _store(http, name, "another").status_code == 200
    assert llm_state(http) == "up"
    stub.answer_with("Trout.")
    assert tried(http, name)["status"] == "ok"
    out, err = capfd.readouterr()
    assert "request failed" in err or "model" in err
    for written in (out, err, caplog.text, *(one.read_bytes().decode("latin-1") for one in _files(tmp_path))):
        assert SECRET not in written


def _quoted(key: str) -> bytes:
    return b'"' + b"".join(b"\\u%04x" % ord(one) for one in key) + b'"'


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.usefixtures("keychain")
def test_a_key_that_is_stored_is_found_by_every_process(settings: Settings, gateway: Gateway, stub: Stub) -> None:
    name = stub.provider.value
    with serving(gateway.world.settings) as other:
        assert other.get("/settings").json()["llm"]["providers"][name]["configured"] is False
        assert refused(other.patch("/settings", json={"default_provider": name})).endswith("has no API key configured")
        assert _store(gateway.http, name, SECRET).status_code == 200
        assert other.get("/settings").json()["llm"]["providers"][name]["configured"] is True
        assert tried(other, name)["status"] == "ok"


@pytest.mark.usefixtures("no_keychain")
def test_without_a_keychain_it_is_said_what_to_do(
    gateway: Gateway, stub: Stub, capfd: pytest.CaptureFixture[str]
) -> None:
    configure_logs("debug", "console")
    answer = _store(gateway.http, stub.provider, SECRET)
    assert answer.status_code == 503
    assert answer.json() == {"detail": NO_KEYCHAIN, "error_code": "SERVICE_UNAVAILABLE"}
    assert gateway.http.get("/settings").json()["llm"]["providers"][stub.provider]["configured"] is False
    assert tried(gateway.http, stub.provider)["status"] == "error"
    assert SECRET not in _seen(gateway)
    assert SECRET not in "".join(capfd.readouterr())


@pytest.mark.usefixtures("no_keychain")
@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "The API key is empty"),
        (" \t\n", "The API key is empty"),
        ("two words", "The API key has characters"),
        ("line\nbreak", "The API key has characters"),
        ("nul\x00", "The API key has characters"),
        ("bell\x07", "The API key has characters"),
        ("schlüssel", "The API key has characters"),
        ("k" * 1_001, "The API key is longer than 1,000 characters"),
    ],
)
def test_what_is_no_key_is_refused(settings: Settings, key: str, reason: str) -> None:
    with serving(settings) as http:
        assert refused(_store(http, "openai", key)).startswith(reason)


@pytest.mark.usefixtures("no_keychain")
def test_a_key_of_ten_megabytes_is_not_read(settings: Settings) -> None:
    with serving(settings) as http:
        assert _store(http, "openai", "k" * 10_000_000).status_code == 413
        assert _store(http, "openai", "k" * 1_000_000).status_code == 400
