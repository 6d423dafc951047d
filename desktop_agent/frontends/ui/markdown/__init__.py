"""Parse and render Markdown incrementally while it is being streamed."""
