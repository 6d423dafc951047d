"""Markdown that streams into a text document: finished blocks are frozen."""
