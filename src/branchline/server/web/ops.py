"""For those who run the server: health, readiness, metrics."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, generate_latest

from branchline.server.errors import Refused
from branchline.server.services import Services
from branchline.server.web.schemas import Health, Ready, Refusal
from branchline.server.web.sessions import ServicesDep

router = APIRouter(tags=["operations"])


@router.get("/health")
async def health() -> Health:
    """The process answers."""
    return Health(status="ok")


@router.get("/ready", responses={503: {"model": Ready, "description": "Something does not answer, or has no room"}})
async def ready(response: Response, services: ServicesDep) -> Ready:
    """The database can be written to. Without the bus tables go on, more slowly, so that alone turns nobody away."""
    database, bus = await asyncio.gather(services.store.ready(), services.tables.bus.ready())
    found = Ready(database=database, bus=bus, open=not services.tables.closing)
    if not (found.database and found.open):
        response.status_code = 503
    return found


@router.get("/metrics", response_class=PlainTextResponse, responses={404: {"model": Refusal}})
async def metrics(services: ServicesDep) -> Response:
    """Figures for Prometheus."""
    if not services.settings.metrics:
        raise Refused("not_found", what="page")
    registry = CollectorRegistry()
    _count(services, registry)
    Gauge("branchline_live_tables", "Tables in memory", registry=registry).set(len(services.tables.live))
    sockets = sum(len(table.audience.connections) for table in services.tables.live.values())
    Gauge("branchline_sockets", "Open table sockets", registry=registry).set(sockets)
    stored = Gauge("branchline_stored_tables", "Tables in the store", ["status"], registry=registry)
    for status, n in (await services.store.care.counts()).items():
        stored.labels(status).set(n)
    registry.register(services.tables.latency)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _count(services: Services, registry: CollectorRegistry) -> None:
    """What only goes up."""
    counts = services.tables.counts
    counted = {
        "branchline_actions": ("Actions stored since the start", counts["actions"]),
        "branchline_conflicts": ("Versions that another process wrote first", counts["conflicts"]),
        "branchline_save_failures": ("Moves that could not be saved", counts["save_failures"]),
        "branchline_bot_workers_replaced": ("Bot workers that were slow or died", services.pool.replaced),
        "branchline_alerts_dropped": ("Mails and pushes over somebody's share", services.tables.alerts.dropped),
    }
    for name, (text, value) in counted.items():
        Counter(name, text, registry=registry).inc(value)
