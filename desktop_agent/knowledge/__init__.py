"""The user's documents: read, chunked, indexed and searched."""
