"""The main window: frame, commands, page stack, side panels, status bar and tray."""
