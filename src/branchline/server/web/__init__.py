"""The HTTP interface: one file for each thing people do."""
