"""What a question asks for: its type, intent and entity, and the queries that may answer it."""
