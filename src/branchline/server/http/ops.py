"""For those who run the server: health, readiness, metrics."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from branchline.server.errors import not_found
from branchline.server.http.shapes import Health, Problem, Ready
from branchline.server.http.who import House, TheHouse

router = APIRouter(tags=["operations"])


@router.get("/health")
async def health() -> Health:
    """The process answers."""
    return Health(status="ok")


@router.get("/ready", responses={503: {"model": Ready, "description": "Something does not answer"}})
async def ready(response: Response, house: TheHouse) -> Ready:
    """The database and the bus answer too."""
    found = {"database": await _answers(house), "bus": await house.hall.bus.ready(), "open": not house.hall.closing}
    if not all(found.values()):
        response.status_code = 503
    return Ready(**found)


async def _answers(house: House) -> bool:
    try:
        return await house.store.ready()
    except Exception:
        return False


@router.get("/metrics", response_class=PlainTextResponse, responses={404: {"model": Problem}})
async def metrics(house: TheHouse) -> Response:
    """Figures for Prometheus."""
    if not house.settings.metrics:
        raise not_found("page")
    figures = house.hall.figures
    registry = CollectorRegistry()
    gauges = {
        "branchline_live_tables": ("Tables in memory", len(house.hall.live)),
        "branchline_sockets": ("Open table sockets", sum(len(t.connections) for t in house.hall.live.values())),
        "branchline_bot_workers_replaced": ("Bot workers that were slow or died", house.hall.pool.replaced),
        "branchline_actions": ("Actions stored since the start", figures["actions"]),
        "branchline_conflicts": ("Versions that another process wrote first", figures["conflicts"]),
        "branchline_save_failures": ("Moves that could not be saved", figures["save_failures"]),
    }
    for name, (text, value) in gauges.items():
        Gauge(name, text, registry=registry).set(value)
    stored = Gauge("branchline_stored_tables", "Tables in the store", ["status"], registry=registry)
    for status, n in (await house.store.play.counts()).items():
        stored.labels(status).set(n)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
