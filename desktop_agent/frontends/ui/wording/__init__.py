"""Translated texts of the window for values of the core."""
