"""A real Secret Service, in a D-Bus session of its own."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAMS = ("dbus-daemon", "gnome-keyring-daemon", "dbus-send")
PATIENCE_S = 30.0
NAMED = (
    "dbus-send",
    "--session",
    "--print-reply",
    "--dest=org.freedesktop.DBus",
    "/",
    "org.freedesktop.DBus.NameHasOwner",
)


@contextmanager
def secret_service(folder: Path) -> Iterator[None]:
    """As long as it lasts, this process and what it starts find it; it keeps its files in `folder`. Skips where there is none."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: the Debian packages dbus and gnome-keyring")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            environment.setenv(name, str(folder))
        environment.delenv("DISPLAY", raising=False)
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert bus.stdout is not None
        environment.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
        daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert daemon.stdin is not None
        daemon.stdin.write(b"password")
        daemon.stdin.close()
        try:
            _until_named("org.freedesktop.secrets")
            yield
        finally:
            for process in (daemon, bus):
                process.terminate()
                process.wait()
            bus.stdout.close()


def _until_named(name: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        asked = subprocess.run([*NAMED, f"string:{name}"], capture_output=True, text=True, check=False)
        if "boolean true" in asked.stdout:
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody took the name {name}")
