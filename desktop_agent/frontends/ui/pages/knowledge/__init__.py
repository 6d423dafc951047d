"""The page of the user's documents."""
