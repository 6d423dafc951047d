"""Widgets and painting shared by several parts of the window."""
