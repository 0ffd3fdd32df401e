"""What a player may do in a turn."""
