"""The language models that the settings and the keys allow, by provider."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from lorewright.core.errors import Unavailable
from lorewright.core.servers import LlmSettings, ProviderSettings
from lorewright.llm import prices
from lorewright.llm.anthropic import Messages
from lorewright.llm.base import LanguageModel, Provider
from lorewright.llm.channel import Bounds, Channel, Connector
from lorewright.llm.failures import Party
from lorewright.llm.google import GenerateContent
from lorewright.llm.hosted import HostedModel
from lorewright.llm.keys import Keys, can_be_sent
from lorewright.llm.ollama import Chat
from lorewright.llm.openai import ChatCompletions
from lorewright.llm.prices import PerMillion
from lorewright.llm.tries import Tried
from lorewright.llm.wire import Wire


class Vendor(NamedTuple):
    """What is to be known of a provider before anything is set."""

    title: str
    wire: Callable[[], Wire]
    base_url: str
    """Empty where only the settings can know it."""
    model: str
    key_variable: str
    needs_key: bool
    version_paths: tuple[str, ...] = ()
    """What some write at the end of the address although our requests bring it themselves."""


VENDORS = {
    Provider.ANTHROPIC: Vendor(
        "Anthropic",
        Messages,
        "https://api.anthropic.com",
        "claude-sonnet-5-5",
        "ANTHROPIC_API_KEY",
        needs_key=True,
        version_paths=("/v1",),
    ),
    Provider.OPENAI: Vendor(
        "OpenAI",
        lambda: ChatCompletions("max_completion_tokens", effort="low"),
        "https://api.openai.com/v1",
        "gpt-6.1-terra",
        "OPENAI_API_KEY",
        needs_key=True,
    ),
    Provider.GOOGLE: Vendor(
        "Google",
        GenerateContent,
        "https://generativelanguage.googleapis.com",
        "gemini-3.8-flash",
        "GOOGLE_API_KEY",
        needs_key=True,
        version_paths=("/v1beta", "/v1"),
    ),
    Provider.OLLAMA: Vendor(
        "Ollama",
        Chat,
        "http://127.0.0.1:11434",
        "gemma3",
        "OLLAMA_API_KEY",
        needs_key=False,
        version_paths=("/v1", "/api"),
    ),
    Provider.OPENAI_COMPATIBLE: Vendor(
        "The OpenAI-compatible server",
        lambda: ChatCompletions("max_tokens"),
        "",
        "",
        "LOREWRIGHT_LLM__OPENAI_COMPATIBLE__API_KEY",
        needs_key=False,
    ),
}


class Models:
    """Nothing is loaded and nobody is asked before a model is."""

    def __init__(self, settings: LlmSettings, keys: Keys) -> None:
        self._settings = settings
        self._keys = keys
        self._bounds = Bounds(
            connect_s=settings.connect_timeout_s,
            silence_s=settings.silence_timeout_s,
            call_s=settings.call_timeout_s,
            tries=settings.tries,
            backoff_s=settings.backoff_s,
        )
        self._connector = Connector(by_proxy=settings.use_proxy)
        self._declined: dict[tuple[Provider, str], set[str]] = {}

    def name(self, provider: Provider) -> str:
        """Of the model that is asked; empty where one has to be set."""
        return self._of(provider).model or VENDORS[provider].model

    def base_url(self, provider: Provider) -> str:
        """Without a slash at its end; empty where one has to be set."""
        vendor = VENDORS[provider]
        address = (self._of(provider).base_url or vendor.base_url).rstrip("/")
        for path in vendor.version_paths:
            address = address.removesuffix(path)
        return address

    def is_enabled(self, provider: Provider) -> bool:
        """Whether it has an address and a model."""
        return bool(self.base_url(provider) and self.name(provider))

    def is_set_up(self, provider: Provider) -> bool:
        """Whether somebody wants it to be asked, as nobody may who just has no Ollama. It may lack a key."""
        given = self._of(provider)
        return self.is_enabled(provider) and (VENDORS[provider].needs_key or bool(given.base_url or given.model))

    def lacks(self, provider: Provider, *, keychain: bool = True) -> str | None:
        """What has to be done before the provider can be asked, as a sentence, or None.

        `keychain`: whether to look into it for a key that is not in the environment, which may take long.
        """
        vendor = VENDORS[provider]
        setting = f"LOREWRIGHT_LLM__{provider.upper()}"
        if not self.base_url(provider):
            return f"{vendor.title} has no address: set {setting}__BASE_URL."
        if not self.name(provider):
            return f"{vendor.title} has no model: set {setting}__MODEL."
        has_key = self._keys.get if keychain else self._keys.named
        if vendor.needs_key and has_key(provider) is None:
            return f"{vendor.title} has no API key: set {vendor.key_variable}, or store one in the settings."
        return None

    def lacking(self) -> dict[Provider, str | None]:
        """What each lacks, looked for at once: a keychain that is locked lets each wait for a person."""
        with ThreadPoolExecutor(len(Provider)) as threads:
            return dict(zip(Provider, threads.map(self.lacks, Provider), strict=True))

    def open(self, provider: Provider, around: Callable[[LanguageModel], LanguageModel] | None = None) -> LanguageModel:
        """Raises `Unavailable` where something is not set. May look into the keychain, so not on an event loop's thread.

        `around`: wraps the model of which each call is one try, before it is tried more than once.
        """
        lacking = self.lacks(provider)
        if lacking is not None:
            raise Unavailable(lacking)
        vendor, name = VENDORS[provider], self.name(provider)
        party = Party(provider, vendor.title, name, vendor.key_variable)
        channel = Channel(party, self.base_url(provider), self._bounds, self._connector)
        declined = self._declined.setdefault((provider, name), set())
        one = HostedModel(party, vendor.wire(), channel, self._bounds, self._key(provider), declined)
        return Tried(around(one) if around else one, self._bounds)

    def price(self, provider: Provider) -> PerMillion | None:
        """Of the model that is asked, as the settings have it, else as it is known; None where nobody knows. The first use takes
        half a second."""
        given = self._of(provider)
        if given.input_usd_per_million is not None and given.output_usd_per_million is not None:
            return PerMillion(given.input_usd_per_million, given.output_usd_per_million)
        return prices.per_million(provider, self.name(provider), self.base_url(provider))

    def _of(self, provider: Provider) -> ProviderSettings:
        return self._settings.providers[provider.value]

    def _key(self, provider: Provider) -> str | None:
        """Raises `Unavailable` for one that could not be sent."""
        key = self._keys.get(provider)
        if key is None:
            return None
        secret = key.get_secret_value()
        if not can_be_sent(secret):
            raise Unavailable(f"The API key of {VENDORS[provider].title} has characters that no key has: set it anew.")
        return secret
