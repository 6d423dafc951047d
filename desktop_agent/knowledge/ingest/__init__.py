"""Background indexing of folders: scanning, reading, embedding, resuming and watching."""
