"""Chunk storage and search: one interface, two engines."""
