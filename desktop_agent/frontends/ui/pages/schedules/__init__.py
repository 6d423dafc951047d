"""The page of scheduled questions."""
