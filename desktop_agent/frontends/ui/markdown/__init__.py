"""Incremental parsing and rendering of streamed Markdown."""
