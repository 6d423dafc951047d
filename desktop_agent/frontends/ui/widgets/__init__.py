"""Widgets and painting that several parts of the window share."""
