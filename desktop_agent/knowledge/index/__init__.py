"""Chunk storage and search, with one interface and two engines."""
