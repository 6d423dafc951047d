"""Select, draft and run reasoning templates."""
