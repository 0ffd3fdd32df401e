"""``branchline serve``: the game server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import resource
import socket
import sys
import webbrowser
from dataclasses import replace
from threading import Timer

import click
import uvicorn

from branchline.cli.words import words
from branchline.engine.errors import SetupError
from branchline.server.app import make_app
from branchline.server.logs import set_up
from branchline.server.protocol import LONGEST_MESSAGE
from branchline.server.settings import Settings
from branchline.server.store.database import prepare
from branchline.server.web.connections import FILES_KEPT, Room, connection_for

BROWSER_SECONDS = 1.0  # the server listens by then


def open_page(address: str) -> None:
    """Open the page in a browser with windows, if there is one; a server does not fail for want of it."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


@click.command(help=words("help.serve"))
@click.option("--host", help=words("help.serve.host"))
@click.option("--port", "-p", type=click.IntRange(0, 65535), help=words("help.serve.port"))
@click.option("--database", help=words("help.serve.database"))
@click.option("--browser", is_flag=True, help=words("help.serve.browser"))
def serve(host: str | None, port: int | None, database: str | None, browser: bool) -> None:
    """Run the server. All settings can come from BRANCHLINE_… variables; see docs/hosting.md."""
    settings = Settings.from_environment()
    chosen = {"host": host, "port": port, "database": database}
    given = {name: value for name, value in chosen.items() if value is not None}
    settings = replace(settings, **given)  # type: ignore[arg-type]
    settings.check()
    set_up(settings.log_level, settings.log_json)
    asyncio.run(prepare(settings.database_url))
    app = make_app(settings)
    _calm_the_collector()
    listening = listen(settings.host, settings.port)
    address = address_of(listening)
    click.echo(words("serve.address", address=address))
    if not app.state.pages.files:
        click.echo(words("serve.no_client"))
    if browser:
        Timer(BROWSER_SECONDS, open_page, (address,)).start()
    room = Room.from_settings(settings, open_files(settings.connections))
    config = uvicorn.Config(
        app,
        http=connection_for(room),
        log_level="warning",
        access_log=False,
        log_config=None,
        ws_max_size=LONGEST_MESSAGE * 2,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # a context for each socket costs more than the bytes it saves
        # Longer than proxies and browsers keep a connection that nobody uses, so that none is shut while they ask.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=10,
        server_header=False,
        date_header=True,
    )
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise SetupError("the server could not be started; the reason stands above")


def open_files(wanted: int) -> int:
    """How many files we may have open; as many as there are connections to come, where we may raise that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + 2 * FILES_KEPT
    if soft < needed and soft != resource.RLIM_INFINITY:
        raised = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        return raised
    return needed


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        why = os.strerror(problem.errno) if problem.errno else str(problem)
        raise SetupError(f"cannot listen on {host}, port {port}: {why}; choose another with --port") from None
    return listening


def address_of(listening: socket.socket) -> str:
    """Where people get to the server."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _calm_the_collector() -> None:
    """Collect garbage seldom: what lives long is no garbage, and a search through all tables makes everybody wait."""
    gc.freeze()  # what is imported stays
    gc.set_threshold(50_000, 10, 50)
