"""Runs code that a model wrote, apart from the person's files, keys and network."""
