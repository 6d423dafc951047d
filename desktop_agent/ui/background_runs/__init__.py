"""Runs in the background as the window follows them, whatever page shows them."""
