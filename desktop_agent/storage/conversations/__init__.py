"""Conversation storage: one SQLite file with questions, answers and events."""
