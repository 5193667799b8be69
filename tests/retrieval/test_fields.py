"""What the fields of a request may hold, and how it is told what is wrong with one."""

import json

import pytest

from tests.retrieval.conftest import ME, Api


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/collections", {"user_id": ME}),
        ("/api/collections", {"name": "x"}),
        ("/api/collections", {"name": " ", "user_id": ME}),
        ("/api/collections", {"name": "x" * 201, "user_id": ME}),
        ("/api/collections", {"name": "x", "description": "x" * 2_001, "user_id": ME}),
        ("/api/collections", {"name": "x\x00", "user_id": ME}),
        ("/api/collections", {"name": "x", "user_id": "me"}),
        ("/api/collections", {"name": "x", "description": " ", "user_id": ME}),
        ("/api/pipelines", {"name": "x", "stages": ["retrieval"]}),
        ("/api/pipelines", {"name": "x" * 201, "user_id": ME, "stages": ["retrieval"]}),
        ("/api/pipelines", {"name": "x", "user_id": ME, "stages": []}),
        ("/api/pipelines", {"name": "x", "user_id": ME, "stages": ["generation"]}),
        ("/api/pipelines", {"name": "x", "user_id": ME, "stages": ["retrieval", "retrieval"]}),
        ("/api/pipelines", {"name": "x", "user_id": ME, "stages": ["generation", "retrieval"]}),
        ("/api/pipelines", {"name": "x", "user_id": ME, "stages": ["retrieval", "magic"]}),
        ("/api/conversations/sessions", {"user_id": ME}),
        ("/api/conversations/sessions", {"title": "x"}),
        ("/api/conversations/sessions", {"title": "x" * 201, "user_id": ME}),
        ("/api/conversations/sessions", {"user_id": ME, "title": "x", "metadata": []}),
        ("/api/conversations/sessions", {"user_id": ME, "title": "x", "metadata": {"a": "\x00"}}),
        (
            "/api/conversations/sessions",
            {"user_id": ME, "title": "x", "metadata": json.loads('{"a":' * 400 + "1" + "}" * 400)},
        ),
        (
            "/api/conversations/messages",
            {"session_id": ME, "role": "user", "message_type": "question", "content": "x" * 100_001},
        ),
        ("/api/search", {"question": "x", "collection_id": ME}),
        ("/api/search", {"question": "x", "user_id": ME}),
        ("/api/search", {"question": " ", "user_id": ME, "collection_id": ME}),
        ("/api/search", {"question": "x", "user_id": ME, "collection_id": ME, "more": 1}),
        ("/api/search", {"question": "x", "user_id": ME, "collection_id": ME, "config_metadata": {"scope": 1}}),
        ("/api/search", {"question": "x", "user_id": ME, "collection_id": ME, "config_metadata": {"max_results": 0}}),
        ("/api/search", {"question": "x", "user_id": ME, "collection_id": ME, "config_metadata": {"max_results": 51}}),
    ],
)
def test_what_is_malformed_is_refused_field_by_field(api: Api, path: str, body: dict[str, object]) -> None:
    refused = api.http.post(path, json=body)
    assert refused.status_code == 422, refused.text
    assert refused.json()["error_code"] == "VALIDATION_ERROR"
    assert set(refused.json()["detail"][0]) == {"type", "loc", "msg"}


@pytest.mark.parametrize(
    "nothing", ["\u200b", "\u2060\ufeff", "\u3164", "\u00ad \u202e", "\ufe0f", "\u2800"], ids=ascii
)
def test_a_name_that_shows_nothing_is_refused(api: Api, nothing: str) -> None:
    for path, body in (
        ("/api/collections", {"name": nothing, "user_id": ME}),
        ("/api/pipelines", {"name": nothing, "user_id": ME, "stages": ["retrieval"]}),
        ("/api/conversations/sessions", {"title": nothing, "user_id": ME}),
        ("/api/podcasts/generate", {**PODCAST, "title": nothing}),
        ("/api/search", {"question": nothing, "user_id": ME, "collection_id": ME}),
    ):
        refused = api.http.post(path, json=body)
        assert refused.status_code == 422, path
        assert [one["msg"] for one in refused.json()["detail"]] == ["Value error, must not be blank"], path
    voice = api.http.post("/api/voices/upload", data={"name": nothing, "gender": "male"}, files={"audio_file": b"RIFF"})
    assert (voice.status_code, "not blank" in voice.json()["detail"]) == (400, True)


def test_a_name_may_hold_what_joins_its_letters(api: Api) -> None:
    for name in ("👩\u200d🔬", "می\u200cخواهم", "👍\ufe0f", "—"):
        assert api.collection(name)


PODCAST = {"collection_id": ME, "duration": 5, "host_voice": "alloy", "expert_voice": "onyx"}
SEARCH = {"question": "x", "user_id": ME, "collection_id": ME}
TOLD: list[tuple[str, dict[str, object], str, list[str]]] = [
    ("/api/collections", {"user_id": ME}, "missing", ["body", "name"]),
    ("/api/collections", {"name": "x", "user_id": "me"}, "uuid_parsing", ["body", "user_id"]),
    ("/api/search", {**SEARCH, "more": 1}, "extra_forbidden", ["body", "more"]),
    ("/api/search", {**SEARCH, "config_metadata": {"x": 1}}, "extra_forbidden", ["body", "config_metadata", "x"]),
]


def test_what_is_wrong_has_a_word_and_a_place(api: Api) -> None:
    for path, body, word, place in TOLD:
        [item] = api.http.post(path, json=body).json()["detail"]
        assert (item["type"], item["loc"]) == (word, place)
    refused = api.http.get("/api/documents")
    assert refused.status_code == 422
    assert [(item["type"], item["loc"]) for item in refused.json()["detail"]] == [
        ("missing", ["query", "collection_id"])
    ]


def test_what_is_just_within_the_bounds_will_do(api: Api) -> None:
    longest = "x" * 200
    assert api.collection(longest)
    for path, body in (
        ("/api/collections", {"name": "x", "description": "x" * 2_000}),
        ("/api/pipelines", {"name": longest, "stages": ["retrieval"]}),
        ("/api/conversations/sessions", {"title": longest}),
    ):
        made = api.http.post(path, json={**body, "user_id": ME})
        assert made.status_code == 201, made.text
    said = {"session_id": made.json()["id"], "role": "user", "message_type": "question", "content": "x" * 100_000}
    kept = api.http.post("/api/conversations/messages", json=said)
    assert (kept.status_code, kept.json()["content"]) == (201, said["content"])
