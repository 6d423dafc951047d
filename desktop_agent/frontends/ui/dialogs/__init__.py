"""The dialogs: command palette, keyboard shortcuts and templates."""
