"""Says in a line when the installed engine runs uncompiled, and why."""

import os

from branchline._build import SWITCH, core_is_compiled

if not core_is_compiled():
    reason = f"{SWITCH} is set" if os.environ.get(SWITCH) else "there is no C compiler with Python's headers here"
    print(f"The engine is not compiled, since {reason}: it plays the same games, only more slowly.")
