"""What of a page is what it is about."""
