"""Parsing of a question into type, intent and entity, and the search queries that may answer it."""
