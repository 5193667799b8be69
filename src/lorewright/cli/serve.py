"""Serving, and working in the background."""

import json
import os
import shlex
import shutil
import signal
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from lorewright import __version__
from lorewright.cli.store import DataDir, open_store, read_settings, upgrade
from lorewright.core.errors import Unavailable

if TYPE_CHECKING:
    from lorewright.core.settings import Settings

Announced = Annotated[bool, typer.Option("--json", help="Say as one line of JSON where it runs.")]

SWITCH_S = 0.001
"""How long one thread may keep the interpreter while others wait for it. A request comes back to Python many times, from the
database and the model: with the usual 5 ms it stands waiting each time (a tenth fewer searches a second with 8 clients)."""

WELCOME = """
Lorewright listens on {address}
Its data lies in {data_dir}
{to_try}
Ctrl+C ends it.
"""

TO_TRY = """
Three things to try in another terminal{with_what}:
  1. Feed it something:  echo "The lighthouse of Skerryvore was first lit in 1844." | {ingest} -
                         (or files and folders in place of the -)
  2. Ask it:             {ask} "When was the lighthouse of Skerryvore first lit?"
  3. Read the wiki:      open {wiki_dir} in Obsidian or an editor
"""


def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; without login loopback only.", show_default="127.0.0.1"),
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes a free one.", show_default="7842")] = None,
    only: Annotated[
        str | None,
        typer.Option(metavar="gateway|retrieval", help="Serve one of the two alone.", show_default="both"),
    ] = None,
    as_json: Announced = False,
    data_dir: DataDir = None,
) -> None:
    """Serve the HTTP interface, with a worker beside it."""
    from lorewright.app import create_app  # only this command needs a server
    from lorewright.core.logs import configure_logs
    from lorewright.core.memory import collect_seldom, give_back_regularly, share_arenas
    from lorewright.http.server import make_server
    from lorewright.supervisor import WorkerChild
    from lorewright.world import open_world

    settings = read_settings(host=host, port=port, only=only, data_dir=data_dir)
    share_arenas()
    collect_seldom()
    give_back_regularly()
    configure_logs(settings.log.level, settings.log.format)
    if settings.auth.enabled and not settings.auth.providers:
        typer.echo("Login is on, and no provider is set up to log in with: LOREWRIGHT_AUTH__PROVIDERS__...", err=True)
    listener = _listen(settings)
    bound_host, bound_port = listener.getsockname()[:2]
    world = open_world(settings.model_copy(update={"port": bound_port}))
    world.identity.tokens.check()
    upgrade(world)
    told = {"DATA_DIR": str(settings.data_dir), "HOST": settings.host, "ONLY": settings.only}
    given = {f"LOREWRIGHT_{name}": value for name, value in told.items() if value is not None}
    child = WorkerChild({**os.environ, **given})
    server = make_server(create_app(world), stall_s=settings.limits.stall_s, shutdown_s=5)
    sys.setswitchinterval(SWITCH_S)
    signal.signal(signal.SIGTERM, _exit)
    child.start()
    address = f"http://{f'[{bound_host}]' if ':' in bound_host else bound_host}:{bound_port}"
    typer.echo(_announcement(settings, address=address) if as_json else _welcome(settings, address))
    try:
        server.run(sockets=[listener])
    finally:
        child.stop()


def _exit(_number: int, _frame: FrameType | None) -> None:
    """The server hands the signal on when it has answered what it had begun; then the worker is stopped too."""
    sys.exit(0)


def worker(
    as_json: Announced = False,
    data_dir: DataDir = None,
    child: Annotated[bool, typer.Option(hidden=True, help="End when standard input does.")] = False,
) -> None:
    """Run background jobs until stopped; `serve` starts one by itself."""
    from lorewright.worker import main_loop  # only this command runs for ever

    with open_store(data_dir) as world:
        settings = world.settings
        main_loop(world, child=child, ready=(lambda: typer.echo(_announcement(settings))) if as_json else None)


def _announcement(settings: "Settings", **more: str) -> str:
    """One line of JSON for a program that starts this one."""
    folders = {"data_dir": str(settings.data_dir), "wiki_dir": str(settings.wiki_dir)}
    return json.dumps({**more, **folders, "version": __version__}, ensure_ascii=False)


def _welcome(settings: "Settings", address: str) -> str:
    """Its commands work as they are printed, wherever this one lies and whatever data folder it was given.

    There are none where people log in, for whom they would not act, or where the wiki is not served.
    """
    from lorewright.core.settings import default_data_dir  # help and completion do without what takes long to load

    where = [] if settings.data_dir == default_data_dir() else ["--data-dir", str(settings.data_dir)]
    ingest, ask = (shlex.join([*_ourselves(), command, *where]) for command in ("ingest", "ask"))
    elsewhere = {"LOREWRIGHT_DATABASE__URL": settings.database.url, "LOREWRIGHT_BLOBS__URL": settings.blobs.url}
    needed = " and ".join(name for name, value in elsewhere.items() if value)
    to_try = TO_TRY.format(
        with_what=f" with {needed} set as here" if needed else "",
        ingest=ingest,
        ask=ask,
        wiki_dir=shlex.quote(str(settings.wiki_dir)),
    )
    has_none = settings.auth.enabled or settings.only == "retrieval"
    return WELCOME.format(address=address, data_dir=settings.data_dir, to_try="" if has_none else to_try)


def _ourselves() -> list[str]:
    """The words that start `lorewright` from any folder."""
    script = Path(sys.executable).with_name("lorewright")
    if not script.exists():
        return [sys.executable, "-m", "lorewright.cli"]
    found = shutil.which("lorewright")
    if found is not None and Path(found).samefile(script):
        return ["lorewright"]
    return [str(script)]


def _listen(settings: "Settings") -> socket.socket:
    """The listening socket. Raises `Unavailable` where the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise Unavailable(
            f"Port {settings.port} of {settings.host} cannot be used ({error.strerror}); choose another with --port."
        ) from error
    listener.listen(128)
    listener.setblocking(False)
    return listener
