"""The real service in processes of its own, as a client sees it."""

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from bench.corpora import MAX_TITLE, ROOT

CACHE = ROOT / ".cache" / "bench"
MADE_BY = "made-by"
START_PATIENCE_S = 60.0
POLL_S = 0.2
LIVE = ("queued", "running")


@dataclass(frozen=True)
class Service:
    process: psutil.Popen
    http: httpx.Client
    data_dir: Path

    @property
    def address(self) -> str:
        return str(self.http.base_url)

    def processes(self) -> list[psutil.Process]:
        """The server, its worker and their readers."""
        return [self.process, *self.process.children(recursive=True)]

    def worker(self) -> psutil.Process:
        return next(one for one in self.process.children() if "worker" in one.cmdline())

    def sources(self, status: str | None = None) -> Iterator[dict[str, Any]]:
        """Every source, or those of a status."""
        yield from self._paged("/ingest/sources", {"status": status} if status else {})

    def articles(self) -> Iterator[dict[str, Any]]:
        yield from self._paged("/wiki/articles", {})

    def feed(self, content: str, title: str) -> str:
        """Takes a text in; the id of its source."""
        answer = self.http.post("/ingest/text", json={"content": content, "title": title[:MAX_TITLE] or None})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def feed_file(self, path: Path) -> str:
        with path.open("rb") as file:
            answer = self.http.post("/ingest/pdf", files={"file": (path.name, file, "application/pdf")})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def live_jobs(self) -> bool:
        return any(self.http.get("/jobs", params={"status": one, "limit": 1}).json() for one in LIVE)

    def settle(self, what: str) -> None:
        """Returns when all that was fed is compiled and has its vectors: when no job waits or runs."""
        shown = time.monotonic()
        while self.live_jobs():
            time.sleep(POLL_S)
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                print(f"  {what}: at least {self._waiting()} jobs are still to be done", flush=True)

    def _waiting(self) -> int:
        return len(self.http.get("/jobs", params={"status": "queued", "limit": 1_000}).json())

    def _paged(self, path: str, wanted: dict[str, str], size: int = 1_000) -> Iterator[dict[str, Any]]:
        offset = 0
        while True:
            page = self.http.get(path, params={**wanted, "limit": size, "offset": offset}).json()
            yield from page
            offset += len(page)
            if len(page) < size:
                return


@contextmanager
def serving(data_dir: Path, settings: Mapping[str, str] | None = None) -> Iterator[Service]:
    """`lorewright serve` over a data folder, healthy, until the block ends; `settings` as variables of the environment."""
    service = launched(data_dir, settings)
    try:
        yield service
    finally:
        service.http.close()
        stop(service.process)


def launched(data_dir: Path, settings: Mapping[str, str] | None = None) -> Service:
    """`lorewright serve` over a data folder, healthy; to be stopped by the caller. Raises `RuntimeError` where it ends."""
    data_dir.mkdir(parents=True, exist_ok=True)
    port = free_port()
    environment = {**os.environ, **(settings or {})}
    with (data_dir / "serve.log").open("ab") as output:
        process = psutil.Popen(command(data_dir, port), stdout=output, stderr=output, env=environment)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120, trust_env=False)
    try:
        wait_until_healthy(client, process)
    except BaseException:
        client.close()
        stop(process)
        raise
    return Service(process, client, data_dir)


def command(data_dir: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "lorewright.cli", "serve", "--port", str(port), "--data-dir", str(data_dir)]


def free_port() -> int:
    """A port that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until_healthy(client: httpx.Client, process: psutil.Popen, pause_s: float = 0.01) -> None:
    """Raises `RuntimeError` where the server ends or does not answer."""
    deadline = time.monotonic() + START_PATIENCE_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            if client.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(pause_s)
    raise RuntimeError("the service did not become healthy; serve.log in its data folder says why")


def stop(process: psutil.Popen) -> None:
    """Asks it to end, and kills it where it does not."""
    process.terminate()
    try:
        process.wait(15)
    except psutil.TimeoutExpired:
        process.kill()
        process.wait()


def check(data_dir: Path, settings: Mapping[str, str] | None = None) -> Any:
    """What `lorewright check` says of a data folder."""
    command = [sys.executable, "-m", "lorewright.cli", "check", "--json", "--data-dir", str(data_dir)]
    environment = {**os.environ, **(settings or {})}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    try:
        return json.loads(ended.stdout)
    except json.JSONDecodeError:
        return {"ok": False, "violations": [ended.stderr[-500:]]}


def code_version() -> str:
    """Changes when the code that compiles and indexes does."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src" / "lorewright").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def prepare(data_dir: Path, *, fresh: bool) -> None:
    """A folder to serve from: emptied if asked to; says so where other code filled it."""
    if fresh and data_dir.exists():
        shutil.rmtree(data_dir)
    data_dir.mkdir(parents=True, exist_ok=True)
    stamp = data_dir / MADE_BY
    if not stamp.exists():
        stamp.write_text(code_version())
    elif stamp.read_text() != code_version():
        print(f"  {data_dir.name} was compiled and indexed by other code than today's; --fresh does it again")


def feed_texts(service: Service, texts: Iterable[tuple[str, str]]) -> None:
    """Feeds (content, title), except what is there already."""
    known = {one["content_hash"] for one in service.sources()}
    for content, title in texts:
        if sha256(content) not in known:
            service.feed(content, title)


def sha256(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
