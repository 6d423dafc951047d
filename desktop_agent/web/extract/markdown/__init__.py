"""Convert an HTML tree to Markdown, plain text or clean HTML."""
