"""Files that nobody vouches for are read in a child process with limits and without a network; here is its parent's side."""

import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

import msgspec
import structlog

from lorewright.core.children import Child
from lorewright.core.errors import Unavailable, Unreadable, Unsupported
from lorewright.reading import HeadKind, Kind, read
from lorewright.reading.audio import Sound, is_installed
from lorewright.reading.base import DocumentHead, Reading
from lorewright.reading.wire import (
    MOST_BYTES,
    Answer,
    Asked,
    Head,
    Heard,
    Hello,
    Listen,
    Read,
    Refused,
    Request,
    Working,
    decode_answer,
    encode,
    receive,
    send,
)

log = structlog.get_logger()

SHORT_BYTES = 100_000
"""Of a text. Markdown can be written such that the time it takes goes up with the square of its length: here to some seconds."""
HEAD_CPU_S = 10
"""Somebody waits for a head."""
LISTEN_CPU_S = 20
"""And for what is told of an audio: decoding five minutes takes less than one second."""


class Limits(msgspec.Struct, frozen=True):
    """What one file may take of the child, and how long a child lives."""

    cpu_s: int = 60
    wall_s: float = 120.0
    """Both begin anew with each page that has to be recognised."""
    memory_bytes: int = 2 << 30
    """Of address space, the interpreter and its libraries among it."""
    documents: int = 50
    idle_s: int = 120
    """Without a request for so long the child ends; the next request starts another."""


class Readers:
    """Reads whatever may come: texts that are short and transcripts in this process, all else in the child. Safe to use from several
    threads."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._process = ReaderProcess(limits)

    def read(self, data: bytes, kind: Kind, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable` with a sentence for the person whose file it is."""
        if kind == "transcript" or (kind == "text" and len(data) <= SHORT_BYTES):
            return read(data, kind, name, charset)
        return self._process.read(data, kind, name, charset)

    def head(self, data: bytes, kind: HeadKind, charset: str | None = None) -> DocumentHead:
        """What a PDF or a page says of itself. Raises `Unreadable`."""
        return self._process.head(data, kind, charset)

    def hear(self, data: bytes, most_s: float) -> Sound:
        """What an audio is, up to a little over `most_s` seconds of it. Raises `Unsupported` where it is none, `Unreadable`, and
        `Unavailable` where the extra `audio` is not installed."""
        return self._process.hear(data, most_s)

    def close(self) -> None:
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Child(Child):
    """A running child, and how many files it has had."""

    def __init__(self, limits: Limits) -> None:
        super().__init__("lorewright.reading.child", str(limits.memory_bytes), str(limits.idle_s))
        self.documents = 0

    def hear(self) -> Answer:
        """Raises `EOFError` or `msgspec.DecodeError` where no sensible answer comes."""
        return decode_answer(receive(self.answers, MOST_BYTES))

    def ask(self, request: Asked, data: bytes, working: Callable[[], None]) -> Answer:
        """`working` is called as often as the child says that it needs the time of one more page.

        Raises `EOFError`, `BrokenPipeError` or `msgspec.DecodeError` where no sensible answer comes.
        """
        self.documents += 1
        send(self.to, encode(request), data)
        while isinstance(answer := self.hear(), Working):
            working()
        return answer


