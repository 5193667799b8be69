"""Setting things at run time, and noting how providers fare."""

import msgspec
from pydantic import SecretStr
from sqlalchemy import delete, update

from lorewright.core.errors import BadInput
from lorewright.db.missing import insert_missing
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Provider
from lorewright.llm.models import Models
from lorewright.platform.costs.actions import warn_anew
from lorewright.platform.costs.rules import month_of
from lorewright.platform.preferences import rules
from lorewright.platform.preferences.schemas import SettingsUpdateRequest
from lorewright.platform.preferences.tables import preference, provider_state
from lorewright.world import World


def change(tx: Transaction, world: World, owner: str, wanted: SettingsUpdateRequest) -> None:
    """All of it or nothing. Raises `BadInput`. Looks into the keychain, before the transaction begins."""
    if wanted.monthly_budget_usd is not None:
        rules.check_budget(wanted.monthly_budget_usd)
    if wanted.default_provider is not None:
        _check_can_be_asked(world.models, wanted.default_provider)
    for name, value in wanted.model_dump(exclude_none=True).items():
        key = {"user_id": owner, "name": name}
        row = {"value": msgspec.json.encode(value).decode()}
        tx.execute(insert_missing(tx.dialect, preference), {**key, **row})
        tx.execute(update(preference).filter_by(**key).values(row))
    if wanted.monthly_budget_usd is not None:
        warn_anew(tx, owner, month_of(world.clock.now()))


def store_key(tx: Transaction, world: World, owner: str, provider_name: str, given: SecretStr) -> None:
    """Into the keychain and nowhere else. Raises `BadInput`, and `Unavailable` where there is no keychain."""
    provider = rules.hosted(provider_name)
    world.keys.set(provider, rules.checked_key(given))
    note(tx, owner, provider, None)


def delete_key(tx: Transaction, world: World, owner: str, provider_name: str) -> None:
    """Out of the keychain. Raises as `store_key` does."""
    provider = rules.hosted(provider_name)
    world.keys.delete(provider)
    forget(tx, owner, provider)


def note(tx: Transaction, owner: str, provider: Provider, reason: str | None) -> None:
    """How the last call ended: why it failed, or None where it did not, or where what failed is mended."""
    key = {"user_id": owner, "provider": provider.value}
    tx.execute(insert_missing(tx.dialect, provider_state), {**key, "reason": reason})
    tx.execute(update(provider_state).filter_by(**key).values(reason=reason))


def forget(tx: Transaction, owner: str, provider: Provider) -> None:
    """How its last call ended, which says nothing any more."""
    tx.execute(delete(provider_state).filter_by(user_id=owner, provider=provider.value))


def _check_can_be_asked(models: Models, name: str) -> None:
    provider = rules.provider_of(name)
    if provider is None:
        return
    if not models.is_enabled(provider):
        raise BadInput(f"Provider {provider} is not enabled")
    if models.lacks(provider) is not None:
        raise BadInput(f"Provider {provider} has no API key configured")
