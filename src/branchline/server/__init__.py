"""The game server: tables, people, and nothing ever lost."""
