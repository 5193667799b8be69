"""ElevenLabs over its HTTP interface: it makes a voice of a sample, speaks in it, and takes it away again.

What a request came to is told apart by what may be done next: `SpeechRefused` will be so again, `SpeechUnavailable` may pass and
has changed nothing there, and after `Unanswered` nobody knows whether it has: the voice is then looked for by its label, and never
asked for a second time. Redirects are not followed, because a key goes along.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, urlsplit
from uuid import uuid4

import msgspec
import numpy as np

from lorewright import __version__
from lorewright.core.exchanges import is_untrusted, never_reached, retry_after_s
from lorewright.core.said import plain
from lorewright.core.servers import ElevenLabsSettings
from lorewright.speech.base import Recording, SpeechRefused, SpeechUnavailable, Unanswered
from lorewright.speech.channel import PAUSE_S, patiently, pool, read
from lorewright.speech.prices import ELEVENLABS, per_million

if TYPE_CHECKING:
    import httpcore

ADDRESS = "https://api.elevenlabs.io"
MODEL = "eleven_multilingual_v2"
RATE = 22_050
"""Samples a second of what it speaks here."""
LONGEST_ID = 200
MOST_SPOKEN_S = 600
"""Nobody asks for so much at once."""
ROOM = 16 * 1024 * 1024
"""Bytes that any other answer may have: the list of all voices of an account is the longest."""

_KEY = "LOREWRIGHT_SPEECH__ELEVENLABS__API_KEY"
_WHERE = "see LOREWRIGHT_SPEECH__ELEVENLABS__BASE_URL"
_NOT_UNDERSTOOD = f"What answers for ElevenLabs does not speak its protocol: {_WHERE}."
_TOO_MUCH = "ElevenLabs gives far more than was asked for, so that its answer was not read to the end."
_NO_CREDIT = frozenset({"quota_exceeded", "payment_required", "can_not_use_instant_voice_cloning"})
"""Answered with the status of a key that is not accepted."""
_NOT_THERE = frozenset({"voice_not_found", "voice_does_not_exist"})

T = TypeVar("T")


class Unusable(SpeechRefused):
    """It made something that nobody can use, and that is to be taken away again."""


class _Made(msgspec.Struct):
    voice_id: str
    requires_verification: bool = False


class _Voice(msgspec.Struct):
    voice_id: str
    name: str | None = None


class _Voices(msgspec.Struct):
    voices: list[_Voice]


class _Detail(msgspec.Struct):
    status: str | None = None
    message: str | None = None


class _Error(msgspec.Struct):
    detail: Any = None


class _Answer(msgspec.Struct, frozen=True):
    status: int
    body: bytes
    after_s: float | None = None
    """When to ask again, where it says so."""


class ElevenLabs:
    """Safe to use from several threads: each request has a connection of its own, and `timeout_s` in all."""

    provider = "elevenlabs"

    def __init__(
        self, settings: ElevenLabsSettings, *, by_proxy: bool = False, room: int = ROOM, pause_s: float = PAUSE_S
    ) -> None:
        """`by_proxy`: as the environment names one."""
        self._address = (settings.base_url or ADDRESS).removesuffix("/v1")
        self._key = settings.api_key
        self._model = settings.model or MODEL
        self._timeout_s = settings.timeout_s
        self._by_proxy = by_proxy
        self._room = room
        self._pause_s = pause_s
        self.usd_per_million = per_million(self._address, settings.usd_per_million_characters, ELEVENLABS)
        self.name = f"elevenlabs:{self._model}"

    def lacks(self) -> str | None:
        """What must be set before it can be asked, in a sentence; None where nothing is. Asks nobody."""
        return None if self._key else f"No key of ElevenLabs is set: give one in {_KEY}."

    def clone(self, sample: bytes, media_type: str, label: str) -> str:
        """The id of the voice that was made, which goes by `label`.

        Raises `SpeechRefused` and `SpeechUnavailable` where none was made, `Unusable`, and `Unanswered`.
        """
        boundary = uuid4().hex
        parts = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n{label}\r\n'
            f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="sample"\r\n'
            f"Content-Type: {media_type}\r\n\r\n"
        )
        body = b"".join((parts.encode(), sample, f"\r\n--{boundary}--\r\n".encode()))
        answer = self._ask("POST", "/v1/voices/add", body, f"multipart/form-data; boundary={boundary}")
        if answer.status >= 500 and answer.status != 503:  # some fail after the work was done, or while it goes on
            raise Unanswered(f"ElevenLabs failed (status {answer.status}) and does not say what became of it.")
        self._check(answer)
        try:
            made = _decoded(answer, _Made)
        except SpeechRefused as error:
            raise Unusable(error.detail) from None
        if made.requires_verification:
            raise Unusable("ElevenLabs wants the speaker of this voice to be verified, which only its own site can do.")
        if not 0 < len(made.voice_id) <= LONGEST_ID:
            raise Unusable(_NOT_UNDERSTOOD)
        return made.voice_id

    def find(self, label: str) -> list[str]:
        """The ids of the voices that go by it. Raises `SpeechRefused`, `SpeechUnavailable`."""
        answer = self._ask("GET", "/v1/voices")
        self._check(answer)
        found = _decoded(answer, _Voices).voices
        return [one.voice_id for one in found if one.name == label]

    def remove(self, voice_id: str) -> None:
        """Nothing happens where it is gone. Raises `SpeechRefused`, `SpeechUnavailable`."""
        answer = self._ask("DELETE", f"/v1/voices/{quote(voice_id, safe='')}")
        if answer.status != 404 and _detail(answer).status not in _NOT_THERE:
            self._check(answer)

    def speak(self, text: str, voice: str) -> Recording:
        """Tries again what may pass, a moment later. Raises `SpeechUnavailable`, `SpeechRefused`."""
        path = f"/v1/text-to-speech/{quote(voice, safe='')}?output_format=pcm_{RATE}"
        body = msgspec.json.encode({"text": text, "model_id": self._model})
        room = MOST_SPOKEN_S * RATE * 2

        def ask() -> _Answer:
            answer = self._ask("POST", path, body, "application/json", room)
            self._check(answer)
            return answer

        answer = patiently(ask, self._pause_s)
        if not answer.body or len(answer.body) % 2:
            raise SpeechRefused(_NOT_UNDERSTOOD)
        return Recording(np.frombuffer(answer.body, "<i2").astype(np.int16, copy=False), RATE)

    def _check(self, answer: _Answer) -> None:
        """Raises `SpeechRefused`, `SpeechUnavailable`."""
        if answer.status in (200, 201):
            return
        detail = _detail(answer)
        message = plain((detail.message or "").replace(self._secret or "\0", "…"))
        says = f" It says: {message}" if message else ""
        if detail.status in _NO_CREDIT or answer.status == 402:
            raise SpeechRefused(f"The account at ElevenLabs does not allow this or has no credit left.{says}")
        if answer.status in (401, 403):
            raise SpeechRefused(f"ElevenLabs does not accept the key: give a valid one in {_KEY}.{says}")
        if answer.status in (408, 425, 429) or answer.status >= 500:
            failing = f"ElevenLabs fails for now (status {answer.status}): try again later.{says}"
            raise SpeechUnavailable(failing, answer.after_s)
        if 300 <= answer.status < 400:
            raise SpeechRefused(f"ElevenLabs leads on to another address, which is not followed: {_WHERE}.")
        raise SpeechRefused(f"ElevenLabs refuses the request (status {answer.status}).{says}")

    @property
    def _secret(self) -> str:
        return self._key.get_secret_value() if self._key else ""

    def _ask(
        self, method: str, path: str, body: bytes | None = None, content_type: str = "", room: int | None = None
    ) -> _Answer:
        """Raises `SpeechUnavailable` where it was not reached, `Unanswered` where it was, `SpeechRefused`."""
        import httpcore

        lacking = self.lacks()
        if lacking is not None:
            raise SpeechUnavailable(lacking)
        address = self._address + path
        headers = [
            ("Host", urlsplit(address).netloc),
            ("Accept", "*/*"),
            ("Accept-Encoding", "identity"),
            ("User-Agent", f"Lorewright/{__version__}"),
            ("xi-api-key", self._secret),
        ]
        if body is not None:
            headers += [("Content-Type", content_type), ("Content-Length", str(len(body)))]
        try:
            with (
                pool(address, self._timeout_s, by_proxy=self._by_proxy) as connections,
                connections.stream(method, address, headers=headers, content=body) as response,
            ):
                content = read(response, self._room if room is None else room, _TOO_MUCH)
                return _Answer(response.status, content, _after_s(response))
        except never_reached() as error:
            if is_untrusted(error):
                raise SpeechRefused(
                    "The certificate of ElevenLabs is not valid, so nobody knows who answers."
                ) from None
            raise SpeechUnavailable(f"ElevenLabs cannot be reached: {_WHERE}.") from None
        except (httpcore.TimeoutException, TimeoutError):
            raise Unanswered(f"ElevenLabs did not answer within {self._timeout_s:g} seconds.") from None
        except (httpcore.NetworkError, httpcore.ProtocolError):
            raise Unanswered("ElevenLabs broke off in the middle of its answer.") from None


def _after_s(response: "httpcore.Response") -> float | None:
    told = next((value for name, value in response.headers if name.lower() == b"retry-after"), b"")
    return retry_after_s(told.decode("latin-1"), datetime.now(UTC))


def _decoded(answer: _Answer, shape: type[T]) -> T:
    """Raises `SpeechRefused`."""
    try:
        return msgspec.json.decode(answer.body, type=shape)
    except msgspec.DecodeError:
        raise SpeechRefused(_NOT_UNDERSTOOD) from None


def _detail(answer: _Answer) -> _Detail:
    """Of an error; empty where it cannot be understood."""
    try:
        detail = msgspec.json.decode(answer.body, type=_Error).detail
        return _Detail(None, detail) if isinstance(detail, str) else msgspec.convert(detail, _Detail)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return _Detail()
