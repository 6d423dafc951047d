"""Servers of the Model Context Protocol in the window: which there are, and what they may do."""
