"""Translated display texts for the core's values."""
