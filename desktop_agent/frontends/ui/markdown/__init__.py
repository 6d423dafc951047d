"""Markdown as it is written: parsed in pieces and drawn."""
