"""Translated strings for values from the core."""
