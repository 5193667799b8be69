"""Speech that has to be paid for: each text under the ledger, as each call of a language model is. What costs nothing is not in it."""

import time
from collections.abc import Callable, Iterable

import structlog

from lorewright.core.errors import BudgetExceeded, Unavailable
from lorewright.core.ids import new_id
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Call
from lorewright.platform.costs import actions, queries, rules
from lorewright.platform.costs.actions import Asked, Ended
from lorewright.platform.costs.rules import NOTHING, Price, Usage
from lorewright.platform.costs.tables import SPEECH, Outcome
from lorewright.platform.preferences.queries import cap_of
from lorewright.speech.base import Recording, Speech, SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.world import World

log = structlog.get_logger()


def spoken(world: World, owner: str, engine: Speech, text: str, speak: Callable[[], Recording]) -> Recording:
    """What `speak` gives, which asks the engine for this text: with no transaction open, after its price has been set aside.

    Raises as it does, and `BudgetExceeded`.
    """
    if not engine.usd_per_million:  # it costs nothing, or says itself that it may not be asked
        return speak()
    asked = _reserved(world, owner, engine, text, engine.usd_per_million)
    outcome, used, began = Outcome.FAILED, asked.most, time.monotonic()
    try:
        recording = speak()
        outcome = Outcome.ANSWERED
        return recording
    except Unanswered:  # and may have been done
        raise
    except (SpeechRefused, SpeechUnavailable):
        used = NOTHING
        raise
    finally:
        _settle(world, asked, Ended(outcome, used, round(1_000 * (time.monotonic() - began))))


def check_room(world: World, owner: str, texts: Iterable[tuple[Speech, str]]) -> None:
    """Before the first of them is paid: whether the month's cap has room for all. Raises `BudgetExceeded`."""
    cost_usd = sum(len(text) * (engine.usd_per_million or 0) / 1_000_000 for engine, text in texts)
    with world.db.reading() as tx:
        cap_usd = cap_of(world.settings.llm)(tx, owner)
        costs = queries.summary(tx, owner, rules.month_of(world.clock.now()), cap_usd=cap_usd)
    cap, counted = rules.pico(cap_usd), rules.pico(costs.cost_this_month_usd)
    if not rules.fits(counted, rules.pico(cost_usd), cap):
        raise BudgetExceeded(rules.refusal(counted, rules.pico(cost_usd), cap))


def _reserved(world: World, owner: str, engine: Speech, text: str, usd_per_million: float) -> Asked:
    """Raises `BudgetExceeded`."""
    price, call = Price.per_million(usd_per_million, 0), Call(owner, SPEECH, SPEECH, 1, ())
    asked = Asked(new_id(), "", engine.provider, engine.name, call, Usage(len(text), 0), price, world.clock.now())
    with world.db.writing() as tx:
        refusal = actions.reserve(tx, owner, asked, cap_usd=cap_of(world.settings.llm)(tx, owner))
    if refusal is not None:  # after the commit, which tells of it
        raise BudgetExceeded(refusal)
    return asked


def _settle(world: World, asked: Asked, ended: Ended) -> None:
    """What was paid for reaches who asked, even where it cannot be written down; the reservation then stays."""
    owner = asked.call.owner
    try:
        with world.db.writing() as tx:
            cap_usd = cap_of(world.settings.llm)(tx, owner)
            now = world.clock.now()
            actions.settle(tx, owner, asked, ended, holds=_holds_nothing, cap_usd=cap_usd, now=now)
    except Unavailable as error:
        log.warning("what a text cost is not written down", call=asked.id, reason=error.detail)


def _holds_nothing(_tx: Transaction, _owner: str, _sources: Iterable[str]) -> set[str]:
    """What was spoken is not kept in the ledger."""
    return set()
