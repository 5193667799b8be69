"""What goes wrong between us and a provider, in sentences that say what to do.

Of what a provider says of an error at most one short line is passed on, never its body, a key, or what looks like one.
"""

from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from lorewright.core.errors import AppError, ProviderFailed, ProviderTimeout
from lorewright.core.exchanges import retry_after_s
from lorewright.core.said import plain
from lorewright.llm.base import Provider

LONGEST_WAIT_S = 30.0
"""A provider that asks to be left alone for longer is not waited for."""
_MAY_PASS = frozenset({408, 425, 429})
_LEFT_AT_WORK = frozenset({504, 524})
"""A gateway did not wait for the model behind it, which may answer all the same."""
_SAYS = " It says: "
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


class MayPass(Exception):
    """Before anything of an answer came; it may be different the next time. `error` is for whoever asked, where it is not."""

    def __init__(self, error: AppError, after_s: float | None = None, *, may_be_billed: bool = False) -> None:
        """`after_s`: when to try again, as the provider says. `may_be_billed`: the request was sent, and nobody knows what
        became of it; an error in place of an answer costs nothing."""
        super().__init__(error.detail)
        error.may_pass = True
        self.error = error
        self.after_s = after_s
        self.may_be_billed = may_be_billed


class Party(NamedTuple):
    """Whom we talk to, for sentences about it."""

    provider: Provider
    title: str
    model: str
    key_variable: str

    def setting(self, name: str) -> str:
        return f"LOREWRIGHT_LLM__{self.provider.upper()}__{name}"


class _Error(msgspec.Struct):
    message: str | None = None
    code: str | int | None = None
    details: list[dict[str, Any]] = []


class _Body(msgspec.Struct):
    error: _Error | str | None = None
    message: Any = None
    detail: Any = None
    """Where it stands with servers that are nobody's in particular."""


class Told(NamedTuple):
    """What a provider says of an error."""

    message: str = ""
    """As it came: to look into, not to show."""
    bad_key: bool = False
    no_credit: bool = False


def error_in(document: bytes) -> Told | None:
    """None where the document tells of no error."""
    error = _body(document).error
    if error is None:
        return None
    if isinstance(error, str):
        return Told(error)
    bad_key = any(detail.get("reason") == "API_KEY_INVALID" for detail in error.details)
    return Told(error.message or "", bad_key, error.code in _NO_CREDIT)


def told_by(body: bytes) -> Told:
    """Of an answer that is no success."""
    told = error_in(body)
    if told is not None:
        return told
    loose = _body(body)
    return Told(next((text for text in (loose.message, loose.detail) if isinstance(text, str)), ""))


def _body(document: bytes) -> _Body:
    """Empty where it cannot be understood. Google wraps it in a list."""
    try:
        found = msgspec.json.decode(document, type=_Body | list[_Body])
    except (msgspec.DecodeError, RecursionError):
        return _Body()
    return next(iter(found), _Body()) if isinstance(found, list) else found


def of_status(party: Party, status: int, retry_after: str, told: Told, now: datetime) -> MayPass | AppError:
    """What an answer means that is no success."""
    if status in (401, 403) or told.bad_key:
        return ProviderFailed(f"{party.title} does not accept the key: give a valid one, in {party.key_variable}.")
    if status == 402 or told.no_credit:
        return ProviderFailed(f"{party.title} has no credit left for this key.{said(told)}")
    if status == 404:
        return ProviderFailed(
            f"{party.title} has no model {plain(party.model)}, or nothing at this address:"
            f" see {party.setting('MODEL')} and {party.setting('BASE_URL')}.{said(told)}"
        )
    if 300 <= status < 400:
        return ProviderFailed(
            f"{party.title} leads on to another address, which is not followed because a key goes along:"
            f" set {party.setting('BASE_URL')} to where it really is."
        )
    if status == 429:
        after_s = retry_after_s(retry_after, now)
        limited = MayPass(
            ProviderFailed(f"{party.title} limits how often it may be asked: try again later.{said(told)}"), after_s
        )
        return limited.error if after_s is not None and after_s > LONGEST_WAIT_S else limited
    if status in _MAY_PASS or status >= 500:
        after_s = retry_after_s(retry_after, now)
        failing = f"{party.title} fails for now (status {status}): try again later.{said(told)}"
        wait_s = min(after_s, LONGEST_WAIT_S) if after_s is not None else None
        return MayPass(ProviderFailed(failing), wait_s, may_be_billed=status in _LEFT_AT_WORK)
    return ProviderFailed(f"{party.title} refuses the request (status {status}).{said(told)}")


def in_stream(party: Party, told: Told) -> MayPass:
    return MayPass(ProviderFailed(f"{party.title} fails for now: try again later.{said(told)}"))


def not_reached(party: Party) -> MayPass:
    sentence = f"{party.title} cannot be reached: see whether it runs, and {party.setting('BASE_URL')}."
    return MayPass(ProviderFailed(sentence))


def not_trusted(party: Party) -> ProviderFailed:
    return ProviderFailed(f"The certificate of {party.title} is not valid, so nobody knows who answers.")


def broken_off(party: Party) -> MayPass:
    error = ProviderFailed(f"{party.title} broke off in the middle of its answer: try again.")
    return MayPass(error, may_be_billed=True)


def silent(party: Party, seconds: float) -> MayPass:
    error = ProviderTimeout(f"{party.title} was silent for {seconds:g} seconds: try again later.")
    return MayPass(error, may_be_billed=True)


def too_slow(party: Party, seconds: float) -> ProviderTimeout:
    return ProviderTimeout(f"{party.title} took longer than {seconds:g} seconds, which is the most a call may.")


def not_understood(party: Party) -> ProviderFailed:
    return ProviderFailed(
        f"What answers for {party.title} does not speak its protocol: see {party.setting('BASE_URL')}."
    )


def too_much(party: Party) -> ProviderFailed:
    return ProviderFailed(
        f"{party.title} gives far more than was asked for, so that its answer was not read to the end."
    )


def said(told: Told) -> str:
    """What the provider itself says, as a sentence to add, or nothing."""
    line = plain(told.message)
    return f"{_SAYS}{line}" if line else ""


def without_words(detail: str) -> str:
    """The sentence without what the provider itself said, which may repeat what it was asked."""
    return detail.partition(_SAYS)[0]
