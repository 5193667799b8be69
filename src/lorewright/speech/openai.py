"""Speech by address: OpenAI, and any server that speaks its `/audio/speech`.

Redirects are not followed, because a key goes along, and of what a server says of an error nothing is passed on.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from pydantic import SecretStr

from lorewright import __version__
from lorewright.core.exchanges import is_untrusted, never_reached
from lorewright.core.servers import SpeechSettings
from lorewright.llm.keys import can_be_sent
from lorewright.speech.base import Recording, SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.speech.channel import PAUSE_S, patiently, pool, read
from lorewright.speech.prices import per_million
from lorewright.speech.sound import decoded

OPENAI = "https://api.openai.com/v1"
MODEL = "gpt-4o-mini-tts"
ROOM = 64 * 1024 * 1024
"""Bytes of an answer: ten minutes of uncompressed speech."""

_MAY_PASS = frozenset({408, 425, 429})


class SpeechServer:
    """Safe to use from several threads: each question has a connection of its own."""

    def __init__(
        self,
        base_url: str,
        settings: SpeechSettings,
        key: Callable[[], SecretStr | None],
        *,
        listed_usd: float | None,
        needs_key: bool,
        by_proxy: bool = False,
        pause_s: float = PAUSE_S,
    ) -> None:
        """`listed_usd`: for a million characters, where the settings do not say. `by_proxy`: as the environment names one."""
        self.provider = settings.engine
        self.usd_per_million = per_million(base_url, settings.usd_per_million_characters, listed_usd)
        self._address = base_url.rstrip("/") + "/audio/speech"
        self._model = settings.model or MODEL
        self._timeout_s = settings.timeout_s
        self._key = key
        self._needs_key = needs_key
        self._by_proxy = by_proxy
        self._pause_s = pause_s
        self.name = f"{self._model}@{urlsplit(base_url).netloc}"

    def lacks(self) -> str | None:
        if self._needs_key and self._key() is None:
            return (
                "Speech by OpenAI needs its API key: set OPENAI_API_KEY, or choose LOREWRIGHT_SPEECH__ENGINE=builtin."
            )
        if self.usd_per_million is None:
            return (
                "What the speech server costs is not known, so that the month's budget could not be kept: set"
                " LOREWRIGHT_SPEECH__USD_PER_MILLION_CHARACTERS (0 where it costs nothing)."
            )
        return None

    def speak(self, text: str, voice: str, language: str | None = None) -> Recording:
        """It tells the language from the text itself."""
        lacking = self.lacks()
        if lacking is not None:
            raise SpeechUnavailable(lacking)
        return decoded(patiently(lambda: self._asked(text, voice), self._pause_s))

    def close(self) -> None:
        """Nothing is kept open."""

    def _asked(self, text: str, voice: str) -> bytes:
        import httpcore

        content = msgspec.json.encode({"model": self._model, "input": text, "voice": voice, "response_format": "wav"})
        try:
            with (
                pool(self._address, self._timeout_s, by_proxy=self._by_proxy) as connections,
                connections.stream(
                    "POST", self._address, headers=self._headers(len(content)), content=content
                ) as response,
            ):
                _check_status(response.status)
                return read(response, ROOM, "The speech server gives far more than was asked for.")
        except never_reached() as error:
            if is_untrusted(error):
                raise SpeechRefused("The certificate of the speech server is not valid.") from None
            raise SpeechUnavailable("The speech server cannot be reached: see whether it runs.") from None
        except (httpcore.TimeoutException, TimeoutError):
            raise Unanswered(
                f"The speech server did not answer within {self._timeout_s:g} seconds: try again later."
            ) from None
        except (httpcore.NetworkError, httpcore.ProtocolError):
            raise Unanswered("The speech server broke off in the middle of its answer.") from None

    def _headers(self, length: int) -> list[tuple[str, str]]:
        headers = [
            ("Host", urlsplit(self._address).netloc),
            ("Content-Type", "application/json"),
            ("Content-Length", str(length)),
            ("Accept", "audio/*"),
            ("Accept-Encoding", "identity"),
            ("User-Agent", f"Lorewright/{__version__}"),
        ]
        key = self._key()
        if key is not None:
            if not can_be_sent(key.get_secret_value()):
                raise SpeechRefused("The key of the speech server has characters that no key has.")
            headers.append(("Authorization", f"Bearer {key.get_secret_value()}"))
        return headers


def _check_status(status: int) -> None:
    if status == 200:
        return
    if status in _MAY_PASS or status >= 500:
        raise SpeechUnavailable(f"The speech server fails for now (status {status}): try again later.")
    if status in (401, 403):
        raise SpeechRefused("The speech server does not accept the key.")
    if status == 404:
        raise SpeechRefused("The speech server has no such model or voice, or nothing at this address.")
    raise SpeechRefused(f"The speech server refuses the text or the voice (status {status}).")
