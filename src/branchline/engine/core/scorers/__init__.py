"""Reasons for points at the end, and for breaking ties."""
