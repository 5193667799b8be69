"""Settings that are changed at run time, through the front door."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from lorewright import tables
from lorewright.core.errors import BudgetExceeded, Unavailable
from lorewright.core.servers import LEAST_BUDGET_USD, MOST_BUDGET_USD, LlmSettings, ProviderSettings
from lorewright.core.settings import Settings
from lorewright.llm.base import LanguageModel, Provider, Reply, Request
from lorewright.llm.fallback import Fallback
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.preferences.models import models_of, try_provider
from lorewright.platform.preferences.queries import preferences
from tests.conftest import Gateway, open_gateway, serving
from tests.makers.models import Breaks, Fails, Hangs, Says, Stub, Stumbles, model_stub
from tests.platform.asking import everything_stays
from tests.platform.setting import CALL, ask, llm_state, patch, refused, tried

pytestmark = pytest.mark.usefixtures("no_keychain")

assert tables.__all__
REQUEST = Request("Be brief.", "What do otters eat?", max_output_tokens=500)
NO_KEY = "OpenAI has no API key: set OPENAI_API_KEY, or store one in the settings."


@pytest.fixture
def stubs() -> Iterator[dict[Provider, Stub]]:
    """Of every provider one that answers."""
    with ExitStack() as stack:
        made = {one: stack.enter_context(model_stub(one)) for one in Provider}
        for stub in made.values():
            stub.answer_with("Trout.")
        yield made


def _with(settings: Settings, *stubs: Stub, **more: Any) -> Settings:
    given = {stub.provider.value: stub.settings for stub in stubs}
    return settings.model_copy(update={"llm": LlmSettings.model_validate({"backoff_s": 0, **given, **more})})


@pytest.fixture
def bare(settings: Settings) -> Iterator[Gateway]:
    """Nothing is set."""
    with serving(settings) as client, open_gateway(settings, client) as opened:
        yield opened


@pytest.fixture
def gateway(settings: Settings, stubs: dict[Provider, Stub]) -> Iterator[Gateway]:
    """Every provider is set up."""
    given = _with(settings, *stubs.values())
    with serving(given) as client, open_gateway(given, client) as opened:
        yield opened


def _models(gateway: Gateway) -> list[LanguageModel]:
    """As another process has them, which looks at the same store: none is told of a change."""
    return models_of(gateway.world, LOCAL_USER_ID, holds=everything_stays)


def test_at_first_the_settings_are_what_the_start_gave(bare: Gateway) -> None:
    found = bare.http.get("/settings").json()
    assert found["data_dir"] == str(bare.data_dir)
    assert found["gateway_port"] == bare.world.settings.port
    assert found["sync"] == {"enabled": False, "interval_minutes": 15, "bucket": None}
    llm = found["llm"]
    providers = llm.pop("providers")
    assert llm == {"default_provider": "builtin", "fallback_enabled": False, "monthly_budget_usd": 50.0}
    assert list(providers) == ["builtin", *Provider]
    assert {name for name, one in providers.items() if one["configured"]} == {"builtin", "ollama"}
    assert {name for name, one in providers.items() if not one["enabled"]} == {"openai_compatible"}
    assert providers["anthropic"] == {"enabled": True, "model": "claude-sonnet-5-5", "configured": False}
    assert providers["openai_compatible"] == {"enabled": False, "model": "", "configured": False}


def test_a_change_holds_for_every_process_at_once_and_after_a_restart(
    gateway: Gateway, settings: Settings, stubs: dict[Provider, Stub]
) -> None:
    given = _with(settings, *stubs.values(), monthly_budget_usd=7)
    with serving(given) as other:
        patch(gateway.http, default_provider="google", monthly_budget_usd=12, fallback_enabled=True)
        for http in (gateway.http, other):
            llm = http.get("/settings").json()["llm"]
            assert (llm["default_provider"], llm["monthly_budget_usd"], llm["fallback_enabled"]) == ("google", 12, True)
        assert _models(gateway)[0].provider is Provider.GOOGLE
        assert other.get("/settings/llm/cost").json()["budget_usd"] == 12
        assert other.get("/settings/llm/cost/breakdown").json()["budget_usd"] == 12
        patch(other, monthly_budget_usd=3.5)
        patch(other, fallback_enabled=None, default_provider=None)
        patch(other)
    with serving(given) as again:
        llm = again.get("/settings").json()["llm"]
    assert (llm["default_provider"], llm["monthly_budget_usd"], llm["fallback_enabled"]) == ("google", 3.5, True)
    with gateway.world.db.reading() as tx:
        assert preferences(tx, "somebody-else", given.llm).monthly_budget_usd == 7


def test_who_compiles_and_answers_is_chosen(gateway: Gateway) -> None:
    for name in ["builtin", *Provider]:
        answer = gateway.http.post("/settings/llm/default-provider", json={"provider": name})
        assert (answer.status_code, answer.json()) == (200, {"provider": name, "status": "ok"})
        assert gateway.http.get("/settings").json()["llm"]["default_provider"] == name
        assert [one.provider for one in _models(gateway)] == ([] if name == "builtin" else [name])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("skynet", "Unknown provider: skynet"),
        ("OpenAI", "Unknown provider: OpenAI"),
        ("", "Unknown provider: "),
        (" openai", "Unknown provider: openai"),
        ("a\nb\ud800\x00c", "Unknown provider: a b c"),
        ("a name " * 20_000, f"Unknown provider: {'a name ' * 28}a n…"),
        ("openai_compatible", "Provider openai_compatible is not enabled"),
        ("openai", "Provider openai has no API key configured"),
        ("anthropic", "Provider anthropic has no API key configured"),
    ],
)
def test_who_cannot_be_asked_is_not_chosen(bare: Gateway, name: str, reason: str) -> None:
    content = json.dumps({"provider": name, "default_provider": name, "fallback_enabled": True}).encode()
    sent: dict[str, Any] = {"content": content, "headers": {"Content-Type": "application/json"}}
    assert refused(bare.http.post("/settings/llm/default-provider", **sent)) == reason
    assert refused(bare.http.patch("/settings", **sent)) == reason
    llm = bare.http.get("/settings").json()["llm"]
    assert (llm["default_provider"], llm["fallback_enabled"]) == ("builtin", False)


@pytest.mark.parametrize("budget", ["0", "-0.0", "-1", "NaN", "-Infinity", "1e-300", "5e-324", "-1e308"])
def test_a_budget_must_be_positive(bare: Gateway, budget: str) -> None:
    sent = f'{{"monthly_budget_usd": {budget}, "fallback_enabled": true}}'
    answer = bare.http.patch("/settings", content=sent, headers={"Content-Type": "application/json"})
    assert refused(answer) == "Budget must be positive"
    assert bare.http.get("/settings").json()["llm"]["fallback_enabled"] is False


@pytest.mark.parametrize("budget", ["1e308", "Infinity", "1000000.01", "1e999"])
def test_a_budget_can_be_counted_with(bare: Gateway, budget: str) -> None:
    sent = f'{{"monthly_budget_usd": {budget}}}'
    answer = bare.http.patch("/settings", content=sent, headers={"Content-Type": "application/json"})
    assert refused(answer) == "Budget must be at most 1,000,000 US dollars"


@pytest.mark.parametrize("budget", [LEAST_BUDGET_USD, 0.001, 1, MOST_BUDGET_USD])
def test_with_a_budget_of_any_size_costs_are_told(bare: Gateway, budget: float) -> None:
    patch(bare.http, monthly_budget_usd=budget)
    assert bare.http.get("/settings/llm/cost").json()["budget_remaining_usd"] == budget
    assert bare.http.get("/settings/llm/cost/breakdown").json()["budget_pct"] == 0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        *[
            ("", f'{{"{name}": {value}}}')
            for name, values in {
                "monthly_budget_usd": ['"50"', "true", "[]", "{}", "9" * 400, '"hunter2"'],
                "fallback_enabled": ['"true"', "1", "0", "[]", '"hunter2"'],
                "default_provider": ["1", "[]", '{"hunter2": 1}'],
            }.items()
            for value in values
        ],
        ("", "[]"),
        ("", "null"),
        ("", "hunter2"),
        ("/llm/default-provider", "{}"),
        ("/llm/default-provider", '{"provider": null}'),
        ("/llm/api-key", '{"provider": "openai"}'),
        ("/llm/api-key", '{"provider": "openai", "api_key": null}'),
        ("/llm/api-key", '{"provider": "openai", "api_key": ["hunter2"]}'),
        ("/llm/api-key", '{"provider": ["hunter2"], "api_key": "hunter2"}'),
        ("/llm/api-key", '{"api_key": "hunter2"}'),
        ("/llm/api-key", '{"api_key": "hunter2'),
    ],
)
def test_what_has_another_shape_is_refused(bare: Gateway, path: str, body: str) -> None:
    method = "PATCH" if not path else "POST"
    answer = bare.http.request(method, f"/settings{path}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert "hunter2" not in answer.text


def test_what_is_not_known_is_left_alone(bare: Gateway) -> None:
    patch(bare.http, data_dir="/tmp/x", llm={"monthly_budget_usd": 1}, name="x", api_key="hunter2")  # noqa: S108 - a value that is refused
    found = bare.http.get("/settings")
    assert (found.json()["data_dir"], found.json()["llm"]["monthly_budget_usd"]) == (str(bare.data_dir), 50.0)
    with bare.world.db.reading() as tx:
        assert tx.execute(text("SELECT count(*) FROM preference")).scalar_one() == 0


@pytest.mark.parametrize("provider", list(Provider))
def test_a_test_asks_the_model_and_is_paid(gateway: Gateway, stubs: dict[Provider, Stub], provider: Provider) -> None:
    for _ in range(2):
        found = tried(gateway.http, provider)
        assert (found["status"], found["error"]) == ("ok", None)
        assert found["latency_ms"] > 0
    assert len(stubs[provider].requests) == 2
    costs = gateway.http.get("/settings/llm/cost/breakdown").json()
    assert costs["by_task_type"]["test"]["call_count"] == 2
    assert costs["by_provider"] == {provider: costs["by_task_type"]["test"]}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Fails(500, "sk-oops-hunter2"), "OpenAI fails for now (status 500)"),
        (Fails(429), "OpenAI limits how often it may be asked"),
        (Fails(400, "No."), "OpenAI refuses the request (status 400). It says: No."),
        (Breaks(), "OpenAI broke off"),
        (Breaks("Tr"), "OpenAI broke off"),
        (Stumbles("Overloaded"), "OpenAI fails for now"),
        (Hangs(), "OpenAI was silent for 0.2 seconds"),
        (Hangs("Tr"), "OpenAI was silent for 0.2 seconds"),
    ],
)
def test_what_is_wrong_with_a_provider_is_told(settings: Settings, answer: Any, told: str) -> None:
    with model_stub(Provider.OPENAI) as stub:
        stub.answer_with(answer)
        patience = {"silence_timeout_s": 0.2} if isinstance(answer, Hangs) else {}
        given = _with(settings, stub, default_provider="openai", **patience)
        with serving(given) as http:
            assert llm_state(http) == "up"
            found = tried(http, "openai")
            assert found["status"] == "error"
            assert found["error"].startswith(told)
            assert found["latency_ms"] > 0
            assert "hunter2" not in found["error"]
            assert llm_state(http) == f"down: {found['error'].partition(' It says')[0]}"
    with model_stub(Provider.OPENAI) as stub, serving(_with(settings, stub, default_provider="openai")) as again:
        assert llm_state(again).startswith("down: ")
        stub.answer_with("Here.")
        assert tried(again, "openai")["status"] == "ok"
        assert llm_state(again) == "up"


def test_a_test_does_not_wait_for_ever(gateway: Gateway, stubs: dict[Provider, Stub]) -> None:
    patch(gateway.http, default_provider="openai")
    stubs[Provider.OPENAI].answer_with(Hangs())
    found = asyncio.run(try_provider(gateway.world, LOCAL_USER_ID, "openai", patience_s=0.2))
    assert (found.status, found.error) == ("error", "No answer came within 0.2 seconds.")
    assert llm_state(gateway.http) == f"down: {found.error}"


@pytest.mark.parametrize("name", ["skynet", "OPENAI", "", "openai "])
def test_who_is_not_known_is_not_tested(bare: Gateway, name: str) -> None:
    answer = bare.http.post("/settings/llm/test", params={"provider": name})
    assert refused(answer) == f"Unknown provider: {name.strip()}"
    assert bare.http.post("/settings/llm/test").status_code == 422


def test_what_is_not_set_up_is_told_without_asking(bare: Gateway) -> None:
    assert tried(bare.http, "builtin") == {"provider": "builtin", "status": "ok", "latency_ms": 0.0, "error": None}
    found = tried(bare.http, "openai")
    assert found == {"provider": "openai", "status": "error", "latency_ms": None, "error": NO_KEY}
    assert "LOREWRIGHT_LLM__OPENAI_COMPATIBLE__BASE_URL" in tried(bare.http, "openai_compatible")["error"]


def test_the_budget_in_force_is_the_cap_of_tests_and_calls(gateway: Gateway, stubs: dict[Provider, Stub]) -> None:
    patch(gateway.http, default_provider="anthropic", monthly_budget_usd=0.001)
    answer = tried(gateway.http, "anthropic")
    assert answer["status"] == "error"
    assert "month's budget" in answer["error"]
    assert llm_state(gateway.http) == "up"
    (model,) = _models(gateway)
    patch(gateway.http, monthly_budget_usd=5)
    assert ask(model).text == "Trout."
    assert len(stubs[Provider.ANTHROPIC].requests) == 1
    patch(gateway.http, monthly_budget_usd=0.001)
    assert tried(gateway.http, "anthropic")["status"] == "error"
    assert tried(gateway.http, "ollama")["status"] == "ok"
    with gateway.world.db.reading() as tx:
        told = [json.loads(one) for one in tx.execute(text("SELECT message FROM event ORDER BY number")).scalars()]
    exceeded = [one["budget_usd"] for one in told if one["event"] == "budget.exceeded"]
    assert exceeded == [0.001, 0.001]


def test_a_silent_try_counts_as_what_it_may_have_cost(settings: Settings) -> None:
    """A provider may have answered into the silence."""
    with model_stub(Provider.OPENAI) as stub, serving(_with(settings, stub, silence_timeout_s=1.5)) as http:
        stub.answer_with(Fails(500), Hangs(), "Here.")
        assert tried(http, "openai")["status"] == "ok"
        silent = _of_openai(http)
        assert tried(http, "openai")["status"] == "ok"
        answered = _of_openai(http)["cost_usd"] - silent["cost_usd"]
        assert silent["call_count"] == 3
        assert silent["cost_usd"] > 20 * answered > 0


def _of_openai(http: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = http.get("/settings/llm/cost/breakdown").json()["by_provider"]["openai"]
    return found


def test_no_try_is_made_that_the_budget_leaves_no_room_for(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, serving(_with(settings, stub, silence_timeout_s=1.5)) as http:
        patch(http, monthly_budget_usd=0.04)  # one call may cost 0.03, of a model whose price nobody knows
        stub.answer_with(Hangs())
        assert "month's budget" in tried(http, "openai")["error"]
        assert len(stub.requests) == 1
        assert 0.03 < http.get("/settings/llm/cost").json()["cost_this_month_usd"] < 0.04


def test_of_a_server_whose_price_nobody_knows_nothing_is_asked_before_it_is_told(
    settings: Settings, stubs: dict[Provider, Stub]
) -> None:
    elsewhere = ProviderSettings(base_url="https://models.example/v1", model="m")
    given = _with(settings, stubs[Provider.OPENAI], openai_compatible=elsewhere, default_provider="openai_compatible")
    with serving(given) as client, open_gateway(given, client) as opened:
        found = tried(client, "openai_compatible")
        assert found["status"] == "error"
        for name in ("INPUT", "OUTPUT"):
            assert f"LOREWRIGHT_LLM__OPENAI_COMPATIBLE__{name}_USD_PER_MILLION" in found["error"]
        (model,) = _models(opened)
        with pytest.raises(BudgetExceeded, match="m costs is not known"):
            ask(model)
        patch(client, default_provider="openai", fallback_enabled=True)
        assert [one.provider for one in _models(opened)] == ["openai"]
        assert client.get("/settings/llm/cost").json()["cost_this_month_usd"] == 0


@pytest.mark.parametrize("price", [0.0, 2.0])
def test_the_price_that_is_set_counts(settings: Settings, price: float) -> None:
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub:
        told = {"input_usd_per_million": price, "output_usd_per_million": 10 * price}
        stub.answer_with("Here.")
        own = stub.settings.model_copy(update=told)
        with serving(_with(settings, openai_compatible=own)) as http:
            assert tried(http, "openai_compatible")["status"] == "ok"
            spent = http.get("/settings/llm/cost").json()["cost_this_month_usd"]
            assert spent == pytest.approx((12 + 7 * 10) * price / 1_000_000)


def test_the_others_are_fallen_back_to_where_that_is_on(gateway: Gateway, stubs: dict[Provider, Stub]) -> None:
    patch(gateway.http, default_provider="google", fallback_enabled=True)
    models = _models(gateway)
    assert [one.provider for one in models] == ["google", "anthropic", "openai", "ollama", "openai_compatible"]
    stubs[Provider.GOOGLE].answer_with(Fails(500))
    reply = ask(Fallback(models))
    assert (reply.text, reply.provider) == ("Trout.", Provider.ANTHROPIC)
    assert llm_state(gateway.http) == "down: Google fails for now (status 500): try again later."
    patch(gateway.http, default_provider="anthropic")
    assert llm_state(gateway.http) == "up"
    patch(gateway.http, default_provider="google", fallback_enabled=False)
    assert [one.provider for one in _models(gateway)] == ["google"]


def test_who_was_never_set_up_is_not_fallen_back_to(settings: Settings, stubs: dict[Provider, Stub]) -> None:
    given = _with(settings, stubs[Provider.OPENAI], default_provider="openai", fallback_enabled=True)
    with serving(given) as client, open_gateway(given, client) as opened:
        assert [one.provider for one in _models(opened)] == ["openai"]
    local = ProviderSettings(model="tiny")
    given = _with(settings, stubs[Provider.OPENAI], ollama=local, default_provider="google", fallback_enabled=True)
    with serving(given) as client, open_gateway(given, client) as opened:
        assert [one.provider for one in _models(opened)] == ["openai", "ollama"]


def test_without_a_key_the_default_is_down_and_says_so(
    settings: Settings, stubs: dict[Provider, Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = _with(settings, default_provider="openai")
    with serving(given) as client, open_gateway(given, client) as opened:
        assert llm_state(client) == f"down: {NO_KEY}"
        with pytest.raises(Unavailable, match="OPENAI_API_KEY"):
            _models(opened)
        assert llm_state(client) == f"down: {NO_KEY}"
        patch(client, default_provider="builtin")
        assert llm_state(client) == "up"
        assert _models(opened) == []
    with serving(_with(settings, stubs[Provider.OPENAI], default_provider="openai")) as client:
        assert llm_state(client) == "up"


def test_a_stream_that_breaks_is_known_and_what_the_provider_said_is_not_kept(
    gateway: Gateway, stubs: dict[Provider, Stub]
) -> None:
    patch(gateway.http, default_provider="openai")
    (model,) = _models(gateway)

    async def stream() -> list[str | Reply]:
        return [piece async for piece in model.stream(REQUEST, CALL)]

    assert "".join(piece for piece in asyncio.run(stream()) if isinstance(piece, str)) == "Trout."
    stubs[Provider.OPENAI].answer_with(Fails(400, "Do not tell of otters"))
    with pytest.raises(Exception, match="otters"):
        ask(model)
    assert llm_state(gateway.http) == "down: OpenAI refuses the request (status 400)."
    stubs[Provider.OPENAI].answer_with(Says("Trout."))
    assert asyncio.run(stream())  # an answer of the ledger says nothing of the provider
    assert llm_state(gateway.http) == "down: OpenAI refuses the request (status 400)."
