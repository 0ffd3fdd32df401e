"""The boards' generator: real coasts warped onto the cities, lines laid out as spaces, names placed; see docs/boards.md."""
