"""Texts of the window for values of the core, translated."""
