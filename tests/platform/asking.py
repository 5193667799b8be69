"""A process that asks a model through the ledger: `python -m tests.platform.asking DATABASE ORACLE FIRST COUNT` prints how each ended."""

import asyncio
import sys
from collections.abc import Iterable

from lorewright import tables
from lorewright.core.clock import SystemClock
from lorewright.core.errors import BudgetExceeded, Unavailable
from lorewright.db.engine import Database
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call, Reply, Request
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.rules import Price
from tests.makers.model import AskedModel

assert tables.__all__, "a row refers to a table that has been loaded"

CAP_USD = 0.10
PRICE = Price.per_million(0.0, 10.0)
REQUEST = Request("Be brief.", "What is tea?", max_output_tokens=1_000)
"""At most a cent."""
CALL = Call("ada", "answer", "answer", 1, ("s1", "s2"))


def everything_stays(tx: Transaction, owner: str, source_ids: Iterable[str]) -> set[str]:
    return set(source_ids)


def ledgered(db: Database, address: str, *, cap_usd: float = CAP_USD, price: Price = PRICE) -> Ledgered:
    return Ledgered(
        AskedModel(address),
        db,
        SystemClock(),
        price=price,
        cap=lambda tx, owner: cap_usd,
        holds=everything_stays,
    )


async def ask_all(model: Ledgered, numbers: Iterable[int]) -> list[Reply | BaseException]:
    """Each another question, all at once."""
    calls = [model.complete(Request("", f"What is {one}?", max_output_tokens=1_000), CALL) for one in numbers]
    return await asyncio.gather(*calls, return_exceptions=True)


def main() -> None:
    url, address, first, count = sys.argv[1:]
    db = Database(url)
    ended = asyncio.run(ask_all(ledgered(db, address), range(int(first), int(first) + int(count))))
    for one in ended:
        if not isinstance(one, Reply | BudgetExceeded | Unavailable):
            raise AssertionError(one) from (one if isinstance(one, BaseException) else None)
        print("answered" if isinstance(one, Reply) else "refused")  # noqa: T201 - this is what it is for
    db.close()


if __name__ == "__main__":
    main()
