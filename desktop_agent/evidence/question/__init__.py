"""Parse a question into type, intent and entity, and derive search queries from it."""
