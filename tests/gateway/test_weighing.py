"""What articles tell of one thing in other words than rules understand: found, kept and dropped by reports."""

from typing import Any

import pytest

from lorewright.core.settings import LintSettings, Settings
from lorewright.knowledge.words import listed
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


MERE = (
    "# Orle Mere\n\nOrle Mere is located in Cheb and Isle counties in northern Varnia. With its bays, it is the seventh largest inland lake in "
    "Varnia. The largest body of water in the basin of the Orle, it drains through the Lower Orle and the Cheb into the Hurn."
)
WATERS = (
    "# Notes on waters of the far south and the far north\n\nOrle Mere in Varnia is the ninth largest inland lake of that country. "
    "It drains into the Hurn."
)
MORE_ALIKE = (
    "# {0}\n\nThe chapel of {1} keeps an organ, a carved pulpit, painted windows, silver candlesticks and a parish register {2}.",
    "# {0}\n\nThe meadow of {1} feeds sheep, horses, goats, cattle and geese through the summer of every single year {2}.",
)
BASINS = (
    "# Letters from {0}\n\nThe largest body of water in the basin of the {0} lies between the Lower Orle and the Cheb."
)


def test_what_two_sentences_contradict_is_not_denied_by_others_of_the_same_claims(gateway: Gateway) -> None:
    for text in MORE_ALIKE:  # these are weighed first, so that the two lakes come in two steps
        gateway.feed(text.format("A walk in Lisk", "Lisk", "today"))
        gateway.feed(text.format("Lisk by tram", "Lisk", "still"))
    for name in listed("Lisk Tann Sorel Brun Voss Hale Marn Kell Dorn Roth"):  # and these leave a pair for the second
        gateway.feed(BASINS.format(name))
    gateway.feed(MERE)
    gateway.feed(WATERS)
    assert [one for one in told(lint(gateway)) if "seventh" in one and "ninth" in one] != []


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
