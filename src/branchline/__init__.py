"""Branchline: the railway games of one family, on one engine."""

from branchline._build import choose_build

choose_build()

from branchline import titles  # noqa: E402 - the build is chosen before the engine is imported
from branchline.engine.game import Game, Options  # noqa: E402

__all__ = ["Game", "Options", "titles"]
