"""Background indexing of folders: scan, read, embed, resume and watch."""
