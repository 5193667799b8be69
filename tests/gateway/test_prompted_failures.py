"""What becomes of a source whose model fails, is silent, says nothing of use, or may not be asked."""

import json
import threading

import pytest

from lorewright.core.settings import JobSettings, Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.sources.actions import request_compile
from lorewright.llm.base import Ending, Provider
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from tests.conftest import PATIENCE_S
from tests.gateway.prompted import article_of, hanging, patience, prompted
from tests.gateway.test_prompted import boats, telling
from tests.gateway.threads import DEEPENED, HARBOUR
from tests.makers.models import Breaks, Fails, Garbled, Hangs, Says, model_stub
from tests.makers.models.answers import Answer
from tests.makers.models.minds import faithful

UNUSABLE: dict[str, tuple[Answer, str]] = {
    "refused": (Says("I will not.", ending=Ending.REFUSED), "declined to answer, twice"),
    "cut off": (Says('{"claims": [', ending=Ending.CUT), "did not come to an end"),
    "truncated": (Says('{"claims": ['), "another form"),
    "of the wrong shape": (Says('{"claims": [1], "open_questions": [], "concepts": []}'), "another form"),
    "of a megabyte": (Says(json.dumps({"claims": ["x" * 1_000_000]})), "another form"),
    "no JSON": (Says("Here are your claims!"), "another form"),
    "failing": (Fails(500), "fails for now"),
    "without credit": (Fails(402), "no credit"),
    "broken off": (Breaks("{"), "broke off"),
    "garbled": (Garbled(b"data: \xff\xfe\n\n"), "does not speak its protocol"),
    "silent": (Hangs(), "silent"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_model_without_a_usable_answer_is_told_of_and_leaves_nothing(settings: Settings, name: str) -> None:
    answer, sentence = UNUSABLE[name]
    settings = settings.model_copy(update={"jobs": JobSettings(attempts=1)})
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub, **patience(answer), tries=2) as gateway:
        stub.answer_with(answer)
        source = gateway.feed(HARBOUR)
        assert (source["status"], sentence in source["error_message"]) == ("failed", True), source["error_message"]
        assert len(stub.requests) <= (7 if name == "cut off" else 2)
        assert gateway.http.get("/wiki/articles").json() == []
        stub.answer_by(faithful)
        with gateway.world.db.writing() as tx:
            request_compile(tx, gateway.world, LOCAL_USER_ID, source["id"])
        gateway.settle()
        assert article_of(gateway, source)["confidence"] == "sourced"


@pytest.mark.parametrize("trouble", [Fails(500), Fails(429), Breaks("{"), Hangs()], ids=str)
def test_a_provider_that_fails_for_a_while_delays_a_compilation(settings: Settings, trouble: Answer) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub, **patience(trouble), tries=1) as gateway:
        first = iter([trouble])
        stub.answer_by(lambda received: next(first, None) or faithful(received))
        assert gateway.feed(HARBOUR)["status"] == "compiled"


def test_a_compilation_that_gets_one_more_answer_each_time_is_not_given_up(settings: Settings) -> None:
    """The provider fails behind every answer, more often than a job is tried."""
    few = settings.model_copy(update={"jobs": JobSettings(attempts=2)})
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub, prompted(few, stub, tries=1) as gateway:
        stub.answer_by(lambda received: telling(received) if len(stub.requests) % 2 else Fails(500))
        assert gateway.feed(" ".join(boats(500)))["status"] == "compiled"
        assert len(stub.requests) >= 2 * few.jobs.attempts + 3


def test_a_provider_that_is_not_set_up_is_told_of(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, default_provider="anthropic") as gateway:
        source = gateway.feed(HARBOUR)
        assert "no API key" in source["error_message"]
        refused = gateway.http.post("/query", json={"question": DEEPENED})
        assert (refused.status_code, refused.json()["error_code"]) == (503, "SERVICE_UNAVAILABLE")
        assert gateway.http.post("/query/stream", json={"question": DEEPENED}).status_code == 503


def test_a_provider_that_fails_is_left_for_the_next(settings: Settings) -> None:
    with (
        model_stub(Provider.OPENAI) as failing,
        model_stub(Provider.GOOGLE) as well,
        prompted(settings, failing, well, fallback_enabled=True, tries=1) as gateway,
    ):
        failing.answer_with(Fails(500))
        well.answer_by(faithful)
        assert article_of(gateway, gateway.feed(HARBOUR))["confidence"] == "sourced"
        assert failing.requests


def test_a_months_cap_without_room_is_told_of(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, monthly_budget_usd=0.0001) as gateway:
        stub.answer_by(faithful)
        source = gateway.feed(HARBOUR)
        assert source["error_message"].startswith("The month's budget for language models leaves no room")
        assert stub.requests == []


def test_a_model_is_asked_no_longer_when_its_source_is_deleted(settings: Settings) -> None:
    brief = settings.model_copy(update={"jobs": JobSettings(lease_s=1)})
    with model_stub(Provider.ANTHROPIC) as stub, prompted(brief, stub) as gateway:
        asked = threading.Event()

        stub.answer_by(hanging(asked))
        source = gateway.http.post("/ingest/text", json={"content": HARBOUR}).json()
        assert asked.wait(PATIENCE_S)
        assert gateway.http.delete(f"/ingest/sources/{source['id']}").status_code == 200
        assert stub.requests[-1].gone.wait(PATIENCE_S)
        gateway.settle()
        assert list(violations(gateway.world)) == []
