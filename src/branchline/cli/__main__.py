"""``python -m branchline.cli``."""

from branchline.cli import main

main()
