"""Builds a large index with many processes, on one machine or on many."""
