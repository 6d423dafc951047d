"""The terminal: one file a command."""
