"""The service with a stub of a provider behind it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lorewright.core.servers import LlmSettings
from lorewright.core.settings import AnswerSettings, Settings
from tests.conftest import Gateway, open_gateway, serving, working
from tests.makers.models import Hangs, Received, Stub


def asking(settings: Settings, *stubs: Stub, answers: AnswerSettings | None = None, **more: Any) -> Settings:
    """The settings with the stubs set up, the first of them chosen."""
    set_up = {stub.provider.value: stub.settings for stub in stubs}
    llm = LlmSettings.model_validate({"default_provider": stubs[0].provider.value, "backoff_s": 0, **set_up, **more})
    return settings.model_copy(update={"llm": llm, "answers": answers or AnswerSettings()})


@contextmanager
def prompted(settings: Settings, *stubs: Stub, **more: Any) -> Iterator[Gateway]:
    chosen = asking(settings, *stubs, **more)
    with serving(chosen) as client, working(chosen), open_gateway(chosen, client) as gateway:
        yield gateway


def patience(answer: Any) -> dict[str, float]:
    """Little where a test waits for it to run out; a busy machine may be silent for a second itself."""
    return {"silence_timeout_s": 2.0} if isinstance(answer, Hangs) else {}


def hanging(asked: threading.Event, text: str | None = None) -> Callable[[Received], Hangs]:
    """Says so much, tells that it was asked, and is silent from then on."""

    def hang(received: Received) -> Hangs:
        asked.set()
        return Hangs(text)

    return hang


def article_of(gateway: Gateway, source: dict[str, Any]) -> dict[str, Any]:
    [listed] = gateway.http.get("/wiki/articles").json()
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{listed['slug']}").json()
    return found
