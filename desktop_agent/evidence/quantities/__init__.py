"""Numbers compared by value, and short answers by content."""
