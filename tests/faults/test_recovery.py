"""Two processes whose PostgreSQL was restarted: no table stands still, in neither of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from faults.drill import Drill
from faults.games import Plan
from faults.setups import Pair
from waiting import PATIENCE

# Quick people on both processes: whenever the database goes, news of what was stored just before is on its way.
QUICK = (Plan(("me", "open"), pause=0.02),) * 8
TIMES = 3


@pytest.mark.long
@pytest.mark.parametrize("how", ["PostgreSQL stopped at once", "PostgreSQL stopped"])
def test_every_table_goes_on_in_both_processes_when_postgresql_is_back(how: str, tmp_path: Path) -> None:
    drill = Drill(Pair(tmp_path), "recovery", PATIENCE, only=how, plans=QUICK)

    async def story() -> None:
        async with drill.running():
            for number, name, chance in drill.faults(TIMES):
                await drill.strike(number, name, chance)
                assert not drill.wrong

    asyncio.run(story())
