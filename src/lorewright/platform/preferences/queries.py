"""What is set: what was chosen at run time, else what the start gave."""

import msgspec
from sqlalchemy import ColumnElement, bindparam, select

from lorewright.core.servers import LlmSettings
from lorewright.db.transaction import Transaction
from lorewright.llm.base import Provider
from lorewright.llm.models import Models
from lorewright.platform.costs.ledgered import Cap
from lorewright.platform.preferences.rules import BUILTIN, BUILTIN_MODEL, Preferences
from lorewright.platform.preferences.schemas import (
    AllSettingsResponse,
    LLMSettingsResponse,
    ProviderDetail,
    SyncSettingsResponse,
)
from lorewright.platform.preferences.tables import preference, provider_state
from lorewright.world import World

_CHOSEN = select(preference.c.name, preference.c.value).where(
    preference.c.user_id == bindparam("owner"), preference.c.name.in_(Preferences.__struct_fields__)
)


def preferences(tx: Transaction, owner: str, start: LlmSettings) -> Preferences:
    chosen = {row.name: msgspec.json.decode(row.value) for row in tx.execute(_CHOSEN, {"owner": owner})}
    given = start.model_dump(include=set(Preferences.__struct_fields__))
    return msgspec.convert({**given, **chosen}, Preferences)


def cap_of(start: LlmSettings) -> Cap:
    """The month's budget that is in force when it is asked for."""
    return lambda tx, owner: preferences(tx, owner, start).monthly_budget_usd


def all_settings(tx: Transaction, world: World, owner: str) -> AllSettingsResponse:
    """Looks into the keychain, before the transaction begins."""
    providers = {BUILTIN: ProviderDetail(enabled=True, model=BUILTIN_MODEL, configured=True)}
    for provider, lacking in world.models.lacking().items():
        providers[provider.value] = ProviderDetail(
            enabled=world.models.is_enabled(provider), model=world.models.name(provider), configured=lacking is None
        )
    chosen = preferences(tx, owner, world.settings.llm)
    return AllSettingsResponse(
        data_dir=str(world.settings.data_dir),
        gateway_port=world.settings.port,
        llm=LLMSettingsResponse(**msgspec.structs.asdict(chosen), providers=providers),
        sync=SyncSettingsResponse(enabled=False, interval_minutes=15, bucket=None),  # there is nothing to set yet
    )


def is_noted(tx: Transaction, owner: str, provider: Provider, reason: str | None) -> bool:
    """Whether this is what is known of how the provider's last call ended."""
    found = tx.execute(select(provider_state.c.reason).where(_state_of(owner, provider))).first()
    return found is not None and found.reason == reason


def default_trouble(tx: Transaction, owner: str, start: LlmSettings, models: Models) -> str | None:
    """Why the default provider cannot be asked, as far as is known without asking it or the keychain; None where nothing is."""
    chosen = preferences(tx, owner, start).default_provider
    if chosen == BUILTIN:
        return None
    provider = Provider(chosen)
    found = tx.execute(select(provider_state.c.reason).where(_state_of(owner, provider))).first()
    return models.lacks(provider, keychain=False) if found is None else found.reason


def _state_of(owner: str, provider: Provider) -> ColumnElement[bool]:
    return (provider_state.c.user_id == owner) & (provider_state.c.provider == provider)
