"""Parse and render streamed Markdown incrementally."""
