"""Dialogs: command palette, keyboard shortcuts, templates."""
