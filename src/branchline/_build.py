"""Which build of the engine runs: the compiled one, or the same files as plain Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

COMPILED = ("branchline.engine.core.", "branchline.engine.words.")
SWITCH = "BRANCHLINE_PURE"


class PureEngine(MetaPathFinder):
    """Finds the engine's sources even where compiled modules lie beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module that may be compiled, if this is one."""
        if not fullname.startswith(COMPILED):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
            return spec
        file = Path(spec.origin).parent / f"{fullname.rpartition('.')[2]}.py"
        return spec_from_file_location(fullname, file, loader=SourceFileLoader(fullname, str(file)))


def choose_build() -> None:
    """With BRANCHLINE_PURE set, leave compiled modules aside."""
    if os.environ.get(SWITCH) and not any(isinstance(finder, PureEngine) for finder in sys.meta_path):
        sys.meta_path.insert(0, PureEngine())


def core_is_compiled() -> bool:
    """Whether the compiled core is running."""
    table = import_module("branchline.engine.core.table")
    return str(table.__file__).endswith(tuple(EXTENSION_SUFFIXES))
