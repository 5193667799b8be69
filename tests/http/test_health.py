"""Health answers whoever asks, and asks a database that is silent once for all of them."""

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lorewright.app import create_app
from lorewright.core.settings import DatabaseSettings, Settings
from lorewright.http import health
from lorewright.world import open_world
from tests.conftest import served
from tests.makers.postgres import fresh_database
from tests.makers.way import passing_on
from tests.test_processes import wait_until

MANY = 60
"""More than the server has threads."""


def test_a_database_that_is_silent_is_asked_once_for_all_who_ask(tmp_path: Path) -> None:
    came: list[socket.socket] = []

    def accept(listener: socket.socket) -> None:
        while True:
            try:
                came.append(listener.accept()[0])
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
        url = f"postgresql+psycopg://nobody@127.0.0.1:{listener.getsockname()[1]}/none?connect_timeout=2"
        world = open_world(Settings(data_dir=tmp_path, database=DatabaseSettings(url=url)))
        with served(create_app(world)) as http, ThreadPoolExecutor(MANY) as pool:
            began = time.monotonic()
            answers = list(pool.map(lambda _: http.get("/health").json(), range(MANY)))
            took_s = time.monotonic() - began
        listener.shutdown(socket.SHUT_RDWR)
    down = "down: The database cannot be reached for now; try again in a moment."
    assert {tuple(one["services"].values()) for one in answers} == {(down, down, down)}
    assert len(came) <= 2
    assert took_s < 20
    for one in came:
        one.close()


def test_a_database_that_falls_silent_is_told_and_holds_up_nothing_else(postgres_url: str, tmp_path: Path) -> None:
    with fresh_database(postgres_url) as url, passing_on(url) as way:
        world = open_world(Settings(data_dir=tmp_path, database=DatabaseSettings(url=way.url)))
        with served(create_app(world)) as http, ThreadPoolExecutor(MANY) as pool:
            # A machine that is busy is silent for a moment too.
            wait_until(lambda: http.get("/health").json()["status"] == "ok")
            way.open.clear()
            time.sleep(health.KNOWN_S)
            asked = [pool.submit(http.get, "/health") for _ in range(MANY)]
            try:
                told = [one.result(20).json() for one in asked]
                assert http.get("/", timeout=20).status_code == 307
            finally:
                way.open.set()
            assert {tuple(one["services"].values()) for one in told} == {(health.SILENT,) * 3}
            wait_until(lambda: http.get("/health").json()["status"] == "ok")
