"""Prices, bounds, months and validity. Money is whole pico-dollars (millionths of a micro-dollar), so that sums are exact."""

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self

import msgspec

from lorewright.llm.base import Call, Ending, Provider, Reply, Request
from lorewright.platform.costs.tables import Outcome

PICO = 10**12
"""Pico-dollars in a dollar; a micro-dollar for a million tokens is one for each token."""

FRAMING_TOKENS = 1_000
"""At most so many does a provider put around a request: roles, and its own instructions where the answer is to be JSON."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

WARNING_PCT = 80
FULL_PCT = 100


class Price(NamedTuple):
    """Pico-dollars for a token."""

    input: int
    output: int

    @classmethod
    def per_million(cls, input_usd: float, output_usd: float) -> Self:
        """As providers tell it: US dollars for a million tokens."""
        return cls(pico(input_usd / 1_000_000), pico(output_usd / 1_000_000))


class Usage(NamedTuple):
    input_tokens: int
    output_tokens: int

    def cost(self, price: Price) -> int:
        """In pico-dollars."""
        return self.input_tokens * price.input + self.output_tokens * price.output


NOTHING = Usage(0, 0)


def pico(dollars: float) -> int:
    return round(dollars * PICO)


def usd(amount: int) -> float:
    return amount / PICO


def bound(request: Request) -> Usage:
    """At most so many tokens does a call use: each stands for a byte of the request or more, whatever the tokenizer and the script."""
    schema = b"" if request.schema is None else msgspec.json.encode(request.schema)
    size = len(request.system.encode()) + len(request.prompt.encode()) + len(schema)
    return Usage(size + FRAMING_TOKENS, request.max_output_tokens)


def used_when_broken(most: Usage, streamed_bytes: int) -> Usage:
    """At most so many tokens did a stream use that broke off: its request's, and those of what came."""
    return Usage(most.input_tokens, min(most.output_tokens, streamed_bytes))


def key(provider: Provider, model: str, request: Request, call: Call) -> str:
    """Two calls have the same only where owner, model, parameters, prompt, request and attempt are the same. SHA-256 in hexadecimal."""
    schema = request.schema  # in its own order, which a model sees too
    parts = [
        *(call.owner, provider, model),
        *(request.max_output_tokens, float(request.temperature), schema),
        *(call.prompt_id, call.prompt_version, request.system, request.prompt, call.attempt),
    ]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def month_of(moment: datetime) -> str:
    """The calendar month in UTC: 2026-11."""
    return f"{moment.astimezone(UTC):%Y-%m}"


def fits(counted: int, estimate: int, cap: int) -> bool:
    """Whether a call may be made that costs at most `estimate`; what costs nothing always may."""
    return estimate == 0 or counted + estimate <= cap


def refusal(counted: int, estimate: int, cap: int) -> str:
    return (
        f"The month's budget for language models leaves no room for this call: ${usd(counted):,.2f} of ${usd(cap):,.2f} are spent"
        f" or set aside, and it may cost up to ${usd(estimate):,.4f}."
    )


def unpriced(provider: Provider, model: str) -> str:
    setting = f"LOREWRIGHT_LLM__{provider.upper()}"
    return (
        f"What the model {model} costs is not known, so that the month's budget could not be kept: set"
        f" {setting}__INPUT_USD_PER_MILLION and {setting}__OUTPUT_USD_PER_MILLION, US dollars for a million tokens"
        " (0 where it costs nothing)."
    )


def pct(amount: int, cap: int) -> float:
    return round(100 * amount / cap, 2)


def outcome(request: Request, reply: Reply) -> Outcome:
    """Answered where the reply is complete, can be stored, and has the shape that was asked for."""
    valid = reply.ending is Ending.COMPLETE and _storable(reply.text)
    if valid and request.schema is not None:
        try:
            valid = conforms(msgspec.json.decode(reply.text), request.schema)
        except (msgspec.DecodeError, RecursionError):
            valid = False
    return Outcome.ANSWERED if valid and reply.text.strip() else Outcome.UNUSABLE


def conforms(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any] | None = None) -> bool:
    """Whether what was decoded from JSON has the shape that a JSON schema asks for (`root`: the schema that its references point into).

    Looks at types, values, members, items and alternatives, which schemas made from our types consist of; lengths, sizes and
    patterns are looked at by whoever asked. (https://json-schema.org/draft/2020-12) Members beyond those that were asked for are let pass
    even where `additionalProperties` is false: whoever asked leaves them aside and uses the rest, so the answer has to be kept.
    """
    root = schema if root is None else root
    if "$ref" in schema and not conforms(value, _referred(schema["$ref"], root), root):
        return False
    if not _has_type(value, schema.get("type")):
        return False
    if value not in schema.get("enum", (value,)) or value != schema.get("const", value):
        return False
    for one in ("anyOf", "oneOf"):
        if one in schema and not any(conforms(value, each, root) for each in schema[one]):
            return False
    if not all(conforms(value, each, root) for each in schema.get("allOf", ())):
        return False
    if isinstance(value, dict):
        return _has_members(value, schema, root)
    return not isinstance(value, list) or all(conforms(item, schema.get("items", {}), root) for item in value)


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def _has_type(value: Any, wanted: str | list[str] | None) -> bool:
    names = [wanted] if isinstance(wanted, str) else wanted
    if names is None:
        return True
    if isinstance(value, bool):  # which Python takes for a number
        return "boolean" in names
    return any(isinstance(value, _TYPES[name]) for name in names)


def _has_members(value: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    if not value.keys() >= set(schema.get("required", ())):
        return False
    rest = others if isinstance(others, dict) else {}
    return all(conforms(member, known.get(name, rest), root) for name, member in value.items())


def _referred(pointer: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = root
    for part in pointer.removeprefix("#").split("/")[1:]:
        found = found[part.replace("~1", "/").replace("~0", "~")]
    schema: Mapping[str, Any] = found
    return schema


def _storable(text: str) -> bool:
    """NUL and lone surrogates, which JSON can spell, fit into no database."""
    return _UNSTORABLE.search(text) is None
