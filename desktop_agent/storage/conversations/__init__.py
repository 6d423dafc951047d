"""Conversation storage in one SQLite file of questions, answers and events."""
