"""What articles tell of one thing in other words than rules understand: found, kept and dropped by reports."""

from typing import Any

import pytest

from lorewright.core.settings import LintSettings, Settings
from tests.conftest import Gateway
from tests.gateway.test_contradictions import lint

LIGHT = (
    "# The lighthouse of Nordvik\n\nThe lighthouse of Nordvik was tended by Anna Berg. The lighthouse is painted red."
)
KEEPERS = (
    "# Keepers of the north\n\nThe lighthouse of Nordvik was tended by Erik Dahl. Fog hides the lighthouse in autumn."
)
BERG, DAHL = "was tended by Anna Berg.", "was tended by Erik Dahl."


def told(report: dict[str, Any]) -> list[str]:
    return [f"{one['article_a_claim']} / {one['article_b_claim']}" for one in report["contradictions"]]


def summary(gateway: Gateway) -> str:
    [job] = [one for one in gateway.http.get("/jobs").json() if one["job_type"] == "lint_wiki"][:1]
    return str(job["result_summary"])


def test_what_is_told_under_another_title_is_found_and_stays_found(gateway: Gateway) -> None:
    gateway.feed(LIGHT)
    gateway.feed(KEEPERS)
    [found] = told(lint(gateway))
    assert BERG in found
    assert DAHL in found
    assert told(lint(gateway)) == [found]
    gateway.feed("# A brass band\n\nThe brass band of Lisk plays on Sundays.")
    assert told(lint(gateway)) == [found]


def test_an_edit_that_takes_the_sentence_out_ends_what_was_told_of_it(gateway: Gateway) -> None:
    gateway.feed(LIGHT)
    gateway.feed(KEEPERS)
    assert len(told(lint(gateway))) == 1
    one = gateway.http.get("/wiki/articles/the-lighthouse-of-nordvik").json()
    assert BERG in one["content"]
    edited = {"base_version": one["version"], "content": one["content"].replace(BERG, "stands there.")}
    assert gateway.http.patch("/wiki/articles/the-lighthouse-of-nordvik", json=edited).status_code == 200
    gateway.settle()
    assert told(lint(gateway)) == []
    assert gateway.http.post(f"/wiki/articles/{one['id']}/restore", json={"version": 1}).status_code == 200
    gateway.settle()
    assert len(told(lint(gateway))) == 1


class TestWithLittleTime:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"lint": LintSettings(weighing_cpu_s=1e-6)})

    def test_what_would_take_too_long_is_left_out_and_said(self, gateway: Gateway) -> None:
        gateway.feed(LIGHT)
        gateway.feed(KEEPERS)
        assert told(lint(gateway)) == []
        assert summary(gateway).endswith("2 not compared in other words")
        assert told(lint(gateway)) == []
        assert "in other words" not in summary(gateway)
