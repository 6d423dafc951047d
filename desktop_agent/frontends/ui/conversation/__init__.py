"""The open conversation: its turns, runs and history."""
