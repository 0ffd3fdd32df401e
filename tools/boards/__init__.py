"""The boards' generator: coasts bent to fit the cities, lines laid out as spaces, names placed; see docs/boards.md."""
