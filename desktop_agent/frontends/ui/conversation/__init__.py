"""The open conversation: its turns, its runs and its history."""
