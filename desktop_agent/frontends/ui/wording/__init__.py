"""Translated display strings for values of the core."""
