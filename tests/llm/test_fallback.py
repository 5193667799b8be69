"""Another provider where one fails."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from lorewright.core.errors import ProviderFailed
from lorewright.llm.base import Ending, Provider, Reply
from lorewright.llm.fallback import Fallback
from tests.llm.asking import completed, models_of, streamed
from tests.makers.models import Breaks, Fails, Stub, model_stub

ORDER = (Provider.ANTHROPIC, Provider.OPENAI, Provider.OLLAMA)


@pytest.fixture
def stubs() -> Iterator[list[Stub]]:
    with ExitStack() as stack:
        yield [stack.enter_context(model_stub(provider)) for provider in ORDER]


def _fallback(stubs: list[Stub]) -> Fallback:
    models = models_of(*stubs, backoff_s=0)
    return Fallback([models.open(stub.provider) for stub in stubs])


def test_the_first_answers_where_it_can(stubs: list[Stub]) -> None:
    stubs[0].answer_with("first")
    model = _fallback(stubs)
    assert (model.provider, model.name) == (Provider.ANTHROPIC, "stub-model")
    assert completed(model) == Reply("first", Ending.COMPLETE, 12, 7, Provider.ANTHROPIC)
    assert [len(stub.requests) for stub in stubs] == [1, 0, 0]


@pytest.mark.parametrize("failure", [Fails(401), Fails(500), Fails(400), Breaks()], ids=str)
def test_the_next_answers_where_one_fails_and_the_reply_says_which(stubs: list[Stub], failure: Fails | Breaks) -> None:
    stubs[0].answer_with(failure)
    stubs[1].answer_with(failure)
    stubs[2].answer_with("third")
    reply = Reply("third", Ending.COMPLETE, 12, 7, Provider.OLLAMA)
    assert completed(_fallback(stubs)) == reply
    *pieces, last = streamed(_fallback(stubs))
    assert ("".join(map(str, pieces)), last) == ("third", reply)


def test_a_whole_answer_may_come_from_the_next_where_one_broke(stubs: list[Stub]) -> None:
    stubs[0].answer_with(Breaks("half an ans"))
    stubs[1].answer_with("second")
    assert completed(_fallback(stubs)).text == "second"


def test_what_was_given_out_is_not_continued_by_another(stubs: list[Stub]) -> None:
    stubs[0].answer_with(Breaks("half an ans"))
    with pytest.raises(ProviderFailed, match="Anthropic broke off"):
        streamed(_fallback(stubs))
    assert [len(stub.requests) for stub in stubs] == [1, 0, 0]


def test_where_all_fail_the_chosen_one_is_told_of(stubs: list[Stub]) -> None:
    for stub in stubs:
        stub.answer_with(Fails(400))
    for ask in (completed, streamed):
        with pytest.raises(ProviderFailed, match="Anthropic refuses"):
            ask(_fallback(stubs))
