"""Read, chunk, index and search the user's documents."""
