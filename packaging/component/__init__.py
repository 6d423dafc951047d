"""Builds what can be added to the program; see `README.md`."""
