"""`lorewright settings`, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lorewright.core.vendors import VENDOR_VARIABLES
from lorewright.llm.base import Ending, Provider
from lorewright.platform.preferences.schemas import AllSettingsResponse, LLMTestResponse
from tests.cli.conftest import Commands
from tests.makers.keychain import secret_service
from tests.makers.models import Breaks, Fails, Says, Stub, model_stub

SECRET = "hunter2-swordfish"


@pytest.fixture
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in VENDOR_VARIABLES.values():
        for name in names:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")


@pytest.fixture
def keychain(no_keychain: None, folder: Path) -> Iterator[None]:
    with secret_service(folder):
        yield


@pytest.fixture
def stub() -> Iterator[Stub]:
    with model_stub(Provider.OPENAI) as made:
        made.key = SECRET
        made.answer_with("Trout.")
        yield made


def _settings(commands: Commands) -> AllSettingsResponse:
    return AllSettingsResponse.model_validate(commands.json("settings", "show"))


@pytest.mark.usefixtures("no_keychain")
def test_settings_are_shown_and_changed_for_good(commands: Commands) -> None:
    told = commands.run("settings", "show").splitlines()
    assert told[2:5] == ["default provider:  builtin", "fall-back:         off", "monthly budget:    $50.00"]
    assert [line.split() for line in told[7:9]] == [
        ["builtin", "extractive", "ready"],
        ["anthropic", "claude-sonnet-5-5", "no", "key"],
    ]
    commands.run("settings", "set", "--default-provider", "ollama", "--monthly-budget", "12.5", "--fallback")
    llm = _settings(commands).llm
    assert (llm.default_provider, llm.monthly_budget_usd, llm.fallback_enabled) == ("ollama", 12.5, True)
    assert "of $12.50" in commands.run("costs")
    for wrong, reason in {
        ("--monthly-budget", "nan"): "Budget must be positive",
        ("--monthly-budget", "-1"): "Budget must be positive",
        ("--default-provider", "Ollama"): "Unknown provider: Ollama",
        ("--default-provider", "openai"): "Provider openai has no API key configured",
    }.items():
        assert commands.run("settings", "set", "--no-fallback", *wrong, status=1) == f"Error: {reason}\n"
    assert "nothing to change" in commands.run("settings", "set", status=2)
    assert _settings(commands).llm == llm


@pytest.mark.usefixtures("keychain")
def test_a_key_is_read_from_standard_input_and_tried(commands: Commands, stub: Stub) -> None:
    commands.environment |= {name: value for name, value in stub.environment.items() if not name.endswith("API_KEY")}
    commands.environment["LOREWRIGHT_LLM__TRIES"] = "1"
    assert "no API key" in commands.run("settings", "test", "openai", status=1)
    said = commands.run("settings", "key", "openai", stdin=f"{SECRET}\n".encode())
    assert said == "The key of openai is now in the keychain.\n"
    assert _settings(commands).llm.providers["openai"].configured
    assert commands.run("settings", "test", "openai").startswith("openai answers, after ")
    stub.answer_with(Fails(500, SECRET))
    found = LLMTestResponse.model_validate(commands.json("settings", "test", "openai", status=1))
    assert found.error is not None
    assert SECRET not in found.error
    assert SECRET not in commands.run("settings", "key", "openai", stdin=f"{SECRET} {SECRET}".encode(), status=1)
    commands.environment["OPENAI_API_KEY"] = "named"
    assert "goes before it" in commands.run("settings", "key", "openai", "--delete")
    del commands.environment["OPENAI_API_KEY"]
    assert not _settings(commands).llm.providers["openai"].configured
    files = [path for path in commands.data_dir.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in path.read_bytes() for path in files)


@pytest.mark.usefixtures("no_keychain")
@pytest.mark.parametrize("provider", list(Provider))
def test_each_provider_is_tried_and_what_is_wrong_with_it_told(commands: Commands, provider: Provider) -> None:
    with model_stub(provider) as stub:
        commands.environment |= {**stub.environment, "LOREWRIGHT_LLM__TRIES": "1"}
        stub.answer_with(
            Says("Here."),
            Says("Here.", whole=True),
            Says("", ending=Ending.CUT),
            Fails(500, f"No {stub.key}."),
            Breaks(),
        )
        for _ in range(3):  # a model that only thought within the bound of a test answers too
            assert commands.run("settings", "test", provider).startswith(f"{provider} answers, after ")
        assert stub.key not in (said := commands.run("settings", "test", provider, status=1))
        assert "fails for now (status 500)" in said
        assert "broke off" in commands.run("settings", "test", provider, status=1)
        commands.environment |= {name: "another" for name in stub.environment if name.endswith("API_KEY")}
        assert "does not accept the key" in commands.run("settings", "test", provider, status=1)


@pytest.mark.usefixtures("no_keychain")
def test_without_a_keychain_or_a_provider_it_is_said_what_to_do(commands: Commands) -> None:
    said = commands.run("settings", "key", "openai", stdin=SECRET.encode(), status=1)
    assert "no keychain that can be opened" in said
    assert SECRET not in said
    assert "empty" in commands.run("settings", "key", "openai", status=1)
    assert commands.run("settings", "key", "builtin", status=1) == "Error: Provider builtin needs no API key\n"
    assert commands.run("settings", "key", "skynet", status=1) == "Error: Unknown provider: skynet\n"
