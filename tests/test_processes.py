"""The real processes: started, stopped, killed at any moment, and started again."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

import httpx
import psutil
import pytest
from sqlalchemy import select

from lorewright import __version__
from lorewright.core.settings import Settings
from lorewright.db.engine import Database
from lorewright.platform.jobs.tables import job
from tests.conftest import serving, working
from tests.makers.pdf import pages_of

PATIENCE_S = 120.0

once = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""What shows the same on both databases is started on one: each start takes seconds."""


class Service:
    """`lorewright serve` as a person starts it."""

    def __init__(self, settings: Settings) -> None:
        environment = {**os.environ, "LOREWRIGHT_JOBS__LEASE_S": "2"}
        if settings.database.url:
            environment["LOREWRIGHT_DATABASE__URL"] = settings.database.url
        self.environment = environment
        self.data_dir = settings.data_dir
        command = [sys.executable, "-m", "lorewright.cli", "serve", "--port", "0", "--data-dir", str(self.data_dir)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.welcome = ""
        while "Ctrl+C" not in self.welcome:
            line = self.process.stdout.readline()
            assert line, f"ended with {self.process.wait()}"
            self.welcome += line
        address = re.search(r"http://\S+", self.welcome)
        assert address is not None
        self.http = httpx.Client(base_url=address[0], timeout=PATIENCE_S, trust_env=False)
        wait_until(self._healthy)

    def _healthy(self) -> bool:
        try:
            return bool(self.http.get("/health").json()["status"] == "ok")
        except httpx.TransportError:
            return False

    def worker(self) -> psutil.Process:
        """The worker child; waits until there is one."""
        wait_until(lambda: any("worker" in child.cmdline() for child in self._children()))
        return next(child for child in self._children() if "worker" in child.cmdline())

    def _children(self) -> list[psutil.Process]:
        return list(psutil.Process(self.process.pid).children())

    def kill_all(self) -> None:
        """SIGKILL to the server and everything it started."""
        everybody = [psutil.Process(self.process.pid), *psutil.Process(self.process.pid).children(recursive=True)]
        for one in everybody:
            try:
                one.kill()
            except psutil.NoSuchProcess:
                continue
        self.process.wait()
        self.http.close()

    def stop(self) -> float:
        """SIGTERM; the seconds until it had ended."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE_S)
        self.http.close()
        return time.monotonic() - started


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


@contextmanager
def running(settings: Settings) -> Iterator[Service]:
    service = Service(settings)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.kill_all()


def _feed(service: Service, number: int) -> str:
    content = (
        f"Beacon {number} stands on the island of Kaldvik{number}. It was lit in {1800 + number}. Its lamp burns oil."
    )
    answer = service.http.post("/ingest/text", json={"content": content, "title": f"Beacon {number}"})
    assert answer.status_code == 200, answer.text
    identity: str = answer.json()["id"]
    return identity


def _all_compiled(service: Service, ids: list[str]) -> bool:
    status = {one["id"]: one["status"] for one in service.http.get("/ingest/sources", params={"limit": 1000}).json()}
    return all(status[one] == "compiled" for one in ids)


def test_serve_says_where_it_is_and_what_to_try_and_ends_within_ten_seconds(settings: Settings) -> None:
    with running(settings) as service:
        assert str(settings.data_dir) in service.welcome
        assert all(f"  {number}. " in service.welcome for number in (1, 2, 3))
        assert service.http.get("/settings").json()["gateway_port"] == service.http.base_url.port != 0
        worker = service.worker()
        assert service.stop() < 10
        wait_until(lambda: not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE)


def test_the_commands_of_the_welcome_work_as_they_are_printed(settings: Settings, tmp_path: Path) -> None:
    with running(settings) as service:
        feed, ask = re.findall(r"^  [12]\. [^:]*: +(.*)$", service.welcome, re.MULTILINE)
        for command, said in ((feed, "1 new, 0 known already, 0 failed."), (ask, "first lit in 1844. [1]")):
            elsewhere = {name: value for name, value in service.environment.items() if name != "LOREWRIGHT_DATA_DIR"}
            done = subprocess.run(
                ["sh", "-c", command], cwd=tmp_path, env=elsewhere, capture_output=True, text=True, check=False
            )
            assert said in done.stdout, done
        assert len(service.http.get("/wiki/articles").json()) == 1
        service.stop()


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_program_that_starts_it_is_told_in_one_line(settings: Settings, command: str) -> None:
    words = [*(["--port", "0"] if command == "serve" else []), "--json", "--data-dir", str(settings.data_dir)]
    with _worker(settings, command, *words) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["data_dir"] == str(settings.data_dir)
        assert told["wiki_dir"] == str(settings.wiki_dir)
        assert told["version"] == __version__
        if command == "serve":
            assert httpx.get(f"{told['address']}/health", trust_env=False).json()["version"] == __version__
        process.terminate()
        assert process.stdout.read() == ""
        assert process.wait(PATIENCE_S) == 0


@once
@pytest.mark.parametrize(("only", "gateway", "retrieval"), [("gateway", 200, 404), ("retrieval", 404, 401)])
def test_one_of_the_two_services_is_served_alone(settings: Settings, only: str, gateway: int, retrieval: int) -> None:
    words = ["serve", "--only", only, "--port", "0", "--json", "--data-dir", str(settings.data_dir)]
    with _worker(settings, *words) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        answers = [httpx.get(f"{address}{path}", trust_env=False) for path in ("/jobs", "/api/collections")]
        assert [one.status_code for one in answers] == [gateway, retrieval]
        process.terminate()
        assert process.wait(PATIENCE_S) == 0


@contextmanager
def _worker(settings: Settings, *words: str) -> Iterator["subprocess.Popen[str]"]:
    environment = {**os.environ}
    if settings.database.url:
        environment["LOREWRIGHT_DATABASE__URL"] = settings.database.url
    command = [sys.executable, "-m", "lorewright.cli", *words]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_worker_that_is_to_stop_stops_soon_and_leaves_no_job_running(settings: Settings) -> None:
    long = "\n\n".join(
        f"The beacon of Kaldvik{number} was lit in {1000 + number}. Its keeper was {number} years old. It burned oil."
        for number in range(3_000)
    )
    with serving(settings) as client:
        assert client.post("/ingest/text", json={"content": long}).status_code == 200
        with _worker(settings, "worker", "--data-dir", str(settings.data_dir)) as process:
            wait_until(lambda: client.get("/jobs?status=running").json() != [])
            process.terminate()
            assert process.wait(PATIENCE_S) == 0
        assert client.get("/jobs?status=running").json() == []
        assert client.get("/ingest/sources").json()[0]["status"] == "processing", "it was not waited for"
        with working(settings):
            wait_until(lambda: client.get("/ingest/sources").json()[0]["status"] == "compiled")


def test_a_file_that_is_being_read_when_the_worker_is_to_stop_costs_its_job_no_try(settings: Settings) -> None:
    with running(settings) as service:
        ferry = {"file": ("ferry.pdf", pages_of(["The Hovden ferry crossed the river Ane until 1907."]))}
        first = service.http.post("/ingest/pdf", files=ferry).json()["id"]
        wait_until(lambda: _all_compiled(service, [first]))
        [reader] = service.worker().children()
        reader.suspend()  # as one that reads for minutes
        gates = {"file": ("gates.pdf", pages_of(["The gates of Berg were cast in 1911."]))}
        second = service.http.post("/ingest/pdf", files=gates).json()["id"]
        wait_until(lambda: service.http.get(f"/ingest/sources/{second}").json()["status"] == "processing")
        service.stop()
    with closing(Database(settings.database_url)) as database, database.reading() as tx:
        wanted = select(job.c.status, job.c.attempts).where(job.c.source_id == second)
        assert tx.execute(wanted).one() == ("queued", 0)
    with running(settings) as service:
        wait_until(lambda: _all_compiled(service, [first, second]))


def test_the_worker_ends_when_its_server_is_killed(settings: Settings) -> None:
    with running(settings) as service:
        worker = service.worker()
        service.process.kill()
        service.process.wait()
        wait_until(lambda: not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE)


def test_a_killed_worker_is_replaced_and_its_job_taken_over(settings: Settings) -> None:
    with running(settings) as service:
        ids = [_feed(service, number) for number in range(10)]
        first = service.worker()
        first.kill()
        wait_until(lambda: _all_compiled(service, ids))
        assert service.worker().pid != first.pid
        service.stop()


def test_whatever_is_killed_in_a_burst_everything_acknowledged_is_compiled_once(settings: Settings) -> None:
    acknowledged: list[str] = []
    numbers = count()
    for delay_s in (0.4, 0.9):
        with running(settings) as service:
            acknowledged.append(_feed(service, next(numbers)))
            killer = threading.Timer(delay_s, service.kill_all)
            killer.start()
            with suppress(httpx.TransportError):
                while True:
                    acknowledged.append(_feed(service, next(numbers)))
            killer.join()
    with running(settings) as service:
        wait_until(lambda: _all_compiled(service, acknowledged))
        wait_until(lambda: not service.http.get("/jobs", params={"status": "queued"}).json())
        wait_until(lambda: not service.http.get("/jobs", params={"status": "running"}).json())
        articles = service.http.get("/wiki/articles", params={"limit": 1000}).json()
        sources = [one["source_ids"][0] for one in articles]
        assert len(set(sources)) == len(sources)
        assert set(acknowledged) <= set(sources)
        checked = _check(service)
        assert checked.returncode == 0, checked.stdout
        service.stop()


def _check(service: Service) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "lorewright.cli", "check", "--data-dir", str(service.data_dir)]
    return subprocess.run(command, env=service.environment, capture_output=True, text=True, check=False)


@once
def test_two_servers_do_not_share_a_port(settings: Settings, tmp_path: Path) -> None:
    with running(settings) as service:
        port = str(service.http.base_url.port)
        command = [
            sys.executable,
            "-m",
            "lorewright.cli",
            "serve",
            "--port",
            port,
            "--data-dir",
            str(tmp_path / "other"),
        ]
        second = subprocess.run(command, env=service.environment, capture_output=True, text=True, check=False)
        assert second.returncode == 1
        assert f"Port {port}" in second.stderr
        assert "Traceback" not in second.stderr
        service.stop()
