"""Names for the core's numbers, and numbers for names: compiled beside the core."""
