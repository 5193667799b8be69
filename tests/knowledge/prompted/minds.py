"""A language model that is a function."""

from collections.abc import AsyncGenerator, Callable

from lorewright.llm.base import Call, Ending, Provider, Reply, Request


class InProcess:
    provider = Provider.ANTHROPIC
    name = "function"

    def __init__(self, mind: Callable[[Request], str]) -> None:
        self._mind = mind
        self.asked: list[tuple[Request, Call]] = []

    async def complete(self, request: Request, call: Call) -> Reply:
        self.asked.append((request, call))
        return Reply(self._mind(request), Ending.COMPLETE, 1, 1)

    async def stream(self, request: Request, call: Call) -> AsyncGenerator[str | Reply]:
        reply = await self.complete(request, call)
        for character in reply.text:
            yield character
        yield reply
