"""Everything that a request may need, opened and closed together."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.server.accounts import Accounts
from branchline.server.alerts import Alerts
from branchline.server.bots.pool import BotPool
from branchline.server.care import Care
from branchline.server.cluster.bus import LocalBus, RedisBus
from branchline.server.email_addresses import Addresses
from branchline.server.limits import Limits
from branchline.server.lobby import Lobby
from branchline.server.mail import Post
from branchline.server.push import Pusher
from branchline.server.retention import Retention
from branchline.server.settings import Settings
from branchline.server.shared_limits import SharedLimits
from branchline.server.store.database import Store
from branchline.server.tables import Tables


@dataclass
class Services:
    """What one server process consists of."""

    settings: Settings
    store: Store
    pool: BotPool
    tables: Tables
    care: Care
    accounts: Accounts
    lobby: Lobby
    limits: Limits
    retention: Retention
    addresses: Addresses

    async def close(self) -> None:
        """Finish what is under way, and let go of everything."""
        await self.retention.stop()
        self.tables.closing = True
        await self.care.stop()
        await self.tables.stop()
        await self.pool.stop()
        await self.limits.stop()
        await self.store.close()


async def open_services(settings: Settings) -> Services:
    """Open the store, and everything that stands on it."""
    store = Store(settings.database_url)
    await store.open()
    bus = RedisBus(settings.redis) if settings.redis else LocalBus()
    pool = BotPool(settings.bot_workers, settings.bot_seconds)
    limits = Limits(settings.rate_limit, SharedLimits(settings.redis) if settings.redis else None)
    limits.start()
    post = Post(settings)
    tables = Tables(settings, store, bus, pool, Alerts(store, limits, post, Pusher(settings)))
    await tables.start()
    care = Care(tables)
    care.start()
    retention = Retention(tables)
    retention.start()
    return Services(
        settings=settings,
        store=store,
        pool=pool,
        tables=tables,
        care=care,
        accounts=Accounts(store),
        lobby=Lobby(tables),
        limits=limits,
        retention=retention,
        addresses=Addresses(store, limits, post),
    )
