"""The page for managing and searching the user's documents."""
