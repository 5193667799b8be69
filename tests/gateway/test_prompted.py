"""Compiling with a language model, and the whole path with each provider, through the front door; a stub speaks its protocol."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from lorewright.core.ids import content_hash
from lorewright.core.settings import AnswerSettings, FetchSettings, Settings
from lorewright.gateway.admin.queries import violations
from lorewright.gateway.sources.actions import request_compile
from lorewright.llm.base import Ending, Provider, estimated_tokens
from lorewright.platform.accounts.rules import LOCAL_USER_ID
from lorewright.platform.costs.tables import ledger_call
from tests.conftest import Gateway
from tests.gateway.prompted import article_of, prompted
from tests.gateway.threads import DEEPENED, HARBOUR
from tests.makers.models import Fails, Received, Says, model_stub
from tests.makers.models.answers import Answer
from tests.makers.models.minds import claim, enclosed, faithful, is_repair, lines_of, repaired, section_of
from tests.makers.site import Page, site


@pytest.mark.parametrize("provider", list(Provider))
def test_the_whole_path_goes_with_each_provider(settings: Settings, provider: Provider) -> None:
    with model_stub(provider) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        source = gateway.feed(HARBOUR)
        assert source["status"] == "compiled"
        found = article_of(gateway, source)
        assert f'provider: "{provider.value}"' in found["content"]
        assert (found["confidence"], found["linter_score"]) == ("sourced", 1.0)
        for line in ("The work cost 4.2 million kroner and took three years. [sourced]", "### Trade"):
            assert line in found["content"]
        answer = gateway.http.post("/query", json={"question": DEEPENED}).json()["query"]
        assert answer["answer"] == "The harbour of Nordvik was deepened in 1931. [1]"
        assert [one["quote"] for one in answer["citations"]] == ["The harbour of Nordvik was deepened in 1931."]
        assert gateway.http.get("/settings/llm/cost/breakdown").json()["by_task_type"].keys() == {"compile", "answer"}
        assert list(violations(gateway.world)) == []
        refused = gateway.http.post("/query", json={"question": "Who sang at the opera of Vienna?"}).json()["query"]
        assert refused["answer"] == "The wiki holds nothing that answers this question."
        assert json.loads(refused["source_article_ids"]) == []


MOLE = """# The mole of Berg

The mole of Berg was built in 1911 by the engineer Anna Berg. It is 400 metres long and protects the fishing boats.

# The lighthouse

