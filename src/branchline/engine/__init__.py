"""The rules of the games, and nothing else: no files, no clock, no randomness of its own."""