class _Clock:
    """Calls `ring` when so many seconds have passed since it was started last."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self.rang = False
        self._seconds = seconds
        self._ring = ring
        self._timer = self._started()

    def again(self) -> None:
        self._timer.cancel()
        self._timer = self._started()

    def stop(self) -> None:
        self._timer.cancel()

    def _started(self) -> threading.Timer:
        timer = threading.Timer(self._seconds, self._due)
        timer.start()
        return timer

    def _due(self) -> None:
        self.rang = True
        self._ring()


class ReaderProcess:
    """One child, started when first needed, replaced after a number of files and after any fault. One file at a time; others wait."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._said_open = False
        self._closed = False

    def read(self, data: bytes, kind: Kind, name: str | None = None, charset: str | None = None) -> Reading:
        """Raises `Unreadable`, also where the child crashes or runs out of time or memory, and `Unavailable` once closed."""
        answer = self._ask(Request("read", kind, name, charset, self._limits.cpu_s), data)
        if not isinstance(answer, Read):
            raise Unreadable(_BROKE_DOWN)
        return answer.reading

    def head(self, data: bytes, kind: HeadKind, charset: str | None = None) -> DocumentHead:
        """Raises as `read` does."""
        answer = self._ask(Request("head", kind, None, charset, min(HEAD_CPU_S, self._limits.cpu_s)), data)
        if not isinstance(answer, Head):
            raise Unreadable(_BROKE_DOWN)
        return answer.head

    def hear(self, data: bytes, most_s: float) -> Sound:
        """Raises as `read` does, `Unsupported` where it is no audio, and `Unavailable` where nothing here decodes any."""
        if not is_installed():
            raise Unavailable(
                "To take in audio, install Lorewright with its extra “audio”: in its folder, pip install '.[audio]'."
            )
        answer = self._ask(Listen(most_s, min(LISTEN_CPU_S, self._limits.cpu_s)), data)
        if not isinstance(answer, Heard):
            raise Unreadable(_BROKE_DOWN)
        return answer.sound

    def close(self) -> None:
        """For good. A file that is being read is given up at once: its caller gets `Unavailable`."""
        self._closed = True
        child = self._child
        if child is not None:
            child.process.kill()
        with self._lock:
            self._drop()

    def _ask(self, request: Asked, data: bytes) -> Answer:
        with self._lock:
            answer = self._try(request, data) or self._try(request, data)
        if answer is None:
            raise Unreadable(_BROKE_DOWN)
        if isinstance(answer, Refused):
            raise Unsupported(answer.detail) if answer.is_unsupported else Unreadable(answer.detail)
        return answer

    def _try(self, request: Asked, data: bytes) -> Answer | None:
        """None where the child ended for a reason that need not be the file's: idle, or killed from outside."""
        if self._closed:
            raise Unavailable("The reader is closed.")
        child = self._child or self._started()
        clock = _Clock(self._limits.wall_s, child.process.kill)
        try:
            answer = child.ask(request, data, clock.again)
        except (EOFError, BrokenPipeError, msgspec.DecodeError):
            clock.stop()
            self._fault(child, request.cpu_s, late=clock.rang)
            return None
        finally:
            clock.stop()
        if child.documents >= self._limits.documents:
            self._drop()
        return answer

    def _fault(self, child: _Child, cpu_s: int, *, late: bool) -> None:
        """Raises `Unreadable` where the file is to blame. Waits for the status that the child ends with by itself."""
        with suppress(subprocess.TimeoutExpired):  # then it lives and talks nonsense
            child.process.wait(timeout=1.0)
        status = child.process.poll()
        self._drop()
        if late:
            raise Unreadable(f"Reading this file took more than {self._limits.wall_s:g} seconds, so it was given up.")
        if status == -signal.SIGXCPU:
            raise Unreadable(f"Reading this file took more than {cpu_s} seconds of work, so it was given up.")
        log.warning("the reader child ended", status=status)
        if status not in {0, -signal.SIGKILL, -signal.SIGTERM}:
            raise Unreadable(_BROKE_DOWN)

    def _started(self) -> _Child:
        """Raises `Unavailable` where this machine starts no child."""
        child = _Child(self._limits)
        self._child = child
        try:
            hello = child.hear()
        except EOFError as error:
            log.warning("the reader child did not start", status=child.process.wait())
            self._drop()
            raise Unavailable("The reader of files could not be started.") from error
        if isinstance(hello, Hello) and hello.network == "open" and not self._said_open:
            self._said_open = True
            log.warning(
                "files are read without network isolation: this system has neither seccomp nor network namespaces"
            )
        return child

    def _drop(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


_BROKE_DOWN = "The reader broke down on this file: it is damaged, or needs more memory than one file may have."
