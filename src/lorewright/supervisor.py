"""Keeps one worker child beside the server: starts it, starts it again when it dies, and takes it along at the end."""

import subprocess
import sys
import threading
import time

import structlog

log = structlog.get_logger()

STABLE_S = 30.0
LONGEST_PAUSE_S = 30.0
GRACE_S = 9.0


class WorkerChild:
    """`start` returns at once; `stop` within ten seconds."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._keep, name="worker-child", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(GRACE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._thread.join(1.0)

    def _keep(self) -> None:
        pause_s = 0.5
        while not self._stopping.is_set():
            started = time.monotonic()
            command = [sys.executable, "-m", "lorewright.cli", "worker", "--child"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, env=self._environment)  # noqa: S603 - our own
            code = self._process.wait()
            if self._stopping.is_set():
                return
            pause_s = 0.5 if time.monotonic() - started > STABLE_S else min(pause_s * 2, LONGEST_PAUSE_S)
            log.warning("the worker ended and is started again", code=code, pause_s=pause_s)
            self._stopping.wait(pause_s)
