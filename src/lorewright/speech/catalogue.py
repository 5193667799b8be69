"""Who speaks the preset voices: the built-in synthesiser, or the server that the settings name."""

from lorewright.core.servers import ProviderSettings, SpeechSettings
from lorewright.llm.base import Provider
from lorewright.llm.keys import Keys
from lorewright.speech import prices
from lorewright.speech.base import PresetSpeech
from lorewright.speech.espeak import Espeak
from lorewright.speech.openai import MODEL, OPENAI, SpeechServer


def open_speech(settings: SpeechSettings, openai: ProviderSettings, keys: Keys) -> PresetSpeech:
    """Loads nothing, and asks nobody. `openai`: of the language models' provider of that name."""
    own, by_proxy = settings.openai_compatible, settings.use_proxy
    if settings.engine == "openai":
        listed = prices.OPENAI.get(settings.model or MODEL, prices.UNKNOWN)
        address = openai.base_url or OPENAI
        return SpeechServer(
            address, settings, lambda: keys.get(Provider.OPENAI), listed_usd=listed, needs_key=True, by_proxy=by_proxy
        )
    if settings.engine == "openai_compatible":
        return SpeechServer(
            own.base_url, settings, lambda: own.api_key, listed_usd=None, needs_key=False, by_proxy=by_proxy
        )
    return Espeak()
