"""The page that compares two answers."""
