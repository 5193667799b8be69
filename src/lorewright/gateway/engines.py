"""Which engine compiles and answers: the built-in one, or language models through the ledger."""

from lorewright.gateway.sources.actions import lock_rows
from lorewright.knowledge.engine import Engine
from lorewright.knowledge.extractive.engine import Extractive
from lorewright.knowledge.prompted.engine import Prompted
from lorewright.llm.base import LanguageModel, Provider
from lorewright.llm.fallback import Fallback
from lorewright.platform.costs.ledgered import Ledgered
from lorewright.platform.costs.rules import Price
from lorewright.world import World


def engine_of(world: World, owner: str) -> Engine:
    """Raises `Unavailable` where the provider is not set up. May look into the keychain, so not on an event loop's thread."""
    chosen = world.settings.llm.default_provider
    if chosen == "builtin":
        return Extractive()
    return Prompted(Fallback([_ledgered(world, one) for one in _in_order(world, Provider(chosen))]))


def _in_order(world: World, chosen: Provider) -> list[Provider]:
    """The chosen one, and where it may be left for others those that are set up."""
    if not world.settings.llm.fallback_enabled:
        return [chosen]
    return [chosen, *(one for one in Provider if one is not chosen and _is_set_up(world, one))]


def _is_set_up(world: World, provider: Provider) -> bool:
    """One that needs no key is there for everybody, and so set up only where somebody has said which model."""
    return bool(world.settings.llm.providers[provider.value].model) and world.models.lacks(provider) is None


def _ledgered(world: World, provider: Provider) -> LanguageModel:
    price = Price.per_million(*world.models.price(provider))
    model = world.models.open(provider)
    cap_usd = world.settings.llm.monthly_budget_usd
    return Ledgered(model, world.db, world.clock, price=price, cap=lambda tx, owner: cap_usd, holds=lock_rows)
