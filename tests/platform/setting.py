"""The settings as a client uses them."""

import asyncio
from typing import Any

import httpx

from lorewright.llm.base import Call, LanguageModel, Reply, Request
from lorewright.platform.accounts.rules import LOCAL_USER_ID

CALL = Call(LOCAL_USER_ID, "answer", "ask", 1, ())


def patch(http: httpx.Client, **wanted: object) -> None:
    answer = http.patch("/settings", json=wanted)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"}), answer.text


def refused(answer: httpx.Response) -> str:
    assert answer.status_code == 400, answer.text
    assert answer.json()["error_code"] == "BAD_REQUEST"
    return str(answer.json()["detail"])


def tried(http: httpx.Client, provider: str) -> dict[str, Any]:
    answer = http.post("/settings/llm/test", params={"provider": provider})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"provider", "status", "latency_ms", "error"}
    assert found["provider"] == provider
    return found


def llm_state(http: httpx.Client) -> str:
    health = http.get("/health").json()
    state = str(health["services"]["llm_provider"])
    assert health["status"] == ("ok" if state == "up" else "degraded")
    return state


def ask(model: LanguageModel, about: str = "") -> Reply:
    return asyncio.run(model.complete(Request("", f"Tell of otters{about}.", max_output_tokens=500), CALL))
