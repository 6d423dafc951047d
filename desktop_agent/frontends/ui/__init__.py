"""The window: all code that depends on Qt."""
