"""The pages of the main window, including the chat page."""
