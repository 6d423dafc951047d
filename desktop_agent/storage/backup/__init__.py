"""Back up all user data to a single file, and restore it."""
