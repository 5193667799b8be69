"""A language model that a provider serves, whatever its protocol: one try, its time, and what comes out of the events."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime

import msgspec

from lorewright.core.errors import AppError, BrokenAnswer, ProviderFailed
from lorewright.llm import failures
from lorewright.llm.base import Call, Ending, Reply, Request, estimated_tokens
from lorewright.llm.channel import LEAST_ROOM, Bounds, Channel, NotGiven
from lorewright.llm.failures import MayPass, Party, Told
from lorewright.llm.wire import Answer, Wire

ROOM_PER_TOKEN = 1_024
"""Bytes on the wire for each token asked for: some providers wrap every one in a document of its own."""


class _Declined(Exception):
    """The provider does not take an optional part of the request."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


class HostedModel:
    """Raises `MayPass` too, as long as nothing has come of an answer, not even its opening: `Tried` asks again then."""

    def __init__(
        self, party: Party, wire: Wire, channel: Channel, bounds: Bounds, key: str | None, declined: set[str]
    ) -> None:
        """`declined`: optional parts that the provider does not take for this model. It grows as that turns out."""
        self.provider = party.provider
        self.name = party.model
        self._party = party
        self._wire = wire
        self._channel = channel
        self._bounds = bounds
        self._key = key
        self._declined = declined

    async def complete(self, request: Request, call: Call) -> Reply:
        async with aclosing(self.stream(request, call)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Reply):
                    return piece
        raise failures.broken_off(self._party).error

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        """Asks again only without what the provider does not take, which it said at once."""
        deadline = time.monotonic() + self._bounds.call_s if call.until is None else call.until
        while True:
            try:
                async with aclosing(self._once(request, deadline)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            except _Declined as without:
                self._declined.add(without.part)

    async def _once(self, request: Request, deadline: float) -> AsyncGenerator[str | Reply]:
        """Raises `_Declined` and `MayPass` before the answer has begun, else `ProviderFailed`, `ProviderTimeout`."""
        answer = Answer()
        texts: list[str] = []
        declined = frozenset(self._declined)
        room = max(LEAST_ROOM, request.max_output_tokens * ROOM_PER_TOKEN)
        asked, headers = self._wire.ask(self.name, request, declined), self._wire.headers(self._key)
        begun = False
        try:
            async with aclosing(self._channel.documents(asked, headers, room, deadline)) as documents:
                async for document in documents:
                    text = self._read(document, answer)
                    begun = True
                    if text:
                        texts.append(text)
                        yield text
                    if answer.over:
                        break
            if answer.ending is None:
                raise failures.broken_off(self._party)
        except NotGiven as refusal:
            raise self._why(refusal, declined) from None
        except (MayPass, ProviderFailed) as trouble:
            if not begun:
                raise
            if answer.ending is None:  # else the answer was whole when the connection broke
                raise _after_beginning(trouble) from None
        yield _reply(request, answer, "".join(texts))

    def _read(self, document: bytes, answer: Answer) -> str:
        told = failures.error_in(document) if b'"error"' in document else None
        if told is not None:
            raise failures.in_stream(self._party, self._without_key(told))
        try:
            return self._wire.read(document, answer)
        except (msgspec.DecodeError, RecursionError):
            raise failures.not_understood(self._party) from None

    def _why(self, refusal: NotGiven, declined: frozenset[str]) -> Exception:
        if refusal.status in (400, 422):
            message = refusal.told.message.lower()
            for part in self._wire.optional:
                if part in message and part not in declined:
                    return _Declined(part)
        told = self._without_key(refusal.told)
        return failures.of_status(self._party, refusal.status, refusal.retry_after, told, datetime.now(UTC))

    def _without_key(self, told: Told) -> Told:
        return told._replace(message=told.message.replace(self._key, "…")) if self._key else told


def _after_beginning(trouble: MayPass | ProviderFailed) -> AppError:
    error = trouble.error if isinstance(trouble, MayPass) else trouble
    if not isinstance(error, ProviderFailed):
        return error
    broken = BrokenAnswer(error.detail)
    broken.may_pass = error.may_pass
    return broken


def _reply(request: Request, answer: Answer, text: str) -> Reply:
    """A provider that does not count the tokens is counted for, rather too high."""
    asked, given = answer.input_tokens, answer.output_tokens
    return Reply(
        text,
        answer.ending or Ending.COMPLETE,
        estimated_tokens(request.system + request.prompt) if asked is None else asked,
        estimated_tokens(text) if given is None else given,
    )
