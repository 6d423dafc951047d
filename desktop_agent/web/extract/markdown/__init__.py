"""A tree to markdown, plain text or clean HTML."""
