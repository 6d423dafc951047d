"""Backups: everything as one file, and back."""