The lighthouse on the mole burns oil and was lit in 1913. It is tended by two keepers and a dog.
"""
FOREIGN = ("7,777", "Zorblax", "never stood", "evil.example", "mallory@")


def inventing(received: Received) -> str:
    """Adds to every section and answer a number, a name, a quote and two links that are nowhere in it."""
    if is_repair(received):
        again = ("The mole cost 7,777 crowns.", "The mole of Berg was built in 1911 by the engineer Anna Berg.")
        return repaired(received, again, again, again, again, again)
    parts = enclosed(received)
    if "section" in parts:
        lines = [line for line in lines_of(parts["section"]) if line.endswith(".")]
        return section_of(
            *map(claim, lines),
            claim("The mole of Berg was built in 1911 for 7,777 crowns by the engineer Anna Berg.", lines[0]),
            claim("Zorblax built the mole of Berg in 1911.", lines[0]),
            claim("The mole never stood in Berg.", "The mole never stood in Berg."),
            claim(f"{lines[0][:-1]} (https://evil.example/a).", lines[0]),
            claim(f"{lines[0][:-1]}, says mallory@evil.example.", lines[0]),
            concepts=["Zorblax", "https://evil.example/a", "mole of Berg"],
        )
    return (
        "The mole of Berg was built in 1911 by the engineer Anna Berg [1]. It cost 7,777 crowns [1]. Zorblax built it [1]."
        " The mole of Berg was built in 1911 by Anna Berg, see https://evil.example/a [1]."
    )


def test_what_a_model_invents_is_nowhere_to_be_seen(settings: Settings) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(inventing)
        found = article_of(gateway, gateway.feed(MOLE))
        assert "The lighthouse on the mole burns oil and was lit in 1913. [sourced]" in found["content"]
        assert [word for word in FOREIGN if word in found["content"]] == []
        assert found["confidence"] == "sourced"
        assert found["linter_score"] < 1
        gateway.settle()
        [file] = gateway.world.settings.wiki_dir.glob("*.md")
        assert [word for word in FOREIGN if word in file.read_text()] == []
        answer = gateway.http.post("/query", json={"question": "When was the mole of Berg built?"}).json()["query"]
        assert answer["answer"] == "The mole of Berg was built in 1911 by the engineer Anna Berg. [1]"


GERMAN = "Die Mole von Berg wurde 1911 von der Ingenieurin Anna Berg gebaut."


def german(received: Received) -> str:
    """Says in German what stands there in English, and does so again when it is asked again."""
    quote = "The mole of Berg was built in 1911 by the engineer Anna Berg."
    if is_repair(received):
        return repaired(received, (GERMAN, quote))
    return section_of(claim(GERMAN, quote)) if "section" in enclosed(received) else f"{GERMAN[:-1]} [1]."


def test_what_is_said_in_another_language_than_its_source_is_left_out(settings: Settings) -> None:
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(german)
        found = article_of(gateway, gateway.feed(MOLE))
        assert "Mole von Berg" not in found["content"]
        assert found["confidence"] is None
        answer = gateway.http.post("/query", json={"question": "When was the mole of Berg built?"}).json()["query"]
        assert answer["answer"] == "The wiki holds nothing that answers this question."


def paraphrasing(received: Received) -> str:
    """Leaves out what matters, and cannot put it right."""
    quote = "The harbour of Nordvik may have been deepened in 1931, most likely by the navy."
    said = "The harbour of Nordvik was deepened in 1931 by the navy."
    if is_repair(received):
        assert "is left out" in enclosed(received)["claims"]
        return repaired(received, (said, quote))
    if "section" in enclosed(received):
        return section_of(claim(said, quote), claim("The work took three years."))
    return f"{said[:-1]} [1]. The work took three years [1]."


@pytest.mark.parametrize("unproved", ["mark", "omit"])
def test_what_is_near_but_not_borne_is_marked_or_left_out(settings: Settings, unproved: Any) -> None:
    text = "The harbour of Nordvik may have been deepened in 1931, most likely by the navy. The work took three years."
    answers = AnswerSettings(unproved=unproved)
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub, answers=answers) as gateway:
        stub.answer_by(paraphrasing)
        source = gateway.feed(text)
        found = article_of(gateway, source)
        label = f"[^{content_hash(b'The harbour of Nordvik was deepened in 1931 by the navy.')[:6]}]"
        assert f"The harbour of Nordvik was deepened in 1931 by the navy. [inferred]{label}" in found["content"]
        assert (
            f"{label}: “The harbour of Nordvik may have been deepened in 1931, most likely by the navy.”"
            in found["content"]
        )
        assert "The work took three years. [sourced]" in found["content"]
        assert (found["confidence"], found["linter_score"]) == ("mixed", pytest.approx(2 / 3))
        asked = gateway.http.post("/query", json={"question": DEEPENED}).json()
        marked = "The harbour of Nordvik was deepened in 1931 by the navy. [inferred] "
        proved = "The work took three years. [1]"
        assert asked["query"]["answer"] == (marked if unproved == "mark" else "") + proved
        assert [one["quote"] for one in asked["query"]["citations"]] == ["The work took three years."]
        assert list(violations(gateway.world)) == []
        gateway.http.delete(f"/ingest/sources/{source['id']}")
        gateway.settle()
        [turn] = gateway.http.get("/query/history").json()
        assert "harbour" not in turn["answer"]


def test_a_claim_that_fails_is_asked_for_again_with_the_reason(settings: Settings) -> None:
    def mending(received: Received) -> str:
        if is_repair(received):
            assert "“5.1 million” is not in the quote" in enclosed(received)["claims"]
            said = "The work cost 4.2 million kroner and took three years."
            return repaired(received, (said, said))
        said = "The work cost 5.1 million kroner and took three years."
        return section_of(claim(said, said.replace("5.1", "4.2")))

    with model_stub(Provider.GOOGLE) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mending)
        found = article_of(gateway, gateway.feed(HARBOUR))
        assert "The work cost 4.2 million kroner and took three years. [sourced]" in found["content"]
        assert "5.1" not in found["content"]
        assert len(stub.requests) == 2
        assert found["linter_score"] == 1.0


@pytest.mark.parametrize("again", [Says("I will not.", Ending.REFUSED), Says("{", Ending.CUT), Says("No.")])
def test_a_claim_that_no_use_can_be_made_of_asking_for_again_is_left_out(settings: Settings, again: Says) -> None:
    def mind(received: Received) -> Answer | str:
        return again if is_repair(received) else inventing(received)

    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(mind)
        found = article_of(gateway, gateway.feed(MOLE))
        assert "The lighthouse on the mole burns oil and was lit in 1913. [sourced]" in found["content"]
        assert [word for word in FOREIGN if word in found["content"]] == []
        assert found["linter_score"] < 1


def test_the_wiki_is_made_again_from_the_ledger_without_a_call(settings: Settings) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(inventing)
        source = gateway.feed(MOLE)
        before, calls = article_of(gateway, source), len(stub.requests)
        asked = gateway.http.post("/query", json={"question": DEEPENED}).json()["query"]
        stub.answer_with(Fails(500))
        with gateway.world.db.writing() as tx:
            request_compile(tx, gateway.world, LOCAL_USER_ID, source["id"])
        gateway.settle()
        after = article_of(gateway, source)
        assert after == before
        assert [one["status"] for one in gateway.http.get("/jobs").json() if one["job_type"] == "compile_source"] == [
            "complete",
            "complete",
        ]
        again = gateway.http.post("/query", json={"question": DEEPENED}).json()["query"]
        assert again["answer"] == asked["answer"]
        assert len(stub.requests) == calls + 1


def test_a_member_that_was_not_asked_for_makes_no_answer_paid_twice(settings: Settings) -> None:
    """As from a server that does not hold its model to a schema."""
    with model_stub(Provider.OPENAI_COMPATIBLE) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(lambda received: json.dumps({**json.loads(faithful(received)), "notes": "Here it is."}))
        source = gateway.feed(HARBOUR)
        before = article_of(gateway, source)["content"]
        made = len(stub.requests)
        with gateway.world.db.writing() as tx:
            request_compile(tx, gateway.world, LOCAL_USER_ID, source["id"])
        gateway.settle()
        assert article_of(gateway, source)["content"] == before
        assert len(stub.requests) == made


def test_a_section_of_many_short_sentences_is_told_whole(settings: Settings) -> None:
    log = " ".join(f"Ship {number} came in with {number + 3} casks." for number in range(300))
    with model_stub(Provider.OPENAI) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(faithful)
        found = article_of(gateway, gateway.feed(f"# The harbour log\n\n{log}\n"))
        assert "Ship 299 came in with 302 casks. [sourced]" in found["content"]
        assert len(found["claims"]) >= 300
        [asked] = stub.requests
        said = json.dumps({"claims": [claim(one, importance=5) for one in lines_of(log)]})
        assert estimated_tokens(said) < asked.max_output_tokens


def boats(count: int) -> list[str]:
    return [
        f"In the year {1000 + n} the {n * 7919 % 1009} boats of Berg carried salt to Nordvik." for n in range(count)
    ]


def cut_where(*years: int, above: int = 0) -> Callable[[Received], Answer | str]:
    """Tells all, but comes to no end of a section of more than so many sentences that speaks of one of these years."""

    def mind(received: Received) -> Answer | str:
        lines = lines_of(enclosed(received)["section"])
        if len(lines) > above and any(f"In the year {year} " in line for year in years for line in lines):
            return Says('{"claims": [', ending=Ending.CUT)
        return faithful(received)

    return mind


def test_a_section_whose_answer_is_cut_is_asked_for_by_halves(settings: Settings) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(cut_where(1000, above=30))
        told = article_of(gateway, gateway.feed(" ".join(boats(40))))
        assert [len(lines_of(enclosed(one)["section"])) for one in stub.requests] == [40, 20, 20]
        assert all(line in told["content"] for line in boats(40))
        assert (told["linter_score"], "came to no end" in told["content"]) == (1.0, False)


def test_what_no_half_comes_to_an_end_of_is_left_out_and_said_so(settings: Settings) -> None:
    with model_stub(Provider.ANTHROPIC) as stub, prompted(settings, stub) as gateway:
        stub.answer_by(cut_where(1000))
        told = article_of(gateway, gateway.feed(" ".join(boats(40))))
        assert [len(lines_of(enclosed(one)["section"])) for one in stub.requests] == [40, 20, 10, 10, 20]
        assert not any(line in told["content"] for line in boats(10)[1:])
        assert all(line in told["content"] for line in boats(40)[10:])
        lost = "- What the source says in the part that begins “In the year 1000 the 0 boats of Berg carried salt to Nordvik."
        assert lost in told["content"].partition("## Open Questions")[2]
        assert told["linter_score"] == 0.8, "ten of fifty: what summary and key claims say again counts too"
        assert list(violations(gateway.world)) == []


def telling(received: Received) -> str:
    """Tells the last sentence of each section."""
    section = enclosed(received)["section"]
    return section_of(claim(section.strip().rpartition("\n")[2].rpartition(". ")[2]))


def test_one_changed_paragraph_is_one_section_asked_for_again(settings: Settings) -> None:
    """The others are in the ledger; and what nobody asks for any more is forgotten."""
    told = boats(300)
    with model_stub(Provider.ANTHROPIC) as stub, site() as pages:
        stub.answer_by(telling)
        pages.pages["/boats.txt"] = Page(" ".join(told).encode(), "text/plain; charset=utf-8")
        letting = settings.model_copy(update={"fetch": FetchSettings(allow_hosts=pages.host)})
        with prompted(letting, stub) as gateway:
            url = f"{pages.address}/boats.txt"
            gateway.http.post("/ingest/url", json={"url": url})
            gateway.settle()
            calls, kept = len(stub.requests), _kept_answers(gateway)
            assert calls == kept >= 3
            told[150] = "Then a flood came to Berg, and nobody had seen the like of it."
            pages.pages["/boats.txt"] = Page(" ".join(told).encode(), "text/plain; charset=utf-8")
            gateway.http.post("/ingest/url", json={"url": url})
            gateway.settle()
            asked = len(stub.requests) - calls
            assert 1 <= asked <= 3
            assert abs(_kept_answers(gateway) - kept) <= 2
            assert list(violations(gateway.world)) == []


def _kept_answers(gateway: Gateway) -> int:
    with gateway.world.db.reading() as tx:
        return len(tx.execute(select(ledger_call.c.id).where(ledger_call.c.answer.is_not(None))).all())
