"""Speech by address: OpenAI, and any server that speaks its `/audio/speech`.

Redirects are not followed, because a key goes along, and of what a server says of an error nothing is passed on.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
import structlog
from pydantic import SecretStr

from lorewright import __version__
from lorewright.core.deadlines import Deadline, backend
from lorewright.core.servers import SpeechSettings
from lorewright.core.tls import trusting
from lorewright.llm.keys import can_be_sent
from lorewright.speech.base import Recording, SpeechRefused, SpeechUnavailable
from lorewright.speech.sound import decoded

if TYPE_CHECKING:
    import httpcore

OPENAI = "https://api.openai.com/v1"
MODEL = "gpt-4o-mini-tts"
ROOM = 64 * 1024 * 1024
"""Bytes of an answer: ten minutes of uncompressed speech."""
TRIES = 3
PAUSE_S = 1.0
"""Before the second try; before the third twice as long."""

_MAY_PASS = frozenset({408, 425, 429})

log = structlog.get_logger()


class SpeechServer:
    """Safe to use from several threads: each question has a connection of its own."""

    def __init__(
        self,
        base_url: str,
        settings: SpeechSettings,
        key: Callable[[], SecretStr | None],
        *,
        needs_key: bool,
        pause_s: float = PAUSE_S,
    ) -> None:
        self._address = base_url.rstrip("/") + "/audio/speech"
        self._model = settings.model or MODEL
        self._timeout_s = settings.timeout_s
        self._key = key
        self._needs_key = needs_key
        self._pause_s = pause_s
        self.name = f"{self._model}@{urlsplit(base_url).netloc}"

    def lacks(self) -> str | None:
        if self._needs_key and self._key() is None:
            return (
                "Speech by OpenAI needs its API key: set OPENAI_API_KEY, or choose LOREWRIGHT_SPEECH__ENGINE=builtin."
            )
        return None

    def speak(self, text: str, voice: str, language: str | None = None) -> Recording:
        """It tells the language from the text itself."""
        for left in reversed(range(TRIES)):
            try:
                return decoded(self._asked(text, voice))
            except SpeechUnavailable as trouble:
                if not left:
                    raise
                log.info("speech server is asked again", reason=trouble.detail)
                time.sleep(self._pause_s * 2 ** (TRIES - left - 1))
        raise ValueError("at least one try")

    def close(self) -> None:
        """Nothing is kept open."""

    def _asked(self, text: str, voice: str) -> bytes:
        import httpcore

        content = msgspec.json.encode({"model": self._model, "input": text, "voice": voice, "response_format": "wav"})
        context = trusting() if self._address.startswith("https:") else None
        timed = backend(Deadline(self._timeout_s), lambda host, _port: [host])
        try:
            with (
                httpcore.ConnectionPool(ssl_context=context, network_backend=timed) as pool,
                pool.stream("POST", self._address, headers=self._headers(len(content)), content=content) as response,
            ):
                _check_status(response.status)
                return _read(response)
        except (httpcore.TimeoutException, TimeoutError):
            raise SpeechUnavailable(
                f"The speech server did not answer within {self._timeout_s:g} seconds: try again later."
            ) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            if "CERTIFICATE_VERIFY_FAILED" in str(error):
                raise SpeechRefused("The certificate of the speech server is not valid.") from None
            raise SpeechUnavailable("The speech server cannot be reached: see whether it runs.") from None

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


def _read(response: "httpcore.Response") -> bytes:
    chunks: list[bytes] = []
    room = ROOM
    for chunk in response.iter_stream():
        room -= len(chunk)
        if room < 0:
            raise SpeechRefused("The speech server gives far more than was asked for.")
        chunks.append(chunk)
    return b"".join(chunks)
