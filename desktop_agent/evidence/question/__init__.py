"""Parse a question: type, intent, entity, and the search queries that may answer it."""
