"""Checking of the sentences of an answer against the passages that they cite."""
