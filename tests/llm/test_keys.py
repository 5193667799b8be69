"""Keys in a real Secret Service, in a D-Bus session of its own."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from lorewright.core.errors import Unavailable
from lorewright.core.servers import LlmSettings, ProviderSettings
from lorewright.llm.base import Provider
from lorewright.llm.keys import SERVICE, StoredKeys
from tests.makers.keychain import secret_service


@pytest.fixture
def session(tmp_path: Path) -> Iterator[None]:
    with secret_service(tmp_path):
        yield


@pytest.fixture
def no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")


def _keys(**environment: str) -> StoredKeys:
    named = {name: ProviderSettings(api_key=SecretStr(key)) for name, key in environment.items()}
    return StoredKeys(LlmSettings.model_validate(named).providers)


@pytest.mark.usefixtures("session")
def test_a_key_is_stored_found_replaced_and_deleted(tmp_path: Path) -> None:
    keys = _keys()
    assert keys.get(Provider.OPENAI) is None
    keys.delete(Provider.OPENAI)
    keys.set(Provider.OPENAI, SecretStr("sk-first"))
    keys.set(Provider.ANTHROPIC, SecretStr("sk-ant-other"))
    keys.set(Provider.OPENAI, SecretStr("sk-second"))
    assert _keys().get(Provider.OPENAI) == SecretStr("sk-second")
    assert _keys().get(Provider.ANTHROPIC) == SecretStr("sk-ant-other")
    keys.delete(Provider.OPENAI)
    assert _keys().get(Provider.OPENAI) is None
    assert _keys().get(Provider.ANTHROPIC) == SecretStr("sk-ant-other")
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or path.is_socket() or b"sk-ant-other" not in path.read_bytes()


@pytest.mark.usefixtures("session")
def test_other_programs_find_it_under_the_services_name() -> None:
    _keys().set(Provider.GOOGLE, SecretStr("a-key"))
    import secretstorage

    with closing(secretstorage.dbus_init()) as connection:
        found = list(secretstorage.search_items(connection, {"service": SERVICE, "username": "google"}))
        assert [item.get_secret() for item in found] == [b"a-key"]


@pytest.mark.usefixtures("session")
def test_the_environment_goes_before_the_keychain() -> None:
    _keys().set(Provider.OPENAI, SecretStr("stored"))
    assert _keys(openai="named").get(Provider.OPENAI) == SecretStr("named")


@pytest.mark.usefixtures("no_session")
def test_without_a_keychain_nothing_is_stored_and_the_environment_still_counts() -> None:
    keys = _keys(openai="named")
    assert keys.get(Provider.OPENAI) == SecretStr("named")
    assert keys.get(Provider.ANTHROPIC) is None
    asking: list[Callable[[], None]] = [
        lambda: keys.set(Provider.OPENAI, SecretStr("sk-secret")),
        lambda: keys.delete(Provider.OPENAI),
    ]
    for ask in asking:
        with pytest.raises(Unavailable, match="no keychain that can be opened") as refused:
            ask()
        assert "sk-secret" not in refused.value.detail
    assert "ANTHROPIC_API_KEY" in refused.value.detail
