"""Players that are programs. They see a view, never the state."""

from branchline.bots.bot import Bot, by_name, names

__all__ = ["Bot", "by_name", "names"]
