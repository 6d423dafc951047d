"""Parse questions into type, intent and entity, and derive search queries from them."""
