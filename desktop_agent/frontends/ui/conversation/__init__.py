"""The open conversation: its turns, runs and history, and the session protocols for the window."""
