"""The bots at the tables."""
