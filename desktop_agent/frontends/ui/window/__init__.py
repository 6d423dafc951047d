"""The main window with its pages, side panels, status bar and tray icon."""
