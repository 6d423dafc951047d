"""Index folders in the background: scan, read, embed, resume and watch."""
