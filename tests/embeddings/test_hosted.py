"""Embedders by address: what is asked, what is made of the answer, and what is never taken for one."""

import json
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pydantic import ValidationError
from tests.makers.embedders import Letters
from tests.makers.embedding_server import (
    Answer,
    Asked,
    EmbeddingServer,
    Given,
    Provider,
    embedding_server,
    gives,
    silent,
    wrapped,
)

from lorewright.core.errors import Unavailable
from lorewright.core.servers import EmbeddingSettings
from lorewright.embeddings.catalogue import Hosted, open_embedders
from lorewright.embeddings.hosted import HostedEmbedder, Server
from lorewright.embeddings.minilm import MiniLM

TEXTS = ["The harbour freezes.", "Ships wait in the port.", "Bread is baked at dawn."]
PROVIDERS: list[Provider] = ["openai_compatible", "ollama"]


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as made:
        yield made


def embedders(server: EmbeddingServer, provider: Provider = "openai_compatible", timeout_s: float = 5.0) -> Hosted:
    """Without pauses."""
    settings = server.settings(provider, timeout_s=timeout_s, question_timeout_s=timeout_s)
    return Hosted(Server(settings, pause_s=0.0, rest_s=0.0))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_vectors_have_unit_length_and_stand_in_order(server: EmbeddingServer, provider: Provider) -> None:
    embedder = embedders(server, provider).chosen()
    vectors = embedder.embed(TEXTS)
    assert (embedder.name, embedder.dimensions) == (f"{provider}:letters@26", 26)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, Letters().embed(TEXTS), atol=1e-5)
    np.testing.assert_allclose(embedder.embed_question(TEXTS[1]), vectors[1], atol=1e-6)
    path = "/v1/embeddings" if provider == "openai_compatible" else "/api/embed"
    assert server.asked[1] == Asked(path, "ours", "letters", TEXTS)


def test_no_texts_give_no_vectors_and_ask_nobody(server: EmbeddingServer) -> None:
    embedder = embedders(server).named("openai_compatible:letters@26")
    assert embedder is not None
    assert embedder.embed([]).shape == (0, 26)
    assert server.asked == []


@pytest.mark.parametrize(
    ("name", "is_at_hand"),
    [
        ("openai_compatible:letters@26", True),
        ("openai_compatible:letters@27", False),
        ("openai_compatible:other@26", False),
        ("openai_compatible:letters@", False),
        ("ollama:letters@26", False),
        ("", False),
        (MiniLM.name, True),
    ],
)
def test_two_embedders_are_one_only_if_provider_model_and_dimensions_are(
    server: EmbeddingServer, name: str, is_at_hand: bool
) -> None:
    hosted = embedders(server)
    assert hosted.chosen().name == "openai_compatible:letters@26"
    assert (hosted.named(name) is not None) is is_at_hand
    assert hosted.is_chosen(name) is (name == "openai_compatible:letters@26")


def test_before_the_first_answer_any_dimensions_are_believed(server: EmbeddingServer) -> None:
    hosted = embedders(server)
    assert hosted.is_chosen("openai_compatible:letters@512")
    assert not hosted.is_chosen("openai_compatible:other@512")
    assert server.asked == []


def test_a_server_whose_vectors_change_their_length_is_another_embedder(server: EmbeddingServer) -> None:
    hosted = embedders(server)
    old = hosted.chosen()
    server.dimensions = 40
    with pytest.raises(Unavailable, match="40 numbers where it gave 26"):
        old.embed(TEXTS)
    assert hosted.named(old.name) is None
    assert hosted.chosen().name == "openai_compatible:letters@40"


def _changed(change: Callable[[list[list[float]]], list[object]]) -> Answer:
    def answer(asked: Asked, vectors: list[list[float]]) -> Given:
        return wrapped(asked, change(vectors))  # type: ignore[arg-type]  # what a server that lies gives

    return answer


