"""The pane and dialogs of scheduled questions."""
