"""Finding what contradicts what: only what has changed is read and compared again."""

from collections.abc import Callable
from typing import NamedTuple

from lorewright.db.transaction import Transaction
from lorewright.gateway.contradictions import actions, queries
from lorewright.knowledge.contradict import compared, statements
from lorewright.platform.jobs.tasks import Work
from lorewright.world import World

READ_AT_ONCE = 20
"""Articles whose claims are read and stored in one step."""
WRITTEN_AT_ONCE = 50


class Compared(NamedTuple):
    articles: int
    changed: int
    """Of them those that were read and compared again."""
    pairs: int
    """Statements that were held against each other."""


Read = Callable[[Transaction, int, int], bool]
"""Told in each step how many articles have been read, of how many; whether the work goes on."""


def compare(world: World, work: Work, told: Read) -> Compared | None:
    """Brings what contradicts what up to date. What is done stays done, whenever it ends; None where it was to end before."""
    with world.db.reading() as tx:
        changed, articles = queries.changed(tx, work.owner)
    unchanged = articles - len(changed)
    for start in range(0, len(changed), READ_AT_ONCE):
        some = changed[start : start + READ_AT_ONCE]
        with world.db.reading() as tx:
            claims = queries.claims_of(tx, work.owner, some)
        read = {id_: [each for one in of_one for each in statements(one)] for id_, of_one in claims.items()}
        with work.writing() as tx:
            actions.put_statements(tx, work.owner, some, read)
            if not told(tx, unchanged + start + len(some), articles):
                return None
    with world.db.reading() as tx:
        held, fresh = queries.all_statements(tx, work.owner)
    result = compared(held, fresh)
    for start in range(0, len(result.found), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            now = world.clock.now()
            actions.put_found(tx, work.owner, result.found[start : start + WRITTEN_AT_ONCE], now)
    done = sorted(fresh)
    for start in range(0, len(done), WRITTEN_AT_ONCE):
        with work.writing() as tx:
            actions.set_compared(tx, work.owner, done[start : start + WRITTEN_AT_ONCE])
    with work.writing() as tx:
        actions.relink(tx, work.owner, world.clock.now())
    return Compared(articles, len(fresh), result.pairs)
