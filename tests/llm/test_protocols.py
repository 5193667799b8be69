"""What is special to one provider."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from lorewright.core.errors import ProviderFailed
from lorewright.core.servers import LlmSettings, ProviderSettings
from lorewright.llm.base import Ending, Provider, Request
from lorewright.llm.keys import StoredKeys
from lorewright.llm.models import Models
from tests.llm.asking import REQUEST, SCHEMA, completed, model_of
from tests.makers.models import Fails, Garbled, Raw, Received, Says, Stub, model_stub
from tests.makers.site import site
from tests.makers.tls import self_signed

STRUCTURED = Request(system="s", prompt="p", schema=SCHEMA)


@pytest.fixture
def served() -> Iterator[Callable[[Provider], Stub]]:
    running: list[AbstractContextManager[Stub]] = []

    def serve(provider: Provider) -> Stub:
        running.append(model_stub(provider))
        return running[-1].__enter__()

    yield serve
    for one in running:
        one.__exit__(None, None, None)


DECLINED = [
    (Provider.OPENAI, "temperature", "Unsupported value: 'temperature' does not support 0.0 with this model."),
    (Provider.OPENAI, "reasoning_effort", "Unrecognized request argument supplied: reasoning_effort"),
    (Provider.OPENAI_COMPATIBLE, "stream_options", "stream_options is not permitted"),
    (Provider.OPENAI_COMPATIBLE, "response_format", "This response_format type is unavailable now"),
    (Provider.ANTHROPIC, "output_config.effort", "This model does not support the effort parameter."),
    (Provider.GOOGLE, "generationConfig.thinkingConfig", "Thinking level is not supported for this model."),
]


@pytest.mark.parametrize(("provider", "part", "message"), DECLINED)
def test_what_a_model_does_not_take_and_can_do_without_is_left_out(
    served: Callable[[Provider], Stub], provider: Provider, part: str, message: str
) -> None:
    def has_part(received: Received) -> bool:
        found = received.body
        *outer, last = part.split(".")
        for name in outer:
            found = found.get(name, {})
        return last in found

    stub = served(provider)
    stub.answer_by(lambda received: Fails(400, message) if has_part(received) else "{}")
    model = model_of(stub, tries=1)
    assert completed(model, STRUCTURED).text == "{}"
    assert completed(model, STRUCTURED).text == "{}"
    assert [has_part(received) for received in stub.requests] == [True, False, False], "it is learnt once"


def test_a_schema_that_a_server_does_not_take_goes_into_the_words(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.OPENAI_COMPATIBLE)
    stub.answer_with(Fails(400, "response_format is unknown"), "{}")
    completed(model_of(stub), STRUCTURED)
    assert [received.schema for received in stub.requests] == [SCHEMA, None]
    assert '"claims"' in stub.requests[1].system
    assert stub.requests[0].system == "s"


def test_a_refusal_that_names_nothing_optional_stays_one(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.OPENAI)
    stub.answer_with(Fails(400, "The prompt is too long."))
    with pytest.raises(ProviderFailed, match=r"refuses the request \(status 400\)\. It says: The prompt is too long\."):
        completed(model_of(stub))
    assert len(stub.requests) == 1


def test_openai_without_credit_is_not_asked_again(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.OPENAI)
    body = b'{"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}'
    stub.answer_with(Raw(429, {"Content-Type": "application/json"}, body))
    with pytest.raises(ProviderFailed, match="no credit left"):
        completed(model_of(stub))
    assert len(stub.requests) == 1


def test_openai_and_its_kin_call_the_bound_differently(served: Callable[[Provider], Stub]) -> None:
    for provider, bound in ((Provider.OPENAI, "max_completion_tokens"), (Provider.OPENAI_COMPATIBLE, "max_tokens")):
        stub = served(provider)
        completed(model_of(stub))
        assert stub.requests[0].body[bound] == REQUEST.max_output_tokens


def test_a_compatible_server_is_asked_without_a_key_where_none_is_set(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.OPENAI_COMPATIBLE)
    stub.key = ""
    completed(model_of(stub))
    assert "authorization" not in stub.requests[0].headers


def test_google_says_400_to_a_wrong_key(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.GOOGLE)
    details = b'[{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]'
    body = b'{"error": {"code": 400, "message": "API key not valid.", "status": "X", "details": ' + details + b"}}"
    stub.answer_with(Raw(400, {"Content-Type": "application/json"}, body))
    with pytest.raises(ProviderFailed, match="does not accept the key"):
        completed(model_of(stub))


def test_google_may_decline_the_question_itself(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.GOOGLE)
    stub.answer_with(Garbled(b'data: {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}\n\n'))
    assert completed(model_of(stub)).ending is Ending.REFUSED


def test_the_name_of_a_model_of_google_stays_one_part_of_the_path(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.GOOGLE)
    settings = stub.settings.model_copy(update={"model": "../files?x=y"})
    with pytest.raises(ProviderFailed, match="has no model"):
        completed(model_of(stub, google=settings))
    assert not stub.requests
    completed(model_of(stub, google=stub.settings.model_copy(update={"model": "models/stub-model"})))


def test_ollama_is_told_how_much_there_is_to_read(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.OLLAMA)
    model = model_of(stub)
    for words, context in ((10, 8_192), (10_000, 32_768)):
        completed(model, Request(system="s", prompt="otter " * words))
        assert stub.requests[-1].body["options"]["num_ctx"] == context


@pytest.mark.parametrize("reason", ["content_filter", "length", "stop", "tool_calls"])
def test_how_openai_ends(served: Callable[[Provider], Stub], reason: str) -> None:
    stub = served(Provider.OPENAI)
    event = f'{{"choices": [{{"delta": {{"content": "x"}}, "finish_reason": "{reason}"}}]}}'
    stub.answer_with(Garbled(f"data: {event}\r\n\r\ndata: [DONE]\r\n\r\n".encode()))
    ending = {"content_filter": Ending.REFUSED, "length": Ending.CUT}.get(reason, Ending.COMPLETE)
    assert completed(model_of(stub)).ending is ending


def test_anthropic_counts_what_it_had_in_its_cache(served: Callable[[Provider], Stub]) -> None:
    stub = served(Provider.ANTHROPIC)
    stub.answer_with(Says("x"))  # the stub tells 10 and 2 that were cached
    assert completed(model_of(stub)).input_tokens == 12


def test_a_certificate_that_nobody_vouches_for_is_not_believed(tmp_path: Path) -> None:
    with site(self_signed(tmp_path, "127.0.0.1")) as server:
        settings = LlmSettings(ollama=ProviderSettings(base_url=server.address))
        model = Models(settings, StoredKeys(settings.providers)).open(Provider.OLLAMA)
        with pytest.raises(ProviderFailed, match="certificate of Ollama is not valid"):
            completed(model)
