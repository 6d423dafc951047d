"""Widgets and painting functions shared by several parts of the window."""
