"""Prints the branch coverage of a coverage report and fails below a bar: branch_coverage.py FILE PERCENT."""

import json
import sys
from pathlib import Path


def main() -> int:
    """Read the report, print the share, compare."""
    totals = json.loads(Path(sys.argv[1]).read_text())["totals"]
    share = 100 * totals["covered_branches"] / totals["num_branches"]
    print(f"engine: {totals['covered_branches']} of {totals['num_branches']} branches covered, {share:.1f} %")
    return 0 if share >= float(sys.argv[2]) else 1


sys.exit(main())
