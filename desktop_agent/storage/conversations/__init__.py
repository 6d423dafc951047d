"""Store conversations, with their questions, answers and events, in one SQLite file."""
