"""Publishes versions of the program and its components, signed; see `README.md`."""
