"""Where everything is kept: one schema, for SQLite and PostgreSQL."""
