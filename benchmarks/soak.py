"""How the server stands faults: people and bots play while one fault after the other strikes, drawn from a seed.

    python benchmarks/soak.py [--seed SEED] [--faults 100] [--minutes 30] [--setup sqlite|postgres|both]

Prints for every fault how long it took after its end until every table had gone on, judged against 5 s, and how many
of the messages acknowledged so far were lost. Ctrl-C ends it with the summary.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from faults.drill import Drill, Outcome, Stuck
from faults.setups import Alone, Pair

BAR_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
SETUPS: dict[str, tuple[type[Alone | Pair], ...]] = {"sqlite": (Alone,), "postgres": (Pair,), "both": (Alone, Pair)}


@dataclass
class Summary:
    """What came of all faults."""

    outcomes: list[Outcome] = field(default_factory=list)
    wrong: int = 0
    stuck: int = 0
    acknowledged: int = 0
    lost: int = 0

    def add(self, outcome: Outcome) -> None:
        """One more fault."""
        self.outcomes.append(outcome)
        late = "" if outcome.seconds <= BAR_SECONDS else "  late"
        print(
            f"{outcome.number:5}  {outcome.fault:28} {outcome.seconds:7.2f} {outcome.acknowledged:12} {outcome.lost:5}"
            f"{late}",
            flush=True,
        )

    def print(self) -> bool:
        """Say how it went; whether all is well."""
        kinds = sorted({outcome.fault for outcome in self.outcomes})
        print(f"\n{'fault':28} times   mean s  worst s")
        for kind in kinds:
            times = [outcome.seconds for outcome in self.outcomes if outcome.fault == kind]
            print(f"{kind:28} {len(times):5} {sum(times) / len(times):8.2f} {max(times):8.2f}")
        late = sum(outcome.seconds > BAR_SECONDS for outcome in self.outcomes)
        print(
            f"\n{len(self.outcomes)} faults; {self.acknowledged} acknowledged, {self.lost} lost; "
            f"{self.wrong} other things wrong; stuck {self.stuck} times; later than {BAR_SECONDS:.0f} s {late} times"
        )
        good = not (late or self.lost or self.wrong or self.stuck) and bool(self.outcomes)
        print("all went on in time, and nothing was lost" if good else "this is not as it should be")
        return good


async def soak(drill: Drill, summary: Summary, faults: int, until: float) -> None:
    """Let faults strike until there were enough, or the time is over."""
    print(f"\n{drill.setup.name}, seed {drill.seed}: bringing everything up", flush=True)
    before = summary.acknowledged, summary.lost
    seen = 0
    async with drill.running():
        print(f"{'':5}  {'fault':28} seconds acknowledged  lost", flush=True)
        for number, name, chance in drill.faults(faults):
            if time.monotonic() > until:
                break
            try:
                summary.add(await drill.strike(number, name, chance))
            except Stuck as stuck:
                summary.stuck += 1
                summary.add(Outcome(number, name, drill.patience, *drill.totals))
                print(f"       stuck: {stuck}", flush=True)
                drill.abandon(stuck.places)
            for words in drill.wrong[seen:]:
                print(f"       wrong: {words}", flush=True)
            summary.wrong += len(drill.wrong) - seen
            seen = len(drill.wrong)
            summary.acknowledged, summary.lost = (a + b for a, b in zip(before, drill.totals, strict=True))
        print("       playing all games to their ends", flush=True)
        try:
            await drill.finish()
        except Stuck as stuck:
            summary.stuck += 1
            print(f"       stuck: {stuck}", flush=True)
        for words in drill.wrong[seen:]:
            print(f"       wrong: {words}", flush=True)
        summary.wrong += len(drill.wrong) - seen


def main() -> int:
    """Run as a program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default=secrets.token_hex(4), help="a run's seed, to have the same faults again")
    parser.add_argument("--faults", type=int, default=100, help="how many on each setup")
    parser.add_argument("--minutes", type=float, default=24 * 60.0, help="how long at most, all in all")
    parser.add_argument("--setup", choices=sorted(SETUPS), default="both")
    parser.add_argument("--only", metavar="FAULT", help="strike with this fault only")
    chosen = parser.parse_args()
    setups = SETUPS[chosen.setup]
    summary = Summary()
    folder = Path(tempfile.mkdtemp(prefix="branchline-soak-"))
    began = time.monotonic()
    try:
        for n, kind in enumerate(setups, 1):
            drill = Drill(kind(folder, BOT_PAUSE="0.1"), chosen.seed, PATIENCE_SECONDS, chosen.only)
            asyncio.run(soak(drill, summary, chosen.faults, began + chosen.minutes * 60 * n / len(setups)))
    except KeyboardInterrupt:
        print("\nended early")
    if not summary.print():
        print(f"the servers' logs are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
