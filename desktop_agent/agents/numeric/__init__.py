"""Works a number out again."""
