"""Reports with a language model: what it tells of claims that no rule can compare, and what is left where it fails or invents."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from lorewright.core.settings import LintSettings, Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.contradictions.tasks import ASKED_AT_ONCE, MOST_ASKED
from lorewright.llm.base import Ending, Provider
from tests.conftest import PATIENCE_S, Gateway
from tests.gateway.prompted import prompted
from tests.gateway.test_contradictions import lint
from tests.makers.models import Fails, Received, Says, Stub, model_stub
from tests.makers.models.answers import Answer
from tests.makers.models.minds import enclosed, faithful
from tests.platform.setting import patch

BERG = (
    "# The lighthouse of Nordvik\n\nThe lighthouse of Nordvik was tended by Anna Berg. The lighthouse is painted red."
)
DAHL = (
    "# Keepers of the north\n\nThe lighthouse of Nordvik was tended by Erik Dahl. Fog hides the lighthouse in autumn."
)
PAIRS = "pairs"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """What the built-in models would tell, the language model is asked about."""
    return settings.model_copy(update={"lint": LintSettings(weighing_cpu_s=0)})


def mind(verdict: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Callable[[Received], str]:
    """Compiles faithfully, and says of each pair of claims what it is told."""

    def answer(received: Received) -> str:
        parts = enclosed(received)
        if PAIRS in parts:
            said = [verdict(pair) for pair in json.loads(parts[PAIRS])]
            return json.dumps({"disputed": [one for one in said if one is not None]})
        drafted = json.loads(faithful(received))
        return json.dumps({**drafted, "concepts": ["lighthouse"]})

    return answer


def keepers(pair: dict[str, Any]) -> dict[str, Any] | None:
    names = [next((name for name in ("Anna Berg", "Erik Dahl") if name in pair[side]), None) for side in "ab"]
    if None in names or names[0] == names[1]:
        return None
    return {"number": pair["number"], "relation": "contradicts", "a": names[0], "b": names[1]}


def fed(gateway: Gateway) -> None:
    gateway.feed(BERG)
    gateway.feed(DAHL)


def test_a_model_tells_what_no_rule_can(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        [found] = lint(gateway)["contradictions"]
        assert found["llm_confidence"] == "medium"
        assert {found["article_a_claim"], found["article_b_claim"]} == {
            "The lighthouse of Nordvik was tended by Anna Berg.",
            "The lighthouse of Nordvik was tended by Erik Dahl.",
        }
        assert "a model says" in found["description"]
        assert "lint" in gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"]
        calls = len(stub.requests)
        assert len(lint(gateway)["contradictions"]) == 1
        assert len(stub.requests) == calls  # nothing has changed since
        assert list(violations(gateway.world)) == []


def inventing(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"], "relation": "contradicts", "a": "tended by nobody", "b": "Erik Dahl"}


def misnumbering(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"] + 1_000, "relation": "contradicts", "a": "Anna Berg", "b": "Erik Dahl"}


def agreeing(pair: dict[str, Any]) -> dict[str, Any]:
    return {"number": pair["number"], "relation": "contradicts", "a": "The lighthouse", "b": "the lighthouse"}


@pytest.mark.parametrize("verdict", [inventing, misnumbering, agreeing])
def test_what_does_not_show_in_both_claims_is_no_contradiction(settings: Settings, verdict: Any) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(verdict))
        fed(gateway)
        assert lint(gateway)["contradictions"] == []
        assert any(PAIRS in enclosed(one) for one in stub.requests)


def failing(received: Received) -> Answer | str:
    """Compiles, and does not come to what contradicts what."""
    return Fails(500) if PAIRS in enclosed(received) else mind(keepers)(received)


def asked(stub: Stub) -> list[frozenset[str]]:
    """The pairs of claims that were shown, in the order of the calls."""
    shown = [json.loads(parts[PAIRS]) for one in stub.requests if PAIRS in (parts := enclosed(one))]
    return [frozenset((pair["a"], pair["b"])) for pairs in shown for pair in pairs]


def edited(gateway: Gateway, slug: str, edit: Callable[[str], str]) -> None:
    one = gateway.http.get(f"/wiki/articles/{slug}").json()
    new = {"base_version": one["version"], "content": edit(one["content"])}
    assert gateway.http.patch(f"/wiki/articles/{slug}", json=new).status_code == 200
    gateway.settle()


def test_where_a_model_fails_a_report_is_made_by_rule_and_the_next_one_asks_again(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, tries=1) as gateway:
        stub.answer_by(failing)
        fed(gateway)
        gateway.feed("# An old light\n\nThe lighthouse of Nordvik is 31 metres high. Fog hides its lamp in autumn.")
        gateway.feed("# Nordvik measured\n\nThe lighthouse of Nordvik is 45 metres high. It stands on a rock.")
        report = lint(gateway)
        assert report["report"]["status"] == "complete"
        [found] = report["contradictions"]
        assert "45 metres" in found["description"]
        assert "31 metres" in found["description"]
        stub.answer_by(mind(keepers))
        again = lint(gateway)["contradictions"]
        assert sorted("a model says" in one["description"] for one in again) == [False, True]
        assert list(violations(gateway.world)) == []


def test_what_the_budget_did_not_reach_is_asked_once_it_does(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        for budget, count in ((0.000_001, 0), (10, 1)):
            patch(gateway.http, monthly_budget_usd=budget)
            assert len(lint(gateway)["contradictions"]) == count


def test_what_a_model_told_stays_while_it_cannot_be_asked(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, tries=1) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        assert len(lint(gateway)["contradictions"]) == 1
        stub.answer_by(failing)
        for slug in ("the-lighthouse-of-nordvik", "keepers-of-the-north"):
            gateway.http.post(f"/wiki/articles/{slug}/recompile")
            edited(gateway, slug, lambda content: f"{content}\nThe lighthouse of Nordvik was tended by a friend.\n")
        assert len(lint(gateway)["contradictions"]) == 1
        stub.answer_by(mind(keepers))
        assert len(lint(gateway)["contradictions"]) == 1


def test_an_edit_beside_the_claim_leaves_what_a_model_told_and_asks_nothing(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        [told] = lint(gateway)["contradictions"]
        calls = len(stub.requests)
        edited(gateway, "keepers-of-the-north", lambda content: f"{content}\nA remark.\n")
        [still] = lint(gateway)["contradictions"]
        assert (still["content_hash"], still["description"]) == (told["content_hash"], told["description"])
        assert len(stub.requests) == calls


def test_an_edit_that_takes_the_claim_out_ends_what_a_model_told_until_it_is_back(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        assert len(lint(gateway)["contradictions"]) == 1
        said = "The lighthouse of Nordvik was tended by Erik Dahl."
        edited(gateway, "keepers-of-the-north", lambda content: content.replace(said, "Somebody drew it."))
        assert lint(gateway)["contradictions"] == []
        edited(gateway, "keepers-of-the-north", lambda content: content.replace("Somebody drew it.", said))
        assert len(lint(gateway)["contradictions"]) == 1


def test_claims_of_an_edited_article_are_asked_about_while_it_says_them(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(keepers))
        fed(gateway)
        edited(
            gateway, "keepers-of-the-north", lambda content: content.replace("Fog hides the lighthouse in autumn.", "")
        )
        assert len(lint(gateway)["contradictions"]) == 1
        assert all("Fog hides the lighthouse in autumn." not in pair for pair in asked(stub))


def test_a_model_that_is_chosen_later_is_asked_about_what_is_there(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, default_provider="builtin") as gateway:
        stub.answer_by(mind(keepers))
        gateway.feed(BERG)
        gateway.feed(DAHL.replace("# Keepers of the north", "# The lighthouse of Keepers of the north"))
        assert lint(gateway)["contradictions"] == []
        assert stub.requests == []
        chosen = {"provider": "openai"}
        assert gateway.http.post("/settings/llm/default-provider", json=chosen).status_code == 200
        assert len(lint(gateway)["contradictions"]) == 1
        assert gateway.http.post("/settings/llm/default-provider", json={"provider": "builtin"}).status_code == 200
        edited(gateway, "the-lighthouse-of-nordvik", lambda content: f"{content}\nA remark.\n")
        assert len(lint(gateway)["contradictions"]) == 1


def painters(gateway: Gateway) -> None:
    """Two articles with more pairs of claims than one report asks about."""
    names = [
        f"{first} {last}" for first in ("Anna", "Erik", "Olga", "Knut") for last in ("Berg", "Dahl", "Lund", "Moe")
    ]
    for work in ("painted", "designed"):
        said = " ".join(f"The lighthouse of Nordvik was {work} by {name}." for name in names)
        gateway.feed(f"# Who {work} the lighthouse\n\n{said}")


def test_a_report_tells_how_many_pairs_are_compared_while_it_is_made(settings: Settings) -> None:
    waits, goes_on = threading.Event(), threading.Event()

    def slow(received: Received) -> str:
        if len(asked(stub)) > ASKED_AT_ONCE:
            waits.set()
            assert goes_on.wait(PATIENCE_S)
        return mind(lambda _: None)(received)

    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(slow)
        painters(gateway)
        gateway.http.post("/lint/run")
        assert waits.wait(PATIENCE_S)
        made = gateway.http.get("/lint/reports/latest").json()["report"]
        goes_on.set()
        assert (made["status"], made["checked_pairs"] >= ASKED_AT_ONCE) == ("in_progress", True)
        assert made["total_pairs"] - made["checked_pairs"] > MOST_ASKED - ASKED_AT_ONCE
        gateway.settle()
        whole = gateway.http.get("/lint/reports/latest").json()["report"]
        assert (whole["status"], whole["total_pairs"]) == ("complete", made["total_pairs"])
        assert whole["checked_pairs"] - made["checked_pairs"] == MOST_ASKED - ASKED_AT_ONCE
        assert lint(gateway)["report"]["total_pairs"] == whole["total_pairs"] - whole["checked_pairs"]


def test_pairs_beyond_what_one_report_asks_are_asked_by_the_next(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind(lambda _: None))
        painters(gateway)
        lint(gateway)
        assert len(asked(stub)) == MOST_ASKED
        lint(gateway)
        shown = asked(stub)
        assert len(shown) == len(set(shown)) > MOST_ASKED
        lint(gateway)
        assert asked(stub) == shown
        assert list(violations(gateway.world)) == []


def test_pairs_of_which_a_model_comes_to_no_end_are_asked_by_halves(settings: Settings) -> None:
    def cut_short(received: Received) -> Answer | str:
        pairs = json.loads(enclosed(received).get(PAIRS, "[]"))
        return Says('{"disputed": [', ending=Ending.CUT) if len(pairs) > 1 else mind(keepers)(received)

    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(cut_short)
        fed(gateway)
        gateway.feed("# The light\n\nThe lighthouse of Nordvik was tended by Erik Dahl. The lighthouse shines far.")
        found = lint(gateway)["contradictions"]
        assert [{one["article_a_claim"], one["article_b_claim"]} for one in found] == 2 * [
            {
                "The lighthouse of Nordvik was tended by Anna Berg.",
                "The lighthouse of Nordvik was tended by Erik Dahl.",
            }
        ]
