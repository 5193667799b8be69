"""Conversations for tests: what is asked, forked and filed over HTTP."""

from typing import Any

from tests.conftest import Gateway

HARBOUR = """# The harbour of Nordvik

The harbour of Nordvik was deepened in 1931. The work cost 4.2 million kroner and took three years.

## Trade

Timber made up two thirds of the exports of Nordvik in 1950. Fish followed with 20 percent.
"""
LIGHTHOUSE = """# The lighthouse of Nordvik

The lighthouse of Nordvik was built in 1904 by the engineer Anna Berg. It is 31 metres high.
"""
DEEPENED = "When was the harbour of Nordvik deepened?"
BUILT = "Who built the lighthouse of Nordvik?"
UNKNOWN = "Who won the chess olympiad of 1958?"


def ask(gateway: Gateway, question: str, conversation: str | None = None, **more: Any) -> dict[str, Any]:
    """The answer of `POST /query`."""
    new = {"question": question, "conversation_id": conversation, **more}
    return posted(gateway, "/query", new)


def thread(gateway: Gateway, *questions: str) -> str:
    """The id of a conversation of these questions."""
    id_: str | None = None
    for question in questions:
        id_ = ask(gateway, question, id_)["conversation"]["id"]
    assert id_ is not None
    return id_


def fork(gateway: Gateway, conversation: str, index: int, question: str) -> dict[str, Any]:
    new = {"turn_index": index, "new_question": question}
    return posted(gateway, f"/query/conversations/{conversation}/fork", new)


def detail(gateway: Gateway, conversation: str) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get(f"/query/conversations/{conversation}").json()
    return found


def questions(gateway: Gateway, conversation: str) -> list[tuple[int, str]]:
    return [(one["turn_index"], one["question"]) for one in detail(gateway, conversation)["queries"]]


def file(gateway: Gateway, conversation: str) -> dict[str, Any]:
    return posted(gateway, f"/query/conversations/{conversation}/file-back")


def article(gateway: Gateway, filed: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = gateway.http.get(f"/wiki/articles/{filed['article']['id']}").json()
    return found


def posted(gateway: Gateway, path: str, body: Any = None) -> dict[str, Any]:
    answer = gateway.http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found
