"""Translated strings for displaying the core's values."""
