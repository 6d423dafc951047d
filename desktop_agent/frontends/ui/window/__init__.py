"""The main window: its frame, commands, panels, status bar and start."""
