"""Publishes versions of the program, signed; see `README.md`."""
