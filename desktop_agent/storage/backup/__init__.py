"""Backup of all user data to a single file, and restore."""
