"""What winners do: python examples/analyse_records.py FOLDER, made by `branchline simulate … --record FOLDER`."""

import sys
from collections import Counter
from pathlib import Path

from branchline import titles
from branchline.engine.events import LineClaimed
from branchline.engine.record import read_record, split_lines


def main(folder: str) -> None:
    """Read every record, which referees it, and print which lines winners claim, and what their points come from."""
    games = 0
    lines: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for file in sorted(Path(folder).glob("*.jsonl")):
        game = read_record(split_lines(file.read_bytes()), titles.load)
        tally = game.tally()
        games += 1
        lines.update(e.line for e in game.events if isinstance(e, LineClaimed) and e.seat in tally.winners)
        for seat in tally.winners:
            for line in tally.seats[seat].lines:
                points[line.reason] += line.points
    print(f"{games} games")
    for name, count in lines.most_common(5):
        print(f"  {count:4} x {name}")
    for reason, total in points.most_common():
        print(f"  {total / max(1, games):6.1f} points a game for {reason}")


if __name__ == "__main__":
    main(sys.argv[1])
