"""The open conversation: its turns, runs and history, and the session protocols of the window."""
