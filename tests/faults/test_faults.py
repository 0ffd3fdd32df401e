"""Faults by schedule: whatever strikes, nothing acknowledged is lost, and every table goes on by itself.

The seed is the same in every run, so that a run that fails fails for a reason; ``make soak`` draws new ones. To repeat
a soak's run here: ``BRANCHLINE_FAULT_SEED=… pytest tests/faults``.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from faults.drill import Drill, Stuck
from faults.setups import Alone, Pair
from waiting import PATIENCE

SEED = os.environ.get("BRANCHLINE_FAULT_SEED", "branchline")


@pytest.mark.long
@pytest.mark.parametrize(("kind", "faults"), [(Alone, 20), (Pair, 24)])
def test_whatever_strikes_nothing_is_lost_and_every_table_goes_on(
    kind: type[Alone | Pair], faults: int, tmp_path: Path
) -> None:
    drill = Drill(kind(tmp_path, BOT_PAUSE="0.1", BOT_SECONDS="1"), SEED, PATIENCE)

    async def story() -> None:
        async with drill.running():
            for number, name, chance in drill.faults(faults):
                where = f"seed {SEED}, {drill.setup.name}, fault {number}: {name}"
                try:
                    outcome = await drill.strike(number, name, chance)
                except Stuck as stuck:
                    raise AssertionError(f"{where}: {stuck}") from None
                assert not drill.wrong, f"{where}: {drill.wrong}"
                print(f"{where}: {outcome.seconds:.1f} s, {outcome.acknowledged} acknowledged")
            await drill.finish()
            assert not drill.wrong, f"seed {SEED}, {drill.setup.name}, in the end: {drill.wrong}"
            assert drill.totals[0] > 100
            assert all(place.finished for place in drill.places)

    asyncio.run(story())