LIES: dict[str, tuple[Answer, str]] = {
    "one too few": (_changed(lambda vectors: [*vectors[1:]]), "other vectors than were asked for"),
    "one too many": (_changed(lambda vectors: [*vectors, vectors[0]]), "other vectors than were asked for"),
    "none": (_changed(lambda _vectors: []), "other vectors than were asked for"),
    "of two lengths": (_changed(lambda vectors: [vectors[0][1:], *vectors[1:]]), "other vectors than were asked for"),
    "of no length": (_changed(lambda vectors: [[] for _ in vectors]), "other vectors than were asked for"),
    "longer than any": (_changed(lambda vectors: [[1.0] * 20_000] * len(vectors)), "other vectors than were asked for"),
    "nothing but noughts": (_changed(lambda vectors: [[0.0] * 26] * len(vectors)), "point nowhere"),
    "not a number": (_changed(lambda vectors: [[float("nan")] * 26] * len(vectors)), "does not speak its protocol"),
    "infinite": (gives(200, b'{"data": [{"index": 0, "embedding": [1e999]}]}'), "point nowhere|does not speak"),
    "words": (_changed(lambda vectors: [["one"] * 26] * len(vectors)), "does not speak its protocol"),
    "of another text": (gives(200, b'{"data": [{"index": 7, "embedding": [1.0]}]}'), "does not speak its protocol"),
    "nested without end": (gives(200, b'{"data": ' + b"[" * 100_000), "does not speak its protocol"),
    "no JSON": (gives(200, b"<html>Welcome</html>"), "does not speak its protocol"),
    "the other protocol": (gives(200, b'{"embeddings": [[1.0]]}'), "does not speak its protocol"),
    "far too much": (gives(200, b" " * 4_000_000), "far more than was asked for"),
    "wrong key": (gives(401), "set LOREWRIGHT_EMBEDDINGS__API_KEY"),
    "no such model": (gives(404), "no such model, or nothing at this address"),
    "refused": (gives(400, json.dumps({"error": "ours is no key"}).encode()), r"refuses the request \(status 400\)"),
    "led on": (gives(307, headers=(("Location", "http://127.0.0.1:1/"),)), r"refuses the request \(status 307\)"),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_is_no_answer_is_taken_for_none(server: EmbeddingServer, lie: str) -> None:
    embedder = embedders(server).chosen()
    answer, sentence = LIES[lie]
    server.answer = answer
    with pytest.raises(Unavailable) as refused:
        embedder.embed(TEXTS)
    assert re.search(sentence, refused.value.detail)
    assert "ours" not in refused.value.detail
    assert len(server.asked) == 2, "asking again would not help"
    server.answer = wrapped
    assert embedder.embed(TEXTS).shape == (3, 26)


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_what_may_pass_is_asked_again(server: EmbeddingServer, status: int) -> None:
    hosted = embedders(server)
    embedder = hosted.chosen()
    answers = iter([gives(status), gives(status), wrapped])

    def next_answer(asked: Asked, vectors: list[list[float]]) -> Given | None:
        return next(answers)(asked, vectors)

    server.answer = next_answer
    assert embedder.embed(TEXTS).shape == (3, 26)
    assert hosted.trouble() is None
    server.answer = gives(status)
    with pytest.raises(Unavailable, match=f"status {status}"):
        embedder.embed(TEXTS)
    assert str(status) in str(hosted.trouble())


def test_whoever_asks_a_question_does_not_wait_for_a_second_try(server: EmbeddingServer) -> None:
    embedder = embedders(server).chosen()
    server.answer = gives(500)
    with pytest.raises(Unavailable):
        embedder.embed_question("Where?")
    assert len(server.asked) == 2


def test_silence_has_an_end(server: EmbeddingServer) -> None:
    embedder = embedders(server, timeout_s=0.2).named("openai_compatible:letters@26")
    assert embedder is not None
    server.answer = silent
    with pytest.raises(Unavailable, match=r"did not answer within 0\.2 seconds"):
        embedder.embed(TEXTS)
    assert len(server.asked) == 3


def test_after_a_failure_nobody_is_asked_for_a_while(server: EmbeddingServer) -> None:
    hosted = Hosted(Server(server.settings(), pause_s=0.0, rest_s=3_600.0))
    embedder = hosted.chosen()
    server.answer = gives(401)
    for _ in range(3):
        with pytest.raises(Unavailable, match="key"):
            embedder.embed_question("Where?")
    assert len(server.asked) == 2


def test_a_server_that_is_not_there_is_told(server: EmbeddingServer) -> None:
    settings = server.settings(base_url="http://127.0.0.1:1/v1")
    embedder = HostedEmbedder(Server(settings, pause_s=0.0, rest_s=0.0), 26)
    with pytest.raises(Unavailable, match="cannot be reached: see whether it runs"):
        embedder.embed(TEXTS)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"provider": "ollama"}, "needs a model"),
        ({"provider": "openai_compatible", "model": "m"}, "needs an address"),
        ({"provider": "ollama", "model": "m", "base_url": "ftp://x"}, "must be an address"),
        ({"provider": "ollama", "model": "m", "base_url": "http://me:secret@x"}, "must not hold a name or password"),
        ({"provider": "ollama", "model": "m", "api_key": "schlüssel"}, "characters that no key has"),
        ({"provider": "word2vec"}, "builtin"),
    ],
)
def test_settings_that_lead_nowhere_are_refused(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        EmbeddingSettings.model_validate(given)


def test_without_settings_the_built_in_one_is_chosen() -> None:
    built_in = open_embedders(EmbeddingSettings())
    assert built_in.chosen().name == MiniLM.name
    assert built_in.named("ollama:letters@26") is None
