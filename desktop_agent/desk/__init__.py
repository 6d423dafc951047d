"""Runs that are under way: at once, in the background, asleep, restored."""
