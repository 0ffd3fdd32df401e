"""Branchline: the railway games of one family, on one engine."""
