"""Backup and restore of all user data as one file."""
