"""What the ledger works out: keys, bounds, exact money, validity."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.llm.base import Call, Ending, Provider, Reply, Request
from lorewright.platform.costs import rules
from lorewright.platform.costs.rules import Price, Usage
from lorewright.platform.costs.tables import Outcome

REQUEST = Request("Be brief.", "What is tea?", {"type": "object"}, 100, 0.5)
CALL = Call("ada", "answer", "answer", 3, ("s1", "s2"), 0)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
PRICES = st.builds(Price, st.integers(0, 10**9), st.integers(0, 10**9))
USAGES = st.builds(Usage, st.integers(0, 10**6), st.integers(0, 10**6))


def _key(request: Request = REQUEST, call: Call = CALL, provider: Provider = Provider.OPENAI, model: str = "m") -> str:
    return rules.key(provider, model, request, call)


def test_whatever_may_change_the_answer_changes_the_key() -> None:
    keys = [
        _key(),
        _key(provider=Provider.OLLAMA),
        _key(model="n"),
        *(_key(msgspec.structs.replace(REQUEST, system=one)) for one in ("", "Be brief")),
        _key(msgspec.structs.replace(REQUEST, prompt="What is tea")),
        _key(msgspec.structs.replace(REQUEST, system="Be brief.What", prompt=" is tea?")),
        *(_key(msgspec.structs.replace(REQUEST, schema=one)) for one in (None, {}, {"type": "array"})),
        _key(msgspec.structs.replace(REQUEST, max_output_tokens=101)),
        _key(msgspec.structs.replace(REQUEST, temperature=0.6)),
        _key(call=msgspec.structs.replace(CALL, owner="bob")),
        _key(call=msgspec.structs.replace(CALL, prompt_id="compile")),
        _key(call=msgspec.structs.replace(CALL, prompt_version=4)),
        _key(call=msgspec.structs.replace(CALL, attempt=1)),
    ]
    assert len(set(keys)) == len(keys)


def test_what_does_not_reach_the_model_does_not_change_the_key() -> None:
    assert _key(call=msgspec.structs.replace(CALL, purpose="lint", subjects=())) == _key()
    assert _key(msgspec.structs.replace(REQUEST, temperature=1)) == _key(
        msgspec.structs.replace(REQUEST, temperature=1.0)
    )


@given(st.tuples(TEXTS, TEXTS), st.tuples(TEXTS, TEXTS))
def test_only_the_same_texts_have_the_same_key(one: tuple[str, str], other: tuple[str, str]) -> None:
    keys = [_key(Request(system, prompt)) for system, prompt in (one, other)]
    assert (keys[0] == keys[1]) == (one == other)


@given(TEXTS, TEXTS, st.integers(1, 9_000))
def test_no_tokenizer_makes_more_tokens_than_a_call_is_bounded_by(system: str, prompt: str, output: int) -> None:
    """At worst each byte is one."""
    most = rules.bound(Request(system, prompt, None, output))
    assert most.input_tokens >= len(system.encode()) + len(prompt.encode())
    assert most.output_tokens == output


@given(st.lists(st.tuples(USAGES, PRICES), max_size=20))
def test_money_adds_up_exactly(calls: list[tuple[Usage, Price]]) -> None:
    costs = [used.cost(price) for used, price in calls]
    by_kind = sum(used.input_tokens * price.input for used, price in calls)
    assert sum(costs) - by_kind == sum(used.output_tokens * price.output for used, price in calls)
    assert all(isinstance(cost, int) for cost in costs)


@pytest.mark.parametrize(
    ("price", "used", "dollars"),
    [
        (Price.per_million(3.0, 15.0), Usage(1_000_000, 0), 3.0),
        (Price.per_million(3.0, 15.0), Usage(1_000, 200), 0.006),
        (Price.per_million(0.0375, 0.15), Usage(1, 1), 0.0000001875),
        (Price.per_million(0.1, 0.4), Usage(3, 0), 0.0000003),
        (Price.per_million(0, 0), Usage(10**6, 10**6), 0.0),
    ],
)
def test_a_call_is_priced_as_its_provider_does(price: Price, used: Usage, dollars: float) -> None:
    assert rules.usd(used.cost(price)) == dollars
    assert rules.pico(dollars) == used.cost(price)


@given(st.integers(1, 10**13), st.lists(st.integers(0, 10**12), max_size=50))
def test_reservations_that_fit_never_come_to_more_than_the_cap(cap: int, estimates: list[int]) -> None:
    counted = 0
    for one in estimates:
        if rules.fits(counted, one, cap):
            counted += one
    assert counted <= cap


def test_what_costs_nothing_fits_even_where_the_cap_is_reached() -> None:
    assert rules.fits(11, 0, 10)
    assert not rules.fits(10, 1, 10)


@given(USAGES, st.integers(0, 2 * 10**6))
def test_a_stream_that_broke_off_used_no_more_than_it_might(most: Usage, streamed: int) -> None:
    used = rules.used_when_broken(most, streamed)
    assert used.input_tokens == most.input_tokens
    assert used.output_tokens <= min(most.output_tokens, streamed)


def test_a_month_is_that_of_utc() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert rules.month_of(datetime(2026, 12, 1, 8, 59, tzinfo=tokyo)) == "2026-11"
    assert rules.month_of(datetime(2026, 12, 1, 9, 0, tzinfo=tokyo)) == "2026-12"
    assert rules.month_of(datetime(2026, 1, 31, 23, 59, 59, tzinfo=UTC)) == "2026-01"


class Claim(msgspec.Struct):
    text: str
    quotes: list[str]
    page: int | None = None


class Section(msgspec.Struct):
    heading: str
    claims: list[Claim]
    kind: str | int | float = "plain"
    others: dict[str, bool] = {}


CLAIMS = st.builds(Claim, TEXTS, st.lists(TEXTS, max_size=3), st.none() | st.integers(0, 99))
KINDS = TEXTS | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
SECTIONS = st.builds(
    Section, TEXTS, st.lists(CLAIMS, max_size=3), KINDS, st.dictionaries(TEXTS, st.booleans(), max_size=2)
)


@given(SECTIONS)
def test_what_a_type_makes_conforms_to_its_schema(section: Section) -> None:
    made = msgspec.json.decode(msgspec.json.encode(section))
    assert rules.conforms(made, msgspec.json.schema(Section))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "quotes", "page", "heading", "claims", "kind"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
def test_what_conforms_to_a_types_schema_is_of_the_type(value: Any) -> None:
    schema = msgspec.json.schema(Section)
    try:
        msgspec.convert(value, Section)
        fits = True
    except msgspec.ValidationError:
        fits = False
    assert rules.conforms(value, schema) == fits


STRICT = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "of": {"enum": ["a", "b"]}, "v": {"const": 1}},
    "required": ["n"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "schema", "fits"),
    [
        ({"n": 1}, STRICT, True),
        ({"n": 1, "of": "b", "v": 1}, STRICT, True),
        ({"n": 1, "of": "c"}, STRICT, False),
        ({"n": 1, "v": 2}, STRICT, False),
        ({"n": 1, "more": 0}, STRICT, True),
        ({"n": True}, STRICT, False),
        ({"n": 1.5}, STRICT, False),
        ({}, STRICT, False),
        ([{"n": 1}], STRICT, False),
        ([1, "a"], {"items": {"type": ["integer", "string"]}}, True),
        ([1, None], {"items": {"type": ["integer", "string"]}}, False),
        ({"x": 1}, {"additionalProperties": {"type": "string"}}, False),
        ({"x": "1"}, {"additionalProperties": {"type": "string"}}, True),
        (3, {"allOf": [{"type": "integer"}, {"enum": [3]}]}, True),
        (4, {"allOf": [{"type": "integer"}, {"enum": [3]}]}, False),
        ({"a/b": 1}, {"$ref": "#/$defs/x~1y", "$defs": {"x/y": {"required": ["a/b"]}}}, True),
        ({}, {"$ref": "#/$defs/x~1y", "$defs": {"x/y": {"required": ["a/b"]}}}, False),
        (False, {"type": "boolean"}, True),
        ("anything", {}, True),
    ],
)
def test_a_shape_is_what_its_schema_says(value: Any, schema: dict[str, Any], fits: bool) -> None:
    assert rules.conforms(value, schema) == fits


@pytest.mark.parametrize(
    ("text", "ending", "schema", "outcome"),
    [
        ("Tea is a drink.", Ending.COMPLETE, None, Outcome.ANSWERED),
        ("Tea is a", Ending.CUT, None, Outcome.UNUSABLE),
        ("I cannot say.", Ending.REFUSED, None, Outcome.UNUSABLE),
        (" \n", Ending.COMPLETE, None, Outcome.UNUSABLE),
        ("Tea\x00", Ending.COMPLETE, None, Outcome.UNUSABLE),
        ("Tea \ud800", Ending.COMPLETE, None, Outcome.UNUSABLE),
        ('{"n": 1}', Ending.COMPLETE, STRICT, Outcome.ANSWERED),
        ('{"n": 1}', Ending.CUT, STRICT, Outcome.UNUSABLE),
        ('{"n": 1', Ending.COMPLETE, STRICT, Outcome.UNUSABLE),
        ('{"n": "1"}', Ending.COMPLETE, STRICT, Outcome.UNUSABLE),
        ("Here it is: {}", Ending.COMPLETE, STRICT, Outcome.UNUSABLE),
        ("[" * 100_000, Ending.COMPLETE, STRICT, Outcome.UNUSABLE),
    ],
)
def test_only_what_is_complete_and_valid_is_kept(
    text: str, ending: Ending, schema: dict[str, Any] | None, outcome: Outcome
) -> None:
    assert rules.outcome(Request("", "", schema), Reply(text, ending, 1, 1)) is outcome
