"""One running table."""
