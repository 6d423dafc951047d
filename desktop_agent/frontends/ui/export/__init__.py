"""Export conversations as Markdown, HTML, PDF and JSON."""
