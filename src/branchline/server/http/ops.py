"""For those who run the server: health, readiness, metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, generate_latest

from branchline.server.errors import not_found
from branchline.server.http.shapes import Health, Problem, Ready
from branchline.server.http.who import House, TheHouse

router = APIRouter(tags=["operations"])


@router.get("/health")
async def health() -> Health:
    """The process answers."""
    return Health(status="ok")


@router.get("/ready", responses={503: {"model": Ready, "description": "Something does not answer, or has no room"}})
async def ready(response: Response, house: TheHouse) -> Ready:
    """The database can be written to. Without the bus tables go on, more slowly, so that alone turns nobody away."""
    database, bus = await asyncio.gather(house.store.ready(), house.hall.bus.ready())
    found = Ready(database=database, bus=bus, open=not house.hall.closing)
    if not (found.database and found.open):
        response.status_code = 503
    return found


@router.get("/metrics", response_class=PlainTextResponse, responses={404: {"model": Problem}})
async def metrics(house: TheHouse) -> Response:
    """Figures for Prometheus."""
    if not house.settings.metrics:
        raise not_found("page")
    registry = CollectorRegistry()
    _count(house, registry)
    Gauge("branchline_live_tables", "Tables in memory", registry=registry).set(len(house.hall.live))
    sockets = sum(len(table.around.connections) for table in house.hall.live.values())
    Gauge("branchline_sockets", "Open table sockets", registry=registry).set(sockets)
    stored = Gauge("branchline_stored_tables", "Tables in the store", ["status"], registry=registry)
    for status, n in (await house.store.play.counts()).items():
        stored.labels(status).set(n)
    registry.register(house.hall.latency)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _count(house: House, registry: CollectorRegistry) -> None:
    """What only goes up."""
    figures = house.hall.figures
    counted = {
        "branchline_actions": ("Actions stored since the start", figures["actions"]),
        "branchline_conflicts": ("Versions that another process wrote first", figures["conflicts"]),
        "branchline_save_failures": ("Moves that could not be saved", figures["save_failures"]),
        "branchline_bot_workers_replaced": ("Bot workers that were slow or died", house.hall.pool.replaced),
        "branchline_alerts_dropped": ("Mails and pushes over somebody's share", house.hall.alerts.dropped),
    }
    for name, (text, value) in counted.items():
        Counter(name, text, registry=registry).inc(value)
