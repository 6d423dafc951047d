"""Parse a question's type, intent and entity, and derive search queries from them."""
