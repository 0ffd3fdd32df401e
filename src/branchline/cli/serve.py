"""``branchline serve``: the game server."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace

import click
import uvicorn

from branchline.server.app import make_app
from branchline.server.logs import set_up
from branchline.server.messages import LONGEST_MESSAGE
from branchline.server.settings import Settings
from branchline.server.stores.store import prepare


@click.command()
@click.option("--host", help="Address to listen on; by default 127.0.0.1.")
@click.option("--port", "-p", type=click.IntRange(0, 65535), help="Port to listen on; by default 8000.")
@click.option("--database", help="sqlite:///FILE or postgresql://…; by default branchline.db in this folder.")
def serve(host: str | None, port: int | None, database: str | None) -> None:
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
    click.echo(f"Branchline is at http://{settings.host}:{settings.port}/")
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        ws_max_size=LONGEST_MESSAGE * 2,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # a context for each socket costs more than the bytes it saves
        timeout_graceful_shutdown=10,
        server_header=False,
        date_header=True,
    )


def _calm_the_collector() -> None:
    """Collect garbage seldom: what lives long is no garbage, and a search through all tables makes everybody wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 50)
