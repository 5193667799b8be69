"""How long an exchange over the network may take in all, however little comes at a time."""

import ssl
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpcore


class Deadline:
    """Of one exchange over the network, in all."""

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds, more than 0. Raises `TimeoutError` afterwards."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def backend(deadline: Deadline, addresses: Callable[[str, int], list[str]]) -> "httpcore.NetworkBackend":
    """Connects to one of `addresses(host, port)`, and reads and writes until the deadline, however little comes at a time."""
    import httpcore

    class Stream(httpcore.NetworkStream):
        def __init__(self, stream: httpcore.NetworkStream) -> None:
            self._stream = stream

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            return self._stream.read(max_bytes, deadline.left())

        def write(self, buffer: bytes, timeout: float | None = None) -> None:
            self._stream.write(buffer, deadline.left())

        def close(self) -> None:
            self._stream.close()

        def start_tls(
            self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
        ) -> httpcore.NetworkStream:
            return Stream(self._stream.start_tls(ssl_context, server_hostname, deadline.left()))

        def get_extra_info(self, info: str) -> Any:
            return self._stream.get_extra_info(info)

    class Backend(httpcore.NetworkBackend):
        def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: Any = None,
            socket_options: Any = None,
        ) -> httpcore.NetworkStream:
            *others, last = addresses(host, port)
            for address in others:
                try:
                    return Stream(httpcore.SyncBackend().connect_tcp(address, port, deadline.left() / 2))
                except (httpcore.ConnectError, httpcore.ConnectTimeout):
                    continue
            return Stream(httpcore.SyncBackend().connect_tcp(last, port, deadline.left()))

    return Backend()
