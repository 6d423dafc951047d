"""The panel on the right: reasoning and discoveries."""
