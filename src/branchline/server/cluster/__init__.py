"""The other processes of the same service."""
