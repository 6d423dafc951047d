"""The main window: placeholder, commands, page stack, side panels, status bar and tray."""
