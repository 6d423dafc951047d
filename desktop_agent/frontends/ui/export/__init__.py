"""Export of conversations as Markdown, HTML, PDF and JSON."""
