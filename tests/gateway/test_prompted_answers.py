"""Asking with a language model through the front door: what fails, what is sent as it comes, and what ends when nobody listens."""

import json
import socket
import threading
from typing import Any

import pytest

from lorewright.core.settings import Settings
from lorewright.llm.base import Ending, Provider
from tests.conftest import PATIENCE_S
from tests.gateway.prompted import hanging, patience, prompted
from tests.gateway.threads import DEEPENED, HARBOUR
from tests.makers.models import Breaks, Fails, Hangs, Says, model_stub
from tests.makers.models.minds import faithful


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (Fails(500), 502),
        (Says("I will not.", ending=Ending.REFUSED), 502),
        (Says(""), 502),
        (Breaks("The harbour of Nord"), 502),
        (Hangs(), 504),
    ],
    ids=["failing", "refused", "empty", "broken off", "silent"],
)
def test_a_model_that_fails_to_answer_is_told_of_and_nothing_is_stored(
    settings: Settings, answer: Any, status: int
) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, **patience(answer), tries=1) as gateway:
        stub.answer_by(faithful)
        gateway.feed(HARBOUR)
        stub.answer_with(answer)
        refused = gateway.http.post("/query", json={"question": DEEPENED})
        assert refused.status_code == status, refused.text
        assert set(refused.json()) == {"detail", "error_code"}
        assert refused.json()["error_code"] == {502: "PROVIDER_FAILED", 504: "PROVIDER_TIMEOUT"}[status]
        streamed = gateway.http.post("/query/stream", json={"question": DEEPENED})  # nothing was sent of it yet
        assert (streamed.status_code, set(streamed.json())) == (status, {"detail", "error_code"})
        assert streamed.json()["error_code"] == refused.json()["error_code"]
        assert gateway.http.get("/query/history").json() == []
        assert gateway.http.get("/query/conversations").json() == []


def test_a_sentence_is_sent_as_soon_as_it_is_whole(settings: Settings) -> None:
    gate = threading.Semaphore(0)
    first, second = (
        "The harbour of Nordvik was deepened in 1931 [1].",
        " The work cost 4.2 million kroner [1]. And so on.",
    )
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        gateway.feed(HARBOUR)
        stub.answer_with(Says(first + second, pieces=2, gate=gate))
        gate.release()
        with gateway.http.stream("POST", "/query/stream", json={"question": DEEPENED}) as streamed:
            lines = streamed.iter_lines()
            assert next(lines) == "event: chunk"
            assert json.loads(next(lines).removeprefix("data: ")) == {
                "text": "The harbour of Nordvik was deepened in 1931. [1]"
            }
            gate.release()
            assert "event: done" in lines


@pytest.mark.parametrize("path", ["/query", "/query/stream"])
def test_a_model_is_asked_no_longer_when_the_client_goes(settings: Settings, path: str) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        gateway.feed(HARBOUR)
        asked = threading.Event()
        stub.answer_by(hanging(asked, "The harbour of Nordvik was deepened in 1931 [1]."))
        url, body = gateway.http.base_url, json.dumps({"question": DEEPENED}).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nContent-Type: application/json\r\n"
        with socket.create_connection((url.host, url.port)) as client:
            client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            assert asked.wait(PATIENCE_S)
        assert stub.requests[-1].gone.wait(PATIENCE_S)
        assert gateway.http.get("/query/history").json() == []
        assert gateway.http.get("/query/conversations").json() == []
