"""Reading, chunking, indexing and searching of the user's documents."""
