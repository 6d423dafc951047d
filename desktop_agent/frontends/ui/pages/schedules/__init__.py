"""The pane and dialogs for scheduled questions."""
